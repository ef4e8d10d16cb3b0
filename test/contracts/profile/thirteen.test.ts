/** The differences of real deployments, kind by kind: a profile can say them, and the lens speaks them. */
import { describe, expect, it } from 'vitest';
import {
  type CompleteProfile,
  compileLens,
  completeProfile,
  type Lens,
  parseProfile,
} from '../../../contracts/profile/index.ts';

/** A profile that says what the YAML fragment says, and the lens of it. */
function speaking(fragment: string): { lens: Lens; profile: CompleteProfile } {
  const indented = fragment
    .trim()
    .split('\n')
    .map((line) => `  ${line}`);
  const text = ['roadtest: 1', 'name: fragment', 'openings:', ...indented].join('\n');
  const profile = completeProfile(parseProfile(text));
  return { profile, lens: compileLens(profile.openings, { basePath: profile.basePath }) };
}

const saysSuccess =
  'errors.body: { form: json, contentType: application/json, fields: { success: /success, detail: /why } }';
const group = { id: 7, name: 'North', deviceIds: [1, 2] };

describe('1. statuses', () => {
  it.each([200, 201, 202, 204])('a success may be %i', (status) => {
    const answers = 'operations.envelope: { answers: { createGroup: nothing } }';
    const { profile } = speaking(`operations.status: { createGroup: ${status} }\n${answers}`);
    expect(profile.openings['operations.status'].createGroup).toBe(status);
  });

  it.each([400, 401, 403, 404, 409, 410, 422, 429])('a refusal may be %i', (status) => {
    const { profile } = speaking(`errors.status: { invalid: ${status}, conflict: ${status} }`);
    expect(profile.openings['errors.status']).toMatchObject({ invalid: status, conflict: status });
  });

  it('a refusal may be 200 with a body that says so', () => {
    const { lens } = speaking(`errors.status: { invalid: 200 }\n${saysSuccess}`);
    expect(JSON.parse(lens.errors.write({ detail: 'no name' }))).toEqual({ success: false, why: 'no name' });
    expect(lens.errors.read('{"success":false,"why":"no name"}').facts).toEqual({
      success: false,
      detail: 'no name',
    });
  });
});

