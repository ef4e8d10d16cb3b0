/** A whole exploration: first contact, histories until one fails or the time is up, shrinking, clean-up, record. */

import type { Deployment } from '../deployment/deployment.ts';
import type { Host } from '../deployment/host.ts';
import { visitDeployment } from '../deployment/visit.ts';
import type { Redactor } from '../kit/redact.ts';
import { isoUtc } from '../kit/times.ts';
import type { ExitCode } from '../verify/run.ts';
import { type Exploration, type ExploreOptions, type Failure, whyNothing } from './exploration.ts';
import { MOST_DEVICES, Search } from './search.ts';

/** It always ends with a record: what the deployment does becomes a failure or a problem. */
export async function explore(options: ExploreOptions, host: Host): Promise<Exploration> {
  const record = blank(options, host);
  const session = await visitDeployment({ maxDevices: MOST_DEVICES, ...options }, host, record, {
    use: (met) => new Search(met, options, record).go(),
  });
  return finished(record, session, host);
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
    ...{ themes: [], histories: 0, steps: 0, judged: 0, untaken: 0 },
    ...{ requests: 0, devices: 0, brokenOff: 0, gaveUp: false },
    ...{ failures: [], gonePast: [], interrupted: false, leftBehind: [], warnings: [], exitCode: 0 },
  };
}

function finished(record: Exploration, session: Deployment | undefined, host: Host): Exploration {
  const requests = session?.transport.exchanges.length ?? 0;
  const whole = { ...record, requests, finishedAt: isoUtc(host.wall()) };
  const nothing = whole.failures.length > 0 || whole.interrupted ? undefined : whyNothing(whole);
  if (nothing !== undefined && !whole.problem) whole.warnings.push(nothing);
  const coded = { ...whole, exitCode: exitCodeOf(whole) };
  return session ? redacted(coded, session) : coded;
}

/** Only what quotes the deployment is searched for secrets. */
function redacted(record: Exploration, { redactor }: Deployment): Exploration {
  return {
    ...record,
    failures: record.failures.map((failure) => redactedFailure(failure, redactor)),
    gonePast: record.gonePast.map((failure) => redactedFailure(failure, redactor)),
    leftBehind: redactor.deep(record.leftBehind),
    warnings: redactor.deep(record.warnings),
    ...(record.fault !== undefined && { fault: redactor.text(record.fault) }),
  };
}

/** A failure without secrets in what quotes the deployment. */
function redactedFailure<F extends Failure>(failure: F, redactor: Redactor): F {
  return {
    ...failure,
    observed: redactor.text(failure.observed),
    ruledOut: redactor.deep(failure.ruledOut),
    taken: redactor.deep(failure.taken),
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
