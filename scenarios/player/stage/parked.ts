/**
 * A fleet that stays where it is, and reports nothing by itself. Its places are unknown to the service; a live page shows
 * it parked about the bundled town, until something is known of any of its devices.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import type { Drives } from '../../../simulator/drives.ts';
import type { PluginWorld } from '../../../simulator/plugin.ts';
import { mustHold } from '../../../simulator/time/saved.ts';
import { town } from '../../motion/roads/town.ts';
import { createInjections, type Injectable } from './inject.ts';

export interface ParkedFleet extends Injectable {
  /** True while nothing was reported of any device. */
  readonly isShown: boolean;
}

export function createParkedFleet(world: PluginWorld): ParkedFleet {
  const { fleet, timeline } = world;
  /** True if no device of the fleet had been anywhere, and at which moment that was looked up. */
  let nowhere = { at: Number.NaN, holds: false };
  const isShown = (): boolean => {
    const { now } = timeline;
    if (nowhere.at !== now)
      nowhere = { at: now, holds: fleet.locations.lastRows.written.every((reports) => reports === 0) };
    return nowhere.holds;
  };
  const drives: Drives = {
    areParked: true,
    get count() {
      return fleet.devices.last;
    },
    version: (device) => (isShown() && fleet.locations.last(device) === undefined ? 1 : 0),
    isSilent: () => false,
    of: (device) => itemAt(town().places, (device - 1) % town().places.length),
  };
  return {
    get isShown() {
      return isShown();
    },
    injections: createInjections(world, undefined),
    drives,
    begin() {},
    save: () => null,
    /** Throws a StateError for the state of a fleet that moves. */
    restore: (state) => mustHold(state === null, '', 'belongs to a story, but no story is being played here'),
  };
}
