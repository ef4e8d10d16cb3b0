import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProfile, compileLens, defaultProfile } from '../../../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../../../contracts/specification/openings/index.ts';
import { runs } from '../../../sample.ts';
import { dialects, factsOf, kindsOf, resources } from './arbitraries.ts';

const defaults = defaultProfile.openings;

/** How far a value may be off after it was written and read: the precision of the form it is written in. */
function precision(openings: GivenOpenings, kind: string | undefined): number {
  if (kind === 'time') return openings['records.time']?.form === 'epoch-seconds' ? 1000 : 0;
  // Six decimals in a unit that is at most this many times the canonical one.
  if (kind === 'course') return 60e-6;
  return ['speed', 'distance', 'length'].includes(kind ?? '') ? 5e-6 : 0;
}

describe('a random dialect', () => {
  it('is one that a profile can say', () => {
    fc.assert(
      fc.property(dialects, (openings) => {
        expect(checkProfile({ roadtest: 1, name: 'random', openings })).toEqual([]);
      }),
    );
  });
});

describe('a record', () => {
  it('that was written in any dialect is read back as it was', () => {
    fc.assert(
      fc.property(dialects, fc.constantFrom(...resources), (openings, resource) => {
        const lens = compileLens(openings, { seed: 7 });
        const kinds = kindsOf(resource);
        fc.assert(
          fc.property(factsOf(resource), (facts) => {
            const json = lens.record(resource).write(facts);
            const { facts: read, issues } = lens.record(resource).read(JSON.parse(JSON.stringify(json)));
            expect(issues).toEqual([]);
            expect(Object.keys(read).sort()).toEqual(Object.keys(facts).sort());
            for (const [fact, value] of Object.entries(facts)) {
              const back = (read as { [fact: string]: unknown })[fact];
              if (typeof value === 'number') {
                expect(Math.abs((back as number) - value)).toBeLessThanOrEqual(
                  precision(openings, kinds[fact]),
                );
              } else expect(back).toEqual(JSON.parse(JSON.stringify(value)));
            }
          }),
          { numRuns: 5 },
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it('is written the same again after it was read', () => {
    fc.assert(
      fc.property(dialects, factsOf('location'), (openings, facts) => {
        const { write, read } = compileLens(openings).reply('location');
        const once = JSON.stringify(write(facts));
        expect(JSON.stringify(write(read(JSON.parse(once)).facts))).toBe(once);
      }),
    );
  });

  it('is a fresh object each time, constants and all', () => {
    const lens = compileLens({
      ...defaults,
      'records.country': { fields: { code: '/code' }, constants: { '/meta': { tags: [] } } },
    });
    const first = lens.record('country').write({ code: 'DE' }) as { meta: { tags: string[] } };
    first.meta.tags.push('changed');
    expect(lens.record('country').write({ code: 'FR' })).toEqual({ code: 'FR', meta: { tags: [] } });
  });

  it('leaves absent facts out and writes known emptiness as null', () => {
    const { write } = compileLens(defaults).record('device');
    expect(write({ id: 1, name: undefined, groupId: null })).toEqual({ id: 'dev-1', groupId: null });
    expect(write({})).toEqual({});
  });

  it('can be in arrays, as a GeoJSON position does', () => {
    const lens = compileLens({
      ...defaults,
      'records.location': {
        fields: { longitude: '/geometry/coordinates/0', latitude: '/geometry/coordinates/1' },
        constants: { '/geometry/type': 'Point' },
      },
    });
    const json = { geometry: { coordinates: [11.5, 48.1], type: 'Point' } };
    expect(lens.record('location').write({ latitude: 48.1, longitude: 11.5 })).toEqual(json);
    expect(lens.record('location').read(json).facts).toEqual({ latitude: 48.1, longitude: 11.5 });
  });

  it('can be a single value', () => {
    const lens = compileLens({ ...defaults, 'records.timeZone': { fields: { id: '' } } });
    expect(lens.record('timeZone').write({ id: 'UTC' })).toBe('UTC');
    expect(lens.record('timeZone').read('UTC')).toEqual({ facts: { id: 'UTC' }, issues: [] });
  });

  it('is read with an issue for each place that cannot be', () => {
    const body = {
      deviceTime: 'yesterday',
      latitude: '48',
      longitude: 11.5,
      ignition: null,
      more: 'ignored',
    };
    expect(compileLens(defaults).record('location').read(body)).toEqual({
      facts: { longitude: 11.5, ignition: null },
      issues: [
        {
          pointer: '/deviceTime',
          expected: 'a date and time in ISO 8601, such as 2026-01-05T08:00:00.000Z',
          found: 'the text "yesterday"',
        },
        { pointer: '/latitude', expected: 'a number', found: 'the text "48"' },
      ],
    });
  });

  it.each([undefined, null, 'text', 7, [1]])('is not read from %j', (json) => {
    const { facts, issues } = compileLens(defaults).record('group').read(json);
    expect(facts).toEqual({});
    expect(issues).toMatchObject([{ pointer: '', expected: 'an object' }]);
  });

  it('is not read from what only its prototype has', () => {
    const lens = compileLens({ ...defaults, 'records.country': { fields: { code: '/toString' } } });
    expect(lens.record('country').read({}).facts).toEqual({});
  });

  it('takes no value along that is dangerous to keep', () => {
    const { read } = compileLens(defaults).record('location');
    expect(read(JSON.parse('{"attributes":{"a":{"__proto__":{"x":1}}}}')).issues).toMatchObject([
      { pointer: '/attributes' },
    ]);
    expect(read(JSON.parse(`{"attributes":${'['.repeat(5000)}${']'.repeat(5000)}}`)).issues).toHaveLength(1);
  });

  it('says where a fact is', () => {
    const lens = compileLens({
      ...defaults,
      'operations.envelope': { bodies: { group: { at: '/group' } } },
    });
    expect(lens.record('group').pointer('name')).toBe('/name');
    expect(lens.body('group').pointer('name')).toBe('/group/name');
    expect(lens.body('group').pointer('colour')).toBeUndefined();
    expect(lens.record('country').facts).toEqual(['code', 'name']);
  });
});

describe('a reply', () => {
  it('never holds a password, a request may', () => {
    const lens = compileLens(defaults);
    const user = { id: 1, name: 'Ada', password: 'secret' };
    expect(lens.reply('user').write(user)).toEqual({ id: 'usr-1', name: 'Ada' });
    expect(lens.list('users').write([user])).toEqual([{ id: 'usr-1', name: 'Ada' }]);
    expect(lens.body('user').read({ password: 'secret' }).facts).toEqual({ password: 'secret' });
  });

  it('holds the record where the envelope says, spread or under a key', () => {
    const group = { id: 3, name: 'North' };
    const around = (at: string) =>
      compileLens({
        ...defaults,
        'operations.envelope': { records: { group: { at, constants: { '/success': true } } } },
      }).reply('group');
    expect(around('').write(group)).toEqual({ id: 'grp-3', name: 'North', success: true });
    expect(around('/data').write(group)).toEqual({ data: { id: 'grp-3', name: 'North' }, success: true });
    expect(around('/data').read({ data: { name: 'North' } })).toEqual({
      facts: { name: 'North' },
      issues: [],
    });
    expect(around('/data').read({ name: 'North' }).issues).toEqual([
      { pointer: '/data', expected: 'an object', found: 'nothing' },
    ]);
  });

  it('shows the limit settings of a device where the profile names them', () => {
    const lens = compileLens({
      ...defaults,
      'limits.names': {
        fields: { dailySms: '/limits/sms', usageSms: '/limits/smsSent', expirationDate: '/until' },
      },
    });
    const facts = { id: 1, dailySms: 5, usageSms: 2, expirationDate: '2026-03-01' };
    const json = { id: 'dev-1', limits: { sms: 5, smsSent: 2 }, until: '2026-03-01' };
    expect(lens.reply('device').write(facts)).toEqual(json);
    expect(lens.reply('device').read(json)).toEqual({ facts, issues: [] });
  });
});

describe('other words for values', () => {
  const lens = compileLens({
    ...defaults,
    'records.device': {
      fields: { status: '/status', groupId: '/group', licence: '/licence' },
      values: { status: { online: 1, offline: 0 }, groupId: { null: 0 } },
    },
    'records.user': {
      fields: { disabled: '/active', notify: '/via' },
      values: { disabled: { true: false, false: true }, notify: { sms: 'TEXT' } },
    },
  });

  it.each([
    [
      { status: 'online', groupId: null },
      { status: 1, group: 0 },
    ],
    [
      { status: 'unknown', groupId: 7, licence: 'used' },
      { status: 'unknown', group: 'grp-7', licence: 'used' },
    ],
  ])('%j is written %j and read back', (facts, json) => {
    expect(lens.record('device').write(facts)).toEqual(json);
    expect(lens.record('device').read(json).facts).toEqual(facts);
  });

  it('turn a flag around, and replace each word of a list', () => {
    const json = { active: false, via: ['email', 'TEXT'] };
    expect(lens.record('user').write({ disabled: true, notify: ['email', 'sms'] })).toEqual(json);
    expect(lens.record('user').read(json).facts).toEqual({ disabled: true, notify: ['email', 'sms'] });
  });
});
