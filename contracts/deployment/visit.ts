/** A deployment met, used, and left as it was found. */

import type { Deployment } from './deployment.ts';
import { Deadlines, StuckError, unlessStuck } from './ending.ts';
import { Unreached } from './finding.ts';
import { checkOptions, meetDeployment } from './first-contact.ts';
import type { Host } from './host.ts';
import { openDeployment } from './open.ts';
import { ConfigurationError, type DeploymentOptions, OvertimeError, type Problem } from './options.ts';
import { shortSecrets } from './short-secrets.ts';
import { undoAll } from './undo/undo.ts';

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
  problem?: Problem;
}

interface Stages<O extends DeploymentOptions> {
  /** Finds out what it is to be met with. */
  prepare?(deadlines: Deadlines): Promise<O>;
  /** Default: controls and first token, with a problem where the deployment breaks off. */
  meet?(session: Deployment<O>): Promise<void>;
  use(session: Deployment<O>): Promise<void>;
  /** It could not be met. Default: what is neither a problem nor an interruption is a fault of ours. */
  unmet?(error: unknown, signal: AbortSignal): void;
  cleaningUp?(): void;
}

/**
 * It always ends with a record: what the deployment does becomes a problem, and what we do wrong a fault; also after an interruption,
 * and where the deployment was given up, it is cleaned up after, but not for ever. Gives the session, which is over, where there was one.
 */
export async function visitDeployment<O extends DeploymentOptions>(
  options: O,
  host: Host,
  visit: Visit,
  stages: Stages<O>,
): Promise<Deployment<O> | undefined> {
  const deadlines = new Deadlines(host, options.signal);
  const { signal, ending } = deadlines;
  let session: Deployment<O> | undefined;
  /** Gives whether it was met. */
  const meet = async (): Promise<boolean> => {
    try {
      checkOptions(options);
      const asked = (await stages.prepare?.(deadlines)) ?? options;
      const target = checkOptions(asked);
      visit.warnings.push(...shortSecrets(asked));
      session = openDeployment(target, asked, host, signal, { ending, judges: true });
      Object.assign(visit, { target, seed: session.chance.seed, nonce: session.nonce });
      signal.throwIfAborted();
      await unlessStuck(host, signal, (stages.meet ?? meetDeployment)(session));
      return true;
    } catch (error) {
      const isProblem = error instanceof ConfigurationError;
      if (isProblem && !signal.aborted) visit.problem = error.problem;
      if (!isProblem && !signal.aborted && !stages.unmet) throw error;
      stages.unmet?.(error, signal);
      return false;
    }
  };
  /** Returns whether an error only says that the run, or its clean-up, was ended. */
  const isEnd = (error: unknown): boolean =>
    error instanceof StuckError ||
    (signal.aborted && error instanceof Unreached) ||
    [signal, ending.signal].some(({ aborted, reason }) => aborted && error === reason);
  try {
    const isMet = await meet();
    if (session && isMet) {
      await unlessStuck(host, ending.signal, stages.use(session)).catch((error: unknown) => {
        if (!isEnd(error)) visit.fault = messageOf(error);
      });
      visit.warnings.push(...session.clock.doubts());
    }
    visit.interrupted = signal.aborted;
    if (signal.reason instanceof OvertimeError) visit.warnings.push(signal.reason.message);
    if (session && isMet) {
      stages.cleaningUp?.();
      deadlines.cleaningUp();
      session.transport.lastChance();
      visit.leftBehind = await undoAll(session, ending.signal);
      const { failure } = session.journal;
      if (failure !== undefined) visit.journalLost = failure;
    }
  } catch (error) {
    visit.fault = messageOf(error);
  } finally {
    deadlines.over();
  }
  return session;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
