/** Requests without a good token are judged by what they did, whatever was answered. */
import { expect, test } from 'vitest';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { bearerFaults } from '../faults/bearers.ts';
import { turns } from '../sample.ts';
import { type Fetch, idsOf, outcomeOf, runAgainst } from './support.ts';

const inTurn = turns(4);

const [carriesOut, afterEnd] = ['for the header', 'at the end of the token'].map((what) =>
  bearerFaults.find(({ does }) => does === `carries out every write before it looks ${what}`),
);
const only = ['auth/header-required/'];

test.runIf(inTurn())(
  'a write that is carried out and answered with 401 fails, and what it made is removed',
  async () => {
    if (!carriesOut) throw new Error('There is no such deviation.');
    const simulator = deviantSimulator(defectOf(carriesOut));
    const names = () =>
      [...simulator.fleet.groups.list(), ...simulator.fleet.users.list()].map(({ name }) => name);
    const before = names();
    const run = await runAgainst(simulator.fetch, { profile: simulator.profile, only });
    const created = outcomeOf(run, 'auth/header-required/createGroup');
    expect(created).toMatchObject({ verdict: 'fail' });
    expect(created.observed).toContain('the list then holds the group that it sent (look');
    expect(created.observed).toContain('it got the answer 401');
    expect(idsOf(run, 'fail')).toHaveLength(9);
    expect(names()).toEqual(before);
    simulator.stop();
  },
);

/** Requests take so many turns of the event loop, by a seed. */
function delayed(fetch: Fetch, seed: number): Fetch {
  let state = seed;
  return async (request) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    for (let turn = state % 5; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
    return fetch(request);
  };
}

// Then a record is deleted before others of its family are changed.
test.runIf(inTurn()).each([4, 10])(
  'each write that is carried out fails its own rule, at the pace of seed %i',
  async (seed) => {
    if (!afterEnd) throw new Error('There is no such deviation.');
    const simulator = deviantSimulator(defectOf(afterEnd));
    const families = ['Group', 'User'].flatMap((family) =>
      ['create', 'replace', 'update', 'delete'].map((verb) => `auth/expired-refused/${verb}${family}`),
    );
    const run = await runAgainst(delayed(simulator.fetch, seed), {
      profile: simulator.profile,
      only: ['auth/expired-refused/'],
    });
    expect(idsOf(run, 'fail')).toEqual(expect.arrayContaining(families));
    simulator.stop();
  },
);

/** Each answer is numbered, and bears the moment. */
function numbered(fetch: Fetch): Fetch {
  let count = 0;
  return async (request) => {
    const reply = await fetch(request);
    const text = await reply.text();
    if (!request.url.includes('/api/') || request.url.includes('/Auth/')) return new Response(text, reply);
    const body = JSON.stringify({
      meta: { call: ++count, at: `moment ${count}` },
      data: JSON.parse(text || 'null'),
    });
    return new Response(body, { status: reply.status, headers: { 'content-type': 'application/json' } });
  };
}

/** Any bearer will do for the time zones. */
function openFor(path: string): (fetch: Fetch) => Fetch {
  let good: string | null = null;
  return (fetch) => (request) => {
    const given = request.headers.get('authorization');
    if (given !== null && request.url.endsWith(path)) {
      good ??= given;
      const headers = new Headers(request.headers);
      headers.set('authorization', good);
      return fetch(new Request(request, { headers }));
    }
    return fetch(request);
  };
}

test.runIf(inTurn())(
  'without a profile the same data for a made-up token fails, whatever else changes on each call',
  async () => {
    const wrap = (fetch: Fetch): Fetch => openFor('/timeZones')(numbered(fetch));
    const run = await runAgainst({}, { profile: null, wrap, only: ['auth/garbage-refused/'] });
    expect(idsOf(run, 'fail')).toEqual(['auth/garbage-refused/listTimeZones']);
  },
);

test.runIf(inTurn())(
  'without a profile the same refusal for a good and for a made-up token proves nothing',
  async () => {
    const wrap = (fetch: Fetch): Fetch => {
      const asked = numbered(fetch);
      return async (request) =>
        request.headers.has('authorization') && request.url.endsWith('/timeZones')
          ? Response.json({ code: 17, hints: ['a', 'b', 'c'].map((hint) => ({ hint })), success: false })
          : asked(request);
    };
    const run = await runAgainst({}, { profile: null, wrap, only: ['auth/garbage-refused/'] });
    expect(idsOf(run, 'fail')).toEqual([]);
    expect(outcomeOf(run, 'auth/garbage-refused/listTimeZones').verdict).toBe('inconclusive');
  },
);

test.runIf(inTurn())(
  'a list of which only the first page asks for a token fails, however short it is',
  async () => {
    let good: string | null = null;
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        const { pathname, searchParams } = new URL(request.url);
        if (pathname !== '/api/groups') return fetch(request);
        const reply = await fetch(request.clone());
        const { headers } = request;
        if (reply.ok) good = headers.get('authorization');
        if (reply.ok || good === null || Number(searchParams.get('offset')) === 0) return reply;
        return fetch(new Request(request.url, { headers: { authorization: good } }));
      };
    const run = await runAgainst({}, { wrap, only: ['auth/no-way-round/list'] });
    expect(idsOf(run, 'fail')).toEqual(['auth/no-way-round/listGroups']);
  },
);
