/**
 * Rules of the records that are edited through the API (sections 1 and 4.2; ledger areas `groups` and
 * `users`). Each is judged for both families apart, so every function is given the family.
 */
import type { Country, TimeZoneRecord } from '../reference.ts';

export type Family = 'group' | 'user';
/** The fields of a record that a caller sends. */
export type Content = { readonly [field: string]: unknown };

export const recordRules = {
  /** The content that is kept of a new record; a field that is left out has its default. `…/created-can-be-read`. */
  recordCreated(facts: { family: Family; content: Content }): Content {
    return facts.content;
  },

  /** The record that is read by an id. `…/created-can-be-read`, `…/deleted-is-gone`. */
  recordRead<R extends { id: number }>(_family: Family, _id: number, record: R | undefined): R | undefined {
    return record;
  },

  /** Returns whether a record is in the list. `…/created-is-listed`, `…/deleted-is-gone`. */
  recordListed(_facts: { family: Family; id: number; record: Content }): boolean {
    return true;
  },

  /** The content of a record after PUT: the new content. `…/replaced`. */
  recordReplaced(facts: { family: Family; before: Content; content: Content }): Content {
    return facts.content;
  },

  /** The content of a record after PATCH: fields that were not sent stay. `…/updated-keeps-rest`. */
  recordUpdated(facts: { family: Family; before: Content; change: Content }): Content {
    return { ...facts.before, ...facts.change };
  },

  /** The ids that DELETE of one record removes. `…/deleted-is-gone`, `…/deleted-spares-others`. */
  recordsRemoved(facts: { family: Family; id: number }): number[] {
    return [facts.id];
  },

  /** The countries as they are listed. `users/countries-listed`. */
  countriesListed(countries: readonly Country[]): readonly Country[] {
    return countries;
  },

  /** The time zones as they are listed. `users/time-zones-listed`. */
  timeZonesListed(timeZones: readonly TimeZoneRecord[]): readonly TimeZoneRecord[] {
    return timeZones;
  },
};
