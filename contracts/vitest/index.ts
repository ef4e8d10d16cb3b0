/**
 * `roadtest/vitest`: the contract suite as tests of your own suite.
 *
 *     import { describeContract } from 'roadtest/vitest';
 *
 *     describeContract({ baseUrl: 'http://127.0.0.1:4010', profile });
 *
 * One test for each judged id. The suite runs once, before the first of them; only what is to run is
 * judged, so that `vitest -t limits/` is quick.
 *
 * - `options.ts`  what it is told
 * - `judging.ts`  from an outcome to the result of a test
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { commandRunner } from '../hosts/command.ts';
import { environmentCredentials } from '../hosts/environment.ts';
import { nodeHost, runController } from '../hosts/node.ts';
import { expand } from '../specification/judged.ts';
import { rules } from '../specification/rules/index.ts';
import type { Host } from '../suite/host.ts';
import { verify } from '../suite/index.ts';
import { isSelected, type VerifyOptions } from '../suite/options.ts';
import type { Run } from '../suite/run.ts';
import { BrokenContract, driftIn, resultOf } from './judging.ts';
import type { ContractOptions } from './options.ts';

export type { ContractOptions, Deployment, InProcessSimulator } from './options.ts';

/** A name that only means this machine: requests to it go to the function or the simulator that is given. */
const HERE = 'http://localhost';
const FIVE_MINUTES = 300_000;
const DRIFT = 'openings are as the profile pins them';

/** Describes a suite with a test for every rule of the document that a deployment is judged by. */
export function describeContract(options: ContractOptions): void {
  const baseUrl = options.baseUrl ?? HERE;
  const ids = rules.flatMap(expand).flatMap(({ id }) => (isSelected(id, options) ? [id] : []));
  const strict = options.require?.inconclusive === 0;

  describe(options.name ?? `contract of ${options.baseUrl ?? 'the service'}`, () => {
    let run: Run;
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the parameters, and takes no other first one
    beforeAll(async ({}, suite) => {
      const wanted = toRun(suite, ids);
      run = await verify(runOptions(options, baseUrl, wanted), hostOf(options));
      if (run.problem)
        throw new BrokenContract(`${run.problem.message} ${run.problem.hint ?? ''} [${run.problem.code}]`);
    }, options.runTimeout ?? FIVE_MINUTES);

    for (const id of ids) {
      it(id, ({ skip }) => {
        const outcome = run.outcomes.find((one) => one.id === id);
        const result = resultOf(outcome, run, strict);
        if ('failed' in result) throw new BrokenContract(result.failed);
        if ('skipped' in result) skip(result.skipped);
      });
    }
    if (options.require?.drift === 0) {
      it(DRIFT, () => {
        const drift = driftIn(run);
        if (drift.length > 0) throw new BrokenContract(drift.join('\n'));
      });
    }
    afterAll(() => {
      const left = run?.leftBehind.filter((one) => !one.startsWith('device ')) ?? [];
      if (left.length > 0) throw new BrokenContract(`Created and not removed again: ${left.join(', ')}`);
    });
  });
}

/** The ids whose tests are not filtered out (`-t`, `.only`); before version 4 Vitest does not tell. */
function toRun(
  suite: { readonly tasks: readonly Task[] } | undefined,
  ids: readonly string[],
): readonly string[] {
  if (!suite) return ids;
  const left = new Set(suite.tasks.filter(({ mode }) => mode !== 'skip').map(({ name }) => name));
  return ids.filter((id) => left.has(id));
}

interface Task {
  readonly name: string;
  readonly mode: string;
}

function runOptions(options: ContractOptions, baseUrl: string, only: readonly string[]): VerifyOptions {
  const { readOnly, maxMessages, timeoutMs, patienceMs, requestsPerSecond } = options;
  const profile = options.profile ?? options.simulator?.profile;
  const given = { profile, readOnly, maxMessages, timeoutMs, patienceMs, requestsPerSecond };
  return {
    baseUrl,
    only,
    credentials: options.credentials ?? simulatorCredentials(options) ?? environmentCredentials() ?? nobody,
    signal: runController().signal,
    tool: 'roadtest/vitest',
    ...(Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as Partial<VerifyOptions>),
  };
}

/** The suite tells what is missing, and where to set it. */
const nobody = { userName: '', apiKey: '' };

function simulatorCredentials({ simulator }: ContractOptions) {
  if (!simulator) return undefined;
  const { userName, apiKey } = simulator.fleet.account;
  return { userName, apiKey };
}

/** Commands are those of a profile that is given here; a simulator's own is how it speaks, no more. */
function hostOf({ simulator, fetch, profile }: ContractOptions): Host {
  const host = nodeHost(simulator ? (request) => simulator.fetch(request) : fetch);
  return profile ? { ...host, run: commandRunner() } : host;
}
