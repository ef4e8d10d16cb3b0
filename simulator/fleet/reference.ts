/** Countries and time zones (operations `listCountries`, `listTimeZones`), from the platform's tables. */
import type { EpochMs } from './types.ts';

export interface Country {
  code: string; // ISO 3166-1 alpha-2
  name: string;
}
export interface TimeZoneRecord {
  id: string; // IANA
  name: string;
  /** From UTC, as `+01:00`. */
  offset: string;
}

/**
 * Two letters that the platform can name but that are not a country in ISO 3166-1: the ranges for
 * private use, and the codes that were reserved for others (unions, islands, dependencies).
 */
const noCountry = /^(AA|Q[M-Z]|X[A-Z]|ZZ|AC|CP|CQ|DG|EA|EU|EZ|IC|TA|UN)$/;
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let countryList: readonly Country[] | undefined;

/** The countries, by name. */
export function countries(): readonly Country[] {
  countryList ??= listCountries();
  return countryList;
}

/** Asks for this one alone: the whole list takes a hundred times as long. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && nameOfCountry(code) !== undefined;
}

/** Offsets change at whole quarters of an hour only, so that one list serves until the next. */
const QUARTER = 900_000;
/** Names are asked for as of a time by which all zones had settled on today's rules. */
const NAMES_AS_OF = Date.UTC(2025, 0, 1);

interface Zone {
  name: string;
  /** Kept: to make one takes ten times as long as to use it. */
  offsets: Intl.DateTimeFormat;
}
type ZoneName = 'long' | 'longGeneric' | 'longOffset';

let zones: Map<string, Zone> | undefined;
/** Lists by quarter. A clock that is advanced comes by many. */
const zoneLists = new Map<number, readonly TimeZoneRecord[]>();
const ZONE_LISTS_KEPT = 16;

/** The time zones, UTC first, with the offset that each has at an instant. */
export function timeZones(at: EpochMs): readonly TimeZoneRecord[] {
  const quarter = Math.floor(at / QUARTER);
  const list = zoneLists.get(quarter) ?? listTimeZones(quarter * QUARTER);
  if (zoneLists.size >= ZONE_LISTS_KEPT) zoneLists.clear();
  zoneLists.set(quarter, list);
  return list;
}

/** The rules of a fleet about the lists. */
interface ReferenceRules {
  countriesListed(countries: readonly Country[]): readonly Country[];
  timeZonesListed(timeZones: readonly TimeZoneRecord[]): readonly TimeZoneRecord[];
}

/** Countries and time zones as this fleet's rules list them. */
export class Reference {
  readonly #rules: ReferenceRules;

  constructor(rules: ReferenceRules) {
    this.#rules = rules;
  }

  countries(): readonly Country[] {
    return this.#rules.countriesListed(countries());
  }

  timeZones(at: EpochMs): readonly TimeZoneRecord[] {
    return this.#rules.timeZonesListed(timeZones(at));
  }
}

function listCountries(): Country[] {
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((code) => {
      const name = nameOfCountry(code);
      return name === undefined ? [] : [Object.freeze({ code, name })];
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

let regionNames: Intl.DisplayNames | undefined;

/** The name for a code of two capital letters; `undefined` for a code that is no country. */
function nameOfCountry(code: string): string | undefined {
  if (noCountry.test(code) || !isCurrent(code)) return undefined;
  regionNames ??= new Intl.DisplayNames(['en'], { type: 'region' });
  const name = regionNames.of(code);
  return name === code ? undefined : name;
}

/** Codes of former countries are read as those of their successors. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}

function listTimeZones(at: EpochMs): TimeZoneRecord[] {
  zones ??= nameTimeZones();
  return [...zones].map(([id, { name, offsets }]) => {
    const offset = zonePart(offsets, at)?.replace(/^GMT/, '');
    return Object.freeze({ id, name, offset: offset || '+00:00' });
  });
}

function nameTimeZones(): Map<string, Zone> {
  const ids = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  return new Map([...ids].map((id) => [id, { name: nameTimeZone(id), offsets: formatOf(id, 'longOffset') }]));
}

/** The name that holds all year: "Central European Time". Few zones have none, only a standard one. */
function nameTimeZone(id: string): string {
  const generic = zonePart(formatOf(id, 'longGeneric'), NAMES_AS_OF);
  const name = generic?.startsWith('GMT') ? zonePart(formatOf(id, 'long'), NAMES_AS_OF) : generic;
  return name ?? id;
}

function formatOf(timeZone: string, timeZoneName: ZoneName): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', { timeZone, timeZoneName });
}

function zonePart(format: Intl.DateTimeFormat, at: EpochMs): string | undefined {
  return format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value;
}
