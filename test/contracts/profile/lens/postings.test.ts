import { describe, expect, it } from 'vitest';
import { compileLens, defaultProfile, type ProfileError } from '../../../../contracts/profile/index.ts';
import type { Posting } from '../../../../contracts/profile/openings.ts';

const defaults = defaultProfile.openings;

function posting(body: Partial<Posting['body']>, does: Posting['does'] = 'record') {
  return compileLens({
    ...defaults,
    'locations.purpose': {
      does,
      body: { form: 'bare', at: '', many: false, required: {}, ...body },
      query: { from: '/range/from', to: '/range/to' },
    },
  }).posting('locations');
}

const one = { latitude: 1, longitude: 2 };
const two = { latitude: 3, longitude: 4 };

describe('a body that posts locations', () => {
  it.each<[string, Partial<Posting['body']>, object[], unknown, boolean]>([
    ['bare', { form: 'bare' }, [one], one, false],
    ['an array of one', { form: 'array' }, [one], [one], true],
    ['an array', { form: 'array' }, [one, two], [one, two], true],
    ['either, of one', { form: 'either' }, [one], one, false],
    ['either, of two', { form: 'either' }, [one, two], [one, two], true],
    ['a wrapper around one', { form: 'wrapper', at: '/fix' }, [one], { fix: one }, false],
    [
      'a wrapper around many',
      { form: 'wrapper', at: '/a/fixes', many: true },
      [one],
      { a: { fixes: [one] } },
      true,
    ],
    [
      'a wrapper with more in it',
      { form: 'wrapper', at: '/fix', required: { '/v': 2 } },
      [one],
      { fix: one, v: 2 },
      false,
    ],
    ['bare with more in it', { required: { '/v': 2 } }, [one], { ...one, v: 2 }, false],
  ])('%s', (_, body, records, json, many) => {
    const { write, read } = posting(body);
    expect(write(records)).toEqual(json);
    expect(read(json)).toEqual({ many, records, issues: [] });
  });

  it('takes an array of one where it takes either', () => {
    expect(posting({ form: 'either' }).read([one])).toEqual({ many: true, records: [one], issues: [] });
  });

  it.each<[Partial<Posting['body']>, unknown, string, string]>([
    [{ form: 'bare' }, [one], '', 'one object'],
    [{ form: 'array' }, one, '', 'a list'],
    [{ form: 'either' }, 'here', '', 'an object'],
    [{ form: 'either' }, [one, 7], '/1', 'an object'],
    [{ form: 'either' }, [one, { ...two, speed: 'fast' }], '/1/speed', 'a number'],
    [{ form: 'wrapper', at: '/fix' }, one, '/fix', 'one object'],
    [{ form: 'wrapper', at: '/fix' }, { fix: [one] }, '/fix', 'one object'],
    [{ form: 'wrapper', at: '/fix', many: true }, { fix: one }, '/fix', 'a list'],
    [{ form: 'wrapper', at: '/fix', many: true }, { fix: [{ speed: 'fast' }] }, '/fix/0/speed', 'a number'],
    [{ form: 'wrapper', at: '/fix' }, null, '/fix', 'one object'],
  ])('%j does not take %j', (body, json, pointer, expected) => {
    expect(posting(body).read(json).issues).toContainEqual(expect.objectContaining({ pointer, expected }));
  });

  it('says which required field is missing, or of another type', () => {
    const wrapper = posting({ form: 'wrapper', at: '/fix', required: { '/meta/protocol': 'v2' } });
    const expected = 'a value such as "v2"';
    expect(wrapper.read({ fix: one }).issues).toEqual([
      { pointer: '/meta/protocol', expected, found: 'nothing' },
    ]);
    expect(wrapper.read({ fix: one, meta: { protocol: 2 } }).issues).toMatchObject([
      { found: 'the number 2' },
    ]);
    expect(wrapper.read({ fix: one, meta: { protocol: 'v3' } }).issues).toEqual([]);
    const nothing = posting({ form: 'bare', required: { '/v': null } });
    expect(nothing.read({ ...one, v: {} }).issues).toMatchObject([{ pointer: '/v', found: 'an object' }]);
    expect(nothing.read({ ...one, v: null }).issues).toEqual([]);
    const bare = posting({ form: 'either', required: { '/v': 2 } });
    expect(bare.read([{ ...one, v: 1 }, two]).issues).toMatchObject([{ pointer: '/1/v' }]);
  });

  it('says where a fact of a record is', () => {
    expect(posting({ form: 'either' }).pointer('speed')).toBe('/speed');
    expect(posting({ form: 'either' }).pointer('speed', { many: true, index: 3 })).toBe('/3/speed');
    expect(posting({ form: 'wrapper', at: '/fix', many: true }).pointer('speed')).toBe('/fix/0/speed');
    expect(posting({ form: 'bare' }).pointer('colour')).toBeUndefined();
  });

  it('says so when it takes one record and is given several', () => {
    expect(posting({ form: 'bare' }).takesMany).toBe(false);
    expect(() => posting({ form: 'bare' }).write([one, two])).toThrow(
      expect.objectContaining({ code: 'PROFILE_ONE_ONLY' }) as ProfileError,
    );
  });
});

describe('a body that asks for a range', () => {
  const range = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 6) };
  const json = { range: { from: '2026-01-05T00:00:00.000Z', to: '2026-01-06T00:00:00.000Z' }, v: 2 };

  it('is written and read', () => {
    const { does, writeRange, readRange } = posting({ required: { '/v': 2 } }, 'query');
    expect(does).toBe('query');
    expect(writeRange(range)).toEqual(json);
    expect(readRange(json)).toEqual({ range, issues: [] });
  });

  it('reports what is missing', () => {
    const { issues } = posting({ required: { '/v': 2 } }, 'query').readRange({
      range: { from: 'now', to: null },
    });
    expect(issues.map(({ pointer }) => pointer)).toEqual(['/v', '/range/from', '/range/to']);
  });
});
