/** Faults that the histories of groups and users show beside the answers to their requests. */
import { expect, test } from 'vitest';
import { isAtOnce } from '../../contracts/suite/cases/records/at-once.ts';
import { Chance } from '../../contracts/suite/session/chance.ts';
import { createSimulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';
import { evidence, type Fetch, idsOf, outcomeOf, runAgainst } from './support.ts';

const inTurn = turns(6);

interface Part {
  fetch: Fetch;
  request: Request;
  body: { [field: string]: unknown };
  /** The id in the path below `/api/groups` or `/api/users`. */
  id?: string;
}

/** Requests to groups or users are carried out otherwise; `undefined`: as they are. */
function where(family: 'groups' | 'users', act: (part: Part) => Promise<Response | undefined> | undefined) {
  return (fetch: Fetch): Fetch =>
    async (request) => {
      const id = new RegExp(`/api/${family}/([\\w-]+)$`).exec(request.url)?.[1];
      if (!request.url.includes(`/api/${family}`) || request.url.includes('countries')) return fetch(request);
      const text = await request.clone().text();
      const body = text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : {};
      return (await act({ fetch, request, body, ...(id !== undefined && { id }) })) ?? fetch(request);
    };
}

const renewed = (request: Request, body: unknown, method = request.method) =>
  new Request(request.url, { method, headers: request.headers, body: JSON.stringify(body) });

test.runIf(inTurn())('a record that is stored although its creation was refused is suspect', async () => {
  let creates = 0;
  const wrap = where('groups', async ({ fetch, request, id }) => {
    if (request.method !== 'POST' || id !== undefined || ++creates % 4 !== 1) return undefined;
    const { status } = await fetch(request);
    return status === 201 ? Response.json({ title: 'Conflict', status: 409 }, { status: 409 }) : undefined;
  });
  const run = await runAgainst({}, { wrap, only: ['groups/created-can-be-read', 'groups/listed-once'] });
  expect(idsOf(run, 'suspect')).toContain('groups/listed-once');
  expect(run.leftBehind.filter((left) => left.startsWith('group'))).toEqual([]);
});

/** One by which many writes of a group are sent at once. */
const seed = [...Array(100).keys()].find((one) =>
  isAtOnce({ thorough: false, chance: new Chance(one) }, 'replace', 'group'),
);

test.runIf(inTurn())(
  'a PATCH that puts back what was read before, and so loses what others wrote at the same time, is suspect: no rule is about it',
  async () => {
    const wrap = where('groups', async ({ fetch, request, body, id }) => {
      if (request.method !== 'PATCH' || id === undefined || !('name' in body)) return undefined;
      const before = await fetch(new Request(request.url, { headers: request.headers }));
      if (before.status !== 200) return undefined;
      const { name, description, deviceIds } = await before.json();
      await new Promise((done) => setTimeout(done, 5));
      request.headers.set('content-type', 'application/json');
      return fetch(renewed(request, { name, description, deviceIds, ...body }, 'PUT'));
    });
    const run = await runAgainst(
      {},
      { wrap, only: ['groups/updated-keeps-rest'], ...(seed !== undefined && { seed }) },
    );
    expect(idsOf(run, 'suspect')).toEqual(['groups/updated-keeps-rest']);
  },
);

test.runIf(inTurn())(
  'a record of others that goes with one of the run is suspect: others may have deleted it',
  async () => {
    const simulator = createSimulator();
    const wrap = where('groups', async ({ request, id }) => {
      const first = [...simulator.fleet.groups.list()][0];
      if (request.method === 'DELETE' && id !== undefined && first) simulator.fleet.groups.delete(first.id);
      return undefined;
    });
    const run = await runAgainst(wrap(simulator.fetch), {
      profile: simulator.profile,
      only: ['groups/deleted-spares-others'],
      thorough: true,
    });
    simulator.stop();
    expect(outcomeOf(run, 'groups/deleted-spares-others').verdict).toBe('suspect');
  },
);

test.runIf(inTurn())('a new record that holds what was sent for another one fails', async () => {
  let last: unknown;
  const wrap = where('groups', async ({ fetch, request, body, id }) => {
    if (request.method !== 'POST' || id !== undefined) return undefined;
    if ('description' in body) last = body.description;
    return fetch(renewed(request, { description: last, ...body }));
  });
  const run = await runAgainst({}, { wrap, only: ['groups/created-can-be-read'] });
  expect(outcomeOf(run, 'groups/created-can-be-read').verdict).toBe('fail');
});

test.runIf(inTurn()).each([
  [
    'the same for all that are created is suspect, where others have another',
    'KE',
    ['users/created-can-be-read'],
  ],
  ['written in another way is not', undefined, []],
])('a country that is %s', async (_, country, suspects) => {
  const wrap = where('users', async ({ fetch, request, body, id }) => {
    if (country !== undefined && (request.method === 'POST' || request.method === 'PUT') && 'name' in body)
      return fetch(renewed(request, { ...body, country }));
    const answer = await fetch(request);
    if (country !== undefined || request.method !== 'GET' || id === undefined) return answer;
    const told = await answer.json();
    return Response.json({ ...told, country: `country of ${told.country}` }, { status: answer.status });
  });
  const run = await runAgainst({}, { wrap, only: ['users/created-can-be-read', 'users/replaced'] });
  expect(idsOf(run, 'suspect')).toEqual(suspects);
  expect(idsOf(run, 'fail')).toEqual([]);
});

test.runIf(inTurn())('a record of the run that goes by itself is suspect', async () => {
  const simulator = createSimulator();
  let spared: number | undefined;
  const wrap = where('groups', async ({ request, id }) => {
    const isRefused = request.method === 'DELETE' && !request.headers.has('authorization');
    if (isRefused && id !== undefined) spared ??= simulator.lens.readPathId('group', id);
    // The refused request is carried out with the next list.
    if (
      request.method === 'GET' &&
      id === undefined &&
      spared !== undefined &&
      simulator.fleet.groups.get(spared)
    )
      simulator.fleet.groups.delete(spared);
    return undefined;
  });
  const run = await runAgainst(wrap(simulator.fetch), {
    profile: simulator.profile,
    only: ['groups/listed-once', 'auth/header-required/deleteGroup'],
  });
  simulator.stop();
  expect(outcomeOf(run, 'groups/listed-once').verdict).toBe('suspect');
});

/** Deleted groups are kept as they were. */
function softly(
  again: (part: Part, gone: Map<string, unknown>) => Promise<Response | undefined> | undefined,
) {
  const gone = new Map<string, unknown>();
  return where('groups', async (part) => {
    const { fetch, request, id } = part;
    if (request.method !== 'DELETE' || id === undefined || gone.has(id)) return again(part, gone);
    const before = await fetch(new Request(request.url, { headers: request.headers }));
    const answer = await fetch(request);
    if (answer.status === 204) gone.set(id, await before.json());
    return answer;
  });
}

test.runIf(inTurn()).each([
  ['another is created', 'POST'],
  ['a PATCH of it', 'PATCH'],
  ['a PUT of it', 'PUT'],
])('a deleted record that is there again after %s is suspect', async (_, method) => {
  const back = new Set<string>();
  const wrap = softly(async ({ request, id }, gone) => {
    if (request.method !== method || !request.headers.has('authorization'))
      return request.method === 'GET' && id !== undefined && back.has(id)
        ? Response.json(gone.get(id))
        : undefined;
    for (const one of gone.keys()) if (id === undefined || id === one) back.add(one);
    return undefined;
  });
  const run = await runAgainst({}, { wrap, thorough: true, only: ['groups/deleted-is-gone'] });
  expect(idsOf(run, 'suspect')).toEqual(['groups/deleted-is-gone']);
});

test.runIf(inTurn())('a second DELETE of a record that deletes the next one fails', async () => {
  const wrap = softly(async ({ fetch, request, id }, gone) => {
    if (request.method !== 'DELETE' || id === undefined || !gone.has(id)) return undefined;
    const next = id.replace(/\d+/, (number) => String(Number(number) + 1));
    await fetch(new Request(request.url.replace(id, next), { method: 'DELETE', headers: request.headers }));
    return undefined;
  });
  const run = await runAgainst({}, { wrap, thorough: true, only: ['groups/deleted-spares-others'] });
  expect(outcomeOf(run, 'groups/deleted-spares-others').verdict).toBe('fail');
});

test.runIf(inTurn())(
  'a name that a deployment keeps for good, and an empty text that it refuses, are held against none',
  async () => {
    const used = new Set<unknown>();
    const wrap = where('groups', async ({ fetch, request, body }) => {
      const { name, description } = body;
      const isRefused =
        (request.method === 'POST' && used.has(name)) || (request.method === 'PATCH' && description === '');
      if (isRefused) return Response.json({ title: 'Unprocessable', status: 422 }, { status: 422 });
      const answer = await fetch(request);
      if (answer.ok) used.add(name);
      return answer;
    });
    const run = await runAgainst({}, { wrap, only: ['groups/'] });
    expect(evidence(run, 'pass')).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
  },
);
