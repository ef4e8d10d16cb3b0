/** How the depot's records look in its API, and how bodies are read. */
import { written } from './calendar.ts';
import type { Content, Depot, Fix, Kept, Unit } from './depot.ts';

export type Body = { readonly [name: string]: unknown };

/** A unit as an entry of the map of units: its number is the key. */
export function unitEntry(unit: Unit): object {
  const last = unit.track.at(-1);
  return {
    caption: unit.caption,
    plate: { no: unit.plate, land: 'CA' },
    crew: unit.crew ?? 0,
    standing: unit.lapsed ? 'lapsed' : 'running',
    seen: last ? written(last.at) : null,
  };
}

export function fixView(unit: Unit, fix: Fix): object {
  return {
    unit: unit.no,
    at: written(fix.at),
    spot: [fix.lng, fix.lat, fix.feet],
    moving: { mph: fix.mph, heading: fix.heading },
    source: 'gps',
  };
}

/** The two kinds of records that are made, changed and removed alike. */
export interface Kind {
  /** Its name in bodies. */
  readonly name: 'crew' | 'person';
  /** The place of each field: its own name, or that of a part before it. */
  readonly fields: { readonly [field: string]: { readonly part?: string; readonly blank: unknown } };
  readonly id: string;
  /** The name of the list. */
  readonly list: string;
  /** Tells whether a reply has the record under its name. */
  readonly isWrapped: boolean;
  records(depot: Depot): Map<number | string, Kept>;
  add(depot: Depot, content: Content): Kept;
  /** Says what is wrong with a content; nothing where it is good. */
  complaint(depot: Depot, content: Content): string | undefined;
  /** The field that no two may share. */
  readonly own: string;
}

export const countryNames = { CA: 'Canada', GL: 'Greenland', IS: 'Iceland', US: 'United States' };
export const zoneNames = {
  'America/St_Johns': 'Newfoundland',
  'Atlantic/Reykjavik': 'Iceland',
  UTC: 'Universal',
};

export const crew: Kind = {
  name: 'crew',
  fields: { title: { blank: '' }, memo: { blank: '' }, units: { blank: [] } },
  id: 'crewNo',
  list: 'crews',
  isWrapped: false,
  records: ({ crews }) => crews,
  add: (depot, content) => depot.addCrew(content),
  complaint(depot, { title, units }) {
    if (title === '') return 'A crew needs a title.';
    return (units as string[]).every((no) => depot.units.has(no)) ? undefined : 'There is no such unit.';
  },
  own: 'title',
};

export const person: Kind = {
  name: 'person',
  fields: {
    full: { blank: '' },
    mail: { part: 'contact', blank: '' },
    phone: { part: 'contact', blank: '' },
    country: { part: 'home', blank: '' },
    zone: { part: 'home', blank: '' },
    crews: { blank: [] },
    blocked: { blank: false },
  },
  id: 'uid',
  list: 'people',
  isWrapped: true,
  records: ({ people }) => people,
  add: (depot, content) => depot.addPerson(content),
  complaint(_, { full, mail, country, zone }) {
    if (full === '' || !String(mail).includes('@')) return 'A person needs a name and an address.';
    if (country !== '' && !Object.hasOwn(countryNames, String(country))) return 'There is no such country.';
    return zone === '' || Object.hasOwn(zoneNames, String(zone)) ? undefined : 'There is no such zone.';
  },
  own: 'mail',
};

export function view(kind: Kind, { id, content, made, touched }: Kept): object {
  const shown: { [name: string]: unknown } = { [kind.id]: id };
  for (const [field, { part }] of Object.entries(kind.fields))
    if (part === undefined) shown[field] = content[field];
    else shown[part] = { ...(shown[part] as object | undefined), [field]: content[field] };
  return { ...shown, log: { made: written(made), touched: written(touched) } };
}

export function blank({ fields }: Kind): Content {
  return Object.fromEntries(Object.entries(fields).map(([field, { blank }]) => [field, blank]));
}

/** The fields in a body, each of the type that the blank record has; `undefined` for a body of another form. */
export function contentIn(kind: Kind, body: Body | undefined): Content | undefined {
  const given = body && objectAt(body, kind.name);
  if (!given) return undefined;
  const content: Content = {};
  for (const [field, { part, blank }] of Object.entries(kind.fields)) {
    const value = (part === undefined ? given : objectAt(given, part))?.[field];
    if (value === undefined) continue;
    if (Array.isArray(blank) ? !Array.isArray(value) : typeof value !== typeof blank) return undefined;
    content[field] = value;
  }
  return content;
}

export function objectAt(body: Body, name: string): Body | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
}
