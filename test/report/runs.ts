/** Records of runs made by hand: one with every verdict and every hostile text, an empty one, one cut short. */

import { openings, operation, rules } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import type { Exchange, Outcome, Run } from '../../contracts/verify/run.ts';

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

export function exchange(index: number, change: Partial<Exchange> = {}): Exchange {
  return {
    index,
    purpose: 'set-up',
    at: index * 10,
    milliseconds: 4,
    request: {
      method: 'GET',
      url: `${BASE}/api/devices`,
      headers: { authorization: 'Bearer $ROADTEST_TOKEN', accept: 'application/json' },
    },
    reply: {
      status: 200,
      headers: { 'content-type': 'application/json', date: 'Mon, 05 Jan 2026 08:00:00 GMT' },
      body: '[{"id":"d1"}]',
      truncated: false,
    },
    ...change,
  };
}

const exchanges: Exchange[] = [
  exchange(0, {
    purpose: 'token/issued',
    request: {
      method: 'POST',
      url: `${BASE}/api/Auth/Token`,
      headers: { 'content-type': 'application/json' },
      body: '{"userName":"$ROADTEST_USER_NAME","apiKey":"$ROADTEST_API_KEY"}',
    },
    reply: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"success":true,"token":"$ROADTEST_TOKEN","expires":"2026-01-05T09:00:00Z"}',
      truncated: false,
    },
  }),
  exchange(1, { purpose: 'calibration' }),
  exchange(2, {
    purpose: 'limits/stops-at-limit/sms',
    request: {
      method: 'POST',
      url: `${BASE}/_control/devices/d1/send`,
      headers: { 'content-type': 'application/json' },
      body: '{"channel":"sms","count":1}',
    },
    reply: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"sent":1,"withheld":0}',
      truncated: false,
    },
  }),
  exchange(3, {
    purpose: 'groups/created-can-be-read',
    request: {
      method: 'PUT',
      url: `${BASE}/api/groups/g%20'1?q=[a]{b}`,
      headers: {
        authorization: 'Bearer $ROADTEST_TOKEN',
        'content-type': 'application/json',
        'x-odd': hostile.quotes,
      },
      body: JSON.stringify({ name: hostile.quotes, note: hostile.emoji }),
    },
    reply: {
      status: 500,
      headers: { 'content-type': 'text/html', 'x-<b>': '<i>&' },
      body: hostileText,
      truncated: true,
    },
  }),
  (({ reply: _, ...rest }) => ({ ...rest, failure: 'timeout' }))(exchange(4, { purpose: 'clean-up' })),
];

type Given = Pick<Outcome, 'id' | 'rule' | 'section' | 'verdict' | 'reason'> & Partial<Outcome>;

function outcome(given: Given): Outcome {
  return { exchanges: [], milliseconds: 12.4, ...given };
}

