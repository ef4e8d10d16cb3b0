/**
 * The facts of records in the words of a description: what each is, and a value for examples. A description is written
 * with the words and read by them; the names that services give to facts are in `contracts/learning/names.ts`.
 */
import type { FactName } from '../profile/facts.ts';
import type { ResourceName } from '../specification/records/kinds.ts';

export interface FactWords {
  /** Says what it is; a description has this sentence at its place. */
  readonly says: string;
  /** A canonical value: whole-number ids, ms since 1970 UTC, km/h, m, km, degrees. */
  readonly example: unknown;
}

function of(says: string, example: unknown): FactWords {
  return { says, example };
}

const at = Date.UTC(2026, 0, 5, 8);
const made = {
  createdAt: of('When the record was made.', at - 86_400_000),
  modifiedAt: of('When the record was changed last.', at),
};

export const factWords: { readonly [R in ResourceName]: { readonly [F in FactName<R>]: FactWords } } = {
  device: {
    id: of('The id of the device.', 1),
    name: of('The name of the device.', 'Van 1'),
    model: of('The model of the device.', 'FT-100'),
    licencePlate: of('The number plate of the vehicle.', 'B AB 1001'),
    imei: of('The IMEI of the device.', '350000000000017'),
    phone: of('The phone number of the SIM card.', '+491700000001'),
    groupId: of('The id of the group that the device is in; none where it is in no group.', 1),
    groupIds: of('The ids of all groups that the device is in.', [1]),
    status: of('Whether the device is in touch.', 'online'),
    licence: of('Whether the device counts as a used licence, or is expired.', 'used'),
    expiresAt: of('When the device expires; none where it does not.', at + 86_400_000 * 90),
    lastSeenAt: of('When the device was heard of last; none where it never was.', at),
    expires: of('Whether the device has an expiration date.', true),
    expirationDate: of('The date on which the limits and the licence use expire.', '2026-04-05'),
    dailyEmail: of('The most e-mails a day; none for no limit.', 100),
    dailySms: of('The most SMS messages a day; none for no limit.', 20),
    usageEmail: of('E-mails sent today.', 3),
    usageSms: of('SMS messages sent today.', 1),
  },
  location: {
    deviceId: of('The id of the device.', 1),
    deviceTime: of("When the device was there, by the device's own time.", at),
    receivedAt: of('When the service got it.', at + 1_000),
    latitude: { says: 'Latitude in degrees (WGS 84).', example: 52.5163 },
    longitude: of('Longitude in degrees (WGS 84).', 13.3777),
    altitude: { says: 'Height above sea level', example: 34 },
    speed: of('Speed', 50),
    course: of('Direction clockwise from north', 90),
    accuracy: of('Radius of the uncertainty of the position', 5),
    satellites: of('Number of satellites.', 9),
    ignition: of('Whether the engine is on.', true),
    battery: of('Charge of the battery in percent.', 96),
    fuel: { says: 'Fuel in percent.', example: 61 },
    odometer: of('Distance covered so far', 18_250),
    attributes: of('Further facts of the device, free in form.', { door: 'shut' }),
  },
  alert: {
    id: of('The id of the alert.', 1),
    deviceId: of('The id of the device.', 1),
    type: of('The kind of the alert.', 'sos'),
    severity: of('How serious the alert is.', 'warning'),
    raisedAt: of('When the alert was raised.', at),
    latitude: { says: 'Latitude in degrees (WGS 84).', example: 52.5163 },
    longitude: of('Longitude in degrees (WGS 84).', 13.3777),
    text: of('What happened, in words.', 'The driver presses the button.'),
    channels: of('By which channels users are told.', ['email']),
    notifications: of('Who was told, by which channel, and what came of it.', [
      { channel: 'email', userId: 1, outcome: 'sent', reason: null },
    ]),
  },
  group: {
    id: of('The id of the group.', 1),
    name: of('The name of the group.', 'Vans'),
    description: of('What the group is for.', 'The vans of the depot'),
    deviceIds: of('The ids of the devices in the group.', [1]),
    ...made,
  },
  user: {
    id: of('The id of the user.', 1),
    name: of('The name of the user.', 'Ada Example'),
    email: of('The e-mail address of the user.', 'ada@example.test'),
    phone: of('The phone number of the user.', '+491700000002'),
    country: of('The code of the country of the user.', 'DE'),
    timeZone: of('The time zone of the user.', 'Europe/Berlin'),
    groupIds: of('The ids of the groups that the user is told of.', [1]),
    notify: of('By which channels the user is told.', ['email']),
    disabled: of('Whether the user is locked out.', false),
    password: of('A password, which no reply shows.', 'correct horse'),
    ...made,
  },
  country: {
    code: of('The code of the country (ISO 3166-1 alpha-2).', 'DE'),
    name: { says: 'The name of the country.', example: 'Germany' },
  },
  timeZone: {
    id: of('The name of the time zone (IANA).', 'Europe/Berlin'),
    name: of('The name of the time zone for people.', 'Europe/Berlin'),
    offset: of('How far the time zone is from UTC now.', '+01:00'),
  },
};
