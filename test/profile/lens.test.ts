/** The lens both ways: what it writes from facts in a dialect, what it reads of that again, and what it says of everything else. */
import { describe, expect, it, test } from 'vitest';
import { compileLens, defaultProfile, type Lens, ProfileError } from '../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../contracts/specification/openings/index.ts';
import { lensOf, type Part, partOf, profileOf, sent } from './speaking.ts';

const group = { id: 7, name: 'North', deviceIds: [1, 2] };
const asGroup = { id: 'grp-7', name: 'North', deviceIds: ['dev-1', 'dev-2'] };
const short = { id: 7, name: 'North' };
const asShort = { id: 'grp-7', name: 'North' };
const countries = [
  { code: 'DE', name: 'Germany' },
  { code: 'FR', name: 'France' },
];
const fix = { latitude: 1, longitude: 2 };
const other = { latitude: 3, longitude: 4 };
const noon = Date.UTC(2026, 6, 1, 12);

const envelope = (parts: string) => `operations.envelope: { ${parts} }`;
const listed = (name: string, wrapping: string) => envelope(`lists: { ${name}: { ${wrapping} } }`);
const wrapped = (wrapping: string) => envelope(`records: { group: { ${wrapping} } }`);
const posting = (body: string, does = 'record') =>
  `locations.purpose: { does: ${does}, body: { ${body} }, query: { from: /range/from, to: /range/to } }`;
const patchOf = (form: string) =>
  `patch.format: { form: ${form}, contentType: application/${form === 'partial' ? '' : `${form}+`}json }`;
const units = (speed: string, distance: string, altitude: string, course: string) =>
  `records.units: { speed: ${speed}, distance: ${distance}, altitude: ${altitude}, course: ${course} }`;

const posted = 'posting locations';
const array = posting('form: array, at: "", many: true, required: {}');
const bare = posting('form: bare, at: "", many: false, required: {}');
const inData = listed('groups', 'form: array, at: /data');
const safe = 'a safe name and no deeper nesting';

type Both = [what: string, openings: string, part: string, facts: unknown, json: unknown, back?: unknown];

