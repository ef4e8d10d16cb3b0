import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Link, readLink, writeLink } from '../../simulator/console/state/link.ts';

describe('the link', () => {
  it('holds story, seed, moment and device as people can read them', () => {
    const link: Link = { story: 'sos-at-night', seed: 7, at: '2026-01-05T22:10:00.000Z', device: '12' };
    expect(writeLink(link)).toBe('#story=sos-at-night&seed=7&at=2026-01-05T22:10:00.000Z&device=12');
  });

  it('comes back as it was written, whatever the names', () => {
    const name = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }));
    const moment = fc
      .date({ min: new Date(0), max: new Date(Date.UTC(2099, 0)), noInvalidDate: true })
      .map((date) => date.toISOString());
    const links = fc.record({ story: name, seed: fc.option(fc.nat()), at: fc.option(moment), device: name });
    fc.assert(
      fc.property(links, (link) => {
        expect(readLink(writeLink(link))).toEqual(link);
      }),
    );
  });

  it('leaves out what is neither a seed nor a moment', () => {
    expect(readLink('#seed=-1&at=tomorrow&story=')).toEqual({
      story: null,
      seed: null,
      at: null,
      device: null,
    });
    expect(readLink('#at=2026-13-45T00:00:00Z').at).toBeNull();
    expect(readLink('')).toEqual({ story: null, seed: null, at: null, device: null });
  });
});
