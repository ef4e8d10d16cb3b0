/** One opening: a detail that the document leaves "not shown", all that follows from it, and how its row is written. */

import { type Given, oneOf, type Static, type TSchema } from '../../kit/schema.ts';
import { namesOf } from '../../kit/tables.ts';
import type { Occasion } from '../operations.ts';
import type { SectionId } from '../sections.ts';

export interface OpeningRow<Id extends string = string, Answer = unknown, GivenAnswer = unknown> {
  readonly id: Id;
  /** The sections that leave it open. */
  readonly sections: readonly SectionId[];
  /** Says in words what is open. */
  readonly open: string;
  /**
   * Says what an answer to it decides. `state`: what becomes of devices, messages, records and tokens. `exchange`: how
   * a call is answered, and no more.
   */
  readonly decides: 'state' | 'exchange';
  /** The answers of a service that rest on it. */
  readonly shapes: readonly Occasion[];
  /** JSON Schema of an answer to it. */
  readonly schema: object;
  /** The simulator's choice, where a profile does not answer it. */
  readonly default: Answer;
  /** An answer in words, to be read after "Default:". */
  words(answer: Answer): string;
  /** The simulator's choice in words. */
  readonly defaultWords: string;
  /** Never there at run time: the type of an answer as a profile may give it, which may be in parts. */
  readonly given?: GivenAnswer;
}

type Written<Id extends string, Schema extends TSchema> = Pick<
  OpeningRow<Id, NoInfer<Static<Schema>>>,
  'id' | 'sections' | 'open' | 'default' | 'words'
> &
  Partial<Pick<OpeningRow, 'decides' | 'shapes'>> & { schema: () => Schema };

/**
 * One row: the schema gives the type of the answer, which the default and the words must then fit. Schema and
 * words are made when they are asked for, since a start without a profile file needs none. Without more, an opening
 * decides an `exchange`, and no answer of a service rests on it.
 */
export function defineOpening<const Id extends string, Schema extends TSchema>({
  schema: make,
  ...row
}: Written<Id, Schema>): OpeningRow<Id, Static<Schema>, Given<Schema>> {
  let made: Schema | undefined;
  return {
    ...{ decides: 'exchange', shapes: [] },
    ...row,
    get defaultWords() {
      return row.words(row.default);
    },
    get schema() {
      made ??= make();
      return made;
    },
  };
}

/** The schema and the words of an answer that is one of a few. */
export function choice<const Words extends { readonly [answer: string]: string }>(words: Words) {
  const answers = namesOf(words);
  return {
    schema: () => oneOf(...answers),
    words: (answer: keyof Words): string => words[answer] ?? '',
  };
}
