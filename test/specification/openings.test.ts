import { describe, expect, expectTypeOf, it } from 'vitest';
import { type OpeningId, opening, openings, sections } from '../../contracts/specification/index.ts';
import type { Openings } from '../../contracts/specification/openings/index.ts';

describe('the openings', () => {
  it('are the 43 of the ledger, with an id each by which they are found', () => {
    expect(openings).toHaveLength(43);
    expect(new Set(openings.map(({ id }) => id)).size).toBe(43);
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