/** The differences of real deployments: a profile says each, and the lens speaks it. The last column: what is read, where less. */
const both: Both[] = [
  ['a record by default', '', 'record group', group, asGroup],
  [
    'an absent fact, and one that is known to be none',
    '',
    'record device',
    { groupId: null },
    { groupId: null },
  ],
  [
    'other names, nested, with further fields',
    'records.group:\n  fields: { id: /key, name: /about/title, deviceIds: /members }\n  constants: { /kind: group, /links/help: /docs }',
    'record group',
    group,
    {
      ...{ key: 'grp-7', about: { title: 'North' }, members: ['dev-1', 'dev-2'] },
      ...{ kind: 'group', links: { help: '/docs' } },
    },
  ],
  [
    'a position as GeoJSON has it',
    'records.location:\n  fields: { longitude: /geometry/coordinates/0, latitude: /geometry/coordinates/1 }\n  constants: { /geometry/type: Point }',
    'record location',
    { latitude: 48.1, longitude: 11.5 },
    { geometry: { coordinates: [11.5, 48.1], type: 'Point' } },
  ],
  [
    'a record that is one value',
    'records.timeZone: { fields: { id: "" } }',
    'record timeZone',
    { id: 'UTC' },
    'UTC',
  ],
  [
    'names that need escapes',
    'records.country: { fields: { code: /a~1b/m~0n, name: "/ " } }',
    'record country',
    countries[0],
    { 'a/b': { 'm~n': 'DE' }, ' ': 'Germany' },
  ],
  [
    'other words for values',
    'records.device:\n  fields: { id: /id, status: /status, groupId: /group, licence: /licence }\n  values: { status: { online: 1, offline: 0 }, groupId: { "null": 0 } }',
    'record device',
    { status: 'online', groupId: null, licence: 'used' },
    { status: 1, group: 0, licence: 'used' },
  ],
  [
    'a flag turned around, and words in a list',
    'records.user:\n  fields: { id: /id, disabled: /active, notify: /via }\n  values: { disabled: { "true": no, "false": "yes" }, notify: { sms: TEXT } }',
    'record user',
    { disabled: true, notify: ['email', 'sms'] },
    { active: 'no', via: ['email', 'TEXT'] },
  ],
  [
    'single facts in a form of their own',
    'records.location:\n  fields: { latitude: /lat, longitude: /lng, receivedAt: /at, deviceTime: /fix }\n  forms: { latitude: text, receivedAt: { form: local, offset: "+02:00" } }',
    'record location',
    { latitude: 48.5, receivedAt: noon, deviceTime: noon },
    { lat: '48.5', at: '2026-07-01T14:00:00.000', fix: '2026-07-01T12:00:00.000Z' },
  ],
  [
    'settings of limits in the device',
    'limits.names: { fields: { dailySms: /limits/sms, expirationDate: /limits/until } }',
    'record device',
    { id: 1, dailySms: null, expirationDate: '2026-07-01' },
    { id: 'dev-1', limits: { sms: null, until: '2026-07-01' } },
  ],
  // Wrapped replies and requests.
  ['a reply under a key', wrapped('at: /group'), 'reply group', short, { group: asShort }],
  [
    'a reply spread beside what is always there',
    wrapped('at: "", constants: { /success: true, /error: null }'),
    'reply group',
    short,
    { ...asShort, success: true, error: null },
  ],
  [
    'a reply in an envelope',
    wrapped('at: /data, constants: { /success: true }'),
    'reply group',
    short,
    { data: asShort, success: true },
  ],
  [
    'a reply without the password',
    '',
    'reply user',
    { name: 'Ada', password: 'x' },
    { name: 'Ada' },
    { name: 'Ada' },
  ],
  ['a request with the password', '', 'body user', { password: 'x' }, { password: 'x' }],
  [
    'a request in a wrapper',
    envelope('bodies: { group: { at: /group, constants: { /v: 2 } } }'),
    'body group',
    { name: 'North' },
    { group: { name: 'North' }, v: 2 },
  ],
  // Lists.
  ['a list', listed('groups', 'form: array, at: ""'), 'list groups', [short], [asShort]],
  [
    'a list under a key',
    listed('groups', 'form: array, at: /data/items'),
    'list groups',
    [short],
    { data: { items: [asShort] } },
  ],
  ['a list as a map', listed('groups', 'form: map, at: ""'), 'list groups', [short], { 'grp-7': asShort }],
  [
    'a map whose key alone has the id',
    `records.group: { fields: { name: /name } }\n${listed('groups', 'form: map, at: /byId')}`,
    'list groups',
    [short],
    { byId: { 'grp-7': { name: 'North' } } },
  ],
  [
    'a map by numbers',
    `records.id: { form: number }\nrecords.group: { fields: { name: /name } }\n${listed('groups', 'form: map, at: ""')}`,
    'list groups',
    [short],
    { 7: { name: 'North' } },
  ],
  [
    'a map from code to name',
    listed('countries', 'form: map, at: "", key: code, value: name'),
    'list countries',
    countries,
    { DE: 'Germany', FR: 'France' },
  ],
  [
    'a map from name to code, with more in it',
    listed('countries', 'form: map, at: "", key: name, value: code, constants: { /ok: 1 }'),
    'list countries',
    countries,
    { Germany: 'DE', France: 'FR', ok: 1 },
  ],
  [
    'a map by time',
    `records.time: { form: epoch-seconds }\n${listed('locations', 'form: map, at: "", key: deviceTime, value: satellites')}`,
    'list locations',
    [{ deviceTime: 1_000_000, satellites: 5 }],
    { 1000: 5 },
  ],
  ['a list of texts', 'records.timeZone: { fields: { id: "" } }', 'list timeZones', [{ id: 'UTC' }], ['UTC']],
  [
    'a list of users without passwords',
    '',
    'list users',
    [{ id: 1, password: 'x' }],
    [{ id: 'usr-1' }],
    [{ id: 1 }],
  ],
  // Answers to writes.
  ['an answer with the record', '', 'answer createGroup', group, asGroup],
  [
    'an answer with the id',
    envelope('answers: { createGroup: id }'),
    'answer createGroup',
    group,
    { id: 'grp-7' },
    { id: 7 },
  ],
  [
    'an answer with the id far inside',
    envelope('answers: { createGroup: id }, id: { at: /data/groupId, constants: { /ok: true } }'),
    'answer createGroup',
    group,
    { data: { groupId: 'grp-7' }, ok: true },
    { id: 7 },
  ],
  [
    'an answer that is the id',
    envelope('answers: { createGroup: id }, id: { at: "" }'),
    'answer createGroup',
    group,
    'grp-7',
    { id: 7 },
  ],
  [
    'an answer with an id in a place of its family',
    envelope('answers: { createGroup: id }, families: { group: { id: { at: /groupId } } }'),
    'answer createGroup',
    group,
    { groupId: 'grp-7' },
    { id: 7 },
  ],
  [
    'an answer with nothing',
    `${envelope('answers: { replaceGroup: nothing }')}\noperations.status: { replaceGroup: 204 }`,
    'answer replaceGroup',
    group,
    undefined,
    {},
  ],
  [
    'an answer with a polite nothing',
    envelope(
      'answers: { replaceGroup: nothing, deleteGroup: empty, deleteUser: empty }, nothing: { constants: { /success: true } }',
    ),
    'answer replaceGroup',
    group,
    { success: true },
    {},
  ],
  // Posts to a device.
  ['one location', bare, posted, [fix], fix],
  [
    'one location and a field that is asked for',
    posting('form: bare, at: "", many: false, required: { /v: 2 }'),
    posted,
    [fix],
    { ...fix, v: 2 },
  ],
  ['a list of one location', array, posted, [fix], [fix]],
  ['one location where both are taken', '', posted, [fix], fix],
  ['two locations where both are taken', '', posted, [fix, other], [fix, other]],
  [
    'a location in a wrapper',
    posting('form: wrapper, at: /fix, many: false, required: { /v: 2 }'),
    posted,
    [fix],
    { fix, v: 2 },
  ],
  [
    'locations in a wrapper',
    posting('form: wrapper, at: /a/fixes, many: true, required: { /meta/v: 1 }'),
    posted,
    [fix],
    { a: { fixes: [fix] }, meta: { v: 1 } },
  ],
];

