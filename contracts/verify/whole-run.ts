/** A whole run: first contact, rules judged, openings observed, clean-up, record. */

import { Bounds } from '../deployment/contact/bounds.ts';
import { checkOptions, makeContact } from '../deployment/contact/first-contact.ts';
import { shortSecrets } from '../deployment/contact/short-secrets.ts';
import { StuckError, unlessStuck } from '../deployment/contact/unless-stuck.ts';
import type { Host } from '../deployment/host.ts';
import { openDeployment } from '../deployment/open.ts';
import { ConfigurationError, OvertimeError, type Problem } from '../deployment/options.ts';
import { bearerAsked } from '../deployment/tokens/bearer-asked.ts';
import { keptLicences } from '../deployment/undo/devices.ts';
import { undoAll } from '../deployment/undo/undo.ts';
import { isoUtc } from '../kit/times.ts';
import { advances } from './directed/cost.ts';
import type { Evidence } from './evidence.ts';
import { judgeRules } from './judge.ts';
import { maxTimeOf } from './max-time.ts';
import { unlessBroken } from './openings/broken.ts';
import { observeOpenings } from './openings/index.ts';
import { type Finding, insteadByEnd, insteadByError, notJudged, outcomeOf } from './outcome.ts';
import { devicesMadeBy, type Planned, plan, selectRules } from './plan.ts';
import { redactedRun } from './redacted.ts';
import { redactedEvidence } from './redacted-evidence.ts';
import { countVerdicts, type ExitCode, type Outcome, type Run } from './run.ts';
import type { VerifyOptions } from './run-options.ts';
import type { RunSession } from './run-session.ts';
import { sharpnessOf } from './sharpness.ts';
import { leavesWritesUntold, toldOfWrites } from './untold-writes.ts';

/**
 * Judges a deployment. It always ends with a record: what the deployment does becomes
 * an outcome or a problem. Our own faults end with exit code 5, and are cleaned up after.
 *
 * @param onEvidence takes what the run saw of the rules, without secrets, where it judged any
 */
export async function verify(
  options: VerifyOptions,
  host: Host,
  onEvidence?: (evidence: Evidence) => void,
): Promise<Run> {
  const bounds = new Bounds(host, options.signal);
  const parts = newParts(options, host);
  try {
    const planned = selectRules(options);
    // A simulator brings its own controls, whatever the profile has.
    const { profile: _, ...asked } = options;
    bounds.limit(maxTimeOf(plan(asked), options));
    const session = await begin(planned, parts, bounds);
    if (session)
      await unlessStuck(host, bounds.ending.signal, judge(session, planned, parts)).catch(
        (error: unknown) => {
          if (!(error instanceof StuckError || isEnd(error, bounds))) parts.fault = messageOf(error);
        },
      );
    parts.interrupted = bounds.signal.aborted;
    if (bounds.signal.reason instanceof OvertimeError) parts.warnings.push(bounds.signal.reason.message);
    if (session) await cleanUp(session, parts, bounds);
  } catch (error) {
    parts.fault = messageOf(error);
  } finally {
    bounds.over();
  }
  const { session, evidence } = parts;
  if (session && evidence) onEvidence?.(redactedEvidence(evidence, session.redactor));
  return record(parts);
}

/** Address, controls, first token. Where no rule can be judged at all the outcomes say why. */
async function begin(
  planned: readonly Planned[],
  parts: Parts,
  bounds: Bounds,
): Promise<RunSession | undefined> {
  const { signal, ending } = bounds;
  const { host } = parts;
  try {
    const target = checkOptions(parts.options);
    if (planned.length === 0) throw nothingSelected();
    const options = await withWrites(planned, parts, bounds);
    const session = openDeployment(target, options, host, signal, { ending, judges: true });
    parts.session = session;
    parts.warnings.push(...shortSecrets(options));
    signal.throwIfAborted();
    await unlessStuck(host, signal, meet(session, planned, parts));
    return session;
  } catch (error) {
    if (error instanceof ConfigurationError) parts.problem = error;
    const instead = whyNot(error, signal);
    parts.outcomes = planned.map(({ judged }) => outcomeOf(judged, instead));
    return undefined;
  }
}

/** The outcome of all rules where none could be judged. */
function whyNot(error: unknown, { aborted, reason }: AbortSignal): Finding {
  if (error instanceof ConfigurationError) return notJudged('The run could not begin.');
  return aborted ? insteadByEnd(reason, 'before') : insteadByError(error);
}

/** With a profile that says how groups and users are written, where the given one leaves that out and the run makes some. */
async function withWrites(planned: readonly Planned[], parts: Parts, bounds: Bounds): Promise<VerifyOptions> {
  const { options, host } = parts;
  if (!options.profile || !leavesWritesUntold(planned, options.profile)) return options;
  const work = toldOfWrites(options.profile, options, host, bounds);
  const { profile, said } = await unlessStuck(host, bounds.signal, work);
  for (const text of said) options.onProgress?.({ kind: 'notice', text });
  parts.warnings.push(...said);
  return { ...options, profile };
}

