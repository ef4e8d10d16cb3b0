/**
 * The facts of records in the words of a description: what each is, and a value for examples in canonical form. The names
 * that services give to facts are in `contracts/learning/names.ts`.
 */
import type { FactName } from '../profile/facts.ts';
import type { Openings } from '../specification/openings/index.ts';
import type { ResourceName } from '../specification/records/kinds.ts';

type FactWords = readonly [says: string, example: unknown];

const at = Date.UTC(2026, 0, 5, 8);
const made = {
  createdAt: ['When the record was made.', at - 86_400_000],
  modifiedAt: ['When the record was changed last.', at],
} as const satisfies { readonly [fact: string]: FactWords };

const factWords: { readonly [R in ResourceName]: { readonly [F in FactName<R>]: FactWords } } = {
  device: {
    id: ['The id of the device.', 1],
    name: ['The name of the device.', 'Van 1'],
    model: ['The model of the device.', 'FT-100'],
    licencePlate: ['The number plate of the vehicle.', 'B AB 1001'],
    imei: ['The IMEI of the device.', '350000000000017'],
    phone: ['The phone number of the SIM card.', '+491700000001'],
    groupId: ['The id of the group that the device is in; none where it is in no group.', 1],
    groupIds: ['The ids of all groups that the device is in.', [1]],
    status: ['Whether the device is in touch.', 'online'],
    licence: ['Whether the device counts as a used licence, or is expired.', 'used'],
    expiresAt: ['When the device expires; none where it does not.', at + 86_400_000 * 90],
    lastSeenAt: ['When the device was heard of last; none where it never was.', at],
    expires: ['Whether the device has an expiration date.', true],
    expirationDate: ['The date on which the limits and the licence use expire.', '2026-04-05'],
    dailyEmail: ['The most e-mails a day; none for no limit.', 100],
    dailySms: ['The most SMS messages a day; none for no limit.', 20],
    usageEmail: ['E-mails sent today.', 3],
    usageSms: ['SMS messages sent today.', 1],
  },
  location: {
    deviceId: ['The id of the device.', 1],
    deviceTime: ["When the device was there, by the device's own time.", at],
    receivedAt: ['When the service got it.', at + 1_000],
    latitude: ['Latitude in degrees (WGS 84).', 52.5163],
    longitude: ['Longitude in degrees (WGS 84).', 13.3777],
    altitude: ['Height above sea level', 34],
    speed: ['Speed', 50],
    course: ['Direction clockwise from north', 90],
    accuracy: ['Radius of the uncertainty of the position', 5],
    satellites: ['Number of satellites.', 9],
    ignition: ['Whether the engine is on.', true],
    battery: ['Charge of the battery in percent.', 96],
    fuel: ['Fuel in percent.', 61],
    odometer: ['Distance covered so far', 18_250],
    attributes: ['Further facts of the device, free in form.', { door: 'shut' }],
  },
  alert: {
    id: ['The id of the alert.', 1],
    deviceId: ['The id of the device.', 1],
    type: ['The kind of the alert.', 'sos'],
    severity: ['How serious the alert is.', 'warning'],
    raisedAt: ['When the alert was raised.', at],
    latitude: ['Latitude in degrees (WGS 84).', 52.5163],
    longitude: ['Longitude in degrees (WGS 84).', 13.3777],
    text: ['What happened, in words.', 'The driver presses the button.'],
    channels: ['By which channels users are told.', ['email']],
    notifications: [
      'Who was told, by which channel, and what came of it.',
      [{ channel: 'email', userId: 1, outcome: 'sent', reason: null }],
    ],
  },
  group: {
    id: ['The id of the group.', 1],
    name: ['The name of the group.', 'Vans'],
    description: ['What the group is for.', 'The vans of the depot'],
    deviceIds: ['The ids of the devices in the group.', [1]],
    ...made,
  },
  user: {
    id: ['The id of the user.', 1],
    name: ['The name of the user.', 'Ada Example'],
    email: ['The e-mail address of the user.', 'ada@example.test'],
    phone: ['The phone number of the user.', '+491700000002'],
    country: ['The code of the country of the user.', 'DE'],
    timeZone: ['The time zone of the user.', 'Europe/Berlin'],
    groupIds: ['The ids of the groups that the user is told of.', [1]],
    notify: ['By which channels the user is told.', ['email']],
    disabled: ['Whether the user is locked out.', false],
    password: ['A password, which no reply shows.', 'correct horse'],
    ...made,
  },
  country: {
    code: ['The code of the country (ISO 3166-1 alpha-2).', 'DE'],
    name: ['The name of the country.', 'Germany'],
  },
  timeZone: {
    id: ['The name of the time zone (IANA).', 'Europe/Berlin'],
    name: ['The name of the time zone for people.', 'Europe/Berlin'],
    offset: ['How far the time zone is from UTC now.', '+01:00'],
  },
};

/** The sentence of a fact. */
export function factSays(resource: ResourceName, fact: string): string {
  return wordsOf(resource, fact)[0];
}

/** The value of a fact for examples: a limit is one that may be set. */
export function exampleOf({ 'limits.range': { min, max } }: Openings, resource: ResourceName, fact: string) {
  const [, example] = wordsOf(resource, fact);
  const isLimit = fact === 'dailyEmail' || fact === 'dailySms';
  return isLimit ? Math.min(Math.max(Number(example), min), max ?? Number.MAX_SAFE_INTEGER) : example;
}

function wordsOf(resource: ResourceName, fact: string): FactWords {
  const words = new Map<string, FactWords>(Object.entries(factWords[resource])).get(fact);
  if (words === undefined) throw new RangeError(`There is no fact ${fact}.`);
  return words;
}