/** Facts that a part reads: those of one record, or those of many. */
const readBy = (part: Part, json: unknown) => {
  const { facts, records = facts, issues } = part.read(json);
  return { read: records, issues };
};

describe('written from facts, and read back', () => {
  it.each(both)('%s', (_, openings, name, facts, json, back = facts) => {
    const part = partOf(lensOf(openings), name);
    expect(part.write(facts)).toEqual(json);
    expect(readBy(part, sent(json))).toEqual({ read: back, issues: [] });
  });

  it.each([
    ['km/h, km, m, degrees', units('km/h', 'km', 'm', 'degrees'), [90, 1000, 10, 90]],
    ['m/s, m, ft, radians', units('m/s', 'm', 'ft', 'radians'), [25, 3280.839895, 10_000, 1.570796]],
    ['mph, mi, m, degrees', units('mph', 'mi', 'm', 'degrees'), [55.923407, 1000, 6.213712, 90]],
    ['knots, km, m, degrees', units('knots', 'km', 'm', 'degrees'), [48.596112, 1000, 10, 90]],
  ])('measures in %s', (_, openings, [speed, altitude, odometer, course]) => {
    const facts = { speed: 90, altitude: 1000, odometer: 10, course: 90 };
    const { write, read } = partOf(lensOf(openings), 'record location');
    expect(write(facts)).toEqual({ speed, altitude, odometer, course });
    for (const [fact, value] of Object.entries(read({ speed, altitude, odometer, course }).facts ?? {}))
      expect(value, fact).toBeCloseTo(facts[fact as 'speed'], 4);
  });

  test('a measure in the unit of the document stays as it is, another has six decimals, and none is minus zero', () => {
    const { write } = partOf(lensOf(units('m/s', 'km', 'm', 'degrees')), 'record location');
    expect(write({ odometer: 1.23456789, speed: 1 })).toEqual({ odometer: 1.23456789, speed: 0.277778 });
    expect(Object.is((write({ speed: -1e-9 }) as { speed: number }).speed, 0)).toBe(true);
  });

  test('a list tells its total, page and next page where it has places for them', () => {
    const places =
      'form: array, at: /items, total: /page/total, next: /next, page: /page/now, pages: /page/all';
    const { write, read } = partOf(lensOf(listed('countries', places)), 'list countries');
    const page = { total: 9, page: 2, pages: 5, next: 'c2' };
    const json = { items: countries, page: { total: 9, now: 2, all: 5 }, next: 'c2' };
    expect(write(countries, page)).toEqual(json);
    expect(read(json)).toEqual({ records: countries, issues: [], ...page });
    expect(write(countries)).toEqual({ items: countries });
    expect(read({ items: [], page: { total: '9', now: 'two', all: '' }, next: 7 })).toStrictEqual({
      ...{ records: [], issues: [], total: 9, next: '7' },
    });
    expect(read({ items: [], next: null })).toMatchObject({ next: null });
    expect(read({ items: [], next: false })).toStrictEqual({ records: [], issues: [] });
    const asText = partOf(lensOf(listed('countries', `${places}, totalAsText: true`)), 'list countries');
    expect(asText.write([], { total: 12 })).toMatchObject({ page: { total: '12' } });
  });

  test('several posted records are answered as a list, or as a list of their ids', () => {
    const all = lensOf(envelope('lists: { locations: { form: array, at: /all } }'));
    expect(partOf(all, 'answer postLocations').write([fix, other])).toEqual({ all: [fix, other] });
    const ids = lensOf(envelope('answers: { postAlerts: id }, id: { at: /ids, constants: { /ok: true } }'));
    expect(partOf(ids, 'answer postAlerts').write([{ id: 1 }, { id: 2 }])).toEqual({
      ids: ['alr-1', 'alr-2'],
      ok: true,
    });
  });

  test('a body that asks for a range', () => {
    const lens = lensOf(posting('form: bare, at: "", many: false, required: { /v: 2 }', 'query'));
    const { does, writeRange, readRange } = partOf(lens, posted);
    const range = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 6) };
    const json = { range: { from: '2026-01-05T00:00:00.000Z', to: '2026-01-06T00:00:00.000Z' }, v: 2 };
    expect({ does, json: writeRange(range) }).toEqual({ does: 'query', json });
    expect(readRange(json)).toEqual({ range, issues: [] });
    const wrong = readRange({ range: { from: 'now', to: null } }).issues;
    expect(wrong).toMatchObject([{ pointer: '/v' }, { pointer: '/range/from' }, { pointer: '/range/to' }]);
  });

  test('a written record is a fresh one, constants and all', () => {
    const { write } = partOf(
      lensOf('records.country: { fields: { code: /code }, constants: { /meta: { tags: [] } } }'),
      'record country',
    );
    (write({ code: 'DE' }) as { meta: { tags: string[] } }).meta.tags.push('changed');
    expect(write({ code: 'FR' })).toEqual({ code: 'FR', meta: { tags: [] } });
  });

  test('a map survives names that JavaScript gives a meaning of its own', () => {
    const { write, read } = partOf(lensOf(listed('groups', 'form: map, at: "", key: name')), 'list groups');
    const json = write([
      { id: 1, name: '__proto__' },
      { id: 2, name: 'constructor' },
    ]);
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(read(sent(json)).records).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  test('says where a fact is, and which facts there are', () => {
    const lens = lensOf(envelope('bodies: { group: { at: /group } }'));
    const body = partOf(lens, 'body group');
    expect(['name', 'colour'].map((fact) => body.pointer(fact))).toEqual(['/group/name', undefined]);
    expect(partOf(lens, 'record country').facts).toEqual(['code', 'name']);
    const place = { many: true, index: 3 };
    expect(partOf(lens, posted).pointer('speed', place)).toBe('/3/speed');
    const inside = lensOf(posting('form: wrapper, at: /fix, many: true, required: {}'));
    expect(partOf(inside, posted).pointer('speed')).toBe('/fix/0/speed');
  });

  test('a body for one record does not take several', () => {
    const { takesMany, write } = partOf(lensOf(bare), posted);
    expect(takesMany).toBe(false);
    expect(() => write([fix, other])).toThrow(expect.objectContaining({ code: 'PROFILE_ONE_ONLY' }));
  });
});

