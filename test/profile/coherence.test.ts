/** Answers that are each well-formed and do not go together; what the texts of controls and samples may hold. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../contracts/profile/index.ts';
import { issuesIn } from './speaking.ts';

const inFile = (openings: string, more = ''): string =>
  `roadtest: 1\nname: x\n${more}openings:${openings === '' ? ' {}' : `\n${openings.replace(/^/gm, '  ')}`}\n`;
const codesOf = (openings: string): string[] => issuesIn(inFile(openings)).map(({ code }) => code);

const group = (fields: string, more = '') => `records.group: { fields: { ${fields} }${more} }`;
const country = (fields: string) => `records.country: { fields: { ${fields} } }`;
const envelope = (parts: string) => `operations.envelope: { ${parts} }`;
const list = (name: string, wrapping: string) => envelope(`lists: { ${name}: { ${wrapping} } }`);
const paging = (by: string, more: string) =>
  `operations.paging: { by: ${by}, firstPage: 1, totalHeader: null, ${more} }`;
const posting = (body: string) =>
  `locations.purpose: { does: record, body: { ${body} }, query: { from: /from, to: /to } }`;
const either = (required: string) => posting(`form: either, at: "", many: true, required: { ${required} }`);
const wrapper = (at: string, required = '') =>
  posting(`form: wrapper, at: ${at}, many: true, required: { ${required} }`);
const query = (more: string) =>
  `alerts.purpose: { does: query, body: { form: bare, at: "", many: false, required: {} }${more} }`;
const success = 'errors.body: { form: json, contentType: application/json, fields: { success: /ok } }';
const cursors = ['devices', 'groups', 'users'].map(
  (name) => `${name}: { form: array, at: /items, next: /next }`,
);
const refused = (body: string) => `${success}\nauth.refusal: { status: 200, headers: {}, body: ${body} }`;

/** Each mistake, and the same answers without it. */
const mistakes: { readonly [code: string]: [wrong: string, right: string][] } = {
  TIME_ZONE_UNKNOWN: [
    ['day.time-zone: Europe/Berln', 'day.time-zone: Europe/Berlin'],
    ['day.time-zone: "+02:00"', 'day.time-zone: account'],
    ['expiry.instant: { at: end, timeZone: Mars }', 'expiry.instant: { at: end, timeZone: UTC }'],
  ],
  TIME_OF_DAY_INVALID: [['day.ends: 24:00', 'day.ends: 23:59']],
  DURATION_INVALID: [
    ['token.lifetime: P', 'token.lifetime: P1D'],
    ['consistency: { readableAfter: 2s }', 'consistency: { readableAfter: PT0.5S }'],
  ],
  DURATION_ZERO: [['token.lifetime: PT0S', 'consistency: { readableAfter: PT0S }']],
  DURATION_TOO_LONG: [['token.lifetime: P99999999D', 'token.lifetime: P36500D']],
  RANGE_NOWHERE: [[query(''), query(', query: { from: /from, to: /to }')]],
  PLACE_TWICE: [
    [query(', query: { from: /at, to: /at }'), query(', query: { from: /from, to: /to }')],
    [group('id: /id, name: /name, description: /name'), group('id: /id, name: /name')],
    [group('id: /id', ', constants: { /id: 1 }'), group('id: /id', ', constants: { /kind: 1 }')],
    [
      envelope('records: { group: { at: "", constants: { /name: 1 } } }'),
      envelope('records: { group: { at: "", constants: { /ok: 1 } } }'),
    ],
    [
      envelope('answers: { createGroup: id }, id: { at: /id, constants: { /id: 1 } }'),
      envelope('answers: { createGroup: id }, id: { at: /id, constants: { /ok: 1 } }'),
    ],
    ['limits.names: { fields: { dailySms: /status } }', 'limits.names: { fields: { dailySms: /sms } }'],
    [either('/speed: 1'), either('/protocol: 1')],
    [
      list('groups', 'form: array, at: /groups, total: /n, pages: /n'),
      list('groups', 'form: array, at: /groups, total: /n, pages: /m'),
    ],
  ],
  PAGE_WITHOUT_PAGING: [[paging('none', 'size: 10, max: 10'), paging('none', 'size: null, max: 10')]],
  CURSOR_NOWHERE: [
    [
      paging('cursor', 'size: 9, max: 9'),
      `${paging('cursor', 'size: 9, max: 9')}\n${envelope(`lists: { ${cursors} }`)}`,
    ],
  ],
  HEADER_INVALID: [
    ['versioning: { headers: { X Version: "1" } }', 'versioning: { headers: { X-Version: "1" } }'],
    ['versioning: { headers: { X-Version: "1\\r\\nX-Evil: 1" } }', 'versioning: null'],
  ],
  HEADER_RESERVED: [
    ['versioning: { headers: { Content-Length: "1" } }', 'versioning: { headers: { API-Version: "1" } }'],
  ],
  MEDIA_TYPE_INVALID: [
    [
      'patch.format: { form: partial, contentType: "application/json\\r\\nX: 1" }',
      'patch.format: { form: partial, contentType: application/json; charset=utf-8 }',
    ],
  ],
  OFFSET_INVALID: [
    ['records.time: { form: iso, offset: "+2" }', 'records.time: { form: iso, offset: "+02:00" }'],
  ],
  POINTER_INVALID: [
    [country('code: iso'), country('code: /iso')],
    [country('code: a/b'), country('code: /a~1b')],
    [country('code: /a~2'), country('code: /a~0')],
    [envelope('records: { user: { at: user } }'), envelope('records: { user: { at: /user } }')],
  ],
  POINTER_TOO_LONG: [
    [country(`code: ${'/a'.repeat(33)}`), country(`code: ${'/a'.repeat(32)}`)],
    [country(`code: /${'a'.repeat(1_000)}`), country(`code: /${'a'.repeat(999)}`)],
  ],
  UNSAFE_NAME: [
    [country('code: /__proto__/x'), country('code: /proto/x')],
    [either('/constructor: 1'), either('/builder: 1')],
  ],
  PLACE_INSIDE_ANOTHER: [
    [group('id: /id, name: /id/name'), group('id: /id, name: /a/name')],
    [country('code: "", name: /name'), country('code: ""')],
    [
      list('groups', 'form: array, at: "", total: /total'),
      list('groups', 'form: array, at: /groups, total: /total'),
    ],
    [
      list('groups', 'form: array, at: /groups, total: /groups/total'),
      list('groups', 'form: map, at: "", total: /total'),
    ],
    [wrapper('/fix', '/fix/version: 1'), wrapper('/fix', '/version: 1')],
  ],
  RECORD_EMPTY: [[country(''), country('name: /name')]],
  RECORD_WITHOUT_ID: [
    [group('name: /name'), group('id: /id')],
    [
      `${group('name: /name')}\n${list('groups', 'form: map, at: "", key: name')}`,
      `${group('name: /name')}\n${list('groups', 'form: map, at: ""')}`,
    ],
  ],
  LOCATION_WITHOUT_POSITION: [
    [
      'records.location: { fields: { deviceTime: /t } }',
      'records.location: { fields: { latitude: /a, longitude: /b } }',
    ],
  ],
  MAP_WITHOUT_KEY: [
    [list('locations', 'form: map, at: ""'), list('locations', 'form: map, at: "", key: deviceTime')],
  ],
  NOT_ONE_OF: [
    [list('groups', 'form: map, at: "", key: deviceIds'), list('groups', 'form: map, at: "", key: name')],
  ],
  STATUS_WITHOUT_BODY: [
    ['operations.status: { listGroups: 204 }', 'operations.status: { deleteGroup: 204 }'],
    [
      'operations.status: { createGroup: 204 }',
      `operations.status: { createGroup: 204 }\n${envelope('answers: { createGroup: nothing }')}`,
    ],
    [
      envelope('nothing: { constants: { /ok: true } }'),
      `${envelope('nothing: { constants: { /ok: true } }')}\noperations.status: { deleteGroup: 200, deleteUser: 200 }`,
    ],
    ['token.status: { issued: 204, refused: 401 }', 'token.status: { issued: 201, refused: 401 }'],
  ],
  REFUSAL_LOOKS_LIKE_SUCCESS: [
    ['errors.status: { conflict: 200 }', `errors.status: { conflict: 200 }\n${success}`],
    [refused('empty'), refused('error')],
  ],
  ANSWER_WITHOUT_ID: [[envelope('answers: { postLocations: id }'), envelope('answers: { postAlerts: id }')]],
  WRAPPER_WITHOUT_PLACE: [[wrapper('""'), wrapper('/fixes')]],
};
const rows = Object.entries(mistakes).flatMap(([code, pairs]) =>
  pairs.map(([wrong, right]): [string, string, string] => [code, wrong, right]),
);

