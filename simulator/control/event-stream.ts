/** Server-sent events (HTML standard, 9.2) as text. */
import { jsonText } from '../../contracts/kit/untrusted.ts';
import type { Lens } from '../../contracts/profile/lens/lens.ts';
import type { FleetEvent } from '../fleet/types.ts';
import type { ClockView } from '../time/clock.ts';
import type { World } from '../world.ts';
import { presentClock, presentFacts } from './present.ts';
import type { ShownEvent } from './schemas/index.ts';
import type { WorldSecrets } from './secrets.ts';

/** One event. A browser whose stream was cut sends the last `id` to continue from there. */
export function eventFrame(event: string, data: object, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${jsonText(data)}\n\n`;
}

/** An event of the fleet, by its number. */
export function fleetFrame(event: FleetEvent, { lens, secrets }: Pick<World, 'lens' | 'secrets'>): string {
  const { kind, ...facts } = shownEvent(event, lens, secrets);
  return eventFrame(kind, { kind, ...facts }, event.sequence);
}

export function clockFrame(view: ClockView): string {
  return eventFrame('clock', presentClock(view));
}

/** An event as it is shown, without the secrets. */
export function shownEvent(event: FleetEvent, lens: Lens, { redactor }: WorldSecrets): ShownEvent {
  const shown: ShownEvent = presentFacts(event, lens);
  // Locations are numbers, and come by the million.
  return event.kind === 'location-recorded'
    ? shown
    : Object.assign(redactor.deep(shown), { kind: event.kind });
}
