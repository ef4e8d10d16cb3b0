/**
 * The record of a run: what was judged, what was observed, what was exchanged. Plain JSON; every
 * report is made of it, and it holds no secret (they are taken out before anything is recorded).
 */
import type { Exchange } from '../deployment/exchange.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { RuleId } from '../specification/rules/index.ts';
import type { SectionId } from '../specification/sections.ts';

export type { Exchange } from '../deployment/exchange.ts';

/** The verdicts of ISO/IEC 9646, and `drift` and `error` beside them. */
export const verdicts = [
  'pass',
  /** The deployment breaks the rule. */
  'fail',
  /** The deployment broke off (a timeout, a lost connection, a server error) or contradicted itself. No rule is proven broken. */
  'suspect',
  /** No violation was seen, but the rule was not reached, or left open (`leftOpen`). */
  'inconclusive',
  /** The profile says that the deployment does not offer this. */
  'not-applicable',
  /** An answer that the profile pins no longer holds; the document is not violated. */
  'drift',
  /** The suite itself broke. */
  'error',
] as const;

/**
 * A verdict of ISO/IEC 9646, or `drift` or `error`.
 *
 * @example
 * import type { Verdict } from 'roadtest/verify';
 *
 * const bad: Verdict[] = ['fail', 'suspect', 'error'];
 * console.log(bad.length); // 3
 */
export type Verdict = (typeof verdicts)[number];

/** A step of a history that shows a failure. */
export interface StepTaken {
  /** In words. */
  step: string;
  /** Absent where it could not be taken. */
  came?: string;
  /** At the step that shows the failure: what would have been lawful. */
  expected?: string;
  /** Lines for `sh` that take it again after those of the steps before. */
  run?: string[];
}

/**
 * The outcome of one judged rule.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { type Outcome, verify } from 'roadtest/verify';
 *
 * const { outcomes } = await verify({ simulator: createSimulator(), only: ['token/'] });
 * const notPassed: Outcome[] = outcomes.filter(({ verdict }) => verdict !== 'pass');
 * console.log(notPassed.length); // 0
 */
export interface Outcome {
  id: JudgedId;
  rule: RuleId;
  section: SectionId;
  verdict: Verdict;
  /** One sentence: what was seen, or why nothing could be concluded. */
  reason: string;
  /** For a failure: what the rule asks for, and what came. */
  expected?: string;
  observed?: string;
  /** For a failure: the steps that show it, on records of their own. */
  steps?: StepTaken[];
  /** For a pass: at how many steps another answer would have broken the rule. */
  stakes?: number;
  /** For a pass: it rests on calls served and refused alone, and no effect was looked at. Counted apart in reports. */
  byStatus?: boolean;
  /** For an inconclusive outcome: the bindings, ids or controls that would unlock it. */
  unlock?: string[];
  /** For an inconclusive outcome: profile, controls, account and options were all there, and it stayed open all the same. */
  leftOpen?: boolean;
  /** Indexes into `exchanges`, the clearest one last. */
  exchanges: number[];
  milliseconds: number;
  /** The baseline accepts it: a failure, a suspicion, or what was left open. */
  accepted?: boolean;
  /** The words of its entry: why it is accepted, where it is to be mended, and until which day. Absent where it has none. */
  acceptance?: { reason?: string; ticket?: string; until?: string };
}

/** An observation of the deployment where the document leaves a choice. */
export interface Observation {
  opening: OpeningId;
  observed: string;
  /** The answer that the profile pins; absent where it says nothing. */
  pinned?: string;
  drift: boolean;
  /** Why what the profile pins could not be compared in this run. */
  notCompared?: string;
  exchanges: number[];
}

/**
 * The record of a run, as in the JSON report.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { type Run, verify } from 'roadtest/verify';
 *
 * const run: Run = await verify({ simulator: createSimulator(), only: ['token/issued'] });
 * console.log(run.outcomes.map(({ id, verdict }) => `${id} ${verdict}`).join()); // token/issued pass
 */
