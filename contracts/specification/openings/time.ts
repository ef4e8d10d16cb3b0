/** Days, the expiry of devices, and what an expired device may do. */
import { object, oneOf, yesNo } from '../../kit/schema.ts';
import { ref } from '../forms.ts';
import { choice, defineOpening } from './define.ts';

export const timeOpenings = [
  defineOpening({
    id: 'day.ends',
    sections: ['8'],
    open: 'the time of day at which a day ends',
    decides: 'state',
    shapes: [],
    schema: () => ref('timeOfDay'),
    default: '00:00',
    words: (time) => (time === '00:00' ? 'midnight' : time),
  }),
  defineOpening({
    id: 'day.time-zone',
    sections: ['8'],
    open: 'the time zone in which a day ends',
    decides: 'state',
    shapes: [],
    schema: () => ref('timeZone'),
    default: 'UTC',
    words: zoneInWords,
  }),
  defineOpening({
    id: 'expiry.instant',
    sections: ['2', '3'],
    open: 'the moment of its date at which a device expires',
    decides: 'state',
    shapes: [],
    schema: () => object({ at: oneOf('start', 'end'), timeZone: ref('timeZone') }),
    default: { at: 'start', timeZone: 'account' },
    words: ({ at, timeZone }) => `the ${at} of that day in ${zoneInWords(timeZone)}`,
  }),
  defineOpening({
    id: 'expiry.limits',
    sections: ['2', '8'],
    open: 'what it means that the limits themselves expire',
    decides: 'state',
    shapes: [],
    ...choice({
      'sends-nothing': 'an expired device sends nothing',
      'limits-lift': 'an expired device sends without limits',
    }),
    default: 'sends-nothing',
  }),
  defineOpening({
    id: 'expired.may',
    sections: ['3'],
    open: 'what an expired device may still do',
    decides: 'state',
    shapes: ['postLocations', 'postAlerts'],
    schema: () => object({ postLocations: yesNo, postAlerts: yesNo }),
    default: { postLocations: false, postAlerts: false },
    words: ({ postLocations, postAlerts }) => {
      if (postLocations && postAlerts) return 'it can be read, and posts locations and alerts';
      if (postLocations) return 'it can be read, and posts locations; its new alerts are refused';
      if (postAlerts) return 'it can be read, and posts alerts; its new locations are refused';
      return 'it can be read; its new locations and alerts are refused';
    },
  }),
  defineOpening({
    id: 'activation.also',
    sections: ['3'],
    open: 'what else an activation does',
    decides: 'state',
    shapes: [],
    // A new expiry can be given with an activation in either case.
    ...choice({
      nothing: 'nothing; a new expiry can be given with it',
      'switches-expiry-off': 'it switches expiry off; a new expiry can be given with it',
    }),
    default: 'nothing',
  }),
] as const;

function zoneInWords(zone: string): string {
  return zone === 'account' ? "the account's time zone" : zone;
}
