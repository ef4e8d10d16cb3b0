/** The conditions that the service itself tells of, by what happens in it. */
import type { CompanionWorld } from '../../simulator/companion.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { Condition } from '../language/story.ts';
import type { Watched } from './traffic/traffic.ts';

export type Occasion = Exclude<Condition, Watched>;
type OccasionOf<K extends Occasion['kind']> = Extract<Occasion, { kind: K }>;
type Fleet = CompanionWorld['fleet'];

const occasions: {
  readonly [K in Occasion['kind']]: {
    event: FleetEvent['kind'];
    /** Whether it became true by an event of that kind. */
    by(condition: OccasionOf<K>, event: FleetEvent, fleet: Fleet): boolean;
  };
} = {
  'counter-reaches': {
    event: 'message-sent',
    by({ channel, count }, event, fleet) {
      if (event.channel !== channel) return false;
      const after = fleet.limits.get(event.deviceId as number).usage[channel];
      return after >= count && after - (event.count as number) < count;
    },
  },
  'device-expires': { event: 'device-expired', by: () => true },
  'message-withheld': {
    event: 'message-withheld',
    by: ({ channel }, event) => channel === null || event.channel === channel,
  },
  'alert-raised': { event: 'alert-raised', by: ({ type }, event) => event.type === type },
};

/** What has to happen for a condition to become true. */
export function eventFor(condition: Occasion): FleetEvent['kind'] {
  return occasions[condition.kind].event;
}

/** Whether a condition became true by something that happened to a device. */
export function becameTrue(condition: Occasion, event: FleetEvent, fleet: Fleet): boolean {
  return occasions[condition.kind].by(condition as never, event, fleet);
}

export function isOccasion(condition: Condition): condition is Occasion {
  return Object.hasOwn(occasions, condition.kind);
}
