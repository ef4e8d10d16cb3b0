/** How groups and users are written, where a profile says only how they are read: a run that makes some finds it out before it judges. */
import type { Host } from '../deployment/host.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import type { Profile } from '../profile/profile.ts';
import { familyOperations } from '../specification/operations.ts';
import type { Cost } from './directed/cost.ts';
import type { VerifyOptions } from './run-options.ts';

/** The most requests that it takes, those of the clean-up among them. */
export const REQUESTS_FOR_WRITES = 90;

const families = ['group', 'user'] as const;

/** Returns whether rules are to be judged that make groups or users, by a profile that does not say how. */
export function leavesWritesUntold(
  planned: readonly { readonly costs: readonly Pick<Cost, 'creates'>[]; readonly readOnly: boolean }[],
  profile: Profile | undefined,
): boolean {
  const makesAny = planned.some(
    ({ costs, readOnly }) =>
      !readOnly && costs.some(({ creates }) => creates.includes('group') || creates.includes('user')),
  );
  return makesAny && profile !== undefined && saysReadsAlone(profile);
}

function saysReadsAlone({ openings }: Profile): boolean {
  const { records, bodies, answers } = openings['operations.envelope'] ?? {};
  const isRead = families.some(
    (family) => records?.[family] !== undefined && openings[`records.${family}`] !== undefined,
  );
  const isAnswered = families.some((family) => answers?.[familyOperations[family].create] !== undefined);
  return isRead && !isAnswered && bodies === undefined && openings['patch.format'] === undefined;
}

/** The grounds of a run's verdicts beside what it was given. */
export interface Told {
  readonly profile: Profile;
  /** In words, what was found, and what is left of the group and the user that showed it. */
  readonly said: readonly string[];
}

export async function toldOfWrites(
  profile: Profile,
  options: VerifyOptions,
  host: Host,
  bounds: { signal: AbortSignal; ending: AbortController },
): Promise<Told> {
  const { completed } = await import('../learning/completing.ts');
  const { found, notes, requests, leftBehind, ...told } = await completed(profile, options, host, bounds);
  const openings = new Set(
    found.flatMap(({ at }) => (at.startsWith('/openings/') ? splitPointer(at)[1] : [])),
  );
  const isFound = `The profile does not say how groups and users are written. One of each showed it, by ${requests} requests, and the run judges by it: ${[...openings].join(', ')}. roadtest learn --write puts it into a profile.`;
  return {
    profile: told.profile,
    said: [
      ...(openings.size > 0 ? [isFound] : []),
      ...notes.map((note) => `How groups and users are written was tried out. ${note}`),
      ...leftBehind.map((left) => `Finding out how groups and users are written left behind: ${left}.`),
    ],
  };
}
