/** Ids and times at the edges of their forms, and ids that were chosen for single records. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLens } from '../../contracts/profile/index.ts';
import { ChosenIds } from '../../contracts/profile/lens/chosen-ids.ts';
import { numberedIds } from '../../contracts/profile/lens/ids.ts';
import type { Openings } from '../../contracts/specification/openings/index.ts';
import { expectLinear } from '../growth.ts';

type IdForm = Openings['records.id'];
type TimeForm = Openings['records.time'];

const resources = ['device', 'alert', 'group', 'user'] as const;
const idLens = (form: IdForm, seed = 1) => compileLens({ 'records.id': form }, { seed });
const prefixes = { device: 'dev-', group: 'g/', user: 'ü ' };

const idForms: IdForm[] = [
  { form: 'string', prefixes },
  { form: 'string', prefixes: {} },
  { form: 'number' },
  { form: 'uuid' },
  { form: 'number', apart: { group: { form: 'uuid' }, user: { form: 'string', prefix: 'u-' } } },
];

/** Texts that are an id in no form. */
const noIds = [
  ...[
    null,
    true,
    {},
    [1],
    0,
    -1,
    1.5,
    1e300,
    2 ** 53,
    '',
    ' ',
    '0',
    '-1',
    '007',
    '1.5',
    '1a',
    '1/',
    '1:',
    ' 1',
  ],
  ...[
    '9007199254740993',
    'dev-',
    'dev-01',
    'DEV-1',
    'dev-12345678901234567',
    '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  ],
];

describe.each(idForms)('ids written as %j', (form) => {
  const lens = idLens(form);

  it('are read back from payloads and from paths, and in the form of another number are none', () => {
    const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(fc.constantFrom(...resources), ids, (resource, id) => {
        const written = lens.writeId(resource, id);
        expect(lens.readId(resource, written)).toBe(id);
        const segment = lens.pathId(resource, id);
        expect(segment).toMatch(/^[^/?#\s]+$/);
        expect(lens.readPathId(resource, decodeURIComponent(segment))).toBe(id);
      }),
    );
  });

  it.each(noIds)('and %j is none', (json) => {
    expect(lens.readId('device', json)).toBeUndefined();
  });
});

describe('ids', () => {
  it('are no ids of another resource, where the form shows it', () => {
    for (const form of [{ form: 'string', prefixes } as const, { form: 'uuid' } as const])
      expect(idLens(form).readId('group', idLens(form).writeId('device', 1))).toBeUndefined();
  });

  it('are the same UUIDs in each release, other ones for another seed, and nowhere alike', () => {
    const lens = idLens({ form: 'uuid' });
    expect(lens.writeId('group', 5)).toBe('b36cb924-4ebf-4e17-8000-000000000005');
    expect(idLens({ form: 'uuid' }, 2).readId('group', lens.writeId('group', 5))).toBeUndefined();
    const all = resources.flatMap((resource) =>
      Array.from({ length: 500 }, (_, index) => String(lens.writeId(resource, index + 1))),
    );
    expect(new Set(all.map((uuid) => uuid.slice(0, 8))).size).toBeGreaterThan(all.length * 0.99);
    for (const uuid of all)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('that somebody else made pass through where a path can hold them', () => {
    const opaque = compileLens({}, { ids: 'opaque' });
    const numeric = compileLens({ 'records.id': { form: 'number' } }, { ids: 'opaque' });
    const long = 9007199254740993n;
    for (const id of ['7f9c/x', 42, 'dev-1', 0.5, '...', 'ü', long]) {
      expect(opaque.writeId('device', id), String(id)).toBe(id);
      expect(opaque.readId('device', id), String(id)).toBe(id);
    }
    for (const none of [
      null,
      '',
      {},
      true,
      '.',
      '..',
      '\ud800',
      Number.NaN,
      2 ** 53,
      0.1 + 0.2,
      'x'.repeat(1_001),
    ])
      expect(opaque.readId('device', none), String(none)).toBeUndefined();
    expect(opaque.pathId('device', '7f9c/x')).toBe('7f9c%2Fx');
    expect(opaque.readPathId('device', '42')).toBe('42');
    const inPaths = ['42', `${long}`, 'x', '1e20', '09007199254740993'];
    expect(inPaths.map((text) => numeric.readPathId('device', text))).toEqual([
      ...[42, long, undefined, undefined, undefined],
    ]);
  });
});

const form = numberedIds({ form: 'string', prefixes: { device: 'dev-' } }, 1);

/** Chooses ids for some of the first devices. */
function chosen(ids: readonly (readonly [number, number | string])[]) {
  const all = new ChosenIds();
  for (const [id, outer] of ids) all.choose('device', id, outer);
  return all.over(form);
}

describe('ids that were chosen for single records', () => {
  it('are written and read in place of those that the dialect gives, which are of no record then', () => {
    const ids = chosen([
      [1, 4711],
      [2, 'dev-tow'],
    ]);
    expect([1, 2, 3].map((id) => ids.device.write(id))).toEqual(['dev-4711', 'dev-tow', 'dev-3']);
    expect(['dev-4711', 'dev-tow'].map((text) => ids.device.read(text))).toEqual([1, 2]);
    for (const text of ['dev-1', 'dev-2']) expect(ids.device.read(text)).toBeGreaterThan(100);
    expect(ids.group.write(1)).toBe(form.group.write(1));
  });

  it('are never those of records that come later: each has one, and each is of one', () => {
    const outer = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom('dev-a', 'dev-b', 'dev-c'));
    const pairs = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20 }), outer), {
      selector: ([id]) => id,
    });
    fc.assert(
      fc.property(pairs, (drawn) => {
        const seen = new Set<number | string>();
        const ids = chosen(drawn.filter(([, id]) => !seen.has(id) && seen.add(id)));
        const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
        const written = numbers.map((id) => ids.device.write(id));
        expect(new Set(written).size).toBe(40);
        expect(written.map((id) => ids.device.read(id))).toEqual(numbers);
        expect(written.map((id) => ids.device.readText(String(id)))).toEqual(numbers);
      }),
    );
  });

  it('are chosen in time that grows with their number', () => {
    expectLinear((size) => {
      const all = new ChosenIds();
      for (let id = 1; id <= size; id++) all.choose('device', id, id % 2 === 0 ? `van-${id}` : id + 500);
    }, 1000);
  });
});

