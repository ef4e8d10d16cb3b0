/** How the depot's records look in its API, and how bodies are read. */
import { written } from './calendar.ts';
import type { Crew, Fix, Person, Unit } from './depot.ts';

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

export function crewView(crew: Crew): object {
  return {
    crewNo: crew.no,
    title: crew.title,
    memo: crew.memo,
    units: crew.units,
    log: { made: written(crew.made), touched: written(crew.touched) },
  };
}

export function personView(person: Person): object {
  return {
    uid: person.uid,
    full: person.full,
    contact: { mail: person.mail, phone: person.phone },
    home: { country: person.country, zone: person.zone },
    crews: person.crews,
    blocked: person.blocked,
    log: { made: written(person.made), touched: written(person.touched) },
  };
}

export type CrewContent = Pick<Crew, 'title' | 'memo' | 'units'>;
export type PersonContent = Pick<
  Person,
  'full' | 'mail' | 'phone' | 'country' | 'zone' | 'crews' | 'blocked'
>;

export const blankCrew: CrewContent = { title: '', memo: '', units: [] };
export const blankPerson: PersonContent = {
  full: '',
  mail: '',
  phone: '',
  country: '',
  zone: '',
  crews: [],
  blocked: false,
};

/** The crew in a body; `undefined` when it is none. */
export function readCrew(body: Body): Partial<CrewContent> | undefined {
  const crew = objectAt(body, 'crew');
  return crew && picked<CrewContent>({ title: crew.title, memo: crew.memo, units: crew.units }, blankCrew);
}

export function readPerson(body: Body): Partial<PersonContent> | undefined {
  const person = objectAt(body, 'person');
  if (!person) return undefined;
  const { mail, phone } = objectAt(person, 'contact') ?? {};
  const { country, zone } = objectAt(person, 'home') ?? {};
  const { full, crews, blocked } = person;
  return picked<PersonContent>({ full, mail, phone, country, zone, crews, blocked }, blankPerson);
}

/** The fields that are there, each of the type that the blank record has; `undefined` when one is of another. */
function picked<T extends object>(given: { [F in keyof T]: unknown }, blank: T): Partial<T> | undefined {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const good = entries.every(([name, value]) => {
    const model = blank[name as keyof T];
    return Array.isArray(model) ? Array.isArray(value) : typeof value === typeof model;
  });
  return good ? (Object.fromEntries(entries) as Partial<T>) : undefined;
}

export function objectAt(body: Body, name: string): Body | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
}

export const countryNames = { CA: 'Canada', GL: 'Greenland', IS: 'Iceland', US: 'United States' };
export const zoneNames = {
  'America/St_Johns': 'Newfoundland',
  'Atlantic/Reykjavik': 'Iceland',
  UTC: 'Universal',
};
