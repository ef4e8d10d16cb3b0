import { describe, expect, it } from 'vitest';
import { REPORTED_PROBLEMS } from '../../../contracts/kit/bounds.ts';
import { ProfileError, type ProfileIssue, parseProfile } from '../../../contracts/profile/index.ts';

/** The issues of a text. */
function issuesOf(text: string): readonly ProfileIssue[] {
  try {
    parseProfile(text, 'fleet.yaml');
  } catch (error) {
    expect(error).toBeInstanceOf(ProfileError);
    return (error as ProfileError).issues;
  }
  throw new Error('this profile was taken for a good one');
}

const head = 'roadtest: 1\nname: mine\nopenings:\n';

describe('a profile file', () => {
  it('may be YAML', () => {
    expect(parseProfile(`${head}  day.ends: 04:00\n  token.lifetime: PT8H # a shift\n`)).toEqual({
      roadtest: 1,
      name: 'mine',
      openings: { 'day.ends': '04:00', 'token.lifetime': 'PT8H' },
    });
  });

  it('may be JSON, with tabs and a line for the editor', () => {
    const text = '{\n\t"$schema": "x.json",\n\t"roadtest": 1,\n\t"name": "mine",\n\t"openings": {}\n}\n';
    expect(parseProfile(text)).toEqual({ roadtest: 1, name: 'mine', openings: {} });
  });

  it('may use anchors and merge nothing by surprise', () => {
    const text = `${head}  operations.envelope:\n    bodies: { group: &wrapped { at: /data }, user: *wrapped }\n`;
    expect(parseProfile(text).openings['operations.envelope']?.bodies).toEqual({
      group: { at: '/data' },
      user: { at: '/data' },
    });
  });
});

describe('a mistake in a profile file', () => {
  it('is reported with file, line and column, and what was probably meant', () => {
    expect(issuesOf(`${head}  token.lifetme: PT1H\n`)).toEqual([
      {
        code: 'UNKNOWN_FIELD',
        message: 'there is no field "token.lifetme" here',
        pointer: '/openings/token.lifetme',
        file: 'fleet.yaml',
        line: 4,
        column: 3,
        hint: 'did you mean "token.lifetime"?',
      },
    ]);
  });

  it('does not hide the next one', () => {
    const issues = issuesOf(
      `${head}  day.ends: 25:00\n  records.id: { form: uid }\n  alerts.recipients: nobody\n`,
    );
    expect(issues.map(({ code, line }) => [code, line])).toEqual([
      ['TIME_OF_DAY_INVALID', 4],
      ['NOT_ONE_OF', 5],
      ['NOT_ONE_OF', 6],
    ]);
    expect(issues[1]?.hint).toBe('did you mean "uuid"?');
  });

  it('makes an error that a terminal can show', () => {
    const text = `${head}  versioning: { headers: { "X\\e[31m": "1" } }\n`;
    expect(() => parseProfile(text, 'a.yaml')).toThrow(
      'a.yaml is not a valid profile.\n  a.yaml:4:28 HEADER_INVALID /openings/versioning/headers/X\\u001b[31m: ',
    );
  });

  it.each<[code: string, pointer: string, text: string]>([
    ['WRONG_TYPE', '', ''],
    ['WRONG_TYPE', '', 'just words'],
    ['WRONG_TYPE', '/openings', 'roadtest: 1\nname: x\nopenings: []'],
    ['MISSING_FIELD', '/name', 'roadtest: 1\nopenings: {}'],
    ['NOT_ONE_OF', '/roadtest', 'roadtest: 2\nname: x\nopenings: {}'],
    ...['5', 'null', 'true', '[]', '{}'].map((by): [string, string, string] => [
      'NOT_ONE_OF',
      '/controls/advance/by',
      `roadtest: 1\nname: x\nopenings: {}\ncontrols: { advance: { by: ${by} } }`,
    ]),
    ['EMPTY', '/name', 'roadtest: 1\nname: ""\nopenings: {}'],
    ['BASE_PATH_INVALID', '/basePath', 'roadtest: 1\nname: x\nbasePath: /v2/\nopenings: {}'],
    ['UNKNOWN_FIELD', '/token.lifetime', 'roadtest: 1\nname: x\nopenings: {}\ntoken.lifetime: PT1H'],
    ['DURATION_INVALID', '/openings/token.lifetime', `${head}  token.lifetime: 1h`],
    ['DURATION_INVALID', '/openings/token.lifetime', `${head}  token.lifetime: P1M`],
    ['STATUS_INVALID', '/openings/errors.status/conflict', `${head}  errors.status: { conflict: 99 }`],
    [
      'STATUS_INVALID',
      '/openings/operations.status/listUsers',
      `${head}  operations.status: { listUsers: 404 }`,
    ],
    [
      'STATUS_INVALID',
      '/openings/operations.status/listUsers',
      `${head}  operations.status: { listUsers: '200' }`,
    ],
    [
      'STATUS_INVALID',
      '/openings/token.malformed/contentType',
      `${head}  token.malformed: { notJson: 400, contentType: no }`,
    ],
    [
      'UNKNOWN_FIELD',
      '/openings/operations.status/issueToken',
      `${head}  operations.status: { issueToken: 200 }`,
    ],
    [
      'UNKNOWN_FIELD',
      '/openings/records.device/fields/nmae',
      `${head}  records.device: { fields: { id: /id, nmae: /n } }`,
    ],
    [
      'POINTER_INVALID',
      '/openings/records.country/fields/code',
      `${head}  records.country: { fields: { code: iso } }`,
    ],
    [
      'POINTER_INVALID',
      '/openings/records.country/constants/x',
      `${head}  records.country: { fields: { code: /c }, constants: { x: 1 } }`,
    ],
    [
      'WRONG_TYPE',
      '/openings/records.country/values/code/DE',
      `${head}  records.country: { fields: { code: /c }, values: { code: { DE: [1] } } }`,
    ],
    ['OFFSET_INVALID', '/openings/records.time/offset', `${head}  records.time: { form: iso, offset: 2h }`],
    ['MISSING_FIELD', '/openings/records.id/prefixes', `${head}  records.id: { form: string }`],
    ['MISSING_FIELD', '/openings/records.id/form', `${head}  records.id: { prefixes: {} }`],
    ['UNKNOWN_FIELD', '/openings/records.id/prefixes', `${head}  records.id: { form: uuid, prefixes: {} }`],
    [
      'MEDIA_TYPE_INVALID',
      '/openings/patch.format/contentType',
      `${head}  patch.format: { form: partial, contentType: json }`,
    ],
    ['OUT_OF_RANGE', '/openings/limits.range/min', `${head}  limits.range: { min: -1, max: 5, whole: true }`],
    [
      'OUT_OF_RANGE',
      '/openings/operations.paging/size',
      `${head}  operations.paging: { by: page, size: 0, max: 5, firstPage: 1, totalHeader: null }`,
    ],
    [
      'HEADER_INVALID',
      '/openings/operations.paging/totalHeader',
      `${head}  operations.paging: { by: page, size: 5, max: 5, firstPage: 1, totalHeader: X Y }`,
    ],
    ['NOT_ONE_OF', '/openings/auth.roles/mayNotCall/0', `${head}  auth.roles: { mayNotCall: [listDevice] }`],
    [
      'LISTED_TWICE',
      '/openings/auth.roles/mayNotCall',
      `${head}  auth.roles: { mayNotCall: [listUsers, listUsers] }`,
    ],
    [
      'UNKNOWN_FIELD',
      '/controls/sned',
      'roadtest: 1\nname: x\nopenings: {}\ncontrols: { sned: { by: none } }',
    ],
    [
      'NOT_ONE_OF',
      '/controls/send/by',
      'roadtest: 1\nname: x\nopenings: {}\ncontrols: { send: { by: magic } }',
    ],
    [
      'UNKNOWN_FIELD',
      '/controls/send/reads/count',
      'roadtest: 1\nname: x\nopenings: {}\ncontrols: { send: { by: http, method: POST, url: /x, reads: { count: /n } } }',
    ],
    [
      'METHOD_INVALID',
      '/controls/send/method',
      'roadtest: 1\nname: x\nopenings: {}\ncontrols: { send: { by: http, method: post it, url: /x } }',
    ],
    [
      'WRONG_TYPE',
      '/samples/location/latitude',
      'roadtest: 1\nname: x\nopenings: {}\nsamples: { location: { latitude: north } }',
    ],
  ])('%s at %s', (code, pointer, text) => {
    expect(issuesOf(text)).toContainEqual(expect.objectContaining({ code, pointer }));
  });
});

