/** How a story is put on: what is kept of it, and how the clock follows its entries, with another speed or a pause. */
import type { FleetEvent } from '../../../simulator/fleet/types.ts';
import type { Speed } from '../../../simulator/time/clock.ts';
import type { Performance } from '../perform.ts';

export interface Staging {
  /** In place of the story's own. */
  seed?: number | undefined;
  /** In place of those that the story says. Default: as the clock went before. */
  speed?: Speed | undefined;
  frozen?: boolean | undefined;
}

/**
 * Sets the clock whenever an entry that says so is reached. Only a clock that plays at a speed is set: not one that is
 * frozen or being advanced, nor one that plays as fast as possible.
 *
 * @param ownSpeed whether the story's speeds count; a speed that was asked for holds in their place
 */
export function keepPace({ simulator, story, onEvent }: Performance, ownSpeed: boolean): void {
  const { clock } = simulator;
  onEvent((event) => {
    const entry = entryOf(event);
    const current = entry === undefined ? undefined : story.timeline[entry];
    if (current === undefined || (current.speed === undefined && !current.pause)) return;
    const { frozen, speed, advancing } = clock.view();
    if (frozen || advancing || speed === 'max') return;
    void clock.set({
      ...(ownSpeed && current.speed !== undefined && { speed: current.speed }),
      ...(current.pause && { frozen: true }),
    });
  });
}

function entryOf(event: FleetEvent): number | undefined {
  return event.kind === 'story-chapter' || event.kind === 'story-caption' ? event.entry : undefined;
}

/** Locations that are kept of all devices together, and of each at the least, so that trips of a small fleet reach far back. */
const KEPT = { together: 10_000, each: 100 };

/** How many locations are kept of each of so many devices. */
export function locationsKept(devices: number): number {
  return Math.max(KEPT.each, Math.floor(KEPT.together / Math.max(1, devices)));
}
