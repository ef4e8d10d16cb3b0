import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLens } from '../../../../contracts/profile/index.ts';
import type { Openings } from '../../../../contracts/specification/openings/index.ts';
import type { IdentifiedResource } from '../../../../contracts/specification/records/kinds.ts';

const resources: IdentifiedResource[] = ['device', 'alert', 'group', 'user'];
const anyId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const idLens = (answer: Openings['records.id'], seed = 1) => compileLens({ 'records.id': answer }, { seed });
const idForms: Openings['records.id'][] = [
  { form: 'string', prefixes: { device: 'dev-', group: 'g/', user: 'ü ' } },
  { form: 'number' },
  { form: 'uuid' },
];

describe.each(idForms)('ids written as %j', (answer) => {
  const lens = idLens(answer);

  it('are read back from payloads and from paths', () => {
    fc.assert(
      fc.property(fc.constantFrom(...resources), anyId, (resource, id) => {
        expect(lens.readId(resource, lens.writeId(resource, id))).toBe(id);
        const segment = lens.pathId(resource, id);
        expect(segment).toMatch(/^[^/?#\s]+$/);
        expect(lens.readPathId(resource, decodeURIComponent(segment))).toBe(id);
      }),
    );
  });

  it('and nothing else is one', () => {
    const nonsense = [
      null,
      true,
      '',
      ' ',
      '0',
      '-1',
      '007',
      '1.5',
      0,
      -1,
      1.5,
      1e300,
      '9007199254740993',
      {},
      [1],
      'dev-',
      'dev-01',
      'DEV-1',
    ];
    expect(nonsense.map((json) => lens.readId('device', json))).toEqual(nonsense.map(() => undefined));
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(lens.readId('device', uuid)).toBeUndefined();
        expect(lens.readPathId('device', uuid)).toBeUndefined();
      }),
    );
  });
});

describe('ids', () => {
  it('of another resource are not ids of this one, where the form shows it', () => {
    for (const answer of [idForms[0], idForms[2]] as Openings['records.id'][]) {
      const lens = idLens(answer);
      expect(lens.readId('group', lens.writeId('device', 1))).toBeUndefined();
      expect(lens.readId('user', lens.writeId('alert', 1))).toBeUndefined();
    }
  });

  it('are UUIDs as others make them, other ones for another seed', () => {
    const uuid = idLens({ form: 'uuid' }).writeId('device', 1);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idLens({ form: 'uuid' }).writeId('device', 1)).toBe(uuid);
    expect(idLens({ form: 'uuid' }, 2).writeId('device', 1)).not.toBe(uuid);
    expect(idLens({ form: 'uuid' }, 2).readId('device', uuid)).toBeUndefined();
  });

  it('are all different as UUIDs, and neighbours look nothing alike', () => {
    const lens = idLens({ form: 'uuid' });
    const written = resources.flatMap((resource) =>
      Array.from({ length: 5000 }, (_, index) => String(lens.writeId(resource, index + 1))),
    );
    expect(new Set(written).size).toBe(written.length);
    expect(new Set(written.map((uuid) => uuid.slice(0, 8))).size).toBeGreaterThan(written.length * 0.99);
  });

  it('pass through unchanged where someone else made them', () => {
    const lens = compileLens({}, { ids: 'opaque' });
    for (const id of ['7f9c/x', 42, 'dev-1']) {
      expect(lens.writeId('device', id)).toBe(id);
      expect(lens.readId('device', id)).toBe(id);
    }
    expect(lens.pathId('device', '7f9c/x')).toBe('7f9c%2Fx');
    expect(lens.readPathId('device', '42')).toBe('42');
    expect(
      compileLens({ 'records.id': { form: 'number' } }, { ids: 'opaque' }).readPathId('device', '42'),
    ).toBe(42);
    const unusable = [null, '', {}, true, '.', '..', '\ud800'];
    expect(unusable.map((json) => lens.readId('device', json))).toEqual(unusable.map(() => undefined));
  });
});

const timeLens = (answer: Openings['records.time']) => compileLens({ 'records.time': answer });
const iso = timeLens({ form: 'iso', offset: 'Z' });