describe('a file that is not YAML', () => {
  it.each<[code: string, line: number | undefined, text: string]>([
    ['SYNTAX', 3, 'roadtest: 1\nname: [x\nopenings: {}\n'],
    ['FIELD_TWICE', 3, 'roadtest: 1\nname: x\nname: y\nopenings: {}\n'],
    ['FIELD_TWICE', 1, '{"roadtest": 1, "name": "x", "openings": {}, "name": "y"}'],
    ['SEVERAL_DOCUMENTS', 2, 'roadtest: 1\n---\nroadtest: 1\n'],
    ['UNKNOWN_TAG', 1, 'roadtest: !!js/function 1\n'],
    ['UNSAFE_NAME', 4, `${head}  __proto__: { polluted: true }\n`],
    ['UNSAFE_NAME', 5, `${head}  records.country:\n    constructor: { prototype: 1 }\n`],
    ['TOO_DEEP', 1, '['.repeat(50_000)],
    ['TOO_DEEP', 1, 'a: &a [*a]\n'],
    ['TOO_LONG', undefined, `name: ${'x'.repeat(2_000_000)}`],
  ])('%s', (code, line, text) => {
    expect(issuesOf(text)[0]).toMatchObject({ code, file: 'fleet.yaml', ...(line && { line }) });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('is refused before a bomb of aliases goes off', () => {
    const levels = Array.from({ length: 9 }, (_, i) => {
      const items =
        i === 0
          ? 'boom'
          : Array(9)
              .fill(`*l${i - 1}`)
              .join(', ');
      return `l${i}: &l${i} [${items}]`;
    });
    expect(issuesOf(levels.join('\n'))[0]?.code).toBe('TOO_MANY_ALIASES');
  });
});

describe('a pointer that is far too long', () => {
  it('is refused at once, with its place', () => {
    const fields = `{ latitude: /a, longitude: /b, fuel: ${'/'.repeat(9_990)} }`;
    expect(issuesOf(`${head}  records.location: { fields: ${fields} }\n`)).toEqual([
      expect.objectContaining({
        code: 'POINTER_TOO_LONG',
        pointer: '/openings/records.location/fields/fuel',
        line: 4,
      }),
    ]);
  });

  it('does not hide what else is wrong, and no more mistakes are reported than is useful', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `  o${at}: 1`).join('\n');
    expect(issuesOf(`${head}${many}\n`)).toHaveLength(REPORTED_PROBLEMS);
  });
});
