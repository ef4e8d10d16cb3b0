/** How an expectation is written: all that the language and the player have to know of it. */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { At, Branch, Facts } from '../language/builders.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { Finding } from './finding.ts';

export interface ExpectationRow<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Made extends object = object,
> extends Branch<Value, Beside> {
  /** Makes several of one, each of which is judged by itself. Default: one with the facts. */
  read?(facts: Facts<Value, Beside>, at: At): readonly Made[];
  words(expectation: Made, names: StoryNames): string;
  /** Looks at the story's own service. `it` is the device that set off the entry, if one did. */
  check(expectation: Made, scene: Scene, it: number | null): Finding;
}

export function defineExpectation<
  Value extends TSchema,
  Beside extends TProperties,
  Made extends object = Facts<Value, Beside>,
>(row: ExpectationRow<Value, Beside, Made>): ExpectationRow<Value, Beside, Made> {
  return row;
}
