/**
 * The details that the document leaves open ("not shown"): a row for each opening, and everything that follows from the rows.
 *
 * - `define.ts`             what a row is, and how it is written
 * - `payloads.ts`           parts of answers: places of facts, wrappings, what is posted
 * - the other files         the rows, by subject
 *
 * A profile's type and schema, the default profile, and what `roadtest rules` prints are derived from here. An
 * opening is not complete without code that performs it (`simulator/http/performed.ts`), which the compiler asks for, and without
 * a row of what shows it, or of the reason why nothing does (`contracts/openings/index.ts`).
 */
import { rowOf } from '../../kit/option-names.ts';
import { tableOf } from '../../kit/tables.ts';
import type { Occasion } from '../operations.ts';
import type { SectionId } from '../sections.ts';
import { errorOpenings } from './errors.ts';
import { limitOpenings } from './limits.ts';
import { operationOpenings } from './operations.ts';
import { postOpenings } from './posts.ts';
import { lifeOpenings, recordOpenings } from './records.ts';
import { serviceOpenings } from './service.ts';
import { timeOpenings } from './time.ts';
import { tokenOpenings } from './token.ts';

export type { ErrorFact, Refusal } from './errors.ts';

/** Every opening, in the order of the document's subjects. */
export const openingRows = [
  ...tokenOpenings,
  ...errorOpenings,
  ...operationOpenings,
  ...recordOpenings,
  ...limitOpenings,
  ...postOpenings,
  ...timeOpenings,
  ...lifeOpenings,
  ...serviceOpenings,
] as const;

type Row = (typeof openingRows)[number];

/**
 * The name of an opening. It never changes.
 *
 * @example
 * import type { OpeningId } from 'roadtest/specification';
 *
 * const id: OpeningId = 'token.lifetime';
 * console.log(id); // token.lifetime
 */
export type OpeningId = Row['id'];

/** The answer to every opening. */
export type Openings = { [R in Row as R['id']]: R['default'] };

/** The answers that a profile gives: any may be left out, and some may be given in parts. */
export type GivenOpenings = { [R in Row as R['id']]?: Exclude<R['given'], undefined> };

/** The answers to these openings: what a piece of code reads of a profile. */
export type Answers<Id extends OpeningId> = Pick<Openings, Id>;

/** The simulator's choice for every opening. */
export const defaultAnswers = Object.fromEntries(openingRows.map((row) => [row.id, row.default])) as Openings;

/**
 * An opening as it is printed.
 *
 * @example
 * import { type Opening, openings } from 'roadtest/specification';
 *
 * const first: Opening | undefined = openings[0];
 * console.log(typeof first?.id); // string
 */
export interface Opening {
  id: OpeningId;
  /** The sections that leave it open. */
  sections: readonly SectionId[];
  /** Says what is open. */
  open: string;
  /** The simulator's choice in words; the default profile holds the value. */
  default: string;
  /** Tells whether it decides what becomes of devices, messages, records and tokens, or just how a call is answered. */
  decides: 'state' | 'exchange';
  /** The answers of a service that rest on it: operations that succeed, and refusals. */
  shapes: readonly Occasion[];
}

/**
 * All openings: what the interface document leaves open.
 *
 * @example
 * import { openings } from 'roadtest/specification';
 *
 * console.log(openings.some(({ id }) => id === 'token.lifetime')); // true
 */
export const openings: readonly Opening[] = openingRows.map((row) => {
  const { id, sections, open, decides, shapes } = row;
  return {
    id,
    sections,
    open,
    get default() {
      return row.defaultWords;
    },
    decides,
    shapes,
  };
});

const byId = tableOf(openings, (row) => row);

/**
 * The opening of an id.
 *
 * @throws OptionError for an id that no opening has
 *
 * @example
 * import { opening } from 'roadtest/specification';
 *
 * console.log(opening('token.lifetime').sections.length > 0); // true
 */
export function opening(id: OpeningId): Opening {
  return rowOf(byId, id, 'opening');
}