const outcomes: Outcome[] = [
  outcome({
    id: 'token/issued',
    rule: 'token/issued',
    section: '4.1',
    verdict: 'pass',
    reason: 'A token came.',
    exchanges: [0],
  }),
  outcome({
    id: 'token/is-jwt',
    rule: 'token/is-jwt',
    section: '5',
    verdict: 'pass',
    reason: 'Three parts.',
    exchanges: [0],
  }),
  outcome({
    id: 'auth/header-required/listDevices',
    rule: 'auth/header-required',
    section: '5',
    verdict: 'pass',
    reason: 'Without the header it answers otherwise.',
    stakes: 3,
    byStatus: true,
    exchanges: [1],
  }),
  outcome({
    id: 'auth/expired-refused/listDevices',
    rule: 'auth/expired-refused',
    section: '5',
    verdict: 'inconclusive',
    reason: 'The token lives for an hour, longer than the patience of the run.',
    unlock: ['controls.advance', 'patience'],
  }),
  outcome({
    id: 'auth/expired-refused/readDevice',
    rule: 'auth/expired-refused',
    section: '5',
    verdict: 'inconclusive',
    reason: 'The token lives for an hour, longer than the patience of the run.',
    unlock: ['patience', 'controls.advance'],
  }),
  outcome({
    id: 'operations/readUser',
    rule: 'operations/*',
    section: '4',
    verdict: 'inconclusive',
    reason: `No id of a user: ${hostile.markup}`,
    unlock: ['known.user'],
  }),
  outcome({
    id: 'users/countries-listed',
    rule: 'users/countries-listed',
    section: '4.2',
    verdict: 'inconclusive',
    reason: 'An unknown id is answered like an unknown path.',
    leftOpen: true,
  }),
  outcome({
    id: 'auth/bearer-accepted/readGroup',
    rule: 'auth/bearer-accepted',
    section: '5',
    verdict: 'suspect',
    reason: `GET /api/groups/1: no answer came in time (10 s). ${hostileText}`,
    retries: [`GET /api/groups/1: the connection was cut (${hostileText})`],
    exchanges: [4],
  }),
  outcome({
    id: 'limits/stops-at-limit/sms',
    rule: 'limits/stops-at-limit',
    section: '8',
    verdict: 'fail',
    reason: 'Expected nothing sent at the limit; observed 1 sent.',
    expected: 'nothing sent once 3 of 3 have been sent',
    observed: '1 sent, 0 withheld',
    exchanges: [1, 2],
  }),
  outcome({
    id: 'groups/replaced',
    rule: 'groups/replaced',
    section: '4.2',
    verdict: 'fail',
    reason: `Hostile: ${hostileText}`,
    expected: 'the new content',
    observed: hostileText,
    exchanges: [3],
  }),
  outcome({
    id: 'limits/stops-at-limit/email',
    rule: 'limits/stops-at-limit',
    section: '8',
    verdict: 'fail',
    accepted: true,
    reason: 'Known.',
    expected: 'nothing sent',
    observed: '1 sent',
    exchanges: [2],
  }),
  outcome({
    id: 'devices/posted-alert-is-taken',
    rule: 'devices/posted-alert-is-taken',
    section: '4.2',
    verdict: 'not-applicable',
    reason: 'Posting alerts queries a range here.',
  }),
  outcome({
    id: 'token/expires-iso-utc',
    rule: 'token/expires-iso-utc',
    section: '2',
    verdict: 'drift',
    reason: 'The profile pins a lifetime of PT1H; it was PT2H.',
    exchanges: [0],
  }),
  outcome({
    id: 'users/created-is-listed',
    rule: 'users/created-is-listed',
    section: '4.2',
    verdict: 'error',
    reason: `TypeError: nothing is not a function ${hostile.cdata}`,
    exchanges: [4],
  }),
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

/** A run over everything that the document has, with some 400 exchanges: most of it holds. */
export function wholeRun(): Run {
  const whole: Outcome[] = [];
  const requests: Exchange[] = [];
  for (const rule of rules) {
    for (const judged of expand(rule)) {
      const index = requests.length;
      const url = `${BASE}${judged.operation ? operation(judged.operation).path : '/api/devices'}`;
      requests.push(exchange(index, { purpose: judged.id, request: { method: 'GET', url, headers: {} } }));
      requests.push(exchange(index + 1, { purpose: judged.id }));
      whole.push(
        outcome({
          id: judged.id,
          rule: rule.id,
          section: rule.sections[0] ?? '1',
          verdict: 'pass',
          reason: 'It behaves as the rule says, and its twin as it must.',
          exchanges: [index, index + 1],
        }),
      );
    }
  }
  return { ...allPass, outcomes: whole, exchanges: requests };
}

/** The same with what a real deployment tends to have: some failures, much that was not reached. */
export function mixedRun(): Run {
  const run = wholeRun();
  const special = new Map(outcomes.map((it) => [it.id, it]));
  const locked: { [start: string]: Partial<Outcome> } = {
    'auth/expired-refused': {
      reason: 'The token lives for an hour, longer than the patience of this run.',
      unlock: ['patience', 'controls.advance'],
    },
    'auth/valid-until-expiry': {
      reason: 'The token lives for an hour, longer than the patience of this run.',
      unlock: ['patience', 'controls.advance'],
    },
    'expiry/': {
      reason: 'Nobody could set the limits of a device.',
      unlock: ['controls.setLimits', 'controls.advance'],
    },
    'licences/': { reason: 'Nobody could read the licence counts.', unlock: ['controls.readLicences'] },
    'limits/usage': {
      reason: 'Nobody could read the counters of a device.',
      unlock: ['controls.readLimits'],
    },
  };
  const changed = run.outcomes.map((it): Outcome => {
    const own = special.get(it.id);
    if (own)
      return {
        ...own,
        section: it.section,
        exchanges: own.verdict === 'pass' ? it.exchanges : own.exchanges,
      };
    const start = Object.keys(locked).find((name) => it.id.startsWith(name));
    return start
      ? { ...it, verdict: 'inconclusive', ...locked[start], exchanges: it.exchanges.slice(1) }
      : it;
  });
  const seen: Run['observations'] = openings.map(({ id, default: value }, index) => ({
    opening: id,
    observed: value,
    ...(index % 3 === 0 ? {} : { pinned: value }),
    drift: false,
    exchanges: [index + 10],
  }));
  const requests = [...exchanges, ...run.exchanges.slice(exchanges.length)];
  const observations = [...everyVerdict.observations, ...seen.slice(3)];
  return { ...everyVerdict, profile: 'acme-fleet', outcomes: changed, observations, exchanges: requests };
}
