/** Profile files: YAML or JSON that is read, or an error with a code, the line and what to try. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  checkProfile,
  completeProfile,
  defaultProfile,
  ProfileError,
  type ProfileIssue,
  parseProfile,
} from '../../contracts/profile/index.ts';
import { openings } from '../../contracts/specification/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { expectLinearOf } from '../growth.ts';
import { issuesIn } from './speaking.ts';

const good = 'roadtest: 1\nname: x\nopenings: {}\n';
const head = 'roadtest: 1\nname: mine\nopenings:\n';

/** A value as a profile may hold any: a constant of a record. */
function valueIn(yaml: string): unknown {
  const lines = yaml.replace(/^(?=.)/gm, '        ');
  const text = `${head}  records.country:\n    fields: { code: /code }\n    constants:\n      /x:\n${lines}`;
  return parseProfile(text).openings['records.country']?.constants?.['/x'];
}

describe('a profile file', () => {
  it.each<[what: string, text: string, openings: object]>([
    [
      'YAML',
      `${head}  day.ends: 04:00\n  token.lifetime: PT8H # a shift\n`,
      { 'day.ends': '04:00', 'token.lifetime': 'PT8H' },
    ],
    [
      'JSON, with tabs and a line for the editor',
      '{\n\t"$schema": "x.json",\n\t"roadtest": 1,\n\t"name": "mine",\n\t"openings": {}\n}\n',
      {},
    ],
    ['with a byte order mark', `\ufeff${head}  day.ends: 04:00\n`, { 'day.ends': '04:00' }],
    ['with ends of lines as on Windows', 'roadtest: 1\r\nname: mine\r\nopenings: {}\r\n', {}],
    ['that says its version of YAML', `%YAML 1.2\n---\n${head}  day.ends: 04:00\n`, { 'day.ends': '04:00' }],
  ])('may be %s', (_, text, said) => {
    expect(parseProfile(text)).toEqual({ roadtest: 1, name: 'mine', openings: said });
  });

  it.each<[what: string, yaml: string, data: unknown]>([
    ['lists, texts and numbers', '[x, "y", true, null, 1.5, "\\u00fc"]', ['x', 'y', true, null, 1.5, 'ü']],
    [
      'words of YAML 1.1 as texts',
      'a: yes\nb: 08\nc: 2026-03-02\nd: 1:30',
      { a: 'yes', b: 8, c: '2026-03-02', d: '1:30' },
    ],
    ['numbers for names', '1: a\n2.5: b', { 1: 'a', '2.5': 'b' }],
    ['a text of lines', '|\n  x\n  y', 'x\ny\n'],
    ['aliases', 'a: &x { b: 1 }\nc: *x\nd: [*x]', { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }] }],
    [
      'an anchor that is defined again',
      'a: &x 1\nb: &y [*x]\nc: &x 2\nd: *y\ne: *x',
      { a: 1, b: [1], c: 2, d: [1], e: 2 },
    ],
    [
      'merge keys, over which own fields go',
      'a: &x { b: 1, c: 2 }\nd: { c: 0, <<: *x }\ne: { <<: *x, c: 3 }',
      { a: { b: 1, c: 2 }, d: { c: 0, b: 1 }, e: { b: 1, c: 3 } },
    ],
    ['a merge key of several maps', 'a: { <<: [{ b: 1 }, { b: 2, d: 3 }] }', { a: { b: 1, d: 3 } }],
    [
      'a merge key inside another',
      'a: &x { b: 1 }\nc: &y { <<: *x }\nd: { <<: *y }',
      { a: { b: 1 }, c: { b: 1 }, d: { b: 1 } },
    ],
    [
      'tags of what it has anyway',
      'a: !!str 5\nb: !!map { c: ! 1, d: "!x" }',
      { a: '5', b: { c: '1', d: '!x' } },
    ],
    ['"<<" as a name', '{ "<<": 1 }', { '<<': 1 }],
    ['a whole number beyond the safe ones', '9007199254740993', 9007199254740993n],
  ])('may hold %s', (_, yaml, data) => {
    expect(valueIn(yaml)).toEqual(data);
  });

  it('makes of each repetition a value of its own', () => {
    const [one, other] = valueIn('[&x { c: 1 }, *x]') as object[];
    expect(one).not.toBe(other);
  });
});

