/** Openings about records: their ids, fields of replies, fields of a request. */
import { expect, test } from 'vitest';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { GivenOpenings, OpeningId } from '../../contracts/specification/openings/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { clientOf } from '../client.ts';
import { oneIn, turns, WHOLE } from '../sample.ts';
import { evidence, idsOf, runAgainst } from './support.ts';

const inTurn = turns(4);

interface Open {
  opening: OpeningId;
  /** How a deployment answers it. */
  answers: GivenOpenings;
  /** Absent where no run shows it. */
  observed?: string;
  /** Another answer, which a run tells from it. */
  wrong?: GivenOpenings;
}

const open: readonly Open[] = [
  {
    opening: 'records.id-reuse',
    answers: { 'records.id-reuse': 'reused' },
    observed: 'reused',
    wrong: { 'records.id-reuse': 'never' },
  },
  {
    opening: 'records.volatile',
    answers: {
      'records.volatile': ['/requestId', '/usage/calls'],
      'operations.status': { deleteGroup: 200, deleteUser: 200, postLocations: 200 },
      'operations.envelope': {
        answers: { createGroup: 'nothing', postLocations: 'nothing' },
        locationHeader: false,
        nothing: { constants: { '/done': true } },
      },
    },
    observed: '/requestId, /usage/calls differs in each answer',
    wrong: { 'records.volatile': ['/id', '/done'] },
  },
  {
    opening: 'records.required',
    answers: {
      'records.required': {
        group: ['name', 'description', 'deviceIds'],
        user: ['name', 'phone', 'country', 'notify'],
      },
    },
  },
  {
    opening: 'records.text',
    answers: {
      'records.text': {
        markup: 'escaped',
        otherPlanes: 'lost',
        controls: 'refused',
        spaces: 'trimmed',
        longest: 80,
        decimals: 5,
      },
    },
    observed:
      'markup escaped, otherPlanes lost, controls refused, spaces trimmed, length cut at 80, decimals 5',
    wrong: { 'records.text': { markup: 'escaped', otherPlanes: 'lost', controls: 'refused', decimals: 5 } },
  },
  {
    opening: 'records.text',
    answers: {
      'records.text': { markup: 'refused', otherPlanes: 'refused', longest: 200, overlong: 'refused' },
    },
    observed:
      'markup refused, otherPlanes refused, controls kept, spaces kept, length refused, decimals kept',
    wrong: {
      'records.text': { markup: 'removed', otherPlanes: 'refused', longest: 200, overlong: 'refused' },
    },
  },
  {
    opening: 'records.unknown-fields',
    answers: { 'records.unknown-fields': 'kept' },
    observed: 'kept',
    wrong: { 'records.unknown-fields': 'dropped' },
  },
  {
    opening: 'records.unknown-fields',
    answers: {
      'records.unknown-fields': 'refused',
      'patch.format': { form: 'json-patch', contentType: 'application/json-patch+json' },
    },
    observed: 'refused',
    wrong: { 'records.unknown-fields': 'kept' },
  },
  {
    opening: 'put.left-out',
    answers: { 'put.left-out': 'kept', 'records.unknown-fields': 'kept' },
    observed: 'kept',
    wrong: { 'put.left-out': 'refused' },
  },
  {
    opening: 'put.left-out',
    answers: { 'put.left-out': 'refused' },
    observed: 'refused',
    wrong: { 'put.left-out': 'cleared' },
  },
];

const profileOf = (openings: GivenOpenings) => completeProfile({ roadtest: 1, name: 'records', openings });

test.runIf(inTurn()).each(oneIn(3, open))(
  '$opening is performed by the simulator, observed, and fails no rule',
  async (one) => {
    const profile = profileOf(one.answers);
    // Permutants of the same levels are judged without a profile beside them.
    for (const told of WHOLE ? [profile, null] : [profile]) {
      const run = await runAgainst({ profile }, { profile: told });
      expect(evidence(run, 'pass', 'inconclusive', 'not-applicable')).toEqual([]);
      expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
      if (told === null) continue;
      expect(evidence(run, 'pass', 'not-applicable')).toEqual([]);
      if (one.observed !== undefined)
        expect(run.observations.find(({ opening }) => opening === one.opening)?.observed).toBe(one.observed);
    }
  },
);

const withWrong = open.filter(({ wrong }) => wrong);

test.runIf(inTurn()).each(oneIn(3, withWrong))(
  'a wrong pin of $opening is drift of it alone',
  async (one) => {
    const told = profileOf({ ...one.answers, ...one.wrong });
    const run = await runAgainst({ profile: profileOf(one.answers) }, { profile: told });
    expect(evidence(run, 'pass', 'inconclusive', 'not-applicable')).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift).map(({ opening }) => opening)).toEqual([
      one.opening,
    ]);
  },
);

test.runIf(inTurn())(
  'an expired device in a state that the profile has no word for is drift of its record',
  async () => {
    const simulator = createSimulator();
    const lapsed = async (request: Request) => {
      const reply = await simulator.fetch(request);
      if (!/\/api\/devices/.test(request.url) || reply.status !== 200) return reply;
      return new Response(
        (await reply.text()).replaceAll('"licence":"expired"', '"licence":"lapsed"'),
        reply,
      );
    };
    const run = await runAgainst(lapsed, { profile: simulator.profile, only: ['expiry/reached-expires'] });
    simulator.stop();
    const drifts = run.observations.filter(({ drift }) => drift);
    expect(drifts.map(({ opening, observed }) => [opening, observed])).toEqual([
      ['records.device', 'licence is "lapsed"'],
    ]);
    // The counts and the settings show its expiry all the same.
    expect(idsOf(run, 'pass')).toEqual(['expiry/reached-expires']);
    expect(run.exitCode).toBe(4);
  },
);

test.runIf(inTurn()).each([
  ['leaves out a field that is asked for', { name: 'Ann' }, 422],
  ['holds all that is asked for', { name: 'Ann', email: 'ann@example.test' }, 201],
  ['leaves out a field that is not asked for', { email: 'ann@example.test' }, 201],
] as const)('a create that %s', async (what, body, status) => {
  const user = what.includes('not') ? (['email'] as const) : (['name', 'email'] as const);
  const profile = profileOf({ 'records.required': { group: [], user: [...user] } });
  const client = clientOf(createSimulator({ profile }));
  expect((await client.authorised('POST', '/api/users', body)).status).toBe(status);
});
