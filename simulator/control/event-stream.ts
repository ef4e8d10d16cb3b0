/** Server-sent events (HTML standard, 9.2) as text. */
import { jsonText } from '../../contracts/kit/json-text.ts';
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

/** The frames that all listeners get, one after the other: each is written once for all of them. */
class EventFrames {
  readonly event: (event: FleetEvent) => string;
  readonly clock: (view: ClockView) => string;

  /** @param lens asked for with each event: it becomes another one when an id is chosen */
  constructor(lens: () => Lens, secrets: WorldSecrets) {
    this.event = onceForAll((event) => {
      const { kind, ...facts } = shownEvent(event, lens(), secrets);
      return eventFrame(event.kind, { kind, ...facts }, event.sequence);
    });
    this.clock = onceForAll((view) => eventFrame('clock', presentClock(view)));
  }
}

const frames = new WeakMap<World, EventFrames>();

/** The frames of a world. */
export function framesOf(world: World): EventFrames {
  const known = frames.get(world) ?? new EventFrames(() => world.lens, world.secrets);
  frames.set(world, known);
  return known;
}

/** An event as it is shown, without the secrets. */
export function shownEvent(event: FleetEvent, lens: Lens, { redactor }: WorldSecrets): ShownEvent {
  const shown: ShownEvent = presentFacts(event, lens);
  // Locations are numbers, and come by the million.
  return event.kind === 'location-recorded'
    ? shown
    : Object.assign(redactor.deep(shown), { kind: event.kind });
}

/** Keeps the latest text, for as long as it is asked for the same thing. */
function onceForAll<T extends object>(write: (thing: T) => string): (thing: T) => string {
  let latest: T | undefined;
  let text = '';
  return (thing) => {
    if (thing !== latest) text = write(thing);
    latest = thing;
    return text;
  };
}
