/** A whole run: first contact, rules judged, openings observed, clean-up, record. */

import { type Deadlines, unlessStuck } from '../deployment/ending.ts';
import { makeContact } from '../deployment/first-contact.ts';
import type { Host } from '../deployment/host.ts';
import { ConfigurationError, type Problem } from '../deployment/options.ts';
import { bearerAsked } from '../deployment/tokens/bearer-asked.ts';
import { keptLicences } from '../deployment/undo/records.ts';
import { type Visit, visitDeployment } from '../deployment/visit.ts';
import { Redactor } from '../kit/redact.ts';
import { isoUtc } from '../kit/times.ts';
import type { LearnedProfile, Source } from '../learning/learned.ts';
import { leavesUntold } from '../learning/untold.ts';
import { observeOpenings, unlessBroken } from '../openings/index.ts';
import { exitCodeOf } from '../report/exit.ts';
import { noticedBy } from './coverage.ts';
import { advances } from './demands.ts';
import type { Evidence } from './evidence.ts';
import { judgeRules } from './judging.ts';
import { type Finding, insteadByEnd, insteadByError, notJudged, outcomeOf } from './outcome.ts';
import { devicesMadeBy, makesRecords, maxTimeOf, type Planned, plan, selectRules } from './plan.ts';
import { redactedEvidence, redactedRun } from './redacted.ts';
import type { Outcome, Run } from './run.ts';
import type { RunSession, VerifyOptions } from './run-options.ts';

/** Parts that a run takes and gives beside its options and its record. */
export interface Beside {
  /** A description that the profile is learned from, beside the deployment itself, where none is given. */
  readonly described?: Source | undefined;
  /** Takes the profile that was learned, with the text of its file, before anything is judged. */
  readonly onLearned?: ((learned: LearnedProfile) => void) | undefined;
  /** Takes what the run saw of the rules, without secrets, where it judged any. */
  readonly onEvidence?: ((evidence: Evidence) => void) | undefined;
}

/**
 * Judges a deployment. It always ends with a record: what the deployment does becomes
 * an outcome or a problem. Our own faults end with exit code 5, and are cleaned up after.
 */
export async function verify(options: VerifyOptions, host: Host, beside: Beside = {}): Promise<Run> {
  const parts = newParts(options, host, beside);
  const planned = selectRules(options);
  const session = await visitDeployment(options, host, parts, {
    prepare: async (deadlines) => {
      // A simulator brings its own controls, whatever the profile has.
      const { profile: _, ...asked } = options;
      deadlines.limit(maxTimeOf(plan(asked), options));
      if (planned.length === 0) throw nothingSelected();
      return informed(planned, parts, deadlines);
    },
    meet,
    use: (met) => judge(met, planned, parts),
    // The outcomes say why no rule could be judged at all.
    unmet: (error, signal) => {
      const instead = whyNot(error, signal);
      parts.outcomes = planned.map(({ judged }) => outcomeOf(judged.id, instead));
    },
    cleaningUp: () => options.onProgress?.({ kind: 'phase', phase: 'clean-up' }),
  });
  const { evidence } = parts;
  if (session && evidence) beside.onEvidence?.(redactedEvidence(evidence, session.redactor));
  return record(parts, session);
}

/** The outcome of all rules where none could be judged. */
function whyNot(error: unknown, { aborted, reason }: AbortSignal): Finding {
  if (error instanceof ConfigurationError) return notJudged('The run could not begin.');
  return aborted ? insteadByEnd(reason, 'before') : insteadByError(error);
}

/** With what the deployment itself shows, where the profile leaves that out. */
async function informed(
  planned: readonly Planned[],
  parts: Parts,
  deadlines: Deadlines,
): Promise<VerifyOptions> {
  const { options, host, beside } = parts;
  const writes = makesRecords(planned);
  if (!leavesUntold(options.profile, writes)) return options;
  const { learnFirst } = await import('../learning/first.ts');
  // Tokens that were issued while it learned are secrets of the run, too.
  const { redactor = new Redactor() } = options;
  const asked = { ...options, redactor, signal: deadlines.signal };
  const work = learnFirst(asked, host, writes, beside.described);
  const first = await unlessStuck(host, deadlines.signal, work);
  if (!first) return options;
  const { baseUrl, profile, learned, said, warnings } = first;
  for (const text of said) options.onProgress?.({ kind: 'notice', text });
  parts.warnings.push(...warnings);
  beside.onLearned?.(learned);
  return { ...options, redactor, baseUrl, profile };
}

