/** Every documented reply of a run is held to the profile, not the first of its kind alone. */
import { describe, expect, it } from 'vitest';
import { createSimulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';
import { type Fetch, runAgainst } from './support.ts';

const inTurn = turns(4);

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

/** The users of a service that refuses some changes of them. */
const refusing =
  (isRefused: (sent: { country?: string; timeZone?: string }) => boolean): Change =>
  async (request, reply) =>
    isRefused(await request.json()) ? new Response('{}', { status: 422 }) : reply;

const everyDevice = async (reply: Response) => {
  const [device] = await reply.json();
  return new Response(JSON.stringify([device, { ...device, id: 'dev-x' }]), reply);
};

const nothing: Change = (_, reply) => reply;
const groups = ['groups/updated-keeps-rest', 'groups/deleted-is-gone', 'groups/created-can-be-read'];
const users = [
  'operations/updateUser',
  'operations/listCountries',
  'operations/listTimeZones',
  'users/updated-keeps-rest',
];
const places = ['devices/posted-location-becomes-last', 'operations/postLocations'];

describe('A reply that is otherwise than the profile says', () => {
  it.runIf(inTurn()).each<[string, RegExp, Change, string[], string[]]>([
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
    [
      'in that a list is as long as ever when one record is asked for',
      /^GET \/api\/devices$/,
      (request, reply) =>
        reply.status === 200 && new URL(request.url).search !== '' ? everyDevice(reply) : reply,
      ['operations/listDevices'],
      ['operations.paging', 'operations.query'],
    ],
    [
      'in that a user keeps the time zone that it had',
      /^GET \/api\/users\/(?!countries|timeZones)[^/]+$/,
      (_, reply) => (reply.status === 200 ? withJson(reply, { timeZone: 'Europe/Berlin' }) : reply),
      users,
      ['records.user'],
    ],
    [
      'in that it refuses the country and the time zone that a user has',
      /^PATCH \/api\/users\/[^/]+$/,
      refusing(({ country, timeZone }) => country !== undefined && timeZone !== undefined),
      users,
      ['records.user'],
    ],
    [
      'in that it refuses every country, that of another user too',
      /^PATCH \/api\/users\/[^/]+$/,
      refusing(({ country = '' }) => country !== ''),
      users,
      ['records.user'],
    ],
  ])('%s is drift of that answer', async (_, wanted, change, only, drifts) => {
    const { drifted } = await runChanged(wanted, change, only);
    expect(drifted.toSorted()).toEqual(drifts.toSorted());
  });
});

describe('A reply that the profile leaves room for', () => {
  it.runIf(inTurn()).each<[string, RegExp, Change, string[]]>([
    [
      'shows a time zone by another of its names',
      /^GET \/api\/users\/(?!countries|timeZones)[^/]+$/,
      async (_, reply) => {
        if (reply.status !== 200) return reply;
        const { timeZone } = await reply.clone().json();
        return withJson(reply, { timeZone: `posix/${timeZone}` });
      },
      users,
    ],
    [
      'refuses a time zone with the status of a success',
      /^PATCH \/api\/users\/[^/]+$/,
      async (request, reply) =>
        'timeZone' in (await request.json()) ? Response.json({ success: false }) : reply,
      users,
    ],
    [
      'refuses a time zone that is none of the country',
      /^PATCH \/api\/users\/[^/]+$/,
      refusing(({ country, timeZone }) => country !== undefined && timeZone?.startsWith('Africa/') === true),
      users,
    ],
  ])('%s, and drifts from nothing', async (_, wanted, change, only) => {
    const { failed, drifted } = await runChanged(wanted, change, only);
    expect({ failed, drifted }).toEqual({ failed: [], drifted: [] });
  });

  it.runIf(inTurn())(
    'takes JSON by any name where only the token request asks for one, and drifts from nothing',
    async () => {
      const simulator = createSimulator();
      const anyName: Fetch = async (request) => {
        if (request.method !== 'PATCH') return simulator.fetch(request);
        const headers = new Headers(request.headers);
        headers.set('content-type', 'application/json');
        return simulator.fetch(new Request(request, { headers }));
      };
      const run = await runAgainst(anyName, { profile: simulator.profile, only: groups });
      simulator.stop();
      expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    },
  );

  it('refuses with the status of a success and in another type, where the profile leaves refusals open: no drift', async () => {
    const { openings, ...profile } = createSimulator().profile;
    const { 'errors.status': _, 'errors.body': __, ...open } = openings;
    const simulator = createSimulator();
    const refusing: Fetch = async (request) => {
      const reply = await simulator.fetch(request);
      const headers = { 'content-type': 'text/json' };
      return reply.status === 404
        ? new Response(JSON.stringify({ success: false }), { status: 200, headers })
        : reply;
    };
    const run = await runAgainst(refusing, { profile: { ...profile, openings: open }, only: groups });
    simulator.stop();
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    expect(run.outcomes.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });
});