async function meet(session: RunSession, _planned: readonly Planned[], _parts: Parts): Promise<void> {
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
  parts.warnings.push(...session.clock.doubts(), ...sentAgain(session));
}

function sentAgain({ transport }: RunSession): string[] {
  const { sentAgain: count } = transport;
  if (count === 0) return [];
  const sent = count === 1 ? 'One request was' : `${count} requests were`;
  return [`${sent} sent once more, since a connection was lost or a gateway failed.`];
}

/** Also after an interruption, and where the deployment was given up; but not for ever. */
async function cleanUp(session: RunSession, parts: Parts, bounds: Bounds): Promise<void> {
  const { signal } = bounds.ending;
  parts.options.onProgress?.({ kind: 'phase', phase: 'clean-up' });
  bounds.cleaningUp();
  session.transport.lastChance();
  try {
    const work = undoAll(session, signal);
    parts.leftBehind = await unlessStuck(parts.host, signal, work);
  } catch (error) {
    if (!(error instanceof StuckError || isEnd(error, bounds))) throw error;
    parts.warnings.push('The clean-up did not finish in time: what was created may still be there.');
  }
}

/** Returns whether an error only says that the run, or its clean-up, was ended. */
function isEnd(error: unknown, { signal, ending }: Bounds): boolean {
  return [signal, ending.signal].some(({ aborted, reason }) => aborted && error === reason);
}

function nothingSelected(): ConfigurationError {
  return new ConfigurationError({
    code: 'NOTHING_SELECTED',
    message: 'No rule has an id that begins as asked for.',
    hint: 'roadtest rules lists all ids.',
  });
}

interface Parts {
  readonly options: VerifyOptions;
  readonly host: Host;
  readonly startedAt: number;
  session: RunSession | undefined;
  outcomes: Outcome[];
  /** Absent where nothing could be judged. */
  evidence: Evidence | undefined;
  observations: Run['observations'];
  warnings: string[];
  leftBehind: string[];
  problem: Problem | undefined;
  fault: string | undefined;
  interrupted: boolean;
}

function newParts(options: VerifyOptions, host: Host): Parts {
  return {
    ...{ options, host, startedAt: host.wall(), session: undefined, problem: undefined, fault: undefined },
    evidence: undefined,
    ...{ outcomes: [], observations: [], warnings: [], leftBehind: [], interrupted: false },
  };
}

function record(parts: Parts): Run {
  const { session, options, host, outcomes, observations, problem, fault } = parts;
  const journalLost = session?.journal.failure;
  const judgement = {
    outcomes,
    observations,
    interrupted: parts.interrupted,
    ...(session?.transport.gone && { gone: true }),
    ...(journalLost !== undefined && { journalLost }),
    ...(fault !== undefined && { fault }),
  };
  const exitCode: ExitCode = problem ? 2 : exitCodeOf(judgement);
  const sharpness = parts.evidence && sharpnessOf(parts.evidence, outcomes);
  const run: Run = {
    format: 'roadtest-run',
    version: 1,
    tool: options.tool ?? 'roadtest',
    target: session?.target ?? options.baseUrl,
    profile: options.profile?.name ?? null,
    startedAt: isoUtc(parts.startedAt),
    finishedAt: isoUtc(host.wall()),
    nonce: session?.nonce ?? '',
    seed: session?.chance.seed ?? options.seed ?? 0,
    ...judgement,
    exchanges: session?.transport.exchanges ?? [],
    ...(sharpness && { sharpness }),
    messages: session?.counts.messages ?? 0,
    leftBehind: parts.leftBehind,
    staleBaseline: [],
    warnings: [...(problem ? [sentence(problem)] : []), ...parts.warnings],
    exitCode,
    ...(problem && { problem: { ...problemOf(problem) } }),
  };
  return session ? redactedRun(run, session.redactor) : run;
}

function problemOf({ code, message, hint }: Problem): Problem {
  return { code, message, ...(hint !== undefined && { hint }) };
}

function sentence({ message, hint }: Problem): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * The exit code of a run by itself: baselines and requirements are the business of who asked for it (`contracts/report`).
 * A failure weighs more than our own error, that more than a journal that could not be written, this more than what is
 * suspect or stayed open, and that more than drift.
 */
function exitCodeOf({
  outcomes,
  observations,
  interrupted,
  gone,
  fault,
  journalLost,
}: Pick<Run, 'outcomes' | 'observations' | 'interrupted' | 'gone' | 'fault' | 'journalLost'>): ExitCode {
  const counts = countVerdicts(outcomes);
  if (counts.fail > 0) return 1;
  if (counts.error > 0 || fault !== undefined) return 5;
  if (journalLost !== undefined) return 2;
  const open = outcomes.some(({ leftOpen }) => leftOpen);
  if (counts.suspect > 0 || counts.pass === 0 || open || interrupted || gone) return 3;
  return counts.drift > 0 || observations.some(({ drift }) => drift) ? 4 : 0;
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
  return `Of the licences ${available} are free, and the run may make ${needed} devices: rules about limits, expiry and licences may stay open. Free more, or state the control setLicences.`;
}
