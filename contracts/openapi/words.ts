/** Words of a description, each said once. */
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
