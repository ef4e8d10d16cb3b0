/** A profile that says how groups and users are read, and nothing of how they are written: a run finds that out with one of each. */
import { describe, expect, it } from 'vitest';
import { defaultProfile, type Profile } from '../../contracts/profile/index.ts';
import { plan } from '../../contracts/verify/plan.ts';
import { createSimulator } from '../../simulator/index.ts';
import { idsOf, runVirtually } from './support.ts';

const envelope = defaultProfile.openings['operations.envelope'];
const whole: Profile = {
  ...defaultProfile,
  openings: {
    ...defaultProfile.openings,
    'patch.format': { form: 'json-patch', contentType: 'application/json-patch+json' },
    'operations.envelope': {
      ...envelope,
      bodies: { group: { at: '/group' }, user: { at: '/user' } },
      answers: { ...envelope?.answers, createGroup: 'id', createUser: 'id', replaceGroup: 'empty' },
      id: { at: '/id' },
    },
  },
};

/** The facts that reads show of it. */
function readAlone({ openings, ...profile }: Profile): Profile {
  const { 'patch.format': _, 'put.left-out': __, 'operations.envelope': spoken, ...others } = openings;
  const { bodies, answers, id, nothing, families, locationHeader, ...reads } = spoken ?? {};
  const { postLocations, postAlerts } = answers ?? {};
  const posts = { ...(postLocations && { postLocations }), ...(postAlerts && { postAlerts }) };
  return { ...profile, openings: { ...others, 'operations.envelope': { ...reads, answers: posts } } };
}

const only = ['groups/', 'users/', 'operations/'];

async function runOn(profile: Profile, options: { only?: string[]; readOnly?: boolean } = {}) {
  const simulator = createSimulator({ profile: whole });
  const sent: string[] = [];
  const before = simulator.fleet.groups.list().length;
  const run = await runVirtually(
    async (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return simulator.fetch(request);
    },
    { profile, only, ...options },
  );
  const after = simulator.fleet.groups.list().length;
  simulator.stop();
  const words = run.warnings.filter((warning) => warning.includes('how groups and users are written'));
  return { run, words, writes: sent.filter((one) => !/^(GET|POST .*Token)/.test(one)), left: after - before };
}

describe('A run by a profile that says how groups are read, and not how they are written', () => {
  it('finds it out, says so, and judges as much as by the whole profile', async () => {
    const known = await runOn(whole);
    const told = await runOn(readAlone(whole));
    expect(idsOf(told.run, 'pass')).toEqual(idsOf(known.run, 'pass'));
    expect(told.run.outcomes.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(told.run.observations.filter(({ drift }) => drift)).toEqual([]);
    expect(told.words).toEqual([expect.stringMatching(/by it: .*operations\.envelope.*patch\.format/)]);
    expect([told.left, told.run.leftBehind, known.words]).toEqual([0, [], []]);
  });

  it('makes nothing where it is read-only, or judges nothing that makes any', async () => {
    const readOnly = await runOn(readAlone(whole), { readOnly: true });
    const ofTokens = await runOn(readAlone(whole), { only: ['token/issued'] });
    expect([readOnly.writes, readOnly.words, ofTokens.writes, ofTokens.words]).toEqual([[], [], [], []]);
  });

  it('takes what the profile says of any write as it is, and leaves open what that leaves out', async () => {
    const profile = readAlone(whole);
    const said = { ...profile.openings, 'patch.format': defaultProfile.openings['patch.format'] };
    const { words } = await runOn({ ...profile, openings: said });
    expect(words).toEqual([]);
  });

  it('finds nothing where creates are refused, and leaves them open', async () => {
    const simulator = createSimulator({ profile: whole });
    const run = await runVirtually(
      (request) =>
        request.method === 'POST' && /\/api\/(groups|users)$/.test(request.url)
          ? Promise.resolve(Response.json({ title: 'no' }, { status: 422 }))
          : simulator.fetch(request),
      { profile: readAlone(whole), only },
    );
    simulator.stop();
    expect(run.outcomes.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(idsOf(run, 'inconclusive')).toContain('groups/created-can-be-read');
    expect(run.warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('No group could be made: no body that was tried was taken'),
      ]),
    );
  });

  it('plans it', () => {
    const { totals: told } = plan({ profile: readAlone(whole), only });
    const { totals: known } = plan({ profile: whole, only });
    expect(told.creates.group - known.creates.group).toBe(1);
    expect(told.creates.user - known.creates.user).toBe(1);
    expect(told.requests).toBeGreaterThan(known.requests + 80);
  });
});
