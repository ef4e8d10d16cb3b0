/**
 * What entries expect, each kind a function from the world to what was found:
 *
 * - `account.ts`     licences, groups, users, events so far
 * - `devices.ts`     devices, counters, alerts, messages
 * - `locations.ts`   last locations; `places.ts` says how far they lie from a place
 * - `replies.ts`     what the public API answers
 */
import type { Expectation } from '../../language/story.ts';
import type { Scene } from '../scene.ts';
import { account } from './account.ts';
import { devices } from './devices.ts';
import type { Finding, Looks } from './finding.ts';
import { locations } from './locations.ts';
import { replies } from './replies.ts';

export type { Finding } from './finding.ts';

const looks: {
  readonly [kind: string]: (scene: Scene, expectation: never, it: number | null) => Finding;
} = { ...account, ...devices, ...locations, ...replies } satisfies Looks;

/** Looks whether something holds at this moment. `it` is the device that set off the entry, if one did. */
export function look(scene: Scene, expectation: Expectation, it: number | null): Finding {
  const find = looks[expectation.kind] as (typeof looks)[string];
  return find(scene, expectation as never, it);
}
