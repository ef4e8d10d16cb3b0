/** A whole run: first contact, cases, clean-up, record. */
import type { Case } from '../case.ts';
import type { Host } from '../host.ts';
import { observeOpenings } from '../openings/index.ts';
import { ConfigurationError, type Problem, type VerifyOptions } from '../options.ts';
import type { ExitCode, Outcome, Run } from '../run.ts';
import { Session } from '../session/session.ts';
import { isoUtc } from '../session/time.ts';
import { exitCodeOf } from './exit-code.ts';
import { checkOptions, makeContact } from './first-contact.ts';
import { outcomeNotJudged } from './outcome.ts';
import { type Planned, selectCases } from './plan.ts';
import { runCases } from './run-cases.ts';

/** Cleaning up takes no longer. */
const CLEAN_UP_MS = 30_000;

/** Holds a deployment to the given cases. Always ends with a record, whatever the deployment does. */
export async function runVerify(cases: readonly Case[], options: VerifyOptions, host: Host): Promise<Run> {
  const startedAt = host.wall();
  const signal = options.signal ?? new AbortController().signal;
  let session: Session | undefined;
  let planned: Planned[] = [];
  try {
    const target = checkOptions(options);
    planned = selectCases(cases, options);
    if (planned.length === 0) throw nothingSelected();
    session = new Session(target, options, host, signal);
    signal.throwIfAborted();
    await session.connect();
    await makeContact(session);
  } catch (error) {
    if (!(error instanceof ConfigurationError) && !signal.aborted) throw error;
    const problem = error instanceof ConfigurationError ? error : undefined;
    const outcomes = planned.map(({ judged }) =>
      outcomeNotJudged(judged, problem ? 'The run could not begin.' : 'The run was interrupted before.'),
    );
    return record({ session, options, host, startedAt, outcomes, problem, interrupted: signal.aborted });
  }

  const { outcomes, warnings } = await runCases(session, planned);
  const observations = await observeOpenings(session);
  options.onProgress?.({ kind: 'phase', phase: 'clean-up' });
  const leftBehind = await cleanUp(session);
  return record({
    session,
    options,
    host,
    startedAt,
    outcomes,
    observations,
    warnings,
    leftBehind,
    interrupted: signal.aborted,
  });
}

function nothingSelected(): ConfigurationError {
  return new ConfigurationError({
    code: 'NOTHING_SELECTED',
    message: 'No rule has an id that begins as asked for.',
    hint: 'roadtest rules lists all ids.',
  });
}

/** Also after an interruption, but not for ever. */
async function cleanUp(session: Session): Promise<string[]> {
  const { ending, host, maker } = session;
  const done = new AbortController();
  host.sleep(CLEAN_UP_MS, done.signal).then(
    () => ending.abort(),
    () => undefined,
  );
  const left = await maker.cleanUp(session.background('clean-up', ending.signal));
  done.abort();
  return left;
}

interface Parts {
  session: Session | undefined;
  options: VerifyOptions;
  host: Host;
  startedAt: number;
  outcomes: Outcome[];
  observations?: Run['observations'];
  warnings?: string[];
  leftBehind?: string[];
  problem?: Problem | undefined;
  interrupted: boolean;
}

function record(parts: Parts): Run {
  const { session, options, host, outcomes, observations = [], problem } = parts;
  const judgement = { outcomes, observations, interrupted: parts.interrupted };
  const exitCode: ExitCode = problem ? 2 : exitCodeOf(judgement);
  const run: Run = {
    format: 'roadtest-run',
    version: 1,
    tool: options.tool ?? 'roadtest',
    target: session?.target ?? options.baseUrl,
    profile: options.profile?.name ?? null,
    startedAt: isoUtc(parts.startedAt),
    finishedAt: isoUtc(host.wall()),
    nonce: session?.nonce ?? '',
    ...judgement,
    exchanges: session?.transport.exchanges ?? [],
    leftBehind: parts.leftBehind ?? [],
    staleBaseline: [],
    warnings: [...(problem ? [sentence(problem)] : []), ...(parts.warnings ?? [])],
    exitCode,
    ...(problem && { problem: { ...problemOf(problem) } }),
  };
  return session ? session.redactor.deep(run) : run;
}

function problemOf({ code, message, hint }: Problem): Problem {
  return { code, message, ...(hint !== undefined && { hint }) };
}

function sentence({ message, hint }: Problem): string {
  return hint === undefined ? message : `${message} ${hint}`;
}
