/** Days, the expiry of devices, and what an expired device may do. */
import { describe, object, partial, yesNo } from '../../kit/schema.ts';
import { namesOf } from '../../kit/tables.ts';
import { ref } from '../forms.ts';
import { choice, defineOpening } from './define.ts';

export const timeOpenings = [
  defineOpening({
    id: 'day.ends',
    sections: ['8'],
    open: 'the time of day at which a day ends',
    decides: 'state',
    schema: () => ref('timeOfDay'),
    default: '00:00',
    words: (time) => (time === '00:00' ? 'midnight' : time),
  }),
  defineOpening({
    id: 'day.time-zone',
    sections: ['8'],
    open: 'the time zone in which a day ends',
    decides: 'state',
    schema: () => ref('timeZone'),
    default: 'account',
    words: zoneInWords,
  }),
  defineOpening({
    id: 'expiry.instant',
    sections: ['2', '3'],
    open: 'the moment of its date at which a device expires',
    decides: 'state',
    schema: () => object({ at: ref('momentOfDate'), timeZone: ref('timeZone') }),
    default: { at: 'start', timeZone: 'account' },
    words: ({ at, timeZone }) =>
      `${at === 'start' || at === 'end' ? `the ${at} of` : `${at} on`} that day in ${zoneInWords(timeZone)}`,
  }),
  defineOpening({
    id: 'expiry.limits',
    sections: ['2', '8'],
    open: 'what it means that the limits themselves expire',
    decides: 'state',
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
    shapes: ['listDevices', 'readDevice', 'lastLocation', 'postLocations', 'postAlerts'],
    schema: () =>
      partial({
        read: describe('Whether it is read by its id. If not, it is refused as an unknown id is.', yesNo),
        list: describe('Whether it is in the list of devices.', yesNo),
        postLocations: yesNo,
        postAlerts: yesNo,
      }),
    default: { read: true, list: true, postLocations: false, postAlerts: false },
    words: (may) => {
      const deeds = {
        read: 'be read',
        list: 'be listed',
        postLocations: 'post locations',
        postAlerts: 'post alerts',
      };
      const given = namesOf(deeds).filter((deed) => may[deed]);
      return given.length === 0 ? 'nothing' : given.map((deed) => deeds[deed]).join(', ');
    },
  }),
  defineOpening({
    id: 'expired.leaves-by',
    sections: ['3'],
    open: 'what else than an activation ends the expired state, as long as a licence is available',
    decides: 'state',
    ...choice({
      activation: 'nothing else',
      'switching-off': 'switching Expires off',
      'date-ahead': 'moving the date ahead',
      either: 'switching Expires off, and moving the date ahead',
    }),
    default: 'activation',
  }),
  defineOpening({
    id: 'activation.also',
    sections: ['3'],
    open: 'what else an activation does',
    decides: 'state',
    // A new expiry can be given with an activation in each case.
    ...choice({
      nothing: 'nothing; a new expiry can be given with it',
      'switches-expiry-off': 'it switches expiry off; a new expiry can be given with it',
      'moves-date':
        'it moves the expiration date a year ahead, of a device with Expires on; another can be given with it',
      'moves-any-date':
        'it moves the expiration date a year ahead, and switches Expires on; another can be given with it',
      'needs-date': 'it is refused unless a new expiration date is given with it',
    }),
    default: 'nothing',
  }),
] as const;

function zoneInWords(zone: string): string {
  return zone === 'account' ? "the account's time zone" : zone;
}