describe('times', () => {
  const moment = Date.UTC(2026, 0, 5, 8, 0, 0, 7);

  it.each<[Openings['records.time'], string | number]>([
    [{ form: 'iso', offset: 'Z' }, '2026-01-05T08:00:00.007Z'],
    [{ form: 'iso', offset: '+05:30' }, '2026-01-05T13:30:00.007+05:30'],
    [{ form: 'iso', offset: '-09:00' }, '2026-01-04T23:00:00.007-09:00'],
    [{ form: 'epoch-milliseconds' }, moment],
    [{ form: 'epoch-seconds' }, Math.floor(moment / 1000)],
  ])('in the form %j are written %j', (answer, written) => {
    expect(timeLens(answer).writeTime(moment)).toBe(written);
    expect(timeLens(answer).readTime(written)).toBe(answer.form === 'epoch-seconds' ? moment - 7 : moment);
  });

  it('are written in ISO 8601 as the platform writes them', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(-1e13), max: new Date(1e13) }), (date) => {
        expect(iso.writeTime(date.getTime())).toBe(date.toISOString());
        expect(iso.readTime(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  it.each([
    ['2026-01-05T08:00:00Z', 0],
    ['2026-01-05T08:00:00.5Z', 500],
    ['2026-01-05T08:00:00,25Z', 250],
    ['2026-01-05T08:00:00.123456789Z', 123],
    ['2026-01-05T10:00:00+02:00', 0],
    ['2026-01-05T10:00:00+0200', 0],
    ['2026-01-05T10:00:00+02', 0],
    ['2026-01-04T22:30:00.001-09:30', 1],
    ['2026-01-05t08:00:00z', 0],
  ])('%s is read', (text, milliseconds) => {
    expect(iso.readTime(text)).toBe(Date.UTC(2026, 0, 5, 8) + milliseconds);
  });

  it.each([
    '',
    'now',
    '2026-01-05',
    '2026-01-05T08:00',
    '2026-01-05 08:00:00Z',
    '2026-01-05T08:00:00',
    '2026-02-29T08:00:00Z',
    '2026-04-31T08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-00-10T08:00:00Z',
    '2026-01-05T24:00:00Z',
    '2026-01-05T08:60:00Z',
    '2026-01-05T08:00:61Z',
    '2026-01-05T08:00:00+15:00',
    '2026-01-05T08:00:00Z\n',
    ' 2026-01-05T08:00:00Z',
    1767600000000,
    null,
    {},
  ])('%j is none', (json) => {
    expect(iso.readTime(json)).toBeUndefined();
  });

  it.each(['1767600000000', Number.NaN, Number.POSITIVE_INFINITY, 9e15, null, true])(
    '%j is not an epoch time',
    (json) => {
      expect(timeLens({ form: 'epoch-milliseconds' }).readTime(json)).toBeUndefined();
    },
  );

  it('of a 29th of February are read in leap years', () => {
    expect(iso.readTime('2028-02-29T00:00:00Z')).toBe(Date.UTC(2028, 1, 29));
    expect(iso.readTime('2100-02-29T00:00:00Z')).toBeUndefined();
  });
});

describe('units', () => {
  const location = { speed: 100, altitude: 1000, odometer: 10, course: 90 };

  it.each<[Openings['records.units'], object]>([
    [{ speed: 'km/h', distance: 'km', altitude: 'm', course: 'degrees' }, location],
    [
      { speed: 'm/s', distance: 'm', altitude: 'ft', course: 'radians' },
      { speed: 27.777778, altitude: 3280.839895, odometer: 10000, course: 1.570796 },
    ],
    [
      { speed: 'mph', distance: 'mi', altitude: 'm', course: 'degrees' },
      { speed: 62.137119, altitude: 1000, odometer: 6.213712, course: 90 },
    ],
    [
      { speed: 'knots', distance: 'km', altitude: 'm', course: 'degrees' },
      { speed: 53.99568, altitude: 1000, odometer: 10, course: 90 },
    ],
  ])('%j', (answer, written) => {
    const fields = { speed: '/speed', altitude: '/altitude', odometer: '/odometer', course: '/course' };
    const { write, read } = compileLens({ 'records.location': { fields }, 'records.units': answer }).record(
      'location',
    );
    expect(write(location)).toEqual(written);
    expect(Object.values(read(written).facts).map((value) => Number(value).toFixed(3))).toEqual(
      Object.values(location).map((value) => value.toFixed(3)),
    );
  });
});
