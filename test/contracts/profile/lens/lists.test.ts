import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLens, defaultProfile } from '../../../../contracts/profile/index.ts';
import type { ListName, ListWrapping } from '../../../../contracts/profile/openings.ts';

const defaults = defaultProfile.openings;

function listOf<L extends ListName>(name: L, wrapping: ListWrapping, more: object = {}) {
  const openings = { ...defaults, ...more, 'operations.envelope': { lists: { [name]: wrapping } } };
  return compileLens(openings).list(name);
}

const countries = [
  { code: 'DE', name: 'Germany' },
  { code: 'FR', name: 'France' },
];

describe('a list', () => {
  it.each<[ListWrapping, unknown]>([
    [{ form: 'array', at: '' }, countries],
    [
      { form: 'array', at: '/data/items', constants: { '/ok': 1 } },
      { data: { items: countries }, ok: 1 },
    ],
    [
      { form: 'map', at: '' },
      { DE: { code: 'DE', name: 'Germany' }, FR: { code: 'FR', name: 'France' } },
    ],
    [{ form: 'map', at: '/data', value: 'name' }, { data: { DE: 'Germany', FR: 'France' } }],
    [
      { form: 'map', at: '', key: 'name', value: 'code', constants: { '/ok': 1 } },
      { Germany: 'DE', France: 'FR', ok: 1 },
    ],
  ])('in the form %j', (wrapping, json) => {
    const { write, read } = listOf('countries', wrapping);
    expect(write(countries)).toEqual(json);
    expect(read(json)).toEqual({ records: countries, issues: [] });
  });

  it('of texts alone is one too', () => {
    const { write, read } = listOf(
      'timeZones',
      { form: 'array', at: '' },
      { 'records.timeZone': { fields: { id: '' } } },
    );
    expect(write([{ id: 'UTC', name: 'Coordinated Universal Time' }])).toEqual(['UTC']);
    expect(read(['UTC'])).toEqual({ records: [{ id: 'UTC' }], issues: [] });
  });

  it('reports the total and the next page where the dialect has a place for them', () => {
    const { write, read } = listOf('countries', {
      form: 'array',
      at: '/items',
      total: '/page/total',
      next: '/page/next',
    });
    expect(write(countries, { total: 9, next: 'c2' })).toEqual({
      items: countries,
      page: { total: 9, next: 'c2' },
    });
    expect(write(countries)).toEqual({ items: countries });
    expect(read({ items: [], page: { total: 9, next: null } })).toEqual({
      records: [],
      issues: [],
      total: 9,
      next: null,
    });
  });

  it.each(['string', 'number', 'uuid'] as const)('as a map by %s ids, keeps the ids', (form) => {
    const id = form === 'string' ? { form, prefixes: { group: 'g-' } } : { form };
    const fields = { name: '/name' };
    const { write, read } = listOf(
      'groups',
      { form: 'map', at: '' },
      { 'records.id': id, 'records.group': { fields } },
    );
    const groups = [1, 2, 3].map((n) => ({ id: n, name: `group ${n}` }));
    const { records, issues } = read(JSON.parse(JSON.stringify(write(groups))));
    expect(issues).toEqual([]);
    expect(records.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(groups);
  });

  it('reads its counts as numbers or as digits, and no other text for one', () => {
    const { write, read } = listOf('countries', {
      form: 'array',
      at: '/items',
      total: '/total',
      page: '/page',
      pages: '/pages',
      next: '/next',
    });
    const page = { total: 9, page: 2, pages: 5, next: 'c2' };
    expect(write([], page)).toEqual({ items: [], ...page });
    expect(read({ items: [], ...page })).toEqual({ records: [], issues: [], ...page });
    expect(read({ items: [], total: '9', page: 'two', pages: '', next: 7 })).toStrictEqual({
      records: [],
      issues: [],
      total: 9,
      next: '7',
    });
    expect(read({ items: [], next: false })).toStrictEqual({ records: [], issues: [] });
  });

  it('as a map names the entry that cannot be read', () => {
    const { read } = listOf('groups', { form: 'map', at: '/data', value: 'name' });
    expect(read({ data: { 'grp-1': 'North', 'x/y': 'South', 'grp-3': 5 } })).toEqual({
      records: [{ id: 1, name: 'North' }, { name: 'South' }, { id: 3 }],
      issues: [
        {
          pointer: '/data/x~1y',
          expected: 'as its name the id of a group, such as "grp-1"',
          found: 'the text "x/y"',
        },
        { pointer: '/data/grp-3', expected: 'text', found: 'the number 5' },
      ],
    });
    expect(read({ data: [] }).issues).toEqual([{ pointer: '/data', expected: 'a map', found: 'a list' }]);
    expect(listOf('groups', { form: 'array', at: '' }).read({}).issues).toEqual([
      { pointer: '', expected: 'a list', found: 'an object' },
    ]);
  });

  it('as a map by time', () => {
    const { write, read } = listOf(
      'locations',
      { form: 'map', at: '', key: 'deviceTime', value: 'speed' },
      { 'records.time': { form: 'epoch-seconds' } },
    );
    const records = [{ deviceTime: 1_000_000, speed: 5 }];
    expect(write(records)).toEqual({ 1000: 5 });
    expect(read({ 1000: 5 })).toEqual({ records, issues: [] });
  });

  it('as a map survives any name', () => {
    const { write, read } = listOf('groups', { form: 'map', at: '', key: 'name' });
    const json = write([
      { id: 1, name: '__proto__' },
      { id: 2, name: 'constructor' },
    ]);
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(JSON.parse(JSON.stringify(json))).toHaveProperty('constructor');
    expect(read(JSON.parse(JSON.stringify(json))).records.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('is read with an issue for each record that cannot be', () => {
    const { read } = listOf('groups', { form: 'array', at: '/data' });
    expect(read({ data: [{ id: 'grp-1' }, { id: 2 }, 'x'] })).toEqual({
      records: [{ id: 1 }, {}, {}],
      issues: [
        { pointer: '/data/1/id', expected: 'the id of a group, such as "grp-1"', found: 'the number 2' },
        { pointer: '/data/2', expected: 'an object', found: 'the text "x"' },
      ],
    });
  });

  it.each([undefined, null, {}, 'x', { data: {} }])('is not read from %j', (json) => {
    const { read } = listOf('groups', { form: 'array', at: '/data' });
    expect(read(json)).toMatchObject({ records: [], issues: [{ pointer: '/data', expected: 'a list' }] });
    expect(listOf('groups', { form: 'map', at: '/nowhere' }).read(json).issues).toHaveLength(1);
  });

  it('is read back as it was, whatever wraps it', () => {
    const wrappings = fc.record(
      {
        form: fc.constantFrom('array' as const, 'map' as const),
        at: fc.constantFrom('/data', '/data/users', '/a~1b/0'),
        constants: fc.constant({ '/ok': true }),
        total: fc.constant('/count'),
      },
      { requiredKeys: ['form', 'at'] },
    );
    const users = fc.uniqueArray(fc.record({ id: fc.nat().map((n) => n + 1), name: fc.string() }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(wrappings, users, fc.option(fc.nat(), { nil: undefined }), (wrapping, records, total) => {
        const { write, read } = listOf('users', wrapping);
        const back = read(JSON.parse(JSON.stringify(write(records, { total }))));
        expect(back.issues).toEqual([]);
        expect(back.records).toEqual(expect.arrayContaining(records));
        expect(back.records).toHaveLength(records.length);
        expect(back.total).toBe(wrapping.total && total);
      }),
    );
  });
});
