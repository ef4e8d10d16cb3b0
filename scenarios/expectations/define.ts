/** How an expectation is written: all that the language and the player have to know of it. */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { Row } from '../language/rows.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { Finding } from './finding.ts';

/** A row is read as a list: each of it is judged by itself. */
export interface ExpectationRow<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Facts extends object = object,
> extends Row<Value, Beside, readonly Facts[]> {
  words(expectation: Facts, names: StoryNames): string;
  /** Looks at the story's own service. `it` is the device that set off the entry, if one did. */
  check(expectation: Facts, scene: Scene, it: number | null): Finding;
}

export function defineExpectation<Value extends TSchema, Beside extends TProperties, Facts extends object>(
  row: ExpectationRow<Value, Beside, Facts>,
): ExpectationRow<Value, Beside, Facts> {
  return row;
}