export interface Run {
  format: 'roadtest-run';
  version: 1;
  tool: string;
  target: string;
  profile: string | null;
  /** Real times, ISO 8601 UTC. */
  startedAt: string;
  finishedAt: string;
  /** A digest of the profile, and the options that decide what is reached: by these runs are compared. Absent from code. */
  given?: { profile?: string; options: string[] };
  /** Names what the run created. */
  nonce: string;
  /** The seed of the run: `--seed` with it draws the same again. */
  seed: number;
  outcomes: Outcome[];
  observations: Observation[];
  exchanges: Exchange[];
  /** Tells whether the run was ended before all was judged. */
  interrupted: boolean;
  /** The deployment had stopped answering when the run ended. */
  gone?: boolean;
  /** Why the journal could not be written, as on a full disk: from then on the run changed nothing more. Exit code 2. */
  journalLost?: string;
  /** E-mails and SMS that judging the rules caused, or may have caused. */
  messages: number;
  /** The records that were created and could not be removed again. */
  leftBehind: string[];
  /** How much it would have noticed; absent where nothing was judged. */
  sharpness?: Sharpness;
  /** The classes of values that it wrote and read back, by field and verb; absent where nothing was judged. */
  coverage?: Coverage;
  /** How far random histories went, in a run of `roadtest explore`. */
  explored?: Explored;
  /** Entries of the baseline that no longer fail. */
  staleBaseline: string[];
  /** Entries of the baseline whose last day has passed; absent where there is none. */
  expiredBaseline?: { id: string; until: string; ticket?: string }[];
  /** A sentence for each requirement that is not met; absent where all are. */
  unmet?: string[];
  /** Problems of the whole run, reported at the top. */
  warnings: string[];
  /** The failure of the suite itself, outside of any rule: exit code 5. */
  fault?: string;
  /** Why no rule could be judged at all, with exit code 2: a stable code, the message, what to try. */
  problem?: { code: string; message: string; hint?: string };
  exitCode: ExitCode;
  /** The exit code, why, and how much was judged, in one line: once a run was concluded. */
  conclusion?: string;
}

/** The answers that could have been others, and those of which some rule would have noticed it. */
export interface Sharpness {
  answers: number;
  noticed: number;
  /** The share of noticed ones in percent, to a tenth: the mean over all operations and controls, each of which counts alike. */
  percent: number;
  /** By the operation or control that answered; with those of which none did. */
  operations: { [operation: string]: { answers: number; noticed: number } };
  /** By judged id: of so many answers it would have noticed it. */
  rules: { [id: string]: number };
  /** The rules that would have noticed nothing, and what would put each at stake. */
  unstaked: { id: JudgedId; unlock: string[] }[];
}

/** Cells of field, verb and class of values, and those that were filled. */
export interface Coverage {
  cells: number;
  filled: number;
  /** In percent, to a tenth. */
  percent: number;
  /** By field and verb, such as `group.name PUT`: so many classes, and those of which no value was written and read back. */
  fields: { [field: string]: { cells: number; empty: string[] } };
}

/** How far random histories went, and those that failed. */
export interface Explored {
  /** The subjects of histories that the deployment allows. */
  themes: string[];
  histories: number;
  /** Steps taken or tried. */
  steps: number;
  /** Steps whose answer could be judged, in histories in which the API served something. */
  judged: number;
  /** Steps that could not be taken. */
  untaken: number;
  /** Histories that the deployment broke off, for which nothing is held against it. */
  brokenOff: number;
  /** Tells whether the deployment broke off so many histories in a row that it was given up. */
  gaveUp: boolean;
  requests: number;
  /** Devices that were made. */
  devices: number;
  failures: FailedHistory[];
}

/** A history that no reading of the document explains. */
export interface FailedHistory {
  /** `suspect` where two broken rules do not explain it, or where it does not come again. */
  verdict: 'fail' | 'suspect';
  /** Why the search went past it: the baseline accepts it, or its rule was not asked for. */
  past?: 'accepted' | 'not-selected' | undefined;
  /** The smallest sets of rules without which it can be explained, the likeliest first. Empty where two do not do. */
  broken: JudgedId[][];
  /** The answers that would have been explained, as far as they are few, and the demand of the first of these rules. */
  expected: string;
  /** The outcome of the step that shows it: of a record or of settings the fields that differ from what was expected. */
  observed: string;
  /** The search and the judgement behind it, in sentences. */
  reason: string;
  /** As it was shrunk, and as `--save` writes it. */
  history: readonly { readonly do: string }[];
  steps: StepTaken[];
  /** Indexes into `exchanges`: requests and answers of the last time that it was played and failed. */
  exchanges: number[];
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

/**
 * 0 all rules that can be reached pass, 1 a rule fails, 2 wrong usage, or a file that could not be written, 3 a rule is
 * suspect, or one that can be reached or was required stayed open, 4 drift, 5 the suite broke, 6 the run was less sharp
 * than required.
 *
 * @example
 * import type { ExitCode } from 'roadtest/verify';
 *
 * const broken: ExitCode = 1;
 * console.log(broken); // 1
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6;
