/**
 * Deployments that break off, put off, or misbehave below the rules: what that leaves suspect, what is waited for or asked again, and
 * that nothing fails and nothing goes on without end. Time is virtual.
 */
import { describe, expect, it } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../contracts/specification/openings/index.ts';
import type { Run, Verdict } from '../../contracts/verify/index.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import { drawn, SEED } from '../sample.ts';
import { type Around, type Asked, drifted, idsOf, on, others, reply, scene } from './scene.ts';

type Answer = (call: Call, handle: Handle) => ReturnType<Handle>;

const cut: Answer = () => ({ ...reply(0), dropped: true });
const cutLate: Answer = async (call, handle) => ({ ...(await handle(call)), dropped: true });
const status =
  (code: number, headers: Reply['headers'] = {}): Answer =>
  () => ({ ...reply(code, undefined, headers), body: code === 502 ? 'Bad Gateway' : '' });
const broken = status(502);
const limited = status(429, { 'retry-after': '1' });

const profileOf = (openings: GivenOpenings) => completeProfile({ roadtest: 1, name: 'other', openings });

/** Answers some calls otherwise; they are counted from 1. */
const where =
  (otherwise: (call: Call, count: number) => Answer | undefined): (() => Around) =>
  () => {
    let count = 0;
    return (handle) => (call) => (otherwise(call, ++count) ?? ((_, served) => served(call)))(call, handle);
  };

const some = ['auth/header-required/list', 'auth/header-required/read', 'groups/created'];
const few = ['auth/header-required/list', 'groups/created'];
const gone = (run: Run) => run.outcomes.some(({ reason }) => reason === 'The deployment no longer answers.');

/** Deployments that break off for good, from a request on: nothing fails, the rest is suspect, and it ends soon. */
const ends: {
  [how: string]: {
    otherwise?: (from: number) => () => Around;
    silent?: (from: number) => Asked['silent'];
    within: number;
  };
} = {
  'cuts each connection': {
    otherwise: (from) => where((_, count) => (count > from ? cut : undefined)),
    within: 120,
  },
  'answers 502': {
    otherwise: (from) => where((_, count) => (count > from ? broken : undefined)),
    within: 120,
  },
  'asks to wait, for ever': {
    otherwise: (from) => where((_, count) => (count > from ? limited : undefined)),
    within: 250,
  },
  'is silent': { silent: (from) => (_, count) => count > from, within: 120 },
};

describe('a deployment that from a request on', () => {
  it.each(Object.entries(ends))('%s', async (_, { otherwise, silent, within }) => {
    for (const from of drawn(1, [7, 20, 60, 150, 320])) {
      const { judge } = await scene();
      const { run } = await judge({ around: otherwise?.(from)(), silent: silent?.(from) });
      const what = `from request ${from}`;
      expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')], what).toEqual([]);
      expect([run.problem, run.fault, run.exitCode], what).toEqual([undefined, undefined, 3]);
      expect([idsOf(run, 'suspect').length > 0, gone(run)], what).toEqual([true, true]);
      expect(run.exchanges.length, what).toBeLessThan(from + within);
    }
  });

  it('is gone has broken all the same what it broke before', async () => {
    const { judge } = await scene();
    const around = where(({ target }, count) => {
      if (count > 250) return cut;
      return target === '/api/Auth/Token'
        ? () => reply(200, { success: true, token: 'none', expires: 'never' })
        : undefined;
    });
    const { run } = await judge({ around: around() });
    expect(idsOf(run, 'fail')).toContain('token/is-jwt');
    expect(run.exitCode).toBe(1);
  });

  it('breaks off at the first contact has judged nothing, and is suspect', async () => {
    const { judge } = await scene();
    const around = where(({ target }) =>
      target.includes('/Auth/Token') ? () => reply(404, { message: 'no token here' }) : cut,
    );
    const { run } = await judge({ around: around(), profile: null });
    expect([run.problem, run.exitCode]).toEqual([undefined, 3]);
    expect(new Set(run.outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['suspect']));
  });

  it('is gone is asked once more for the clean-up', async () => {
    const { judge, simulator } = await scene();
    const before = simulator.fleet.groups.size + simulator.fleet.users.size;
    let isJudging = true;
    const around = where((_, count) => (count > 120 && isJudging ? cut : undefined));
    const { run } = await judge({
      around: around(),
      only: [...some, 'users/updated'],
      onProgress: (progress) => {
        if (progress.kind === 'phase' && progress.phase === 'clean-up') isJudging = false;
      },
    });
    expect(idsOf(run, 'suspect').length).toBeGreaterThan(0);
    expect(simulator.fleet.groups.size + simulator.fleet.users.size).toBe(before);
  });
});

