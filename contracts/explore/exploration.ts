/** An exploration: its options, and its record, plain JSON without secrets, of which every report is made. */

import type { Visit } from '../deployment/visit.ts';
import type { Step } from '../play/steps.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { Exchange, ExitCode, StepTaken } from '../verify/run.ts';
import type { VerifyOptions } from '../verify/run-options.ts';

export interface ExploreOptions extends Omit<VerifyOptions, 'thorough' | 'maxTimeMs'> {
  /** Real time for finding failures, in ms. Default: a minute. */
  timeMs?: number;
  /** Requests for finding failures. Default: no bound. */
  requests?: number;
  /** Rules whose failures are known, by their ids or by those of what is judged for them: the search goes past them. */
  accepted?: readonly string[];
  /** Devices that may be made. Default 100. */
  maxDevices?: number;
  /** Real time for shrinking a failure, in ms. Default: a minute. */
  shrinkMs?: number;
  /** A history to play in place of drawn ones, such as the failure of an earlier run. */
  replay?: readonly Step[];
}

/** A history that no reading of the document explains. */
export interface Failure {
  /** `suspect` where two broken rules do not explain it, or where it does not come again. */
  verdict: 'fail' | 'suspect';
  /** The smallest sets of rules without which it can be explained, the likeliest first. Empty where two do not do. */
  broken: JudgedId[][];
  /** The answers that would have been explained, as far as they are few, and the demand of the first of these rules. */
  expected: string;
  /** The outcome of the step that shows it: of a record or of settings the fields that differ from what was expected. */
  observed: string;
  /** As it was shrunk. */
  steps: Step[];
  taken: StepTaken[];
  /** Readings of the document that were ruled out, and by which of these steps, counted from 1. */
  ruledOut: { step: number; reading: string }[];
  /** Requests and answers of the last time that it was played and failed. */
  exchanges: Exchange[];
  /** So many steps it had when it was found. */
  foundWith: number;
  /** The reason why it is longer than it need be; absent where no step can be spared. */
  unshrunk?: string;
  /** How often it failed of the times that it was played as it is now. */
  failed: number;
  played: number;
  /** Requests until it was found, and further ones until it was shrunk. */
  requests: number;
  shrinking: number;
}

/** A failure that the search went past, and why: it is accepted, or its rule was not asked for. */
export interface PastFailure extends Failure {
  past: 'accepted' | 'not-selected';
}

export interface Exploration extends Visit {
  format: 'roadtest-exploration';
  version: 1;
  tool: string;
  profile: string | null;
  startedAt: string;
  finishedAt: string;
  /** The subjects of histories that the deployment allows. */
  themes: string[];
  histories: number;
  /** Steps taken or tried. */
  steps: number;
  /** Steps whose answer could be judged, in histories in which the API served something. */
  judged: number;
  requests: number;
  /** Devices that were made. */
  devices: number;
  /** Steps that could not be taken. */
  untaken: number;
  /** Histories that the deployment broke off, for which nothing is held against it. */
  brokenOff: number;
  /** Tells whether the deployment broke off so many histories in a row that it was given up. */
  gaveUp: boolean;
  failures: Failure[];
  /** Failures of rules that are known to be broken, or not asked for: the exit code does not tell of them. */
  gonePast: PastFailure[];
  exitCode: ExitCode;
}

/** Fewer of the steps taken say nothing about the deployment: one of so many. */
const LEAST_JUDGED = 10;

/** Why nothing follows from an exploration that found no failure; `undefined` where something does. */
export function whyNothing(run: Exploration): string | undefined {
  const { steps, judged, histories, brokenOff, gaveUp } = run;
  const count = `${judged} of ${steps} steps got an answer that can be judged`;
  if (gaveUp)
    return `The deployment broke off ${brokenOff} of ${histories} histories, so the exploration was stopped: ${count}.`;
  if (histories === 0 && run.themes.length === 0)
    return 'No history was played: the deployment allows none about the rules that were asked for.';
  if (histories === 0) return 'No history was played.';
  if (histories === brokenOff) return `The deployment broke off each history: ${count}.`;
  if (judged * LEAST_JUDGED >= steps) return undefined;
  return `Only ${count}: nothing follows from the others.`;
}
