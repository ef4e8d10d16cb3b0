/**
 * A profile that says how groups and users are read, and nothing of how they are written: no read can show that. What it leaves
 * out is found with a group and a user of our own.
 */
import { checkOptions, meetDeployment } from '../deployment/contact/first-contact.ts';
import type { Host } from '../deployment/host.ts';
import { openDeployment } from '../deployment/open.ts';
import { ConfigurationError, type DeploymentOptions } from '../deployment/options.ts';
import { exactJsonText, parseExactJson } from '../kit/exact-json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { checkProfile, parseProfile } from '../profile/load.ts';
import { follow } from '../profile/pointer.ts';
import type { Profile } from '../profile/profile.ts';
import { Asker } from './asker.ts';
import { Budget } from './budget.ts';
import { Drafts } from './drafts.ts';
import { findingsOf } from './exchanges.ts';
import { type Answer, merged } from './merge.ts';
import { fill } from './profile.ts';
import { readRecords } from './reading.ts';
import { tryWritesAndUndo } from './trying.ts';

/** Facts that writes show and reads do not. */
const ofWrites =
  /^\/(samples|openings\/(patch\.format|put\.left-out|operations\.status|operations\.envelope\/(bodies|answers|id|nothing|families|locationHeader)))(\/|$)/;

export interface Completed {
  /** The profile with what was found beside what it says. */
  readonly profile: Profile;
  readonly found: readonly Answer[];
  /** In words, what could not be found, and why. */
  readonly notes: readonly string[];
  /** The requests that were sent. */
  readonly requests: number;
  /** In words, what was made and could not be removed. */
  readonly leftBehind: readonly string[];
}

/**
 * Makes, changes and removes a group and a user, by at most `MOST_REQUESTS` requests. Of a deployment that cannot be met nothing
 * is found.
 *
 * @param ending aborted when what was made may not be removed any more
 */
export async function completed(
  profile: Profile,
  options: DeploymentOptions,
  host: Host,
  { signal, ending }: { signal: AbortSignal; ending: AbortController },
): Promise<Completed> {
  const budget = new Budget(signal, ending);
  const use = { ending, onExchange: () => budget.count() };
  const session = openDeployment(checkOptions(options), { ...options, profile }, host, signal, use);
  try {
    await meetDeployment(session);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return { profile, found: [], notes: [], requests: budget.sent, leftBehind: [] };
    throw error;
  }
  const asker = new Asker(session, budget.signal);
  const drafts = new Drafts('live');
  await readRecords(asker, ['group', 'user']);
  const leftBehind = await tryWritesAndUndo(asker, drafts);
  const notes = [...drafts.notes];
  const { answers } = merged(findingsOf(asker.seen, 'live', drafts).findings);
  return { ...withAnswers(profile, answers), notes, requests: budget.sent, leftBehind };
}

/** A fact by which a record could be made. Without a place of its own no body would have it. */
const ofSample = /^\/samples\/(group|user)\/(\w+).*/;

function withAnswers(profile: Profile, answers: readonly Answer[]): Pick<Completed, 'profile' | 'found'> {
  const samples = answers.filter(({ at }) => ofSample.test(at));
  const places = new Set(samples.map(({ at }) => at.replace(ofSample, '/openings/records.$1/fields/$2')));
  const isUntold = ({ at }: Answer) =>
    (ofWrites.test(at) || places.has(at)) &&
    follow(profile, splitPointer(at)) === undefined &&
    (profile.samples === undefined || !at.startsWith('/samples/'));
  const found = answers.filter(isUntold);
  const data = parseExactJson(exactJsonText(profile));
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return { profile, found: [] };
  fill(data, found);
  // An answer that contradicts the profile is not taken.
  if (checkProfile(data).length > 0) return { profile, found: [] };
  return { profile: parseProfile(exactJsonText(data), profile.name), found };
}
