/** Records of runs made by hand: one with every verdict and every hostile text, an empty one, one cut short, one of all rules. */
import { operation, rules } from '../../../contracts/specification/index.ts';
import { expand } from '../../../contracts/specification/judged.ts';
import type { Exchange, Outcome, Run } from '../../../contracts/verify/run.ts';

/** Texts that a deployment may put into its answers to break a report. Each is to be read as it is, or by its numbers. */
export const hostile = {
  markup: '<img src=x onerror="document.title=\'owned\'">',
  script: '</script><script>document.title="owned"</script>',
  cdata: ']]>',
  comment: '--><b>',
  controls: '\u0000\u0007\u001b[2J\u001b]0;owned\u0007\u009b31m',
  direction: 'safe\u202Eexe.txt\u2066',
  annotation: 'x%0A::error::owned\n::error file=a,line=1::owned\r\n##[error]owned',
  lone: 'half \ud83d of one',
  noncharacters: '\ufffe\uffff',
  emoji: '🚚👩‍👩‍👧 vehicle 車両',
  quotes: `it's "quoted" \`id\` $(id) $HOME \\ !!`,
  entity: '&lt;already&gt; &amp;amp; &#0;',
  template: '{{constructor}} %s %n #{7*7}',
  long: `${'5000 characters '.repeat(312)}end!!!!`,
  name: '__proto__',
} as const;

export const hostileText = Object.values(hostile).join(' | ');

const BASE = 'http://127.0.0.1:4010';
const JSON_BODY = { 'content-type': 'application/json' };
const BEARER = { authorization: 'Bearer $ROADTEST_TOKEN' };

export function exchange(index: number, purpose: string, change: Partial<Exchange> = {}): Exchange {
  return {
    index,
    purpose,
    at: index * 10,
    milliseconds: 4,
    request: {
      method: 'GET',
      url: `${BASE}/api/devices`,
      headers: { ...BEARER, accept: 'application/json' },
    },
    reply: { status: 200, headers: JSON_BODY, body: '[{"id":"d1"}]', truncated: false },
    ...change,
  };
}

const request = (method: string, path: string, headers: { [name: string]: string }, body?: string) => ({
  request: { method, url: BASE + path, headers, ...(body !== undefined && { body }) },
});
const reply = (body: string, status = 200, headers: { [name: string]: string } = JSON_BODY) => ({
  reply: { status, headers, body, truncated: status === 500 },
});
const { reply: _, ...unanswered } = exchange(4, 'clean-up');

const exchanges: Exchange[] = [
  exchange(0, 'token/issued', {
    ...request(
      'POST',
      '/api/Auth/Token',
      JSON_BODY,
      '{"userName":"$ROADTEST_USER_NAME","apiKey":"$ROADTEST_API_KEY"}',
    ),
    ...reply('{"success":true,"token":"$ROADTEST_TOKEN","expires":"2026-01-05T09:00:00Z"}'),
  }),
  exchange(1, 'calibration'),
  exchange(2, 'limits/stops-at-limit/sms', {
    ...request('POST', '/_control/devices/d1/send', JSON_BODY, '{"channel":"sms","count":1}'),
    ...reply('{"sent":1,"withheld":0}'),
  }),
  exchange(3, 'groups/created-can-be-read', {
    ...request(
      'PUT',
      "/api/groups/g%20'1?q=[a]{b}",
      { ...BEARER, ...JSON_BODY, 'x-odd': hostile.quotes },
      JSON.stringify({ name: hostile.quotes, note: hostile.emoji }),
    ),
    ...reply(hostileText, 500, { 'content-type': 'text/html', 'x-<b>': '<i>&' }),
  }),
  { ...unanswered, failure: 'timeout' },
];

/** An outcome; its rule is the beginning of its id, in the section of the document. */
function outcome(
  id: string,
  section: string,
  verdict: Outcome['verdict'],
  reason: string,
  more: Partial<Outcome> = {},
): Outcome {
  const rule = id.startsWith('operations/') ? 'operations/*' : id.split('/').slice(0, 2).join('/');
  return { id, rule, section, verdict, reason, exchanges: [], milliseconds: 12.4, ...more } as Outcome;
}

const LONG_TOKEN = 'The token lives for an hour, longer than the patience of the run.';

