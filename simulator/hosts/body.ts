/**
 * From the bytes of a body to the text of its call: within the limit, without a content coding, in UTF-8. Every host takes
 * bodies in by this, so that each refuses the same ones for the same reason.
 */
import { excerpt } from '../../contracts/kit/untrusted.ts';
import type { Call, UnreadBody } from '../http/call.ts';

/** For a body of more bytes than are read. */
export const tooLarge: UnreadBody = {
  refusal: 'too-large',
  code: 'BODY_TOO_LARGE',
  detail: 'The body is larger than the service accepts.',
};

const utf8 = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** Puts the text of a body that has come in whole into its call, or why there is none. */
export function takeBody(call: Call, bytes: Uint8Array): void {
  if (bytes.length === 0) return;
  const { 'content-encoding': given = '', 'content-type': type = '' } = call.headers;
  const coding = String(given).trim();
  const charset = CHARSET.exec(String(type))?.[1] ?? 'utf-8';
  if (!/^(identity)?$/i.test(coding)) {
    call.unread = {
      refusal: 'content-type',
      code: 'CONTENT_ENCODING',
      detail: `The content encoding ${excerpt(coding)} is not supported here: send the body as it is.`,
      headers: { 'accept-encoding': 'identity' },
    };
  } else if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    call.unread = {
      refusal: 'content-type',
      code: 'CHARSET',
      detail: `The charset ${excerpt(charset)} is not supported here. JSON is UTF-8.`,
    };
  } else {
    try {
      const text = utf8.decode(bytes);
      if (text !== '') call.body = text;
    } catch {
      call.unread = {
        refusal: 'malformed',
        code: 'BODY_NOT_TEXT',
        detail: 'The body is not UTF-8: it has bytes that are not characters in it.',
      };
    }
  }
}
