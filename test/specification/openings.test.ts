import { describe, expect, expectTypeOf, it } from 'vitest';
import { type OpeningId, opening, openings, sections } from '../../contracts/specification/index.ts';
import type { Openings } from '../../contracts/specification/openings/index.ts';

/** All there are: an id never changes, and none goes. */
const ledger: readonly OpeningId[] = [
  'token.lifetime',
  'token.status',
  'token.malformed',
  'token.live-when-disabled',
  'auth.refusal',
  'auth.roles',
  'errors.body',
  'errors.status',
  'operations.status',
  'operations.query',
  'operations.paging',
  'operations.envelope',
  'records.device',
  'records.location',
  'records.alert',
  'records.group',
  'records.user',
  'records.country',
  'records.timeZone',
  'records.id',
  'records.time',
  'records.units',
  'limits.names',
  'limits.range',
  'limits.default',
  'locations.purpose',
  'alerts.purpose',
  'alerts.recipients',
  'locations.order',
  'patch.format',
  'put.left-out',
  'day.ends',
  'day.time-zone',
  'expiry.instant',
  'expiry.limits',
  'expired.may',
  'activation.also',
  'groups.delete-devices',
  'users.delete-self',
  'states.other',
  'events',
  'rate-limit',
  'versioning',
  'consistency',
  'token.older',
  'token.reissue',
  'auth.other-ways',
  'expired.leaves-by',
  'records.id-reuse',
  'records.volatile',
  'records.required',
  'records.text',
  'records.unknown-fields',
];

describe('the openings', () => {
  it('are those of the ledger, with an id each by which they are found', () => {
    expect(openings.map(({ id }) => id).toSorted()).toEqual(ledger.toSorted());
    for (const each of openings) expect(opening(each.id)).toBe(each);
  });

  it('are what a profile answers: no more, no fewer', () => {
    expectTypeOf<keyof Openings>().toEqualTypeOf<OpeningId>();
  });

  it('say what is open and what the simulator does', () => {
    for (const each of openings) {
      expect(each.open, each.id).not.toBe('');
      expect(each.default, each.id).not.toBe('');
    }
  });

  it('rest on sections that exist', () => {
    const known = sections.map(({ id }) => id);
    for (const each of openings) {
      expect(each.sections.length, each.id).toBeGreaterThan(0);
      for (const section of each.sections) expect(known, each.id).toContain(section);
    }
  });
});
