/** The clock of the live page, as entries of the story say: another speed from here on, or a pause. */
import type { FleetEvent } from '../../../simulator/fleet/types.ts';
import type { Performance } from '../perform.ts';

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
