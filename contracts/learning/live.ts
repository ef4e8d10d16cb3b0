/** Learning from a deployment itself. */

import { Deadlines } from '../deployment/ending.ts';
import { Interrupted } from '../deployment/finding.ts';
import { checkOptions, meetDeployment } from '../deployment/first-contact.ts';
import type { Host } from '../deployment/host.ts';
import { openDeployment } from '../deployment/open.ts';
import type { DeploymentOptions } from '../deployment/options.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import { parseProfile } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import { Asker } from './asker.ts';
import { findingsOf } from './exchanges.ts';
import { Drafts, type Findings } from './finding.ts';
import { merged } from './merge.ts';
import { profileOf } from './profile.ts';
import { readAll } from './reading.ts';
import { tryWritesAndUndo } from './trying.ts';
import { MAX_LEARNING } from './untold.ts';

/** With a profile that is to be completed it is read by that. */
export interface LearnOptions extends DeploymentOptions {
  /** Tells whether groups and users of its own may be made, changed and removed. */
  readonly writes?: boolean;
}

export interface Learned extends Findings {
  /** The requests that were sent. */
  readonly requests: number;
  /** In words, what was made and could not be removed. */
  readonly leftBehind: readonly string[];
}

/** A limit of requests may ask to wait so long, in ms. */
const PATIENCE = 15_000;

/** The prefix of a world's address is left out of the base path: the simulator adds it. */
const ofWorld = /^\/w\/[^/]+/;

/**
 * Asks a deployment, and tells what that shows. At most `MAX_LEARNING` requests, and what a clean-up takes.
 *
 * @throws ConfigurationError where nothing of the interface is served, or the credentials are refused
 */
export async function learnLive(options: LearnOptions, host: Host): Promise<Learned> {
  const deadlines = new Deadlines(host, options.signal);
  const enough = new AbortController();
  const signal = AbortSignal.any([deadlines.signal, enough.signal]);
  let requests = 0;
  // Requests that were put off and sent again count, too.
  const onExchange = () => {
    requests += 1;
    if (requests >= MAX_LEARNING) enough.abort(new Interrupted());
  };
  const target = checkOptions(options);
  const { basePath: prefix = '' } = options.profile ?? {};
  const openBy = (profile: Profile) => {
    const own = { patienceMs: PATIENCE, ...options, profile };
    return openDeployment(target, own, host, deadlines.signal, { ending: deadlines.ending, onExchange });
  };
  try {
    const session = openBy(options.profile ?? { roadtest: 1, name: 'learned', openings: {} });
    await meetDeployment(session);
    let asker = new Asker(session, signal);
    await readAll(asker);
    const drafts = new Drafts('live');
    let leftBehind: string[] = [];
    if (options.writes && !signal.aborted) {
      // Writes are tried by a session that reads as it was told so far.
      const { answers } = merged(findingsOf(asker.seen, 'live').findings);
      const { data } = profileOf(answers, 'learned', options.profile);
      const own = openBy({ ...parseProfile(exactJsonText(data), 'learned'), basePath: prefix });
      await own.connect();
      asker = new Asker(own, signal, asker.seen);
      leftBehind = await tryWritesAndUndo(asker, drafts);
    }
    const basePath = new URL(target).pathname.replace(/\/$/, '').replace(ofWorld, '') + prefix;
    if (basePath !== '') drafts.put(['basePath'], basePath, 'tokens are issued below it');
    const { findings, notes } = findingsOf(asker.seen, 'live', drafts);
    const last = signal.aborted ? [`After ${requests} requests no more was asked.`] : [];
    return { findings, notes: [...notes, ...last], requests, leftBehind };
  } finally {
    deadlines.over();
  }
}
