/**
 * The facts of each record, under the field's standard names, and the kind of each fact.
 *
 * This is the canonical side of the lens: ids are positive whole numbers, times are milliseconds
 * since 1970 UTC, speeds km/h, courses degrees clockwise from north, lengths metres, distances km.
 * The document leaves all of these open (section 2); a profile says how a deployment writes them.
 */
export type FactKind =
  | 'text'
  | 'texts' // a list of words
  | 'number'
  | 'boolean'
  | 'json'
  | 'time' // ms since 1970 UTC
  | 'date' // YYYY-MM-DD
  | 'speed' // km/h
  | 'course' // degrees from north
  | 'length' // m
  | 'distance' // km
  | 'notifications' // who was told of an alert, and how it went
  | `id:${IdentifiedResource}`
  | `ids:${IdentifiedResource}`;

export type IdentifiedResource = 'device' | 'alert' | 'group' | 'user';
export type ResourceName = 'device' | 'location' | 'alert' | 'group' | 'user' | 'country' | 'timeZone';

export const recordFacts = {
  device: {
    id: 'id:device',
    name: 'text',
    model: 'text',
    licencePlate: 'text',
    imei: 'text',
    phone: 'text',
    groupId: 'id:group',
    status: 'text',
    licence: 'text',
    expiresAt: 'time',
    lastSeenAt: 'time',
  },
  location: {
    deviceId: 'id:device',
    deviceTime: 'time',
    receivedAt: 'time',
    latitude: 'number',
    longitude: 'number',
    altitude: 'length',
    speed: 'speed',
    course: 'course',
    accuracy: 'length',
    satellites: 'number',
    ignition: 'boolean',
    battery: 'number',
    fuel: 'number',
    odometer: 'distance',
    attributes: 'json',
  },
  alert: {
    id: 'id:alert',
    deviceId: 'id:device',
    type: 'text',
    severity: 'text',
    raisedAt: 'time',
    latitude: 'number',
    longitude: 'number',
    text: 'text',
    channels: 'texts',
    notifications: 'notifications',
  },
  group: {
    id: 'id:group',
    name: 'text',
    description: 'text',
    deviceIds: 'ids:device',
    createdAt: 'time',
    modifiedAt: 'time',
  },
  user: {
    id: 'id:user',
    name: 'text',
    email: 'text',
    phone: 'text',
    country: 'text',
    timeZone: 'text',
    groupIds: 'ids:group',
    notify: 'texts',
    disabled: 'boolean',
    password: 'text', // taken, never answered
    createdAt: 'time',
    modifiedAt: 'time',
  },
  country: { code: 'text', name: 'text' },
  timeZone: { id: 'text', name: 'text', offset: 'text' },
} as const satisfies { [R in ResourceName]: { [fact: string]: FactKind } };

export type RecordFacts = typeof recordFacts;

/** The limit settings of a device (section 2), which the API may show in the device record (`limits.names`). */
export const limitFacts = {
  expires: 'boolean',
  expirationDate: 'date',
  dailyEmail: 'number',
  dailySms: 'number',
  usageEmail: 'number',
  usageSms: 'number',
} as const satisfies { [fact: string]: FactKind };

/** Facts that a request can carry and no reply ever does. */
export const neverAnswered: ReadonlySet<string> = new Set(['password']);