type Issues = [pointer: string, expected: string, found: string][];
type Unread = [openings: string, part: string, json: unknown, read: unknown, issues: Issues];

const oneObject = posting('form: wrapper, at: /fix, many: false, required: { /meta/protocol: v2 }');
const asId = 'the id of a group, such as "grp-1"';

/** Payloads that are not of the dialect: what is read all the same, and what is said of each place. */
const unread: Unread[] = [
  ['', 'record group', undefined, {}, [['', 'an object', 'nothing']]],
  ['', 'record group', null, {}, [['', 'an object', 'null']]],
  ['', 'record group', 'text', {}, [['', 'an object', 'the text "text"']]],
  ['', 'record group', [1], {}, [['', 'an object', 'a list']]],
  [
    '',
    'record group',
    { id: 'usr-7', name: 5 },
    {},
    [
      ['/id', asId, 'the text "usr-7"'],
      ['/name', 'text', 'the number 5'],
    ],
  ],
  [
    '',
    'record location',
    { deviceTime: 'yesterday', latitude: '48', longitude: 11.5, ignition: null, more: 'ignored' },
    { longitude: 11.5, ignition: null },
    [
      [
        '/deviceTime',
        'a date and time in ISO 8601, such as 2026-01-05T08:00:00.000Z',
        'the text "yesterday"',
      ],
      ['/latitude', 'a number', 'the text "48"'],
    ],
  ],
  ['records.country: { fields: { code: /toString } }', 'record country', {}, {}, []],
  [
    envelope('bodies: { group: { at: /group } }'),
    'body group',
    { name: 'x' },
    {},
    [['/group', 'an object', 'nothing']],
  ],
  [
    inData,
    'list groups',
    { data: [{ id: 'grp-1' }, { id: 2 }, 'x'] },
    [{ id: 1 }, {}, {}],
    [
      ['/data/1/id', asId, 'the number 2'],
      ['/data/2', 'an object', 'the text "x"'],
    ],
  ],
  [inData, 'list groups', { data: {} }, [], [['/data', 'a list', 'an object']]],
  [inData, 'list groups', null, [], [['/data', 'a list', 'nothing']]],
  [listed('groups', 'form: map, at: /data'), 'list groups', { data: [] }, [], [['/data', 'a map', 'a list']]],
  [
    listed('groups', 'form: map, at: /data, value: name'),
    'list groups',
    { data: { 'grp-1': 'North', 'x/y': 'South', 'grp-3': 5 } },
    [short, {}, {}].map((_, at) => [{ id: 1, name: 'North' }, { name: 'South' }, { id: 3 }][at]),
    [
      ['/data/x~1y', `as its name ${asId}`, 'the text "x/y"'],
      ['/data/grp-3', 'text', 'the number 5'],
    ],
  ],
  [envelope('answers: { createGroup: id }'), 'answer createGroup', {}, {}, [['/id', asId, 'nothing']]],
  [bare, posted, [fix], [{}], [['', 'one object', 'a list']]],
  [array, posted, fix, [], [['', 'a list', 'an object']]],
  ['', posted, [fix, 7], [fix, {}], [['/1', 'an object', 'the number 7']]],
  ['', posted, [fix, { speed: 'fast' }], [fix, {}], [['/1/speed', 'a number', 'the text "fast"']]],
  [oneObject, posted, { fix }, [fix], [['/meta/protocol', 'a value such as "v2"', 'nothing']]],
  [
    oneObject,
    posted,
    { fix, meta: { protocol: 2 } },
    [fix],
    [['/meta/protocol', 'a value such as "v2"', 'the number 2']],
  ],
  [oneObject, posted, { fix, meta: { protocol: 'v3' } }, [fix], []],
];

