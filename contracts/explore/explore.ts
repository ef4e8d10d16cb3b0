/** A whole exploration: first contact, histories until one fails or the time is up, shrinking, clean-up, record. */
import type { Redactor } from '../kit/redact.ts';
import { isoUtc } from '../kit/times.ts';
import type { Host } from '../suite/host.ts';
import { ConfigurationError } from '../suite/options.ts';
import type { ExitCode } from '../suite/run.ts';
import { Bounds } from '../suite/runner/bounds.ts';
import { checkOptions, meetDeployment } from '../suite/runner/first-contact.ts';
import { StuckError, unlessStuck } from '../suite/runner/unless-stuck.ts';
import { undoAll } from '../suite/session/cleaning-up.ts';
import { Session } from '../suite/session/session.ts';
import { shortSecrets } from '../suite/session/short-secrets.ts';
import type { Exploration, Failure } from './exploration.ts';
import { whyNothing } from './judging.ts';
import type { ExploreOptions } from './options.ts';
import { Search } from './search.ts';

/** It always ends with a record: what the deployment does becomes a failure or a problem. */
export async function explore(options: ExploreOptions, host: Host): Promise<Exploration> {
  const bounds = new Bounds(host, options.signal);
  const record = blank(options, host);
  try {
    const session = await begin(options, host, bounds, record);
    if (session) {
      await new Search(session, options, record).go().catch((error: unknown) => {
        if (!session.signal.aborted) record.fault = messageOf(error);
      });
      record.warnings.push(...session.time.doubts());
      record.interrupted = bounds.signal.aborted;
      await cleanUp(session, host, bounds, record);
    }
    return finished(record, session, host);
  } finally {
    bounds.over();
  }
}

async function begin(
  options: ExploreOptions,
  host: Host,
  { signal, ending }: Bounds,
  record: Exploration,
): Promise<Session | undefined> {
  try {
    const target = checkOptions(options);
    const session = new Session(target, options, host, signal, { ending, judges: true });
    record.target = target;
    record.seed = session.chance.seed;
    record.nonce = session.nonce;
    record.warnings.push(...shortSecrets(options));
    await meetDeployment(session);
    if (!options.readOnly && !options.alone) record.warnings.push(...(await session.turn.take()));
    return session;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { code, message, hint } = error;
    record.problem = { code, message, ...(hint !== undefined && { hint }) };
    return undefined;
  }
}

async function cleanUp(session: Session, host: Host, bounds: Bounds, record: Exploration): Promise<void> {
  const { signal } = bounds.ending;
  bounds.cleaningUp();
  session.transport.lastChance();
  try {
    record.leftBehind = await unlessStuck(
      host,
      signal,
      undoAll(session, session.background('clean-up', signal)),
    );
  } catch (error) {
    if (!(error instanceof StuckError)) throw error;
    record.warnings.push('The clean-up did not finish in time: what was created may still be there.');
  }
  const { failure } = session.journal;
  if (failure !== undefined) record.journalLost = failure;
}

function blank(options: ExploreOptions, host: Host): Exploration {
  return {
    format: 'roadtest-exploration',
    version: 1,
    tool: options.tool ?? 'roadtest',
    target: options.baseUrl,
    profile: options.profile?.name ?? null,
    startedAt: isoUtc(host.wall()),
    finishedAt: isoUtc(host.wall()),
    nonce: '',
    seed: options.seed ?? 0,
    ...{
      themes: [],
      histories: 0,
      steps: 0,
      judged: 0,
      requests: 0,
      devices: 0,
      untaken: 0,
      brokenOff: 0,
      gaveUp: false,
      coverage: {},
    },
    ...{ failures: [], interrupted: false, leftBehind: [], warnings: [], exitCode: 0 },
  };
}

function finished(record: Exploration, session: Session | undefined, host: Host): Exploration {
  const requests = session?.transport.exchanges.length ?? 0;
  const whole = { ...record, requests, finishedAt: isoUtc(host.wall()) };
  const nothing = whole.failures.length > 0 || whole.interrupted ? undefined : whyNothing(whole);
  if (nothing !== undefined && !whole.problem) whole.warnings.push(nothing);
  const coded = { ...whole, exitCode: exitCodeOf(whole) };
  return session ? redacted(coded, session) : coded;
}

/** Only what quotes the deployment is searched for secrets. */
function redacted(record: Exploration, { redactor }: Session): Exploration {
  return {
    ...record,
    failures: record.failures.map((failure) => redactedFailure(failure, redactor)),
    leftBehind: redactor.deep(record.leftBehind),
    warnings: redactor.deep(record.warnings),
    ...(record.fault !== undefined && { fault: redactor.text(record.fault) }),
  };
}

/** What quotes the deployment is searched for secrets. */
export function redactedFailure(failure: Failure, redactor: Redactor): Failure {
  return {
    ...failure,
    observed: redactor.text(failure.observed),
    ruledOut: redactor.deep(failure.ruledOut),
    taken: failure.taken.map(({ step, came }) => ({
      step,
      ...(came !== undefined && { came: redactor.text(came) }),
    })),
  };
}

function exitCodeOf(run: Exploration): ExitCode {
  const { failures, problem, fault, journalLost, interrupted } = run;
  if (problem) return 2;
  if (failures.some(({ verdict }) => verdict === 'fail')) return 1;
  if (fault !== undefined) return 5;
  if (journalLost !== undefined) return 2;
  return failures.length > 0 || interrupted || whyNothing(run) !== undefined ? 3 : 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
