/** Whether a deployment served a call or refused it, and what it said. */

import type { AnyId } from '../../contracts/profile/facts.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import { isMap } from '../language/resolve/loose.ts';

export interface Replied {
  status: number;
  text: string;
  json: unknown;
}

export interface Refusal {
  status: number;
  /** The deployment's own words, in one line. */
  message: string;
}

/** A longer message is cut. */
const LONGEST = 160;

/**
 * The refusal in a reply, `undefined` for one that served. A status of 300 or more refuses; so does a body that
 * says `success: false`, as the document has it of tokens and many deployments of everything.
 */
export function refusalIn(replied: Replied, lens: Lens<AnyId>): Refusal | undefined {
  const body = lens.offers('errors.body') ? lens.errors.read(replied.text).facts : {};
  const fields = fieldsOf(replied.json);
  const refused = replied.status >= 300 || body.success === false || fields.success === false;
  if (!refused) return undefined;
  const words = [
    body.detail,
    body.title,
    body.code,
    fields.error,
    fields.message,
    fields.detail,
    fields.title,
  ];
  const found = words.find((word): word is string => typeof word === 'string' && word !== '');
  return { status: replied.status, message: shortened(found ?? (fields === none ? replied.text : '')) };
}

const none: { readonly [name: string]: unknown } = {};

function fieldsOf(json: unknown): { readonly [name: string]: unknown } {
  return isMap(json) ? json : none;
}

/** In one line, without what could steer a terminal. */
function shortened(text: string): string {
  const plain = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1)}…` : plain;
}
