/** JSON Web Tokens as far as their form goes (RFC 7519). */

import { fromBase64Url } from '../../kit/base64.ts';
import { parseExactJson } from '../../kit/exact-json.ts';
import { type Fields, isFields } from '../../kit/fields.ts';

export interface Jwt {
  header: Fields;
  payload: Fields;
  parts: readonly [string, string, string];
}

/** The token taken apart; otherwise what is wrong with it, to be read after "the token". */
export function readJwt(token: string): Jwt | { fault: string } {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3) return { fault: `has ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}` };
  if (!/^[\w-]+$/.test(head) || !/^[\w-]+$/.test(body) || !/^[\w-]*$/.test(signature)) {
    return { fault: 'has a part that is not base64url' };
  }
  const header = decodeObject(head);
  if (!header) return { fault: 'has a header that is not a JSON object' };
  const payload = decodeObject(body);
  if (!payload) return { fault: 'has a payload that is not a JSON object' };
  return { header, payload, parts: [head, body, signature] };
}

function decodeObject(part: string): Fields | undefined {
  try {
    const value = parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(part)));
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
