/** Learning from a deployment itself. */

import { checkOptions, meetDeployment } from '../deployment/contact/first-contact.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Bounds } from '../deployment/ending.ts';
import type { Host } from '../deployment/host.ts';
import { openDeployment } from '../deployment/open.ts';
import type { DeploymentOptions } from '../deployment/options.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import { parseProfile } from '../profile/load.ts';
import { Asker } from './asker.ts';
import { Budget } from './budget.ts';
import { findingsOf } from './exchanges.ts';
import type { Findings } from './finding.ts';
import { Drafts } from './finding.ts';
import { merged } from './merge.ts';
import { profileOf } from './profile.ts';
import { readAll } from './reading.ts';
import type { Seen } from './seen.ts';
import { tryWritesAndUndo } from './trying.ts';

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
 * Asks a deployment, and tells what that shows. At most `MOST_REQUESTS` requests, and what a clean-up takes.
 *
 * @throws ConfigurationError where nothing of the interface is served, or the credentials are refused
 */
export async function learnLive(options: LearnOptions, host: Host): Promise<Learned> {
  const bounds = new Bounds(host, options.signal);
  try {
    return await learn(options, host, bounds);
  } finally {
    bounds.over();
  }
}

async function learn(options: LearnOptions, host: Host, bounds: Bounds): Promise<Learned> {
  const target = checkOptions(options);
  const budget = new Budget(bounds.signal, bounds.ending);
  const profile = options.profile ?? { roadtest: 1 as const, name: 'learned', openings: {} };
  const { basePath: prefix = '' } = profile;
  const session = sessionOf(target, { ...options, profile }, host, budget);
  await meetDeployment(session);
  const asker = new Asker(session, budget.signal);
  await readAll(asker);
  const drafts = new Drafts('live');
  const { seen, leftBehind } = options.writes
    ? await withWrites(asker, prefix, options, host, budget, drafts)
    : { seen: asker.seen, leftBehind: [] };
  const { findings, notes } = findingsOf(seen, 'live', drafts);
  const basePath = new URL(target).pathname.replace(/\/$/, '').replace(ofWorld, '') + prefix;
  const place = {
    at: '/basePath',
    value: basePath,
    source: 'live' as const,
    evidence: 'seen: tokens are issued below it',
  };
  return {
    findings: [...(basePath === '' ? [] : [place]), ...findings],
    notes: [...notes, ...(budget.signal.aborted ? [`After ${budget.sent} requests no more was asked.`] : [])],
    requests: budget.sent,
    leftBehind,
  };
}

/** Tries writes, by a session that reads as it was told so far, and removes what was made. */
async function withWrites(
  reader: Asker,
  basePath: string,
  options: LearnOptions,
  host: Host,
  budget: Budget,
  drafts: Drafts,
): Promise<{ seen: readonly Seen[]; leftBehind: string[] }> {
  const { answers } = merged(findingsOf(reader.seen, 'live').findings);
  const profile = parseProfile(exactJsonText(profileOf(answers, 'learned', options.profile).data), 'learned');
  const session = sessionOf(
    reader.session.target,
    { ...options, profile: { ...profile, basePath } },
    host,
    budget,
  );
  await session.connect();
  const asker = new Asker(session, budget.signal, reader.seen);
  return { leftBehind: await tryWritesAndUndo(asker, drafts), seen: asker.seen };
}

function sessionOf(target: string, options: DeploymentOptions, host: Host, budget: Budget): Deployment {
  const { interruption, ending } = budget;
  const counted = { patienceMs: PATIENCE, ...options };
  return openDeployment(target, counted, host, interruption, { ending, onExchange: () => budget.count() });
}
