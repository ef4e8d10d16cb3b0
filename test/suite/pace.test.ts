/** When requests go out, and whose clock a run goes by. All of it in virtual time. */
import { expect, it } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { Reply } from '../../simulator/http/call.ts';
import { tokensWithoutIat } from '../without-iat.ts';
import {
  type Around,
  type Asked,
  both,
  changing,
  idsOf,
  on,
  reply,
  type SceneOptions,
  scene,
} from './scene.ts';

const SECOND = 1_000;
const few = ['auth/header-required', 'groups/created-can-be-read'];
const fewer = ['auth/header-required/list', 'groups/created-can-be-read'];

/** The moments at which the requests of a run arrive, in ms, and what each is answered; tokens need not queue. */
async function played(given: SceneOptions, asked: Asked) {
  const { judge, now } = await scene({ devices: 3, ...given });
  const sent: { at: number; status: number }[] = [];
  let flying = 0;
  let most = 0;
  const counting: Around = (handle) => async (call) => {
    most = Math.max(most, ++flying);
    const arrived = now();
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const answer = await handle(call);
      if (!/Auth\/Token|clock\/advance/.test(call.target)) sent.push({ at: arrived, status: answer.status });
      return answer;
    } finally {
      flying--;
    }
  };
  const { run } = await judge({ only: few, ...asked, around: both(asked.around, counting) });
  return { run, sent, most };
}

it.each([1, 3])('%d requests at a time, and no more', async (concurrency) => {
  const { run, most } = await played({}, { concurrency, only: fewer });
  expect([most, idsOf(run, 'pass').length]).toEqual([concurrency, run.outcomes.length]);
});

it.each([4, 20])('%d requests a second, and none are saved up', async (requestsPerSecond) => {
  const { run, sent } = await played({}, { requestsPerSecond });
  expect(idsOf(run, 'pass')).toHaveLength(run.outcomes.length);
  const times = sent.map(({ at: moment }) => moment);
  // A call that others wait for, such as a move of the clock, does not queue.
  const spans = times.slice(requestsPerSecond + 1).map((moment, place) => moment - (times[place] ?? 0));
  expect(spans.length).toBeGreaterThan(50);
  expect(Math.min(...spans)).toBeGreaterThan(SECOND - 1);
});

/** Every tenth call is put off, with these headers; all are to wait so long, in seconds. */
const putOff: { [how: string]: [Reply['headers'], number] } = {
  'in seconds': [{ 'retry-after': '7' }, 7],
  'as a date': [{ 'retry-after': 'Mon, 05 Jan 2026 08:00:05 GMT', date: 'Mon, 05 Jan 2026 08:00:00 GMT' }, 5],
};

it.each(Object.entries(putOff))(
  'no request goes out before Retry-After is over: %s',
  async (_, [headers, seconds]) => {
    let calls = 0;
    const around = on(/^\w+ \/api\//, (call, handle) =>
      ++calls % 10 === 9 ? reply(429, { title: 'Slower' }, headers) : handle(call),
    );
    const told = { controls: {} };
    const { run, sent } = await played({ told, around }, { concurrency: 1, only: fewer });
    expect(sent.filter(({ status }) => status === 429).length).toBeGreaterThan(1);
    for (const [place, { at: asked, status }] of sent.entries()) {
      if (status !== 429) continue;
      const early = sent.slice(place + 1).filter(({ at: moment }) => moment < asked + seconds * SECOND - 1);
      expect(early, `after request ${place + 1}`).toEqual([]);
    }
    expect(idsOf(run, 'pass')).toHaveLength(run.outcomes.length);
  },
);

it('as many in each window of a deployment as its profile says, so that none is refused', async () => {
  const openings = { 'rate-limit': { requests: 30, per: 'PT1M', retryAfter: true } };
  const profile = completeProfile({ roadtest: 1, name: 'limited', openings });
  const { run, sent } = await played({ profile }, {});
  expect(idsOf(run, 'pass')).toHaveLength(run.outcomes.length);
  expect(sent.filter(({ status }) => status === 429)).toEqual([]);
});

