/**
 * A fleet of which no location is known, as a live page shows it: parked about the bundled town. The service itself knows
 * nothing of these places.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import type { Drive, Drives } from '../../../simulator/drives.ts';
import type { PluginWorld } from '../../../simulator/plugin.ts';
import { town } from '../../motion/roads/town.ts';

export class ParkedFleet implements Drives {
  readonly areParked = true;
  readonly #world: PluginWorld;
  /** True if no device of the fleet had been anywhere, and at which moment that was looked up. */
  #isNowhere = { at: Number.NaN, holds: false };

  constructor(world: PluginWorld) {
    this.#world = world;
  }

  get count(): number {
    return this.#world.fleet.devices.last;
  }

  /** Returns whether nothing was reported of any device, and none is going to report by itself. */
  get isShown(): boolean {
    const { fleet, timeline } = this.#world;
    if (this.#isNowhere.at !== timeline.now) {
      const { locations } = fleet;
      const holds =
        locations.lastRows.written.every((reports) => reports === 0) && [...locations.plans()].length === 0;
      this.#isNowhere = { at: timeline.now, holds };
    }
    return this.#isNowhere.holds;
  }

  version(device: number): number {
    const isHere = this.isShown && this.#world.fleet.locations.last(device) === undefined;
    return isHere ? 1 : 0;
  }

  isSilent(): boolean {
    return false;
  }

  of(device: number): Drive {
    const { places } = town();
    return itemAt(places, (device - 1) % places.length);
  }
}