const outcomes: Outcome[] = [
  outcome('token/issued', '4.1', 'pass', 'A token came.', { exchanges: [0] }),
  outcome('token/is-jwt', '5', 'pass', 'Three parts.', { exchanges: [0] }),
  outcome('auth/header-required/listDevices', '5', 'pass', 'Without the header it answers otherwise.', {
    stakes: 3,
    byStatus: true,
    exchanges: [1],
  }),
  outcome('auth/expired-refused/listDevices', '5', 'inconclusive', LONG_TOKEN, {
    unlock: ['controls.advance', 'patience'],
  }),
  outcome('auth/expired-refused/readDevice', '5', 'inconclusive', LONG_TOKEN, {
    unlock: ['patience', 'controls.advance'],
  }),
  outcome('operations/readUser', '4', 'inconclusive', `No id of a user: ${hostile.markup}`, {
    unlock: ['known.user'],
  }),
  outcome(
    'users/countries-listed',
    '4.2',
    'inconclusive',
    'An unknown id is answered like an unknown path.',
    {
      leftOpen: true,
    },
  ),
  outcome(
    'auth/bearer-accepted/readGroup',
    '5',
    'suspect',
    `GET /api/groups/1: no answer came in time (10 s). ${hostileText}`,
    { retries: [`GET /api/groups/1: the connection was cut (${hostileText})`], exchanges: [4] },
  ),
  outcome('limits/stops-at-limit/sms', '8', 'fail', 'Expected nothing sent at the limit; observed 1 sent.', {
    expected: 'nothing sent once 3 of 3 have been sent',
    observed: '1 sent, 0 withheld',
    exchanges: [1, 2],
  }),
  outcome('groups/replaced', '4.2', 'fail', `Hostile: ${hostileText}`, {
    expected: 'the new content',
    observed: hostileText,
    exchanges: [3],
  }),
  outcome('limits/stops-at-limit/email', '8', 'fail', 'Known.', {
    accepted: true,
    expected: 'nothing sent',
    observed: '1 sent',
    exchanges: [2],
  }),
  outcome('devices/posted-alert-is-taken', '4.2', 'not-applicable', 'Posting alerts queries a range here.'),
  outcome('token/expires-iso-utc', '2', 'drift', 'The profile pins a lifetime of PT1H; it was PT2H.', {
    exchanges: [0],
  }),
  outcome(
    'users/created-is-listed',
    '4.2',
    'error',
    `TypeError: nothing is not a function ${hostile.cdata}`,
    {
      exchanges: [4],
    },
  ),
];

export const everyVerdict: Run = {
  format: 'roadtest-run',
  version: 1,
  tool: 'roadtest 0.1.0',
  target: BASE,
  profile: `acme ${hostile.markup}`,
  startedAt: '2026-01-05T08:00:00.000Z',
  finishedAt: '2026-01-05T08:00:01.840Z',
  nonce: 'k3f9x2ab',
  seed: 40_213,
  messages: 12,
  outcomes,
  observations: [
    { opening: 'token.lifetime', observed: 'PT2H', pinned: 'PT1H', drift: true, exchanges: [0] },
    { opening: 'errors.body', observed: hostileText, drift: false, exchanges: [3] },
    { opening: 'records.id', observed: 'text', pinned: 'text', drift: false, exchanges: [1] },
  ],
  exchanges,
  interrupted: false,
  leftBehind: [`group ${hostile.markup}`],
  staleBaseline: ['token/renewal'],
  warnings: [`The clock of the deployment is 40 s off. ${hostile.annotation}`],
  exitCode: 1,
};

export const allPass: Run = {
  ...everyVerdict,
  profile: null,
  outcomes: outcomes.filter(({ verdict }) => verdict === 'pass'),
  observations: everyVerdict.observations.slice(2),
  leftBehind: [],
  staleBaseline: [],
  warnings: [],
  exitCode: 0,
};

export const empty: Run = { ...allPass, outcomes: [], observations: [], exchanges: [], exitCode: 3 };

export const interrupted: Run = {
  ...everyVerdict,
  outcomes: outcomes.slice(0, 4),
  interrupted: true,
  staleBaseline: [],
};

/** A run over everything that the document has, with some 400 exchanges: all of it holds. */
export function wholeRun(): Run {
  const all = rules.flatMap((rule) => expand(rule).map((judged) => ({ ...judged, rule })));
  return {
    ...allPass,
    outcomes: all.map(({ rule, id }, at) => ({
      ...outcome(id, rule.sections[0] ?? '1', 'pass', 'It behaves as the rule says.'),
      rule: rule.id,
      exchanges: [2 * at, 2 * at + 1],
    })),
    exchanges: all.flatMap(({ id, operation: name }, at) => [
      exchange(2 * at, id, request('GET', name ? operation(name).path : '/api/devices', {})),
      exchange(2 * at + 1, id),
    ]),
  };
}