type Wrong = [code: string, line: number, column: number, text: string];

describe('a file that is not YAML', () => {
  it.each<Wrong>([
    ['SYNTAX', 2, 1, 'a: [\n'],
    ['SYNTAX', 2, 2, 'a:\n\tb: 1\n'],
    ['QUOTES_MISSING', 1, 4, 'a: b: c\n'],
    ['FIELD_TWICE', 3, 1, 'a: 1\nb: 2\na: 3\n'],
    ['FIELD_TWICE', 1, 10, '{"a": 1, "a": 2}'],
    ['SEVERAL_DOCUMENTS', 2, 1, 'a: 1\n---\nb: 2\n'],
    ['UNKNOWN_TAG', 1, 4, 'a: !!binary aGk=\n'],
    ['UNKNOWN_TAG', 1, 4, 'a: !!set { b, c }\n'],
    ['UNKNOWN_TAG', 1, 4, 'a: !!js/function "f"\n'],
    ['UNKNOWN_TAG', 1, 4, 'a: !own 1\n'],
    ['UNKNOWN_TAG', 1, 4, 'a: !<tag:yaml.org,2002:set> { b }\n'],
    ['DIRECTIVE', 1, 1, '%YAML 1.1\n---\na: yes\n'],
    ['DIRECTIVE', 1, 1, '%TAG ! tag:example.com,2000:\n---\na: !x 1\n'],
    ['NAME_NOT_TEXT', 1, 3, '? [a, b]\n: 1\n'],
    ['NAME_NOT_TEXT', 2, 1, 'a: &x b\n*x : 1\n'],
    ['UNSAFE_NAME', 1, 6, 'a: { __proto__: 1 }'],
    ['UNSAFE_NAME', 1, 9, 'a: &x { constructor: 1 }\n'],
    ['UNSAFE_NAME', 5, 5, `${head}  records.country:\n    constructor: { prototype: 1 }\n`],
    ['UNKNOWN_ALIAS', 1, 4, 'a: *x\nb: &x 1\n'],
    ['MERGE_INVALID', 1, 6, 'a: { <<: [1] }\n'],
    ['MERGE_INVALID', 2, 3, 'a:\n  <<:\n  b: 1\n'],
    ['TOO_DEEP', 1, 7, 'a: &x [*x]\n'],
    ['TOO_DEEP', 1, 7, 'a: &x { <<: *x }\n'],
    ['NUMBER_INVALID', 1, 4, 'a: 1e400\n'],
    ['NUMBER_INVALID', 1, 4, 'a: .nan\n'],
    ['NOT_TEXT', 2, 4, 'a: 1\nb: \0\n'],
    ['NOT_TEXT', 1, 4, 'a: "\\ud800"\n'],
  ])('%s at line %i, column %i: %j', (code, line, column, text) => {
    const said = { message: expect.any(String), hint: expect.any(String), file: 'ours.yaml' };
    expect(issuesIn(text)[0]).toMatchObject({ code, line, column, ...said });
    expect(({} as { prototype?: unknown }).prototype).toBeUndefined();
  });

  const deep = (open: string, close: string) => (count: number) =>
    open.repeat(count) + 1 + close.repeat(count);
  it.each<[code: string, most: number, text: (count: number) => string]>([
    ['TOO_LONG', 262_144, (count) => '#'.repeat(count)],
    ['TOO_DEEP', 64, deep('[', ']')],
    ['TOO_DEEP', 64, deep('{ a: ', ' }')],
    ['TOO_DEEP', 64, deep('- ', '')],
    ['TOO_DEEP', 64, (count) => `a: &x ${deep('[', ']')(count - 3)}\nb: [[*x]]\n`],
    ['TOO_MANY_VALUES', 20_000, (count) => `[${Array(count - 1).fill('1')}]`],
    ['TOO_MANY_ALIASES', 5_000, (count) => `- &x a\n${'- *x\n'.repeat(count)}`],
    ['TOO_MANY_ALIASES', 5_000, (count) => `- &x [${Array(count - 1).fill('1')}]\n- *x\n`],
    ['NAME_TOO_LONG', 1_000, (count) => `${'x'.repeat(count)}: 1`],
    ['TEXT_TOO_LONG', 10_000, (count) => `a: ${'x'.repeat(count)}`],
  ])('%s: %i are read, and not one more', (code, most, text) => {
    expect(issuesIn(text(most)).map((one) => one.code)).not.toContain(code);
    expect(issuesIn(text(most + 1))[0]).toMatchObject({ code });
  });

  it('is refused before a bomb of aliases goes off, and after the first few slips of many', () => {
    const nine = (level: number, zero: string) => Array(9).fill(level === 0 ? zero : `*l${level - 1}`);
    const bomb = Array.from({ length: 9 }, (_, level) => `l${level}: &l${level} [${nine(level, 'boom')}]`);
    const merges = Array.from(
      { length: 15 },
      (_, at) => `l${at}: &l${at} { k${at}: 1, <<: [${nine(at, '{}')}] }`,
    );
    for (const text of [bomb, merges]) expect(issuesIn(text.join('\n'))[0]?.code).toBe('TOO_MANY_ALIASES');
    for (const text of [`[${','.repeat(100_000)}]`, 'a b\n: '.repeat(20_000)])
      expect(issuesIn(text)).toHaveLength(3);
  });

  const lines = (count: number, line: (at: number) => string) =>
    Array.from({ length: Math.floor(count) }, (_, at) => line(at)).join('\n');
  it.each<[what: string, text: (size: number) => string]>([
    ['names in a block', (size) => lines(size / 8, (at) => `k${at}: 1`)],
    ['anchors and aliases', (size) => lines(size / 16, (at) => `- &a${at} x\n- *a${at}`)],
    ['many anchors at one value', (size) => `- ${'&a '.repeat(size / 3)}`],
    ['space at the ends of lines', (size) => `a: ${'b   \n  '.repeat(size / 7)}`],
    ['pairs in a list', (size) => `[${'a: b,'.repeat(size / 5)}]`],
    ['closing brackets', (size) => ']'.repeat(size)],
    [
      'places of constants',
      (size) =>
        `${head}  records.country:\n    fields: { code: /c }\n    constants:\n${lines(size / 16, (at) => `      /p${at}/a: 1`)}`,
    ],
  ])('takes time in proportion to its length: %s', (_, text) => expectLinearOf(text, issuesIn, 2_000));
});

