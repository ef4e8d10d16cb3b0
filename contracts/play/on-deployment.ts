/** A deployment met for histories: first contact, the turn among runs, what is done there, and the clean-up. */

import { Bounds } from '../deployment/contact/bounds.ts';
import { checkOptions, meetDeployment } from '../deployment/contact/first-contact.ts';
import { shortSecrets } from '../deployment/contact/short-secrets.ts';
import { StuckError, unlessStuck } from '../deployment/contact/unless-stuck.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Host } from '../deployment/host.ts';
import { openDeployment } from '../deployment/open.ts';
import { ConfigurationError, type DeploymentOptions } from '../deployment/options.ts';
import { undoAll } from '../deployment/undo/undo.ts';

/** The record of it, written as it comes. */
export interface Visit {
  target: string;
  /** Names what it created. */
  nonce: string;
  seed: number;
  interrupted: boolean;
  leftBehind: string[];
  warnings: string[];
  fault?: string;
  /** As in `Run`. */
  journalLost?: string;
  problem?: { code: string; message: string; hint?: string };
}

/**
 * It always ends with a record: what the deployment does becomes a problem, and what we do wrong a fault. Gives the
 * session, which is over, where there was one.
 */
export async function onDeployment(
  options: DeploymentOptions,
  host: Host,
  visit: Visit,
  use: (session: Deployment) => Promise<void>,
): Promise<Deployment | undefined> {
  const bounds = new Bounds(host, options.signal);
  try {
    const session = await begin(options, host, bounds, visit);
    if (!session) return undefined;
    await use(session).catch((error: unknown) => {
      if (!session.signal.aborted) visit.fault = messageOf(error);
    });
    visit.warnings.push(...session.clock.doubts());
    visit.interrupted = bounds.signal.aborted;
    await cleanUp(session, host, bounds, visit);
    return session;
  } finally {
    bounds.over();
  }
}

async function begin(
  options: DeploymentOptions,
  host: Host,
  { signal, ending }: Bounds,
  visit: Visit,
): Promise<Deployment | undefined> {
  try {
    const target = checkOptions(options);
    const session = openDeployment(target, options, host, signal, { ending, judges: true });
    visit.target = target;
    visit.seed = session.chance.seed;
    visit.nonce = session.nonce;
    visit.warnings.push(...shortSecrets(options));
    await meetDeployment(session);
    return session;
  } catch (error) {
    if (signal.aborted) {
      visit.interrupted = true;
      return undefined;
    }
    if (!(error instanceof ConfigurationError)) throw error;
    const { code, message, hint } = error;
    visit.problem = { code, message, ...(hint !== undefined && { hint }) };
    return undefined;
  }
}

async function cleanUp(session: Deployment, host: Host, bounds: Bounds, visit: Visit): Promise<void> {
  const { signal } = bounds.ending;
  bounds.cleaningUp();
  session.transport.lastChance();
  try {
    visit.leftBehind = await unlessStuck(host, signal, undoAll(session, signal));
  } catch (error) {
    if (!(error instanceof StuckError)) throw error;
    visit.warnings.push('The clean-up did not finish in time: what was created may still be there.');
  }
  const { failure } = session.journal;
  if (failure !== undefined) visit.journalLost = failure;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