/** The connections are open for a while, so that many are cut at once. */
const cutAtOnce: Answer = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  return { ...reply(0), dropped: true };
};
const each = (nth: number, answer: Answer) =>
  where((_, count) => (count > 5 && count % nth === 0 ? answer : undefined));
const isMove = ({ target }: Call) => target.endsWith('/clock/advance');
const move = (answer: Answer) => {
  let moves = 0;
  return where((call) => (isMove(call) && moves++ % 2 === 0 ? answer : undefined));
};
const waiting = ['limits/next-day-restores/sms', 'limits/usage-restarts/sms'];

/** Disturbances that pass: each rule holds when it is judged again. */
const passing: {
  [what: string]: {
    around?: () => Around;
    silent?: Asked['silent'];
    only: string[];
    warns?: true;
    sees?: RegExp;
    drifts?: string[];
    profile?: null;
  };
} = {
  'one request in twenty is cut': { around: each(20, cut), only: few, warns: true },
  'one request in twenty is cut after it was carried out': {
    around: each(20, cutLate),
    only: few,
    warns: true,
  },
  'one request in thirty is answered 502': { around: each(30, broken), only: few, warns: true },
  'one request in fifty is never answered': {
    silent: (_, count) => count > 5 && count % 50 === 0,
    only: some,
  },
  'all that is under way at once is cut': {
    around: where((_, count) => (count > 40 && count <= 56 ? cutAtOnce : undefined)),
    only: some,
    warns: true,
  },
  'each second move of the clock is answered 503': { around: move(status(503)), only: waiting },
  'each second move of the clock is lost after it was carried out': { around: move(cutLate), only: waiting },
  'each second move of the clock is put off': {
    around: move(status(503, { 'retry-after': '2' })),
    only: waiting,
  },
  'one request in thirty is unavailable for a while': {
    around: each(30, status(503, { 'retry-after': '2' })),
    only: some,
    sees: /^none met in \d+ requests$/,
  },
  'one request in ten is too many, in seconds': { around: each(10, limited), only: few },
  'one request in ten is too many, as a date': {
    around: each(
      10,
      status(429, { 'retry-after': 'Mon, 05 Jan 2026 08:00:01 GMT', date: 'Mon, 05 Jan 2026 08:00:00 GMT' }),
    ),
    only: few,
  },
  'one request in ten is too many, without a word': {
    around: each(10, status(429)),
    profile: null,
    only: ['token/issued', 'auth/header-required/listUsers'],
  },
  'nonsense is answered 500': {
    around: where(({ target }) => (target.includes('undocumented') ? status(500) : undefined)),
    only: ['operations/'],
    drifts: ['errors.body', 'errors.status'],
  },
};

describe('a disturbance that passes:', () => {
  it.each(Object.entries(passing))('%s', async (_, { around, warns, sees, drifts = [], ...asked }) => {
    const { judge } = await scene();
    const { run } = await judge({ ...asked, around: around?.() });
    expect(others(run, 'pass')).toEqual([]);
    expect(drifted(run).filter((opening) => opening !== 'rate-limit')).toEqual(drifts);
    if (warns) expect(run.warnings.filter((text) => text.includes('sent once more'))).toHaveLength(1);
    const seen = run.observations.find(({ opening }) => opening === 'rate-limit')?.observed;
    if (sees) expect(seen).toMatch(sees);
  });

  it('of many requests that are put off at once the last is waited for, too', async () => {
    const { judge } = await scene();
    let served = 0;
    const around = where(({ target }) => {
      // The clock of the deployment moves on: a new window.
      if (target.startsWith('/_control')) served = 0;
      return ++served > 2 ? limited : undefined;
    });
    const { run } = await judge({ around: around(), only: ['auth/header-required/list'] });
    expect(others(run, 'pass')).toEqual([]);
  });
});

const zones = ({ target }: Call) => target === '/api/users/timeZones';
const rule = 'operations/listTimeZones';

