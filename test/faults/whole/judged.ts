/** Faults of whole runs: rules that pass though a service breaks them. */
import type { Profile } from '../../../contracts/profile/index.ts';
import { SEED } from '../../sample.ts';
import { dialects } from '../dialects.ts';
import { type Fault, fault } from '../fault.ts';
import type { Hollow } from '../hollow.ts';
import { deviationFaults } from '../index.ts';
import { idsWith, isBroken, judged, told } from '../judging.ts';

type Spoken = Fault & { readonly profile: Profile | undefined };

/** In each dialect the services that deviate. Rule functions act alike in each; what wraps the service knows the plain one. */
export const spoken: readonly Spoken[] = Object.values(dialects).flatMap((profile) =>
  deviationFaults.flatMap((one) => (profile && !one.rules ? [] : [{ ...one, profile }])),
);

/** The rules that a service breaks, and that pass all the same; and the exit code, where it is not that of a failure. */
export async function passedWrongly({ profile, ...service }: Spoken): Promise<string[]> {
  const run = await judged(service, { profile, seed: SEED });
  // The token request stays where all other operations go.
  const isOwn = (id: string) => isBroken(service, id) && id !== 'operations/issueToken';
  const passed = told(run, (id) => isOwn(id) && idsWith(run, 'pass').includes(id));
  return [...passed, ...(run.exitCode === 1 ? [] : [`exit code ${run.exitCode}`])];
}

/** Rules of the other areas may rest on what was served, and what was refused. */
const ofEffect = /^(devices|groups|users|limits|expiry|licences)\//;

/** The rules about an effect that a service passes which does nothing, but for those that it truly keeps. */
export async function passesOfHollow(
  { what, around, keeps }: Hollow,
  known: 'all' | 'nothing' = 'all',
): Promise<string[]> {
  const run = await judged(fault(what, [], around), known === 'nothing' ? { known: null } : {});
  const passed = idsWith(run, 'pass').filter((id) => ofEffect.test(id));
  return passed.filter((id) => !keeps.some((beginning) => id.startsWith(beginning)));
}
