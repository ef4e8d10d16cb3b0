/**
 * A fleet that stays where it is, and reports nothing by itself. Its places are unknown to the service; a live page shows
 * it parked about the bundled town, until something is known of any of its devices.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import type { Drive, Drives } from '../../../simulator/drives.ts';
import type { PluginWorld } from '../../../simulator/plugin.ts';
import { mustHold } from '../../../simulator/time/saved.ts';
import { town } from '../../motion/roads/town.ts';
import { createInjections, type Injectable, type Injections } from './inject.ts';

export class ParkedFleet implements Injectable, Drives {
  readonly areParked = true;
  readonly injections: Injections;
  readonly drives = this;
  readonly #world: PluginWorld;
  /** True if no device of the fleet had been anywhere, and at which moment that was looked up. */
  #isNowhere = { at: Number.NaN, holds: false };

  constructor(world: PluginWorld) {
    this.#world = world;
    this.injections = createInjections(world, undefined);
  }

  begin(): void {}

  save(): null {
    return null;
  }

  /** Throws a StateError for the state of a fleet that moves. */
  restore(state: unknown): void {
    mustHold(state === null, '', 'belongs to a story, and no story is played here');
  }

  get count(): number {
    return this.#world.fleet.devices.last;
  }

  /** Returns whether nothing was reported of any device. */
  get isShown(): boolean {
    const { fleet, timeline } = this.#world;
    if (this.#isNowhere.at !== timeline.now) {
      const { written } = fleet.locations.lastRows;
      this.#isNowhere = { at: timeline.now, holds: written.every((reports) => reports === 0) };
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
