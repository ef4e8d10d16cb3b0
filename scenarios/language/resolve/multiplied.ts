/**
 * Bounds on what the entries of a timeline multiply. All of one entry happens at one moment, and nothing else in the
 * process comes between, so it is bounded by the devices and records it concerns, not by how much is written.
 */

import { devicesOf } from '../../actions/action.ts';
import type { Unlabelled } from '../../expectations/expectation.ts';
import { storyBounds } from '../bounds.ts';
import type { Devices, Wanted } from '../terms.ts';
import type { Names } from './names.ts';
import type { UnlabelledEntry } from './timeline.ts';

/** A record in an answer of the public API takes so many times as long as one that something is done to. */
const ANSWERED = 4;
/** The same the other way round: so many devices are counted in that time. */
const COUNTED = 20;

/** Reports each entry that concerns too many devices and records. One action on all of the fleet is never too much. */
export function reportMultiplied(
  entries: readonly UnlabelledEntry[],
  pathOf: (index: number) => (string | number)[],
  names: Names,
): void {
  const most = Math.max(storyBounds.atOnce, ANSWERED * recordsOf(names));
  for (const [index, { when, actions, expectations }] of entries.entries()) {
    const concerned = [
      ...actions.map((action) => sizeOf(devicesOf(action))),
      ...expectations.map((expectation) => lookedAt(expectation, names)),
    ];
    const together = concerned.reduce((sum, records) => sum + records, 0);
    if (together <= most) continue;
    names.diagnostics.wrong(
      'TOO_MANY',
      when.kind === 'end' && actions.length === 0 ? ['expect'] : pathOf(index),
      'too many devices and records are concerned at one moment',
      'name fewer devices, or spread it over several moments',
    );
  }
}

function lookedAt(expectation: Unlabelled, names: Names): number {
  switch (expectation.kind) {
    case 'devices':
      return names.devices / COUNTED;
    case 'reply':
      return expectation.operation === 'readDevice' ? ANSWERED : ANSWERED * recordsOf(names);
    default:
      return 'devices' in expectation ? sizeOf(expectation.devices) : 1;
  }
}

/** The most that one answer holds. */
function recordsOf({ devices, groups, users, memberships }: Names): number {
  return Math.max(devices, groups.size, users.size + memberships);
}

/** Some expectations have a number of devices in the same place. */
function sizeOf(devices: Devices | Wanted | null): number {
  return devices === null || devices === 'it' || !('first' in devices) ? 1 : devices.count;
}