it.each([86_400, 3e9])(
  'a wait of %d s is more patience than the run has: it is told, and not made',
  async (seconds) => {
    const around = on(/^GET \/api\/users$/, () => reply(429, {}, { 'retry-after': String(seconds) }));
    const only = ['operations/listUsers'];
    const { run, sent } = await played({ told: { controls: {} }, around }, { only, patienceMs: 60_000 });
    expect(run.outcomes).toMatchObject([{ verdict: 'inconclusive', unlock: ['patience'] }]);
    expect(Math.max(...sent.map(({ at: moment }) => moment))).toBeLessThan(60_000);
  },
);

it('the clock is not brought forward while another request is on its way', async () => {
  const only = [
    'limits/next-day-restores',
    'auth/expired-refused/list',
    'expiry/reached-expires',
    'groups/created',
  ];
  const { judge } = await scene({ devices: 3 });
  const flying = new Set<string>();
  const met: string[] = [];
  let moves = 0;
  const watching: Around = (handle) => async (call) => {
    const { target } = call;
    const isMove = target.endsWith('/clock/advance');
    if (isMove) moves++;
    if (isMove) met.push(...flying);
    else if ([...flying].some((one) => one.endsWith('/clock/advance'))) met.push(target);
    flying.add(target);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    return Promise.resolve(handle(call)).finally(() => flying.delete(target));
  };
  const { run } = await judge({ only, around: watching });
  expect(idsOf(run, 'pass')).toHaveLength(run.outcomes.length);
  expect(moves).toBeGreaterThan(3);
  expect(met).toEqual([]);
});

interface Clocks {
  /** The time in the `Date` header of the API, by the deployment's. */
  date: (own: number) => string | undefined;
  noIat?: true;
  noAdvance?: true;
  /** The fate of a rule that waits for a token to end. */
  verdict: 'pass' | 'inconclusive';
  said?: RegExp;
}

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 5, 8);
const at = (time: number) => new Date(time).toUTCString();
const byTokens = /show two clocks: the time is taken from the iat/;

/** Deployments whose answers show their clock so. */
const clocks: { [what: string]: Clocks } = {
  'Date and iat': { date: at, verdict: 'pass' },
  'Date alone': { date: at, noIat: true, verdict: 'pass' },
  'iat alone': { date: () => undefined, verdict: 'pass' },
  'iat beside a Date of a proxy': { date: () => at(START), verdict: 'pass', said: byTokens },
  'iat beside a Date of a proxy that is an hour ahead': {
    date: () => at(START + HOUR),
    verdict: 'pass',
    said: byTokens,
  },
  'a Date that is an hour behind and moves along': {
    date: (own) => at(own - HOUR),
    verdict: 'pass',
    said: byTokens,
  },
  'nothing at all': { date: () => undefined, noIat: true, verdict: 'inconclusive' },
  'a Date of a proxy alone': { date: () => at(START), noIat: true, verdict: 'inconclusive' },
};

it.each(Object.entries(clocks))(
  'a deployment whose clock is shown by %s',
  async (_, { date, noIat, verdict, said }) => {
    const { judge, simulator } = await scene({ devices: 3 });
    const tokens = tokensWithoutIat();
    const dating = changing(/./, (answer) => {
      const { date: __, ...headers } = answer.headers;
      const shown = date(simulator.clock.now());
      return { ...answer, headers: { ...headers, ...(shown !== undefined && { date: shown }) } };
    });
    const without: Around = (handle) => async (call) => {
      const { authorization } = call.headers;
      const headers = {
        ...call.headers,
        ...(authorization && { authorization: tokens.inward(String(authorization)) }),
      };
      const answer = await handle({ ...call, headers });
      return call.target === '/api/Auth/Token' ? { ...answer, body: tokens.outward(answer.body) } : answer;
    };
    const only = ['auth/valid-until-expiry/listGroups', 'auth/expired-refused/listGroups'];
    const { run } = await judge({ only, around: both(dating, noIat && without) });
    expect(run.outcomes.map((outcome) => `${outcome.id} ${outcome.verdict}: ${outcome.reason}`)).toEqual(
      only.map((id) => expect.stringContaining(`${id} ${verdict}`)),
    );
    const doubts = run.warnings.filter((one) => one.includes('Date'));
    if (said) expect(doubts).toContainEqual(expect.stringMatching(said));
    else if (verdict === 'pass') expect(doubts).toEqual([]);
  },
);
