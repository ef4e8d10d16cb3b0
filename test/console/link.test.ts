import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Link, readLink, writeLink } from '../../simulator/console/state/link.ts';

const nothing: Link = {
  ...{ story: null, seed: null, at: null, device: null },
  ...{ follow: false, panels: null, camera: null },
};

describe('the link', () => {
  it('holds story, seed, moment and device as people can read them', () => {
    const link: Link = {
      ...nothing,
      ...{ story: 'sos-at-night', seed: 7, at: '2026-01-05T22:10:00.000Z', device: '12' },
    };
    expect(writeLink(link)).toBe('#story=sos-at-night&seed=7&at=2026-01-05T22:10:00.000Z&device=12');
  });

  it('holds what is in view: the camera, the panels and whether a vehicle is followed', () => {
    const camera = { latitude: 48.1371234, longitude: -11.5754567, zoom: 14.2504 };
    const link: Link = { ...nothing, camera, panels: { left: 'account', right: 'deadlines' }, follow: true };
    const text = '#follow=yes&panels=account,deadlines&map=48.137123,-11.575457,14.25';
    expect(writeLink(link)).toBe(text);
    expect(writeLink(readLink(text))).toBe(text);
  });

  it.each(['#map=91,0,3', '#map=1,2', '#map=1e9,2,3', '#panels=account', '#panels=toString,events'])(
    'leaves out a view that there is not: %s',
    (hash) => {
      expect(readLink(hash)).toEqual(nothing);
    },
  );

  it('holds nothing of a page as it is at first', () => {
    expect(writeLink(nothing)).toBe('');
  });

  it('comes back as it was written, whatever the names', () => {
    const name = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }));
    const moment = fc
      .date({ min: new Date(0), max: new Date(Date.UTC(2099, 0)), noInvalidDate: true })
      .map((date) => date.toISOString());
    const links = fc.record({
      ...{ story: name, seed: fc.option(fc.nat()), at: fc.option(moment), device: name },
      ...{ follow: fc.boolean(), panels: fc.constant(null), camera: fc.constant(null) },
    });
    fc.assert(
      fc.property(links, (link) => {
        expect(readLink(writeLink(link))).toEqual(link);
      }),
    );
  });

  it('leaves out what is neither a seed nor a moment', () => {
    expect(readLink('#seed=-1&at=tomorrow&story=')).toEqual(nothing);
    expect(readLink('#at=2026-13-45T00:00:00Z').at).toBeNull();
    expect(readLink('')).toEqual(nothing);
  });
});
