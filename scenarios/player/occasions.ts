/** The conditions that the service itself tells of, by what happens in it. */
import type { CompanionWorld } from '../../simulator/companion.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { Condition } from '../language/story.ts';
import type { Watched } from './traffic/traffic.ts';

export type Occasion = Exclude<Condition, Watched>;
type OccasionOf<K extends Occasion['kind']> = Extract<Occasion, { kind: K }>;
type Fleet = CompanionWorld['fleet'];

/** The device of which a condition became true by an event; `undefined` when it did not. */
const occasions: {
  readonly [K in Occasion['kind']]: (
    condition: OccasionOf<K>,
    event: FleetEvent,
    fleet: Fleet,
  ) => number | undefined;
} = {
  'counter-reaches'({ channel, count }, event, fleet) {
    if (event.kind !== 'message-sent' || event.channel !== channel) return undefined;
    const after = fleet.limits.get(event.deviceId).usage[channel];
    return after >= count && after - event.count < count ? event.deviceId : undefined;
  },
  'device-expires': (_, event) => (event.kind === 'device-expired' ? event.deviceId : undefined),
  'message-withheld'({ channel }, event) {
    if (event.kind !== 'message-withheld') return undefined;
    return channel === null || event.channel === channel ? event.deviceId : undefined;
  },
  'alert-raised': ({ type }, event) =>
    event.kind === 'alert-raised' && event.type === type ? event.deviceId : undefined,
};

/** The device of which a condition became true by an event; `undefined` when it did not. */
export function becameTrueOf(condition: Occasion, event: FleetEvent, fleet: Fleet): number | undefined {
  return occasions[condition.kind](condition as never, event, fleet);
}

export function isOccasion(condition: Condition): condition is Occasion {
  return Object.hasOwn(occasions, condition.kind);
}
