/** How an expectation is written, and what is found of it: what was wanted, what there is, and whether it is met. */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { At, Branch, Facts } from '../language/builders.ts';
import type { Wanted } from '../language/terms.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';

export interface Finding {
  met: boolean;
  wanted: string;
  actual: string;
}

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

export function expectationRow<
  Value extends TSchema,
  Beside extends TProperties,
  Made extends object = Facts<Value, Beside>,
>(row: ExpectationRow<Value, Beside, Made>): ExpectationRow<Value, Beside, Made> {
  return row;
}

/** A number against how it is to be. `null` is none, which meets nothing. */
export function number(actual: number | null, wanted: Wanted, shown = plain): Finding {
  return {
    met: actual !== null && meets(actual, wanted),
    wanted: inWords(wanted, shown),
    actual: shown(actual),
  };
}

export function fact<T>(actual: T, wanted: T): Finding {
  return { met: actual === wanted, wanted: String(wanted), actual: String(actual) };
}

export function existence(actual: boolean, wanted: boolean): Finding {
  const words = (there: boolean) => (there ? 'there' : 'not there');
  return fact(words(actual), words(wanted));
}

/** To one decimal place. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function meets(actual: number, wanted: Wanted): boolean {
  if ('is' in wanted) return actual === wanted.is;
  const { atLeast = actual, atMost = actual } = wanted;
  return actual >= atLeast && actual <= atMost;
}

function inWords(wanted: Wanted, shown: (value: number | null) => string): string {
  if ('is' in wanted) return shown(wanted.is);
  const { atLeast, atMost } = wanted;
  if (atLeast === undefined) return `at most ${shown(atMost ?? null)}`;
  return atMost === undefined ? `at least ${shown(atLeast)}` : `${shown(atLeast)} to ${shown(atMost)}`;
}

function plain(value: number | null): string {
  return value === null ? 'none' : String(Number(value.toFixed(3)));
}
