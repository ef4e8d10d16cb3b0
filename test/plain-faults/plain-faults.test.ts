/** Plain faults fail where the profile says how it is answered, and pass by no profile. */
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../contracts/profile/profile.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import type { Breakage } from '../breadth/breakage.ts';
import { quickHost } from '../matrix/host.ts';
import { oneIn } from '../sample.ts';
import { plainFaults } from './rows.ts';

const demo = { baseUrl: 'http://127.0.0.1:4010', credentials: { userName: 'demo', apiKey: 'demo-key' } };

/** Profiles that say how everything is answered, and refused. */
const profiles: { readonly [name: string]: (whole: Profile) => Profile } = {
  'the whole profile': (whole) => whole,
  'a profile that says nothing of roles': ({ openings: { 'auth.roles': _, ...openings }, ...whole }) => ({
    ...whole,
    openings,
  }),
  'a profile of statuses and refusals alone': ({ roadtest, name, openings }) => {
    const told = ['token.status', 'auth.refusal', 'operations.status', 'errors.status'];
    const kept = Object.entries(openings).filter(([id]) => told.includes(id));
    return { roadtest, name, openings: Object.fromEntries(kept) };
  },
};

async function verdictsOn(
  row: Breakage,
  profileOf: (whole: Profile) => Profile,
): Promise<{ verdicts: string[]; drift: string[] }> {
  const simulator = deviantSimulator(defectOf(row));
  const host = quickHost(simulator.fetch, 'plain', toDirect(simulator.handle));
  const profile = profileOf(simulator.profile);
  const run = await verify({ ...demo, profile, seed: 1, only: row.breaks }, host);
  simulator.stop();
  return {
    verdicts: run.outcomes.map(({ verdict }) => verdict),
    drift: run.observations.flatMap(({ opening, drift }) => (drift ? [opening] : [])),
  };
}

const isCaught = (told: string[]) => told.includes('fail') || told.includes('auth.roles');

describe.each(Object.entries(profiles))('By %s', (name, profileOf) => {
  it.each(oneIn(12, plainFaults))('a service that $does does not pass', async (row) => {
    const { verdicts, drift } = await verdictsOn(row, profileOf);
    expect(verdicts).not.toContain('pass');
    // A refusal to a good token contradicts what the profile says that the account may call.
    if (name === 'the whole profile') expect([...verdicts, ...drift]).toSatisfy(isCaught);
  });
});