describe('2. fields and ids', () => {
  it('other names, nested fields and extra fields', () => {
    const { lens } = speaking(`
records.group:
  fields: { id: /key, name: /about/title, deviceIds: /members }
  constants: { /kind: group, /links/help: /docs }`);
    const json = {
      key: 'grp-7',
      about: { title: 'North' },
      members: ['dev-1', 'dev-2'],
      kind: 'group',
      links: { help: '/docs' },
    };
    expect(lens.record('group').write(group)).toEqual(json);
    expect(lens.record('group').read({ ...json, unheard: 'of' })).toEqual({ facts: group, issues: [] });
  });

  it.each([
    ['{ form: string, prefixes: { group: g } }', 'g7'],
    ['{ form: number }', 7],
    ['{ form: uuid }', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ])('ids as %s', (form, id) => {
    const { lens } = speaking(`records.id: ${form}`);
    const json = lens.record('group').write(group);
    expect(json).toMatchObject({ id });
    expect(lens.record('group').read(json)).toEqual({ facts: group, issues: [] });
  });
});

describe('3. lists', () => {
  const groups = [{ id: 7, name: 'North' }];
  const countries = [{ code: 'DE', name: 'Germany' }];

  it.each([
    ['{ form: array, at: "" }', [{ id: 'grp-7', name: 'North' }]],
    ['{ form: array, at: /groups }', { groups: [{ id: 'grp-7', name: 'North' }] }],
    ['{ form: map, at: "" }', { 'grp-7': { id: 'grp-7', name: 'North' } }],
    ['{ form: map, at: /byId }', { byId: { 'grp-7': { id: 'grp-7', name: 'North' } } }],
  ])('groups as %s', (wrapping, json) => {
    const { lens } = speaking(`operations.envelope: { lists: { groups: ${wrapping} } }`);
    expect(lens.list('groups').write(groups)).toEqual(json);
    expect(lens.list('groups').read(json)).toEqual({ records: groups, issues: [] });
  });

  it('countries and time zones as a map from code to name', () => {
    const { lens } = speaking(`
operations.envelope:
  lists:
    countries: { form: map, at: "", key: code, value: name }
    timeZones: { form: map, at: "", key: id, value: name }`);
    expect(lens.list('countries').write(countries)).toEqual({ DE: 'Germany' });
    expect(lens.list('countries').read({ DE: 'Germany' })).toEqual({ records: countries, issues: [] });
    expect(lens.list('timeZones').write([{ id: 'UTC', name: 'Universal' }])).toEqual({ UTC: 'Universal' });
  });
});

describe('4. records', () => {
  it.each([
    ['{ at: "" }', { id: 'grp-7', name: 'North' }],
    ['{ at: /group }', { group: { id: 'grp-7', name: 'North' } }],
    [
      '{ at: "", constants: { /success: true, /error: null } }',
      { id: 'grp-7', name: 'North', success: true, error: null },
    ],
    ['{ at: /data, constants: { /success: true } }', { data: { id: 'grp-7', name: 'North' }, success: true }],
  ])('%s', (wrapping, json) => {
    const { lens } = speaking(`operations.envelope: { records: { group: ${wrapping} } }`);
    expect(lens.reply('group').write({ id: 7, name: 'North' })).toEqual(json);
    expect(lens.reply('group').read(json)).toEqual({ facts: { id: 7, name: 'North' }, issues: [] });
  });
});

describe('5. a create answers', () => {
  it.each([
    [
      'with the record',
      '{ answers: { createGroup: record } }',
      { id: 'grp-7', name: 'North', deviceIds: ['dev-1', 'dev-2'] },
      true,
    ],
    [
      'with the id alone',
      '{ answers: { createGroup: id }, id: { at: /groupId } }',
      { groupId: 'grp-7' },
      true,
    ],
    [
      'with a Location header alone',
      '{ answers: { createGroup: nothing }, locationHeader: true }',
      undefined,
      true,
    ],
    ['with nothing', '{ answers: { createGroup: nothing }, locationHeader: false }', undefined, false],
    [
      'with a polite nothing',
      '{ answers: { createGroup: nothing, deleteGroup: record, deleteUser: record }, nothing: { constants: { /success: true } } }',
      { success: true },
      true,
    ],
  ])('%s', (_, envelope, body, header) => {
    const statuses = 'operations.status: { deleteGroup: 200, deleteUser: 200 }';
    const { lens, profile } = speaking(`operations.envelope: ${envelope}\n${statuses}`);
    expect(lens.answer('createGroup').write(group)).toEqual(body);
    expect(profile.openings['operations.envelope'].locationHeader).toBe(header);
  });
});

describe('6. PATCH and PUT', () => {
  it.each([
    ['partial', 'application/json', { name: 'South' }],
    ['merge-patch', 'application/merge-patch+json', { name: 'South' }],
    ['json-patch', 'application/json-patch+json', [{ op: 'replace', path: '/name', value: 'South' }]],
  ])('PATCH as %s', (form, contentType, body) => {
    const { lens } = speaking(`patch.format: { form: ${form}, contentType: ${contentType} }`);
    expect(lens.patch('group').contentType).toBe(contentType);
    expect(lens.patch('group').write({ name: 'South' })).toEqual(body);
    expect(lens.patch('group').read(group, body)).toEqual({ facts: { name: 'South' }, issues: [] });
  });

  it('PUT that returns nothing', () => {
    const { lens } = speaking(
      'operations.envelope: { answers: { replaceGroup: nothing } }\noperations.status: { replaceGroup: 204 }',
    );
    expect(lens.answer('replaceGroup').write(group)).toBeUndefined();
  });
});

describe('7. what was deleted', () => {
  it.each([404, 410, 200])('answers %i', (status) => {
    const { profile } = speaking(`errors.status: { deleted-id: ${status} }\n${saysSuccess}`);
    expect(profile.openings['errors.status']).toMatchObject({ 'deleted-id': status, 'unknown-id': 404 });
  });
});

describe('8. paging', () => {
  it.each(['none', 'offset', 'page', 'link'])('by %s', (by) => {
    const { profile } = speaking(
      `operations.paging: { by: ${by}, size: null, max: 100, firstPage: 0, totalHeader: X-Total }`,
    );
    expect(profile.openings['operations.paging']).toMatchObject({ by, max: 100, totalHeader: 'X-Total' });
  });

  it('by cursor, with total and cursor in the payload', () => {
    const list = '{ form: array, at: /items, total: /total, next: /next }';
    const { lens } = speaking(`
operations.paging: { by: cursor, size: 2, max: 100, firstPage: 1, totalHeader: null }
operations.query: { cursor: after, limit: first }
operations.envelope: { lists: { devices: ${list}, groups: ${list}, users: ${list} } }`);
    const json = { items: [{ id: 'dev-1' }], total: 9, next: 'c2' };
    expect(lens.list('devices').write([{ id: 1 }], { total: 9, next: 'c2' })).toEqual(json);
    expect(lens.list('devices').read(json)).toMatchObject({ records: [{ id: 1 }], total: 9, next: 'c2' });
  });
});

describe('9. times and units', () => {
  const noon = Date.UTC(2026, 6, 1, 12);

  it.each([
    ['{ form: iso, offset: Z }', '2026-07-01T12:00:00.000Z'],
    ['{ form: iso, offset: "+02:00" }', '2026-07-01T14:00:00.000+02:00'],
    ['{ form: epoch-seconds }', noon / 1000],
    ['{ form: epoch-milliseconds }', noon],
  ])('times as %s', (form, written) => {
    const { lens } = speaking(`records.time: ${form}`);
    expect(lens.record('location').write({ deviceTime: noon })).toEqual({ deviceTime: written });
    expect(lens.record('location').read({ deviceTime: written }).facts).toEqual({ deviceTime: noon });
  });

  it.each([
    ['km/h', 90],
    ['m/s', 25],
    ['mph', 55.923407],
    ['knots', 48.596112],
  ])('speed in %s', (unit, written) => {
    const { lens } = speaking(
      `records.units: { speed: ${unit}, distance: km, altitude: m, course: degrees }`,
    );
    expect(lens.record('location').write({ speed: 90 })).toEqual({ speed: written });
    expect(lens.record('location').read({ speed: written }).facts.speed).toBeCloseTo(90, 5);
  });
});

describe('10. posting', () => {
  const fix = { latitude: 1, longitude: 2 };

  it.each([
    ['{ form: bare, at: "", many: false, required: {} }', fix],
    ['{ form: array, at: "", many: true, required: {} }', [fix]],
    [
      '{ form: wrapper, at: /fixes, many: true, required: { /source: gps, /meta/v: 1 } }',
      { fixes: [fix], source: 'gps', meta: { v: 1 } },
    ],
  ])('a location as %s', (body, json) => {
    const { lens } = speaking(
      `locations.purpose: { does: record, body: ${body}, query: { from: /a, to: /b } }`,
    );
    expect(lens.posting('locations').write([fix])).toEqual(json);
    expect(lens.posting('locations').read(json)).toMatchObject({ records: [fix], issues: [] });
  });

  it('a POST that asks for a range instead', () => {
    const { lens } = speaking(`
locations.purpose:
  does: query
  body: { form: bare, at: "", many: false, required: {} }
  query: { from: /range/since, to: /range/until }`);
    const json = { range: { since: '1970-01-01T00:00:00.000Z', until: '1970-01-01T00:00:01.000Z' } };
    expect(lens.posting('locations').does).toBe('query');
    expect(lens.posting('locations').readRange(json)).toEqual({ range: { from: 0, to: 1000 }, issues: [] });
  });
});

describe('11. the end of the day', () => {
  it('at another hour, in another time zone', () => {
    const { profile } = speaking("day.ends: '04:00'\nday.time-zone: Europe/Berlin");
    expect(profile.openings).toMatchObject({ 'day.ends': '04:00', 'day.time-zone': 'Europe/Berlin' });
  });
});

describe('12. rate limits, delays, error bodies', () => {
  it('so many requests in a time, with Retry-After', () => {
    const { profile } = speaking('rate-limit: { requests: 60, per: PT1M, retryAfter: true }');
    expect(profile.openings['rate-limit']).toEqual({ requests: 60, per: 'PT1M', retryAfter: true });
  });

  it('writes that become readable a moment later', () => {
    const { profile } = speaking('consistency: { readableAfter: PT1.5S }');
    expect(profile.openings.consistency).toEqual({ readableAfter: 'PT1.5S' });
  });

  it.each([
    [
      '{ form: json, contentType: application/json, fields: { detail: /message } }',
      '{"message":"no"}',
      { detail: 'no' },
    ],
    ['{ form: text, contentType: text/plain }', 'no', { detail: 'no' }],
    ['{ form: empty }', '', {}],
  ])('error bodies as %s', (body, text, facts) => {
    const { lens } = speaking(`errors.body: ${body}`);
    expect(lens.errors.write({ detail: 'no' })).toBe(text);
    expect(lens.errors.read(text)).toEqual({ facts, issues: [] });
  });
});

describe('13. the base address', () => {
  it('may have a path prefix', () => {
    const profile = completeProfile(
      parseProfile('{ roadtest: 1, name: x, basePath: /fleet/v2, openings: {} }'),
    );
    expect(compileLens(profile.openings, { basePath: profile.basePath }).basePath).toBe('/fleet/v2');
  });
});
