/** How a row of an opening is written. */

import { type Given, oneOf, type Static, type TSchema } from '../../kit/schema.ts';
import { namesOf } from '../../kit/tables.ts';
import type { OpeningRow } from './row.ts';

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
