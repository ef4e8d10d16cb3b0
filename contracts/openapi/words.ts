/** Words and marks of a description that are written and read. Nothing of it is said a second time elsewhere. */
import { mapTable, namesOf, tableFrom } from '../kit/tables.ts';
import { errorFacts, type Refusal, refusals } from '../specification/openings/errors.ts';
import { type OpeningId, openings } from '../specification/openings/index.ts';
import { recordFacts } from '../specification/records/index.ts';
import type { Schema } from './schema.ts';

/** Marks what the interface document leaves open: the ids of the openings that the answers of an operation rest on. */
export const MARK = 'x-roadtest-opening';

/** Openings that have a place in a description. */
const placed: ReadonlySet<OpeningId> = new Set<OpeningId>([
  ...(['token.status', 'token.malformed', 'auth.refusal', 'auth.roles', 'versioning'] as const),
  ...(['errors.body', 'errors.status', 'limits.names', 'limits.range', 'limits.default'] as const),
  ...(['operations.status', 'operations.query', 'operations.paging', 'operations.envelope'] as const),
  ...namesOf(recordFacts).map((resource) => `records.${resource}` as const),
  ...(['records.id', 'records.required', 'records.time', 'records.units'] as const),
  ...(['locations.purpose', 'alerts.purpose', 'patch.format', 'put.left-out'] as const),
]);

/** The openings whose answer is told in the text of the operations that rest on it: all others. */
export const toldInWords: ReadonlySet<OpeningId> = new Set(
  openings.map(({ id }) => id).filter((id) => !placed.has(id)),
);

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

/** Parameters of lists: the sentence of each begins so. */
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
