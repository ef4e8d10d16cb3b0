/** The conditions that the service itself tells of, by what happens in it. */
import type { CompanionWorld, Happening } from '../../simulator/index.ts';
import type { Condition } from '../language/story.ts';
import type { Watched } from './traffic/traffic.ts';

export type Occasion = Exclude<Condition, Watched>;
type OccasionOf<K extends Occasion['kind']> = Extract<Occasion, { kind: K }>;
type Fleet = CompanionWorld['fleet'];

const occasions: {
  readonly [K in Occasion['kind']]: {
    happening: Happening['kind'];
    /** Whether it became true by a happening of that kind. */
    by(condition: OccasionOf<K>, happening: Happening, fleet: Fleet): boolean;
  };
} = {
  'counter-reaches': {
    happening: 'message-sent',
    by({ channel, count }, happening, fleet) {
      if (happening.channel !== channel) return false;
      const after = fleet.limits.get(happening.deviceId as number).usage[channel];
      return after >= count && after - (happening.count as number) < count;
    },
  },
  'device-expires': { happening: 'device-expired', by: () => true },
  'message-withheld': {
    happening: 'message-withheld',
    by: ({ channel }, happening) => channel === null || happening.channel === channel,
  },
  'alert-raised': { happening: 'alert-raised', by: ({ type }, happening) => happening.type === type },
};

/** What has to happen for a condition to become true. */
export function happeningFor(condition: Occasion): Happening['kind'] {
  return occasions[condition.kind].happening;
}

/** Whether a condition became true by something that happened to a device. */
export function becameTrue(condition: Occasion, happening: Happening, fleet: Fleet): boolean {
  return occasions[condition.kind].by(condition as never, happening, fleet);
}

export function isOccasion(condition: Condition): condition is Occasion {
  return Object.hasOwn(occasions, condition.kind);
}
