/** Devices, groups and users: what the names of their operations imply (sections 1 and 4.2). */
import { familyOperations } from '../operations.ts';
import type { RuleRow } from './rule.ts';

const implied = { basis: 'implied', sections: ['1', '4.2'] } as const;

export const deviceRules = [
  {
    id: 'devices/listed-can-be-read',
    ...implied,
    needs: ['bind:device'],
    about: ['listDevices', 'readDevice'],
    text: 'A device of the list can be read by its id, and is the same device there.',
  },
  {
    id: 'devices/last-location-of-device',
    ...implied,
    needs: ['bind:location'],
    about: ['lastLocation'],
    text: 'A device that has a location returns its last one: a position on earth.',
  },
  {
    id: 'devices/posted-location-becomes-last',
    ...implied,
    needs: ['bind:location', 'says:locations.purpose=record'],
    about: ['postLocations'],
    text: 'Where posting records: a location newer than all before it becomes the last location.',
  },
  {
    id: 'devices/posted-alert-is-taken',
    ...implied,
    needs: ['says:alerts.purpose=record'],
    about: ['postAlerts'],
    text: 'Where posting records: a posted alert is accepted.',
  },
  {
    id: 'devices/unknown-device-not-served',
    ...implied,
    needs: ['device'],
    about: ['unknown-device'],
    text: 'An id that names no device is not answered as a known device is.',
  },
  {
    id: 'devices/location-is-own',
    ...implied,
    needs: ['two-devices', 'bind:location', 'says:locations.purpose=record'],
    about: ['postLocations', 'lastLocation'],
    text: 'A location that is posted for one device becomes the last location of no other.',
  },
  {
    id: 'devices/listed-once',
    ...implied,
    needs: ['bind:device'],
    about: ['listDevices'],
    text: 'Each device is in the list once: none is repeated, and none that the same user can read is left out.',
  },
] as const satisfies readonly RuleRow[];

/** The life of a record from create to delete, the same for groups and for users. */
const life = [
  {
    name: 'created-can-be-read',
    about: ['create', 'read'],
    text: 'What was created can be read by its id, and holds what was sent.',
  },
  {
    name: 'created-is-listed',
    about: ['create', 'list'],
    text: 'What was created is in the list, on one of its pages.',
  },
  {
    name: 'replaced',
    about: ['replace'],
    text: 'After PUT a read shows the new content.',
  },
  {
    name: 'updated-keeps-rest',
    about: ['update'],
    text: 'PATCH of one field changes that field and no other.',
  },
  {
    name: 'deleted-is-gone',
    about: ['delete'],
    text: 'After DELETE neither a read nor the list returns it.',
  },
  {
    name: 'deleted-spares-others',
    about: ['delete'],
    text: 'A DELETE does not change another record.',
  },
  {
    name: 'replaced-spares-others',
    about: ['replace'],
    text: 'A PUT does not change another record.',
  },
  {
    name: 'updated-spares-others',
    about: ['update'],
    text: 'A PATCH does not change another record.',
  },
  {
    name: 'listed-once',
    about: ['list'],
    text: 'Each record is in the list once, as it is now: none is repeated, and none is left out.',
  },
  {
    name: 'kept-as-sent',
    about: ['read'],
    text: 'A free text of up to 50 printable characters without markup comes back as it was sent.',
  },
] as const;

type LifeRules<Family extends string> = `${Family}/${(typeof life)[number]['name']}`;

function lifeRules<Family extends 'groups' | 'users'>(family: Family, resource: 'group' | 'user') {
  const operations = familyOperations[resource];
  return life.map(({ name, about, text }) => ({
    id: `${family}/${name}` as LifeRules<Family>,
    ...implied,
    needs: [`bind:${resource}` as const],
    about: about.map((verb) => operations[verb]),
    text,
  }));
}

export const groupRules = lifeRules('groups', 'group');

export const userRules = [
  ...lifeRules('users', 'user'),
  {
    id: 'users/countries-listed',
    ...implied,
    needs: ['bind:countries'],
    about: ['listCountries'],
    text: 'The countries come as a collection that is not empty.',
  },
  {
    id: 'users/time-zones-listed',
    ...implied,
    needs: ['bind:timeZones'],
    about: ['listTimeZones'],
    text: 'The time zones come as a collection that is not empty.',
  },
] as const satisfies readonly RuleRow[];
