import type { SimulatorOptions } from '../../../simulator/index.ts';
import type { Caller } from '../caller.ts';

type Play = (at: Caller) => Promise<void>;

/** By their names: what is done and expected, after the options of the simulator where the usual ones do not do. */
export interface Rows {
  readonly [name: string]: Play | readonly [SimulatorOptions, Play];
}

/** A row for each of several things, named by a template with `%s` for it. */
export function each<T>(
  name: string,
  things: readonly T[],
  play: (at: Caller, thing: T) => Promise<void>,
): Rows {
  return Object.fromEntries(
    things.map((thing) => [
      name.replace('%s', typeof thing === 'string' ? thing : JSON.stringify(thing)),
      (at: Caller) => play(at, thing),
    ]),
  );
}
