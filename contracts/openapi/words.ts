/** Words of a description, and those by which others say the same. */
import { mapTable, tableFrom } from '../kit/tables.ts';
import { errorFacts, type Refusal, refusals } from '../specification/openings/errors.ts';
import type { Schema } from './schema.ts';

/** Holds the answers to openings that a description was written from, so that it is read back as the profile says. */
export const ANSWERS = 'x-roadtest-openings';

/** A refusal, or that for want of a good token. */
export type AnyRefusal = Refusal | 'unauthorised';

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** When each refusal is given. */
export const refusalSays: { readonly [R in AnyRefusal]: string } = {
  ...mapTable<Refusal, string, string>(refusals, sentence),
  unauthorised: 'The token is missing, wrong or expired.',
};

/** Words by which others say when a refusal is given. */
export const refusalWords: { readonly [R in AnyRefusal]: RegExp } = {
  malformed: /(not|in?valid|cannot be read as|malformed) JSON|malformed|not parse|JSON cannot|unreadable/i,
  invalid:
    /is JSON, but not|not what the operation takes|\binvalid (value|field|request|body|input|data|parameter)|validation|unprocessable|not valid\b(?! JSON)/i,
  'content-type': /content.?type|media type/i,
  'too-large': /too (large|big|long)|longer than|payload size/i,
  'unknown-id':
    /no such (device|group|user|record|unit|id)|not found|unknown (id|device|group|user)|does not exist|doesn't exist/i,
  'deleted-id': /was once in use|deleted|\bgone\b/i,
  'unknown-path': /no such path/i,
  'method-not-allowed': /method/i,
  conflict: /state of the fleet|conflict/i,
  forbidden: /this token may not|forbidden|not allowed to|not permitted|permission/i,
  'rate-limited': /too many|rate.?limit|throttl|quota/i,
  failed: /service itself failed|internal (server )?error|unexpected error|server error/i,
  unauthorised:
    /token is (missing|wrong|invalid|expired)|unauthori[sz]ed|not authenticated|without (a |any )?(good |valid )?token|(missing|invalid|expired)[ \w,]* token|authentication/i,
};

/** Before the cases of a response that have no body, where others have one. */
export const WITHOUT = 'Without a body:';

/** The facts of an error body. */
export const errorSays = mapTable(errorFacts, sentence);

/** Parameters of lists. */
export const parameterSays = {
  limit: 'Records on a page.',
  offset: 'Records to leave out at the beginning.',
  page: 'The number of the page.',
  cursor: 'The cursor of a page, from the reply before.',
  group: 'The id of a group: its devices alone.',
};

/** Fields beside the records of a list. */
export const pageSays = {
  total: 'The number of all records.',
  next: 'The cursor of the next page; null on the last.',
  page: 'The number of this page.',
  pages: 'The number of all pages.',
};

/** Headers that always have the same value. */
export function constantHeaders(headers: { readonly [name: string]: string } = {}): {
  [name: string]: Schema;
} {
  return tableFrom(
    Object.entries(headers).map(([name, value]) => [name, { schema: { type: 'string', const: value } }]),
  );
}
