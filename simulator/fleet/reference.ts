/** Countries and time zones, from the platform's own tables. */
import type { EpochMs } from './types.ts';

export interface Country {
  code: string; // ISO 3166-1 alpha-2
  name: string;
}
export interface TimeZoneRecord {
  id: string; // IANA
  name: string;
  /** Now, as `+01:00`. */
  offset: string;
}

let countryList: readonly Country[] | undefined;

/** Every country that the platform has an English name for, by name. */
export function countries(): readonly Country[] {
  countryList ??= listCountries();
  return countryList;
}

export function isCountry(code: string): boolean {
  return countries().some((country) => country.code === code);
}

/** Every time zone of the platform, with the offset it has at `at`. */
export function timeZones(at: EpochMs): readonly TimeZoneRecord[] {
  return Intl.supportedValuesOf('timeZone').map((id) => ({ id, name: partOf(id, 'long', at), offset: offsetOf(id, at) }));
}

function listCountries(): Country[] {
  return [];
}

function partOf(timeZone: string, timeZoneName: 'long' | 'longOffset', at: EpochMs): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

function offsetOf(timeZone: string, at: EpochMs): string {
  return partOf(timeZone, 'longOffset', at).replace('GMT', '') || '+00:00';
}