const times = (form: TimeForm) => compileLens({ 'records.time': form });
const iso = times({ form: 'iso', offset: 'Z' });
const epoch = times({ form: 'epoch-milliseconds' });
const moment = Date.UTC(2026, 0, 5, 8, 0, 0, 7);
/** A record with a date, which only the settings of a device have. */
const dated = (form: TimeForm) =>
  compileLens({
    'records.time': form,
    'records.device': { fields: {} },
    'limits.names': { fields: { expirationDate: '/d' } },
  }).record('device');

describe('times', () => {
  it.each<[TimeForm, written: string | number, read?: number]>([
    [{ form: 'iso', offset: 'Z' }, '2026-01-05T08:00:00.007Z'],
    [{ form: 'iso', offset: '+05:30' }, '2026-01-05T13:30:00.007+05:30'],
    [{ form: 'iso', offset: '-09:00' }, '2026-01-04T23:00:00.007-09:00'],
    [{ form: 'iso', offset: '-00:00' }, '2026-01-05T08:00:00.007-00:00'],
    [{ form: 'local', offset: '+02:00' }, '2026-01-05T10:00:00.007'],
    [{ form: 'epoch-milliseconds' }, moment],
    [{ form: 'epoch-seconds' }, Math.floor(moment / 1000), moment - 7],
  ])('in the form %j are written %j, and read', (form, written, read = moment) => {
    expect(times(form).writeTime(moment)).toBe(written);
    expect(times(form).readTime(written)).toBe(read);
  });

  it('in ISO 8601 are written as the platform writes them', () => {
    const dates = fc.date({ noInvalidDate: true, min: new Date(-1e13), max: new Date(1e13) });
    fc.assert(
      fc.property(dates, (date) => {
        expect(iso.writeTime(date.getTime())).toBe(date.toISOString());
        expect(iso.readTime(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  it.each<[text: string, ms: number]>([
    ['2026-01-05T08:00:00Z', -7],
    ['2026-01-05T08:00:00.5Z', 493],
    ['2026-01-05T08:00:00,25Z', 243],
    ['2026-01-05T08:00:00.123456789Z', 116],
    ['2026-01-05T10:00:00+02:00', -7],
    ['2026-01-05T10:00:00+0200', -7],
    ['2026-01-05T10:00:00+02', -7],
    ['2026-01-04T22:30:00.001-09:30', -6],
    ['2026-01-05t08:00:00z', -7],
  ])('%s is read', (text, ms) => {
    expect(iso.readTime(text)).toBe(moment + ms);
  });

  it.each([
    ...['', 'now', '2026-01-05', '2026-01-05T08:00', '2026-01-05 08:00:00Z', '2026-01-05T08:00:00'],
    ...['2026-02-29T08:00:00Z', '2100-02-29T00:00:00Z', '2026-04-31T08:00:00Z', '2026-13-01T08:00:00Z'],
    ...['2026-00-10T08:00:00Z', '2026-01-05T24:00:00Z', '2026-01-05T08:60:00Z', '2026-01-05T08:00:61Z'],
    ...[
      '2026-01-05T08:00:00+15:00',
      '2026-01-05T08:00:00Z\n',
      ' 2026-01-05T08:00:00Z',
      1767600000000,
      null,
      {},
    ],
  ])('%j is none', (json) => {
    expect(iso.readTime(json)).toBeUndefined();
  });

  it('as numbers reach as far as dates do', () => {
    expect([8.64e15, -8.64e15, 0.4].map((json) => epoch.readTime(json))).toEqual([8.64e15, -8.64e15, 0]);
    for (const none of [8.64e15 + 2, Number.NaN, Number.POSITIVE_INFINITY, '1767600000000', null, true])
      expect(epoch.readTime(none), String(none)).toBeUndefined();
  });

  it.each<[TimeForm, written: string | number]>([
    [{ form: 'iso', offset: '+02:00' }, '1970-01-03'],
    [{ form: 'epoch-seconds' }, 172_800],
    [{ form: 'epoch-milliseconds' }, 172_800_000],
  ])('that are whole days, in the form %j, are written %j', (form, written) => {
    const { write, read } = dated(form);
    expect(write({ expirationDate: '1970-01-03' })).toEqual({ d: written });
    expect(read({ d: written }).facts).toEqual({ expirationDate: '1970-01-03' });
    for (const none of ['2026-04-31', '2026-4-3', true])
      expect(read({ d: none }).issues, String(none)).toHaveLength(1);
  });
});
