/** Every documented reply of a run is held to the profile, not the first of its kind alone. */
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { type Fetch, runAgainst } from './support.ts';

type Change = (request: Request, reply: Response, nth: number) => Promise<Response> | Response;

/** A run over the default simulator, whose replies to these requests are changed on the way. */
async function runChanged(wanted: RegExp, change: Change, only: string[]) {
  const simulator = createSimulator();
  let nth = 0;
  const changed: Fetch = async (request) => {
    const reply = await simulator.fetch(request.clone());
    const isWanted = wanted.test(`${request.method} ${new URL(request.url).pathname}`);
    return isWanted ? change(request, reply, ++nth) : reply;
  };
  const run = await runAgainst(changed, { profile: simulator.profile, only });
  simulator.stop();
  const failed = run.outcomes.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const drifted = run.observations.filter(({ drift }) => drift).map(({ opening }) => opening);
  return { failed, drifted };
}

const withStatus = (reply: Response, status: number) =>
  new Response(reply.body, { status, headers: reply.headers });

const withJson = async (reply: Response, change: object) =>
  new Response(JSON.stringify({ ...(await reply.json()), ...change }), reply);

const nothing: Change = (_, reply) => reply;
const groups = ['groups/updated-keeps-rest', 'groups/deleted-is-gone', 'groups/created-can-be-read'];
const places = ['devices/posted-location-becomes-last', 'operations/postLocations'];

describe('A reply that is otherwise than the profile says', () => {
  it.each<[string, RegExp, Change, string[], string[]]>([
    ['in nothing', /^/, nothing, groups, []],
    [
      'in the status of a later change',
      /^PATCH \/api\/groups\/[^/]+$/,
      (_, reply, nth) => (nth > 1 && reply.status === 200 ? withStatus(reply, 202) : reply),
      groups,
      ['operations.status'],
    ],
    [
      'in the type of a field of a later read',
      /^GET \/api\/groups\/[^/]+$/,
      (_, reply, nth) => (nth > 2 && reply.status === 200 ? withJson(reply, { deviceIds: 'none' }) : reply),
      ['operations/readGroup', ...groups],
      ['records.group'],
    ],
    [
      'in what the answer to a create shows of it',
      /^POST \/api\/groups$/,
      (_, reply) => (reply.status === 201 ? withJson(reply, { name: 'another' }) : reply),
      groups,
      ['records.group'],
    ],
    [
      'in the status of what was deleted',
      /^GET \/api\/groups\/[^/]+$/,
      async (_, reply) => ((await reply.clone().text()).includes('DELETED') ? withStatus(reply, 410) : reply),
      groups,
      ['errors.status', 'errors.body'],
    ],
    [
      'in a fact of a location that is posted with all of them',
      /lastLocation$/,
      (_, reply) => (reply.status === 200 ? withJson(reply, { ignition: false }) : reply),
      places,
      ['records.location'],
    ],
    [
      'in that it refuses the creates that the profile says are good',
      /^POST \/api\/users$/,
      (_, reply) => (reply.status === 201 ? new Response('{}', { status: 422 }) : reply),
      ['operations/createUser', 'users/created-can-be-read'],
      ['records.required'],
    ],
    [
      'in that it forbids what the account may do',
      /^DELETE \/api\/groups\/[^/]+$/,
      (_, reply) => (reply.status === 204 ? new Response('{}', { status: 403 }) : reply),
      ['operations/deleteGroup', 'auth/header-required/deleteGroup'],
      ['auth.roles'],
    ],
  ])('%s is drift of that answer', async (_, wanted, change, only, drifts) => {
    const { drifted } = await runChanged(wanted, change, only);
    expect(drifted.toSorted()).toEqual(drifts.toSorted());
  });
});