describe('read of another payload', () => {
  it.each(unread)('%s %s: %j', (openings, name, json, read, issues) => {
    const found = issues.map(([pointer, expected, found]) => ({ pointer, expected, found }));
    const { issues: said, ...rest } = readBy(partOf(lensOf(openings), name), json);
    expect(said).toEqual(found);
    if (!name.startsWith('posting') || found.every(({ pointer }) => pointer !== ''))
      expect(rest).toEqual({ read });
  });

  it('takes no value along that is dangerous to keep', () => {
    const { read } = partOf(lensOf(), 'record location');
    expect(read(JSON.parse('{"attributes":{"a":{"__proto__":{"x":1}}}}')).issues).toMatchObject([
      { pointer: '/attributes' },
    ]);
    expect(read(JSON.parse(`{"attributes":${'['.repeat(5000)}${']'.repeat(5000)}}`)).issues).toHaveLength(1);
  });

  it('needs all parts of a notification', () => {
    const { read } = partOf(lensOf(), 'record alert');
    const one = { channel: 'sms', userId: 'usr-5', outcome: 'sent', reason: null };
    expect(read({ notifications: [one] })).toEqual({
      facts: { notifications: [{ ...one, userId: 5 }] },
      issues: [],
    });
    for (const part of ['channel', 'userId', 'outcome'])
      expect(read({ notifications: [{ ...one, [part]: undefined }] }).issues, part).toHaveLength(1);
  });
});

const current = { id: 1, name: 'North', description: 'cold', deviceIds: [1, 2] };
const shown = { id: 'grp-1', name: 'North', description: 'cold', deviceIds: ['dev-1', 'dev-2'] };
const patch = (form: string, more = '') => partOf(lensOf(`${patchOf(form)}\n${more}`), 'patch group');
const op = (op: string, path: string, value?: unknown) => ({
  op,
  path,
  ...(value !== undefined && { value }),
});

