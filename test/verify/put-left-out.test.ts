/** The fate of a field that a PUT leaves out is open: seen, compared with a pin, and held against no deployment. */
import { describe, expect, it } from 'vitest';
import type { Step } from '../../contracts/play/steps.ts';
import { type CompleteProfile, completeProfile, type Profile } from '../../contracts/profile/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { documentRules, type SimulatorOptions } from '../../simulator/options.ts';
import { clientOf } from '../client.ts';
import { exploreBy } from '../explore/exploring.ts';
import { oneIn, SEED, turns } from '../sample.ts';
import { evidence, runAgainst } from './support.ts';

const inTurn = turns(4);

const answers = ['kept', 'cleared', 'refused'] as const;
/** PUT, and a look at what became of the record. */
const histories = (['group', 'user'] as const).map((family): Step[] => {
  const of = { family, record: 1 } as const;
  const looks: Step[] = [
    { do: 'read', ...of },
    { do: 'list', family },
  ];
  const put: Step = { do: 'replace', ...of };
  const patch: Step = { do: 'update', ...of, fact: 'other' };
  return [{ do: 'create', ...of }, ...looks, put, ...looks, patch, put, ...looks.slice(0, 1)];
});

const only = ['groups/replaced', 'users/replaced'];

const told = (answer: (typeof answers)[number]): CompleteProfile =>
  completeProfile({ roadtest: 1, name: 'left out', openings: { 'put.left-out': answer } });

/** All but what it says of this opening. */
function untold({ openings: { 'put.left-out': _, ...openings }, ...profile }: CompleteProfile): Profile {
  return { ...profile, openings };
}

async function seen(options: SimulatorOptions, profile: Profile) {
  const run = await runAgainst(options, { profile, only });
  expect(evidence(run, 'pass')).toEqual([]);
  const found = run.observations.find(({ opening }) => opening === 'put.left-out');
  return { observed: found?.observed, drift: run.observations.filter(({ drift }) => drift), run };
}

describe.each(answers)('a deployment by which it is %s', (answer) => {
  const at = SEED + answers.indexOf(answer);
  const profile = told(answer);

  it.runIf(inTurn())('is seen to do so, without a word of it in the profile', async () => {
    const { observed, drift } = await seen({ profile }, untold(profile));
    expect(observed).toBe(answer);
    expect(drift).toEqual([]);
  });

  it.runIf(inTurn()).each(oneIn(3, answers, { seed: at }))(
    'passes by a profile that says %s, and another answer is drift',
    async (pinned) => {
      const { observed, drift, run } = await seen({ profile }, told(pinned));
      expect(observed).toBe(answer);
      expect(drift.map(({ opening }) => opening)).toEqual(pinned === answer ? [] : ['put.left-out']);
      expect(run.exitCode).toBe(pinned === answer ? 0 : 4);
    },
  );

  it.runIf(inTurn()).each(oneIn(3, answers, { seed: at + 1 }))(
    'is not found at fault by an exploration with a profile that says %s',
    async (pinned) => {
      const simulator = createSimulator({ profile, devices: 3 });
      const options = { profile: told(pinned), seed: SEED, first: histories, onlyFirst: true };
      const { failures, exitCode, steps } = await exploreBy(simulator.fetch, options);
      simulator.stop();
      expect({ failures, exitCode, steps }).toEqual({ failures: [], exitCode: 0, steps: 18 });
    },
  );
});

it.runIf(inTurn())(
  'one by which texts alone are kept passes, and so does one that keeps them of groups alone',
  async () => {
    for (const families of [['group'], ['group', 'user']]) {
      const rules: NonNullable<SimulatorOptions['rules']> = {
        recordReplaced(facts) {
          const { before, content, family } = facts;
          const texts = { description: before.description, phone: before.phone };
          return families.includes(family) ? { ...texts, ...content } : documentRules.recordReplaced(facts);
        },
      };
      const { observed, drift } = await seen({ rules }, untold(told('cleared')));
      expect(observed).toBe(families.length === 2 ? 'kept' : 'kept of groups, cleared of users');
      expect(drift).toEqual([]);
    }
  },
);

it.runIf(inTurn()).each([
  ['kept', { name: 'B' }, { name: 'B', description: 'by night', deviceIds: ['dev-1'], note: 'x' }],
  ['kept', { description: 'C' }, { name: 'A', description: 'C', deviceIds: ['dev-1'], note: 'x' }],
  ['kept', { name: 'B', description: null }, { name: 'B', description: '', deviceIds: ['dev-1'], note: 'x' }],
  ['cleared', { name: 'B' }, { name: 'B', description: '', deviceIds: [] }],
  ['cleared', { description: 'C' }, '/name is required.'],
  ['refused', { name: 'B', description: 'C' }, '/deviceIds is required.'],
  ['refused', { name: 'B', description: 'C', deviceIds: [] }, { name: 'B', description: 'C', deviceIds: [] }],
] as const)('%s: the simulator takes the PUT %j', async (answer, body, becomes) => {
  const openings = { 'put.left-out': answer, 'records.unknown-fields': 'kept' } as const;
  const profile = completeProfile({ roadtest: 1, name: 'left out', openings });
  const client = clientOf(createSimulator({ profile, devices: 3 }));
  const whole = { name: 'A', description: 'by night', deviceIds: ['dev-1'], note: 'x' };
  const { id } = (await client.authorised('POST', '/api/groups', whole)).json as { id: string };
  const put = await client.authorised('PUT', `/api/groups/${id}`, body);
  const { json } = await client.authorised('GET', `/api/groups/${id}`);
  if (typeof becomes === 'string') {
    expect(put).toMatchObject({ status: 422, json: { detail: becomes } });
    expect(json).toMatchObject(whole);
  } else {
    expect(put.status).toBe(200);
    expect(json).toMatchObject(becomes);
    expect(Object.hasOwn(json as object, 'note')).toBe('note' in becomes);
  }
});
