/** Faults that the histories of groups and users show beside the answers to their requests. */
import { expect, test } from 'vitest';
import { turns } from '../sample.ts';
import { evidence, type Fetch, outcomeOf, runAgainst } from './support.ts';

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

test.runIf(inTurn())('a country that is written in another way is held against none', async () => {
  const wrap = where('users', async ({ fetch, request, id }) => {
    const answer = await fetch(request);
    if (request.method !== 'GET' || id === undefined) return answer;
    const told = await answer.json();
    return Response.json({ ...told, country: `country of ${told.country}` }, { status: answer.status });
  });
  const run = await runAgainst({}, { wrap, only: ['users/created-can-be-read', 'users/replaced'] });
  expect(evidence(run, 'pass')).toEqual([]);
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

test.runIf(inTurn())('a deleted record that is there again after another is created fails', async () => {
  const back = new Set<string>();
  const wrap = softly(async ({ request, id }, gone) => {
    if (request.method === 'GET' && id !== undefined && back.has(id)) return Response.json(gone.get(id));
    if (request.method === 'POST' && request.headers.has('authorization'))
      for (const one of gone.keys()) back.add(one);
    return undefined;
  });
  const run = await runAgainst({}, { wrap, only: ['groups/deleted-is-gone'] });
  expect(outcomeOf(run, 'groups/deleted-is-gone').verdict).toBe('fail');
});

test.runIf(inTurn())('a second DELETE of a record that deletes the next one fails', async () => {
  const wrap = softly(async ({ fetch, request, id }, gone) => {
    if (request.method !== 'DELETE' || id === undefined || !gone.has(id)) return undefined;
    const next = id.replace(/\d+/, (number) => String(Number(number) + 1));
    await fetch(new Request(request.url.replace(id, next), { method: 'DELETE', headers: request.headers }));
    return undefined;
  });
  const run = await runAgainst({}, { wrap, only: ['groups/deleted-spares-others'] });
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