/** One operation misbehaves: what rests on it is left open, and the others are judged. */
const misbehaving: {
  [what: string]: { answer?: Answer; verdict: Verdict; says: RegExp } & Pick<Asked, 'silent' | 'host'>;
} = {
  'cuts the connection': { answer: cut, verdict: 'suspect', says: /cut/ },
  'answers 502': { answer: broken, verdict: 'suspect', says: /status 502/ },
  'sends 9 MB': {
    answer: () => ({ ...reply(200, []), body: `[${'0,'.repeat(4_700_000)}0]` }),
    silent: () => false,
    verdict: 'inconclusive',
    says: /too large/,
  },
  'answers more than the run may hold in memory': {
    answer: () => ({ ...reply(200, []), body: `["${'x'.repeat(300_000)}"]` }),
    silent: () => false,
    host: { answerMemory: 200_000 },
    verdict: 'inconclusive',
    says: /memory|too (large|much)/,
  },
  hangs: { silent: (call) => call === 'GET /api/users/timeZones', verdict: 'suspect', says: /in time/ },
};

describe('an operation that', () => {
  it.each(Object.entries(misbehaving))('%s', async (_, { answer, verdict, says, ...asked }) => {
    const { judge } = await scene();
    const around = where((call) => (answer && zones(call) ? answer : undefined));
    const { run } = await judge({
      ...asked,
      around: around(),
      only: [rule, 'token/issued', 'auth/header-required/listUsers'],
    });
    expect(run.outcomes.find(({ id }) => id === rule)).toMatchObject({
      verdict,
      reason: expect.stringMatching(says),
    });
    expect(idsOf(run, 'pass')).toEqual(['token/issued', 'auth/header-required/listUsers']);
  });

  it('never issues a token that was asked for is suspect, and the run ends with 3', async () => {
    const { judge } = await scene();
    const { run } = await judge({ silent: (call) => call === 'POST /api/Auth/Token', only: ['token/'] });
    expect([run.problem, run.exitCode]).toEqual([undefined, 3]);
    expect(idsOf(run, 'suspect')).toContain('token/issued');
  });
});

describe('a server error', () => {
  const refusal: GivenOpenings = { 'auth.refusal': { status: 500, headers: {}, body: 'error' } };
  const only = ['auth/header-required/listDevices', 'auth/garbage-refused/listDevices'];

  it('that the profile pins for a refusal is an answer like any other; without a profile it is suspect', async () => {
    const { judge } = await scene({ profile: profileOf(refusal) });
    expect(others((await judge({ only })).run, 'pass')).toEqual([]);
    const { run } = await judge({ only, profile: null });
    expect(run.outcomes[0]).toMatchObject({
      verdict: 'suspect',
      reason: expect.stringMatching(/GET \/api\/devices: a server error came \(status 500\)/),
    });
    expect(run.exitCode).toBe(3);
  });
});

describe('a wait that is longer than the run is patient', () => {
  it.each([
    [429, {}, /limits requests/],
    [503, {}, /is unavailable \(503\)/],
    [503, { 'errors.status': { 'rate-limited': 503 } }, /limits requests/],
  ] as const)('with %i, where the profile says %j', async (code, openings, says) => {
    const { judge } = await scene({ profile: profileOf(openings) });
    // Too little is known of an altered token to say whether it was refused.
    const isOdd = ({ headers }: Call) =>
      !/^Bearer eyJ[^.]+\.eyJ/.test(String(headers.authorization ?? 'Bearer eyJ0.eyJ0'));
    const around = where((call) => (isOdd(call) ? status(code, { 'retry-after': '3600' }) : undefined));
    const { run } = await judge({ around: around(), only: ['auth/garbage-refused/listUsers'] });
    expect(run.outcomes[0]?.reason).toMatch(says);
  });
});

describe('a control that is cut', () => {
  const setApiEnabled = (url: string) => ({
    controls: { setApiEnabled: { by: 'http', method: 'PUT', url, body: { on: '{enabled}' } } as const },
  });
  it.each([
    ['is part of the deployment where that serves it', '/switch', 'suspect'],
    ['is not where it is served elsewhere', 'http://elsewhere.example/switch', 'inconclusive'],
  ])('%s', async (_, url, verdict) => {
    const { judge } = await scene({ told: setApiEnabled(url) });
    const { run } = await judge({ around: on(/ \/switch$/, cut), only: ['token/api-disabled'] });
    expect(run.outcomes).toMatchObject([{ verdict }]);
  });
});

it('a run that is disturbed by chance, one request in a hundred, finds nothing', async () => {
  const { judge } = await scene();
  let state = SEED;
  const around = where(() => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 100 === 0 ? (state % 2 ? cut : cutLate) : undefined;
  });
  const { run } = await judge({
    around: around(),
    only: [...some, 'limits/stops-at-limit', 'token/'],
  });
  expect(others(run, 'pass')).toEqual([]);
  expect(drifted(run)).toEqual([]);
});