describe('answers that do not go together', () => {
  it.each(rows)('%s: %s', (code, wrong, right) => {
    expect(codesOf(wrong)).toContain(code);
    expect(codesOf(right)).toEqual([]);
  });

  it('are told with their place and what to try', () => {
    expect(issuesIn(inFile(group('id: /id', ', constants: { /id: 1 }')))).toEqual([
      {
        code: 'PLACE_TWICE',
        message: 'the place "/id" is that of two values',
        pointer: '/openings/records.group/constants/~1id',
        hint: 'give each a place of its own',
        ...{ file: 'ours.yaml', line: 4, column: 54 },
      },
    ]);
    expect(issuesIn(inFile('day.time-zone: Europe/Berln'))[0]?.hint).toBe('did you mean "Europe/Berlin"?');
  });

  it('are the places that are the same as one before, around it or inside it', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const drawn = fc.uniqueArray(
      fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`),
      { maxLength: 10 },
    );
    const isInside = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
    fc.assert(
      fc.property(drawn, (places) => {
        const constants = Object.fromEntries(places.map((place) => [place, 1]));
        const records = { 'records.timeZone': { fields: { id: '/id' }, constants } };
        const collide = (place: string, at: number) =>
          places.slice(0, at).some((other) => isInside(place, other) || isInside(other, place));
        const codes = checkProfile({ roadtest: 1, name: 'x', openings: records }).map(({ code }) => code);
        const isMet = places.some(collide);
        expect(codes).toEqual(isMet ? [expect.stringMatching(/^PLACE_(TWICE|INSIDE_ANOTHER)$/)] : []);
      }),
    );
  });
});

/** The issues of a control: code and the last names of its pointer. */
const controlIssues = (control: string, name = control.includes('{by}') ? 'advance' : 'send') =>
  issuesIn(inFile('', `controls: { ${name}: { ${control} } }\n`)).map(({ code, pointer }) => [
    code,
    pointer.split('/').slice(3).join('/'),
  ]);
const command = (parts: readonly string[], more = '') =>
  `by: command, command: ${JSON.stringify(parts)}${more}`;
const http = (url: string, more = '') => `by: http, method: POST, url: ${JSON.stringify(url)}${more}`;

describe('a control', () => {
  it.each<[parts: string[], at?: number]>([
    [['fleetctl', 'send', '{deviceId}']],
    [['fleetctl', 'send', '--device={deviceId}', '-n={count}']],
    [['./tools/push', '{deviceId}']],
    [['sh', '-c', 'fleetctl send --to "$1" | jq .result', 'sh', '{deviceId}']],
    [['node', '--no-warnings', 'tools/send.js', '{deviceId}', '--count={count}']],
    [['env', 'STAGE=test', 'fleetctl', '{deviceId}']],
    [['C:\\Windows\\System32\\cmd.exe', '/c', 'send.cmd', '{deviceId}']],
    [['fleetctl', 'print', '{ not a value }', '{}']],
    [['sh', '-c', 'fleetctl send {deviceId}'], 2],
    [['fleetctl', 'prefix{deviceId}'], 1],
    [['fleetctl', '{deviceId}suffix'], 1],
    [['fleetctl', '{deviceId}{channel}'], 1],
    [['fleetctl', '--device={deviceId}.json'], 1],
    [['fleetctl', 'device={deviceId}'], 1],
    [['fleetctl', '--{channel}=on'], 1],
    [['fleetctl', '{"by":"{by}"}'], 1],
    [['{channel}', 'send'], 0],
    [['./{channel}'], 0],
    [['sh', '-c', '{deviceId}'], 2],
    [['/bin/bash', '-lc', '{deviceId}'], 2],
    [['bash', '{deviceId}'], 1],
    [['node', '--eval={deviceId}'], 1],
    [['python3', '-c', '{deviceId}'], 2],
    [['powershell.exe', '-Command', '{deviceId}'], 2],
    [['cmd', '/c', '{deviceId}'], 2],
    [['env', '{deviceId}'], 1],
    [['sudo', '-n', '{deviceId}'], 2],
  ])('by a command has a value as one argument or behind an option, and nowhere else: %j', (parts, at) => {
    expect(controlIssues(command(parts))).toEqual(
      at === undefined ? [] : [['TEMPLATE_MISPLACED', `command/${at}`]],
    );
  });

  it.each<[url: string, code?: string]>([
    ['/office/{deviceId}/{channel}?times={count}'],
    ['https://office.example:8443/v1/{deviceId}'],
    ['http://[::1]:8080?device={deviceId}'],
    ['/b%C3%BCro/v{count}/x'],
    ['http://{deviceId}/limits', 'TEMPLATE_MISPLACED'],
    ['https://{channel}.office.example/', 'TEMPLATE_MISPLACED'],
    ['https://office.example:{count}/', 'TEMPLATE_MISPLACED'],
    ['{channel}://office.example/', 'TEMPLATE_MISPLACED'],
    ['https://me:pass@office.example/', 'CONTROL_URL_INVALID'],
    ['//office.example/x', 'CONTROL_URL_INVALID'],
    ['/\\office.example/x', 'CONTROL_URL_INVALID'],
    ['https:/office.example/x', 'CONTROL_URL_INVALID'],
    ['file:///etc/passwd', 'CONTROL_URL_INVALID'],
    ['javascript:alert(1)', 'CONTROL_URL_INVALID'],
    ['office/x', 'CONTROL_URL_INVALID'],
    ['?x={count}', 'CONTROL_URL_INVALID'],
    ['/office/../admin', 'CONTROL_URL_INVALID'],
    ['/office/%2E%2e/admin', 'CONTROL_URL_INVALID'],
    ['/office/a b', 'CONTROL_URL_INVALID'],
    ['/office#{deviceId}', 'CONTROL_URL_INVALID'],
    ['https://office.example:99999/', 'CONTROL_URL_INVALID'],
    ['https://', 'CONTROL_URL_INVALID'],
  ])(
    'by a request has a value in the path or the query of its address, and nowhere else: %s',
    (url, code) => {
      expect(controlIssues(http(url))).toEqual(code === undefined ? [] : [[code, 'url']]);
    },
  );

  it.each<[control: string, found: string[][]]>([
    [command(['tick'], ', environment: [FLEETCTL_TOKEN, _X1, __proto__, ROADTEST_API_KEY]'), []],
    [command(['tick'], ', environment: ["ROADTEST_*"]'), [['ENVIRONMENT_NAME_INVALID', 'environment/0']]],
    [command(['tick'], ', environment: ["A=b"]'), [['ENVIRONMENT_NAME_INVALID', 'environment/0']]],
    [command(['tick'], ', environment: PATH'), [['WRONG_TYPE', 'environment']]],
    [command(['tick'], ', timeout: PT1H'), []],
    [command(['tick'], ', timeout: PT1H1S'), [['DURATION_TOO_LONG', 'timeout']]],
    [command(['tick'], `, timeout: P${'9'.repeat(300)}W`), [['DURATION_TOO_LONG', 'timeout']]],
    [command(['tick'], ', timeout: PT0S'), [['DURATION_ZERO', 'timeout']]],
    [http('/x', ', reads: { count: /n }'), [['UNKNOWN_FIELD', 'reads/count']]],
    [http('/x', ', reads: { sent: n }'), [['POINTER_INVALID', 'reads/sent']]],
    ['by: http, method: post it, url: /x', [['METHOD_INVALID', 'method']]],
    [http('/x/{deviceid}'), [['TEMPLATE_UNKNOWN', 'url']]],
    [http('/x', ', body: { to: ["{accounts}"] }'), [['TEMPLATE_UNKNOWN', 'body/to/0']]],
    [
      http('/x', ', body: { by: "{channel}" }, values: { channel: { email: M, sms: M } }'),
      [['TRANSLATION_AMBIGUOUS', 'values/channel/sms']],
    ],
  ])('%s', (control, found) => {
    expect(controlIssues(control)).toEqual(found);
  });

  it('is told what to write instead, with the line', () => {
    const text = inFile(
      '',
      `controls:\n  send: { ${command(['sh', '-c', 'x {deviceId}'])} }\n  setApiEnabled: { ${http('/x/{enabld}')} }\n`,
    );
    expect(issuesIn(text)).toMatchObject([
      {
        code: 'TEMPLATE_MISPLACED',
        line: 4,
        hint: expect.stringMatching(/own: "\{name\}", or "--option=\{name\}"; .* "\$1"/),
      },
      { code: 'TEMPLATE_UNKNOWN', line: 5, hint: 'did you mean "enabled"?' },
    ]);
  });

  it('has an address to begin with that is one', () => {
    const codes = (url: string) => issuesIn(inFile('', `controlsUrl: ${url}\n`)).map(({ code }) => code);
    expect(codes('http://127.0.0.1:4010')).toEqual([]);
    expect(codes('ftp://127.0.0.1')).toHaveLength(1);
  });

  it('and a sample name nothing that they are not given', () => {
    expect(issuesIn(inFile('', 'samples: { group: { name: "g {nonce}" } }\n'))).toEqual([]);
    expect(issuesIn(inFile('', 'samples: { group: { name: "{once}" } }\n'))).toMatchObject([
      { code: 'TEMPLATE_UNKNOWN', pointer: '/samples/group/name', hint: 'did you mean "nonce"?' },
    ]);
  });
});
