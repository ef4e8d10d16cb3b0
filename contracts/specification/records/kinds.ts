/** The kinds of facts: the lens uses them to read or write one. */
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
  | 'notifications' // who was notified of an alert, and the outcome
  | `id:${IdentifiedResource}`
  | `ids:${IdentifiedResource}`;

/** The kinds of facts that are numbers. */
export const numericKinds: ReadonlySet<FactKind> = new Set<FactKind>([
  ...(['number', 'speed', 'course', 'length', 'distance'] as const),
]);

export type IdentifiedResource = 'device' | 'alert' | 'group' | 'user';
/** The resource that each list holds. */
export const listResource = {
  devices: 'device',
  groups: 'group',
  users: 'user',
  countries: 'country',
  timeZones: 'timeZone',
  locations: 'location',
  alerts: 'alert',
} as const satisfies { [list: string]: ResourceName };

export type ListName = keyof typeof listResource;
export type ResourceName = 'device' | 'location' | 'alert' | 'group' | 'user' | 'country' | 'timeZone';
