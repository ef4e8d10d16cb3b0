/**
 * A run learns first where too little is known of its deployment: how calls are answered and refused, and how groups and users are
 * written. What it finds stands in for what a profile leaves out, and contradicts nothing that the profile says.
 */
import { withoutPrefix } from '../deployment/first-contact.ts';
import type { Host } from '../deployment/host.ts';
import { ConfigurationError, type DeploymentOptions } from '../deployment/options.ts';
import type { Profile } from '../profile/profile.ts';
import { type LearnedProfile, learnedFrom, type Source } from './learned.ts';
import { learnLive } from './live.ts';

export interface First {
  /** The address without the prefix of the profile, and the profile that the run judges by. */
  readonly baseUrl: string;
  readonly profile: Profile;
  readonly learned: LearnedProfile;
  /** In words, what was learned, and what the run assumes by it. */
  readonly said: readonly string[];
  /** In words, what sources contradict, what was made and could not be removed, and that a profile was completed. */
  readonly warnings: readonly string[];
}

/**
 * Asks the deployment, by at most `MAX_LEARNING` requests and those of the clean-up; `undefined` where it cannot be met: what that
 * means is the business of the run.
 *
 * @param writes whether groups and users of its own may be made, changed and removed
 */
export async function learnFirst(
  options: DeploymentOptions,
  host: Host,
  writes: boolean,
  described?: Source,
): Promise<First | undefined> {
  const found = await learnLive({ ...options, writes }, host).catch((error: unknown) => {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  });
  if (!found) return undefined;
  const { requests, leftBehind, notes } = found;
  const { baseUrl, profile: given } = options;
  const source = { ...found, from: `${requests} requests to ${baseUrl}` };
  const learned = learnedFrom(described ? [described, source] : [source], given);
  const { profile, summary, openings, contradictions } = learned;
  const what = openings.join(', ') || 'nothing';
  const completed = `The profile leaves out what verdicts rest on. ${requests} requests showed some of it, and the run judges by it: ${what}. roadtest learn --write puts it into a profile.`;
  return {
    ...{ baseUrl: given ? baseUrl : withoutPrefix(baseUrl, profile.basePath), profile, learned },
    said: given ? [completed] : [summary, `The run assumes what it learned of ${what}.`],
    warnings: [
      ...(given ? [completed, ...notes] : []),
      ...contradictions.map((words) => `Sources contradict each other: ${words}`),
      ...leftBehind.map((left) => `Learning left behind: ${left}.`),
    ],
  };
}