describe('a patch', () => {
  it.each<[form: string, body: unknown, change: object]>([
    ['partial', { name: 'South' }, { name: 'South' }],
    ['partial', { description: null }, { description: null }],
    ['partial', { name: 'North', colour: 'red' }, {}],
    ['merge-patch', { name: 'South', deviceIds: ['dev-3'] }, { name: 'South', deviceIds: [3] }],
    ['merge-patch', { description: null }, { description: null }],
    ['json-patch', [op('replace', '/name', 'South')], { name: 'South' }],
    ['json-patch', [op('add', '/deviceIds/-', 'dev-3')], { deviceIds: [1, 2, 3] }],
    ['json-patch', [op('remove', '/deviceIds/0')], { deviceIds: [2] }],
    ['json-patch', [op('remove', '/description')], { description: null }],
    ['json-patch', [{ ...op('copy', '/description'), from: '/name' }], { description: 'North' }],
    [
      'json-patch',
      [op('test', '/name', 'North'), { ...op('move', '/name'), from: '/description' }],
      { name: 'cold', description: null },
    ],
    ['json-patch', [], {}],
  ])('%s %j changes %j', (form, body, facts) => {
    expect(patch(form).read(current, body)).toEqual({ facts, issues: [] });
  });

  const known = 'one of add, remove, replace, move, copy, test';
  const refused: [form: string, body: unknown, pointer: string, expected: string][] = [
    ['partial', [], '', 'an object'],
    ['partial', { name: 7 }, '/name', 'text'],
    ['merge-patch', 'South', '', 'an object'],
    [
      'merge-patch',
      { deviceIds: ['grp-1'] },
      '/deviceIds',
      'a list, each the id of a device, such as "dev-1"',
    ],
    ['merge-patch', JSON.parse('{"__proto__":{"polluted":1}}'), '/__proto__', safe],
    ['partial', JSON.parse('{"constructor":{"prototype":{"polluted":1}}}'), '/constructor', safe],
    ['json-patch', { name: 'South' }, '', 'a list of operations'],
    ['json-patch', ['x'], '/0', 'an operation'],
    ['json-patch', [op('test', '/name', 'South')], '/0', 'a test that holds'],
    ['json-patch', [op('replace', '/colour', 'red')], '/0', 'a place that is there'],
    ['json-patch', [op('remove', '/colour')], '/0', 'a place that is there'],
    ['json-patch', [{ ...op('move', '/name'), from: '/colour' }], '/0', 'a place that is there'],
    ['json-patch', [op('add', '/deviceIds/9', 'dev-9')], '/0', 'an operation that can be applied'],
    ['json-patch', [op('replace', '/name')], '/0', 'an operation that can be applied'],
    ['json-patch', [op('replace', 'name', 'x')], '/0/path', 'a JSON Pointer'],
    ['json-patch', [op('copy', '/name')], '/0/from', 'a JSON Pointer'],
    ['json-patch', [op('add', '/__proto__/x', 1)], '/0/path', 'a JSON Pointer with safe names'],
    [
      'json-patch',
      [{ ...op('move', '/x'), from: '/__proto__' }],
      '/0/from',
      'a JSON Pointer with safe names',
    ],
    ['json-patch', [op('add', '/x', JSON.parse('{"a":{"__proto__":1}}'))], '/0/value/a/__proto__', safe],
    ['json-patch', [op('_get', '/name')], '/0/op', known],
    ['json-patch', [op('toString', '/name')], '/0/op', known],
    ['json-patch', [op('replace', '/name', 7)], '/name', 'text'],
    ['json-patch', [op('replace', '', 'x')], '', 'an object'],
    [
      'json-patch',
      Array.from({ length: 100 }, (_, at) => ({ ...op('copy', `/copy${at}`), from: '' })),
      '/13',
      'a patch that copies less',
    ],
    ['json-patch', Array(10_000).fill(op('test', '/name', 'North')), '', 'at most 1000 operations'],
  ];
  const named = refused.map((row) => [row[0], JSON.stringify(row[1]).slice(0, 80), row] as const);
  it.each(named)('%s %s is refused', (_, __, [form, body, pointer, expected]) => {
    const { facts, issues } = patch(form).read(current, body);
    expect(issues).toMatchObject([{ pointer, expected }]);
    expect(facts).toEqual({});
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(['merge-patch', 'partial', 'json-patch'])('as %s nests as deep as a record may', (form) => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    expect(
      patch(form).read(current, form === 'json-patch' ? [op('add', '/name', deep)] : { name: deep }).issues,
    ).toHaveLength(1);
  });

  it('does not nest without end step by step, nor trip over names of functions', () => {
    const steps = Array.from({ length: 30 }, (_, at) => [
      op('add', `/x${at + 1}`, { a: { b: { c: { d: 1 } } } }),
      { ...op('move', `/x${at + 1}/a/b/c/d`), from: `/x${at}` },
    ]);
    const { issues } = patch('json-patch').apply(shown, [op('add', '/x0', 1), ...steps.flat()]);
    expect(issues).toMatchObject([{ expected: 'a patch that nests less deeply' }]);
    expect(patch('merge-patch').read(current, { hasOwnProperty: 1, name: null, toJSON: 1 }).facts).toEqual({
      name: null,
    });
  });

  it('is applied whole or not at all, and leaves the record as it was', () => {
    const before = structuredClone(shown);
    const rename = op('replace', '/name', 'South');
    expect(patch('json-patch').apply(before, [rename, op('remove', '/nothing')]).next).toBeUndefined();
    expect(patch('json-patch').apply(before, [rename]).next).toEqual({ ...shown, name: 'South' });
    expect(patch('merge-patch').apply(before, { name: null }).next).not.toHaveProperty('name');
    expect(patch('partial').apply(before, { deviceIds: [] }).next).toEqual({ ...shown, deviceIds: [] });
    expect(before).toEqual(shown);
  });

  it.each(['partial', 'merge-patch'])('as %s goes by the places and the wrapping of the dialect', (form) => {
    const places =
      'records.group: { fields: { name: /about/name } }\noperations.envelope: { bodies: { group: { at: /group } }, answers: { createGroup: nothing } }';
    const { contentType, write, read } = patch(form, places.replace('{ name:', '{ id: /id, name:'));
    const body = { group: { about: { name: 'South' } } };
    expect(contentType).toBe(form === 'partial' ? 'application/json' : 'application/merge-patch+json');
    expect(write({ name: 'South' })).toEqual(body);
    expect(read(current, body)).toEqual({ facts: { name: 'South' }, issues: [] });
    expect(read(current, { about: {} }).issues).toMatchObject([{ pointer: '/group' }]);
    expect(read(current, { group: { about: { name: 1 } } }).issues).toMatchObject([
      { pointer: '/group/about/name' },
    ]);
  });

  it('as JSON Patch is written without the wrapping, and adds what is not yet there when it knows what is', () => {
    const { write } = patch('json-patch', envelope('bodies: { group: { at: /group } }'));
    expect(write({ name: 'South' })).toEqual([op('replace', '/name', 'South')]);
    expect(write({ name: 'South', description: 'warm' }, { id: 1, name: 'North' })).toEqual([
      op('replace', '/name', 'South'),
      op('add', '/description', 'warm'),
    ]);
  });

  it('reaches a fact that replies never show', () => {
    expect(partOf(lensOf(), 'patch user').read({ id: 1 }, { password: 'new' }).facts).toEqual({
      password: 'new',
    });
  });
});

describe('the body of a refusal', () => {
  const facts = {
    title: 'Not found',
    status: 404,
    code: 'UNKNOWN_GROUP',
    detail: 'There is no group "grp-9".',
  };
  const json = 'form: json, contentType: application/json';

  it.each<[body: string, type: string | null, written: unknown, read: object]>([
    ['', 'application/problem+json', facts, facts],
    [
      `errors.body: { ${json}, fields: { success: /success, detail: /error/message, code: /error/number }, constants: { /data: null }, values: { code: { UNKNOWN_GROUP: 4041 } } }`,
      'application/json',
      { success: false, error: { message: facts.detail, number: 4041 }, data: null },
      { success: false, detail: facts.detail, code: 'UNKNOWN_GROUP' },
    ],
    [
      'errors.body: { form: text, contentType: text/plain }',
      'text/plain',
      facts.detail,
      { detail: facts.detail },
    ],
    ['errors.body: { form: empty }', null, '', {}],
  ])('%s', (openings, type, written, read) => {
    const { errors } = lensOf(openings);
    const text = errors.write(facts);
    expect([errors.contentType, text.startsWith('{') ? JSON.parse(text) : text]).toEqual([type, written]);
    expect(errors.read(text)).toEqual({ facts: read, issues: [] });
  });

  it.each(['', 'Bad gateway', '<html>', '[1]', '7'])('is not read from %j', (text) => {
    expect(lensOf().errors.read(text).issues).toHaveLength(1);
  });

  it('may be another one for single refusals, and is known again in another layout', () => {
    const apart = [
      'forbidden: { form: text, contentType: text/plain, text: Who are you? }',
      'conflict: { form: json, contentType: application/x, constants: { /error/a: 1, /error/b: 2 } }',
      'rate-limited: { form: empty }',
      'unknown-id: { form: more, constants: { /hint: look } }',
    ].join(', ');
    const { bodyOf, read } = lensOf(
      `errors.body: { ${json}, fields: { detail: /message }, constants: { /ok: false }, apart: { ${apart} } }`,
    ).errors;
    const usual = { ok: false, message: facts.detail };
    const refusals = ['forbidden', 'conflict', 'rate-limited', 'unknown-id', 'invalid'] as const;
    const bodies = refusals
      .map((refusal) => bodyOf(refusal, facts))
      .map(({ contentType, text }) => [contentType, text.startsWith('{') ? JSON.parse(text) : text]);
    expect(bodies).toEqual([
      ['text/plain', 'Who are you?'],
      ['application/x', { error: { a: 1, b: 2 } }],
      [null, ''],
      ['application/json', { ...usual, hint: 'look' }],
      ['application/json', usual],
    ]);
    for (const text of ['Who are you?', '{"error":{"a":1,"b":2}}', '{ "error": { "b": 2, "a": 1 } }'])
      expect(read(text), text).toEqual({ facts: { success: false }, issues: [] });
    expect(read('Who?').issues).toHaveLength(1);
  });
});

describe('a lens of a profile that says little', () => {
  const named: GivenOpenings = { 'records.group': { fields: { name: '/title' } } };

  it('speaks what the profile says, and offers nothing else', () => {
    const [lens, whole] = [compileLens(named), lensOf()];
    expect([lens.offers('records.group'), lens.offers('records.user')]).toEqual([true, false]);
    expect(lens.record('group').write({ name: 'North' })).toEqual({ title: 'North' });
    expect(Object.keys(defaultProfile.openings).filter((id) => !whole.offers(id as 'events'))).toEqual([]);
  });

  it('reads a position where units are not known, and nothing that has a unit', () => {
    const fields = { latitude: '/y', longitude: '/x', speed: '/v', odometer: '/km' };
    const { facts, read, write } = compileLens({ 'records.location': { fields } }).record('location');
    expect(facts).toEqual(['latitude', 'longitude']);
    expect(read({ y: 48, x: 11, v: 30 })).toEqual({ facts: { latitude: 48, longitude: 11 }, issues: [] });
    expect(write({ latitude: 48, longitude: 11, speed: 30 })).toEqual({ y: 48, x: 11 });
  });

  it.each<[pointer: string, openings: GivenOpenings, ask: (lens: Lens) => unknown]>([
    ['/records.user', {}, (lens) => lens.record('user')],
    ['/records.id', { 'records.user': { fields: { id: '/id' } } }, (lens) => lens.record('user')],
    ['/records.time', { 'records.user': { fields: { createdAt: '/t' } } }, (lens) => lens.record('user')],
    ['/records.id', {}, (lens) => lens.pathId('user', 1)],
    ['/records.time', {}, (lens) => lens.writeTime(0)],
    ['/errors.body', {}, (lens) => lens.errors],
    ['/patch.format', {}, (lens) => lens.patch('group')],
    ['/locations.purpose', {}, (lens) => lens.posting('locations')],
    ['/operations.envelope', named, (lens) => lens.reply('group')],
    [
      '/operations.envelope/lists/groups',
      { ...named, 'operations.envelope': { lists: {} } },
      (lens) => lens.list('groups'),
    ],
    [
      '/operations.envelope/answers/createGroup',
      { 'operations.envelope': {} },
      (lens) => lens.answer('createGroup'),
    ],
  ])('says that %s is missing', (pointer, openings, ask) => {
    const lens = compileLens(openings);
    expect(() => ask(lens)).toThrow(ProfileError);
    expect(() => ask(lens)).toThrow(pointer.split('/')[1]);
    expect(() => ask(lens)).toThrow(
      expect.objectContaining({
        code: 'PROFILE_UNBOUND',
        issues: [expect.objectContaining({ pointer: `/openings${pointer}` })],
      }),
    );
  });

  it('has the base path that it is given', () => {
    const { openings, basePath } = profileOf('', 'basePath: /fleet/v2\n');
    expect(compileLens(openings, { basePath }).basePath).toBe('/fleet/v2');
  });
});