type Mistake = [code: string, pointer: string, openings: string, line?: number, advice?: string];

describe('a mistake in a profile', () => {
  it.each<Mistake>([
    ['UNKNOWN_FIELD', '/openings/token.lifetme', 'token.lifetme: PT1H', 4, 'did you mean "token.lifetime"?'],
    [
      'UNKNOWN_FIELD',
      '/openings/records.device/fields/nmae',
      'records.device: { fields: { id: /id, nmae: /n } }',
      4,
      'did you mean "name"?',
    ],
    ['NOT_ONE_OF', '/openings/records.id/form', 'records.id: { form: uid }', 4, 'did you mean "uuid"?'],
    [
      'NOT_ONE_OF',
      '/openings/auth.roles/mayNotCall/0',
      'auth.roles:\n  mayNotCall:\n    - listDevice',
      6,
      'did you mean "listDevices"?',
    ],
    ['DURATION_INVALID', '/openings/token.lifetime', 'day.ends: 04:00\ntoken.lifetime: 1h', 5],
    ['DURATION_INVALID', '/openings/token.lifetime', 'token.lifetime: P1M'],
    ['STATUS_INVALID', '/openings/errors.status/conflict', 'errors.status: { conflict: 99 }'],
    ['STATUS_INVALID', '/openings/operations.status/listUsers', 'operations.status: { listUsers: 404 }'],
    ['STATUS_INVALID', '/openings/operations.status/listUsers', "operations.status: { listUsers: '200' }"],
    [
      'STATUS_INVALID',
      '/openings/token.malformed/contentType',
      'token.malformed: { notJson: 400, contentType: no }',
    ],
    ['UNKNOWN_FIELD', '/openings/operations.status/issueToken', 'operations.status: { issueToken: 200 }'],
    [
      'POINTER_INVALID',
      '/openings/records.country/constants/x',
      'records.country: { fields: { code: /c }, constants: { x: 1 } }',
    ],
    [
      'WRONG_TYPE',
      '/openings/records.country/values/code/DE',
      'records.country: { fields: { code: /c }, values: { code: { DE: [1] } } }',
    ],
    ['OFFSET_INVALID', '/openings/records.time/offset', 'records.time: { form: iso, offset: 2h }'],
    ['MISSING_FIELD', '/openings/records.id/prefixes', 'records.id: { form: string }'],
    ['MISSING_FIELD', '/openings/records.id/form', 'records.id: { prefixes: {} }'],
    ['UNKNOWN_FIELD', '/openings/records.id/prefixes', 'records.id: { form: uuid, prefixes: {} }'],
    [
      'MEDIA_TYPE_INVALID',
      '/openings/patch.format/contentType',
      'patch.format: { form: partial, contentType: json }',
    ],
    ['OUT_OF_RANGE', '/openings/limits.range/min', 'limits.range: { min: -1, max: 5, whole: true }'],
    ['HEADER_INVALID', '/openings/versioning/headers/X Y', 'versioning: { headers: { X Y: "1" } }'],
    ['LISTED_TWICE', '/openings/auth.roles/mayNotCall', 'auth.roles: { mayNotCall: [listUsers, listUsers] }'],
    [
      'POINTER_TOO_LONG',
      '/openings/records.location/fields/fuel',
      `records.location: { fields: { latitude: /a, longitude: /b, fuel: ${'/'.repeat(9_990)} } }`,
    ],
  ])('%s at %s', (code, pointer, said, line = 4, hint = undefined) => {
    const found = issuesIn(head + said.replace(/^/gm, '  '));
    const one = {
      code,
      pointer,
      file: 'ours.yaml',
      line,
      column: expect.any(Number),
      message: expect.any(String),
    };
    expect(found).toContainEqual(expect.objectContaining(hint === undefined ? one : { ...one, hint }));
  });

  it.each<[code: string, pointer: string, text: string]>([
    ['WRONG_TYPE', '', ''],
    ['WRONG_TYPE', '', 'just words'],
    ['WRONG_TYPE', '/openings', 'roadtest: 1\nname: x\nopenings: []'],
    ['MISSING_FIELD', '/name', 'roadtest: 1\nopenings: {}'],
    ['NOT_ONE_OF', '/roadtest', 'roadtest: 2\nname: x\nopenings: {}'],
    ['EMPTY', '/name', 'roadtest: 1\nname: ""\nopenings: {}'],
    ['BASE_PATH_INVALID', '/basePath', 'roadtest: 1\nname: x\nbasePath: /v2/\nopenings: {}'],
    ['BASE_PATH_INVALID', '/basePath', 'roadtest: 1\nname: x\nbasePath: /%2e%2e/other\nopenings: {}'],
    ['BASE_PATH_INVALID', '/basePath', 'roadtest: 1\nname: x\nbasePath: /_control/v1\nopenings: {}'],
    ['UNKNOWN_FIELD', '/token.lifetime', `${good}token.lifetime: PT1H`],
    ['UNKNOWN_FIELD', '/controls/sned', `${good}controls: { sned: { by: none } }`],
    ['NOT_ONE_OF', '/controls/send/by', `${good}controls: { send: { by: magic } }`],
    ['NOT_ONE_OF', '/controls/send/by', `${good}controls: { send: { by: [] } }`],
    ['WRONG_TYPE', '/samples/location/latitude', `${good}samples: { location: { latitude: north } }`],
  ])('%s at %j', (code, pointer, text) => {
    expect(issuesIn(text)).toContainEqual(expect.objectContaining({ code, pointer }));
  });

  it('does not hide the next one, and no more are told than is useful', () => {
    const issues = issuesIn(
      `${head}  day.ends: 25:00\n  records.id: { form: uid }\n  alerts.recipients: nobody\n`,
    );
    expect(issues.map(({ code, line }) => [code, line])).toEqual([
      ['TIME_OF_DAY_INVALID', 4],
      ['NOT_ONE_OF', 5],
      ['NOT_ONE_OF', 6],
    ]);
    const many = Array.from({ length: 2_000 }, (_, at) => `  o${at}: 1`).join('\n');
    expect(issuesIn(`${head}${many}\n`)).toHaveLength(500);
  });

  it('has a place also by alias and by merge key', () => {
    const placed = (yaml: string) =>
      issuesIn(`${head}${yaml}`).map(({ pointer, line }) => [pointer.split('/').at(-1), line]);
    expect(
      placed('  operations.envelope:\n    bodies:\n      group: &x\n        at: 5\n      user: *x\n'),
    ).toEqual([
      ['at', 7],
      ['at', 7],
    ]);
    const merged = '  records.id: &x { form: uuid }\n  records.time:\n    <<: *x\n    offset: Z\n';
    expect(placed(merged)).toEqual([['form', 4]]);
  });

  it('makes an error that a terminal can show', () => {
    const text = `${head}  versioning: { headers: { "X\\e[31m": "1" } }\n`;
    expect(() => parseProfile(text, 'a.yaml')).toThrow(ProfileError);
    expect(() => parseProfile(text, 'a.yaml')).toThrow(
      'a.yaml is not a valid profile.\n  a.yaml:4:28 HEADER_INVALID /openings/versioning/headers/X\\u001b[31m: ',
    );
  });
});