/** Controls and first token; a token endpoint that asks for a token is judged. */
async function meet(session: RunSession): Promise<void> {
  await session.connect();
  await makeContact(session).catch(async (error: unknown) => {
    const isRefused = error instanceof ConfigurationError && error.code === 'CREDENTIALS_REFUSED';
    if (!isRefused || !(await bearerAsked(session))) throw error;
  });
}

async function judge(session: RunSession, planned: readonly Planned[], parts: Parts): Promise<void> {
  const devices = session.options.readOnly ? 0 : devicesMadeBy(planned);
  for (const text of [await shortOfLicences(session, planned), keptLicences(session.controls, devices)]) {
    if (text === undefined) continue;
    parts.options.onProgress?.({ kind: 'notice', text });
    parts.warnings.push(text);
  }
  const { bound } = session.clock;
  const moves = planned.some(({ readOnly, costs }) => !readOnly && costs.some(advances));
  if (bound !== undefined && moves) parts.options.onProgress?.({ kind: 'notice', text: bound });
  const { outcomes, evidence, warnings } = await judgeRules(session, planned);
  parts.outcomes = outcomes;
  parts.evidence = evidence;
  parts.warnings.push(...warnings);
  const isBound = !session.options.thorough && !outcomes.some(({ verdict }) => verdict === 'fail');
  // Work that is shared by all may never end after it was given up.
  const seen = await unlessStuck(session.host, session.signal, observeOpenings(session, isBound));
  parts.observations = seen.map((one) => unlessBroken(one, outcomes));
  parts.warnings.push(...sentAgain(session));
}

function sentAgain({ transport }: RunSession): string[] {
  const { sentAgain: count } = transport;
  if (count === 0) return [];
  const sent = count === 1 ? 'One request was' : `${count} requests were`;
  return [`${sent} sent once more, since a connection was lost or a gateway failed.`];
}

function nothingSelected(): ConfigurationError {
  return new ConfigurationError({
    code: 'NOTHING_SELECTED',
    message: 'No rule has an id that begins as asked for.',
    hint: 'roadtest rules lists all ids.',
  });
}

interface Parts extends Visit {
  readonly options: VerifyOptions;
  readonly beside: Beside;
  readonly startedAt: number;
  readonly host: Host;
  outcomes: Outcome[];
  /** Absent where nothing could be judged. */
  evidence?: Evidence;
  observations: Run['observations'];
}

function newParts(options: VerifyOptions, host: Host, beside: Beside): Parts {
  const { baseUrl: target, seed = 0 } = options;
  return {
    ...{ options, host, beside, startedAt: host.wall(), target, nonce: '', seed },
    ...{ outcomes: [], observations: [], warnings: [], leftBehind: [], interrupted: false },
  };
}

function record(parts: Parts, session: RunSession | undefined): Run {
  const { options, host, beside: _, startedAt, evidence, problem, warnings, ...seen } = parts;
  const run: Run = {
    ...{ format: 'roadtest-run', version: 1, tool: options.tool ?? 'roadtest' },
    profile: (session?.options ?? options).profile?.name ?? null,
    ...{ startedAt: isoUtc(startedAt), finishedAt: isoUtc(host.wall()), ...seen },
    ...(session?.transport.gone && { gone: true }),
    exchanges: session?.transport.exchanges ?? [],
    ...(evidence && noticedBy(evidence, seen.outcomes)),
    ...{ messages: session?.counts.messages ?? 0, staleBaseline: [], exitCode: 0 },
    warnings: [...(problem ? [sentence(problem)] : []), ...warnings],
    ...(problem && { problem }),
  };
  const ended = { ...run, exitCode: exitCodeOf(run) };
  return session ? redactedRun(ended, session.redactor) : ended;
}

function sentence({ message, hint }: Problem): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** A sentence where too few licences may be free for the devices that the run makes, and the run cannot get more; one more request shows it. */
async function shortOfLicences(
  session: RunSession,
  planned: readonly Planned[],
): Promise<string | undefined> {
  const { controls, options } = session;
  const canTell =
    controls.has('createDevice') && controls.has('readLicences') && !controls.has('setLicences');
  if (!canTell || options.readOnly) return undefined;
  const needed = devicesMadeBy(planned);
  const { available } = await controls.readLicences().catch(() => ({ available: undefined }));
  if (available === undefined || available >= needed) return undefined;
  return `Only ${available} licences are free, but this run may create ${needed} devices: rules about limits, expiry and licences may stay inconclusive. Free some, or configure the control setLicences.`;
}