it('the map of differences in the page about profiles names openings that there are, and families by a star', () => {
  const page = readFileSync(new URL('../../contracts/profile/README.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('## What deployments do differently'), page.indexOf('## Controls'));
  const ids = openings.map(({ id }) => id as string);
  const known = [...ids, ...ids.map((id) => id.replace(/\..*/, '.*'))];
  const named = [...table.matchAll(/`([a-z-]+\.[a-zA-Z*-]+)`/g)].map((found) => found[1] ?? '');
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

describe('the default profile', () => {
  it('answers every opening, is a valid one, and can be written to a file and read back', () => {
    expect(Object.keys(defaultProfile.openings).sort()).toEqual(openings.map(({ id }) => id).sort());
    expect(checkProfile(defaultProfile)).toEqual([]);
    expect(parseProfile(JSON.stringify(defaultProfile))).toEqual(defaultProfile);
  });

  it.each<[given: object, opening: keyof typeof defaultProfile.openings, complete: object]>([
    [
      { 'operations.status': { createGroup: 200 } },
      'operations.status',
      { createGroup: 200, createUser: 201 },
    ],
    [{ 'errors.status': { conflict: 422 } }, 'errors.status', { conflict: 422, 'unknown-id': 404 }],
    [{ 'operations.query': { limit: 'size' } }, 'operations.query', { limit: 'size', offset: 'offset' }],
    [{ 'limits.default': { sms: 5 } }, 'limits.default', { email: null, sms: 5 }],
    [{ 'expired.may': { read: false } }, 'expired.may', { read: false, list: true }],
    [{ 'records.text': { spaces: 'trimmed' } }, 'records.text', { spaces: 'trimmed', markup: 'kept' }],
    [
      { 'operations.envelope': { records: { group: { at: '/g' } }, answers: { createGroup: 'id' } } },
      'operations.envelope',
      {
        records: { group: { at: '/g' }, user: { at: '' } },
        answers: { createGroup: 'id', createUser: 'record' },
        id: { at: '/id' },
      },
    ],
  ])('completes %j', (given, opening, complete) => {
    const profile = completeProfile({ roadtest: 1, name: 'mine', openings: given });
    expect(profile.openings[opening]).toMatchObject(complete);
    expect({ ...profile.openings, [opening]: 0 }).toEqual({ ...defaultProfile.openings, [opening]: 0 });
  });

  it('completes no answer that is a whole, and changes neither profile', () => {
    const before = structuredClone([envelopedProfile, defaultProfile]);
    const { openings } = completeProfile(envelopedProfile);
    expect(openings['records.country']).toEqual({ fields: { code: '/code', name: '/name' } });
    expect([envelopedProfile, defaultProfile]).toEqual(before);
  });

  it('completes nothing that profiles do not have', () => {
    const issueOf = (profile: object): ProfileIssue | undefined => {
      try {
        completeProfile(profile as never);
      } catch (error) {
        return (error as ProfileError).issues[0];
      }
      return undefined;
    };
    expect(issueOf({ roadtest: 1, name: 'x', openings: { 'token.lifetme': 'PT1H' } })).toMatchObject({
      ...{
        code: 'UNKNOWN_FIELD',
        pointer: '/openings/token.lifetme',
        hint: 'Did you mean token.lifetime?',
      },
    });
    expect(issueOf({ roadtest: 1, name: 'x', openings: {}, contols: {} })).toMatchObject({
      pointer: '/contols',
    });
  });
});
