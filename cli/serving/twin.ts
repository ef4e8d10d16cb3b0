/** A verification and an exploration from the live page: of a twin of the service, so that what is shown is not disturbed. */
import { nodeHost, runController } from '../../contracts/hosts/node.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { reporters } from '../../contracts/report/index.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import type { Explore, VerificationProgress } from '../../scenarios/player/stage/on-twin.ts';
import type { VerificationReport } from '../../simulator/control/schemas/index.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { toolName } from '../verifying/tool.ts';

export interface Twin {
  /** Default: the default profile. */
  profile: Profile | undefined;
  /** The rule that the service breaks. */
  deviation: string | undefined;
}

/** Real time for an exploration, and for making a failure shorter, in ms. */
const EXPLORING = 30_000;
const credentials = { userName: 'twin', apiKey: 'twin-key' };

/** The suite's report as JSON; see `runTwin`. */
export async function verifyTwin(
  twin: Twin,
  onProgress: (progress: VerificationProgress) => void,
  signal: AbortSignal,
): Promise<VerificationReport> {
  return JSON.parse(reporters.json.render(await runTwin(twin, onProgress, signal)));
}

/** Explores the twin, and reports which histories the model explains. */
export async function exploreTwin(
  twin: Twin,
  onProgress: Parameters<Explore>[0],
  signal: AbortSignal,
): Promise<Awaited<ReturnType<Explore>>> {
  const { explore, whyNothing } = await import('../../contracts/explore/index.ts');
  const run = await onTwin(twin, signal, (asked) =>
    explore(
      {
        ...asked,
        timeMs: EXPLORING,
        shrinkMs: EXPLORING,
        onHistory: (histories, requests, coverage) =>
          onProgress({ histories, requests, coverage: Object.fromEntries(coverage) }),
      },
      nodeHost(),
    ),
  );
  if (run.problem) throw new Error(run.problem.message);
  if (run.fault !== undefined) throw new Error(run.fault);
  const nothing = run.failures.length === 0 ? whyNothing(run) : undefined;
  if (nothing !== undefined) throw new Error(nothing);
  const { histories, requests, coverage } = run;
  const failures = run.failures.map(({ verdict, broken, expected, taken }) => ({
    ...{ verdict, expected, rules: broken[0] ?? [] },
    steps: taken.map(({ step, came = null }) => ({ step, came })),
  }));
  return { histories, requests, coverage, failures };
}

/** Holds a service that is like the one that is served, in a world of its own, to the interface document. */
export function runTwin(
  twin: Twin,
  onProgress: (progress: VerificationProgress) => void,
  signal: AbortSignal,
): Promise<Run> {
  return onTwin(twin, signal, (asked) =>
    verify(
      {
        ...asked,
        onProgress(progress) {
          if (progress.kind === 'start') onProgress({ done: 0, total: progress.total });
          if (progress.kind === 'judged') onProgress({ done: progress.done, total: progress.total });
        },
      },
      nodeHost(),
    ),
  );
}

/** The options of a run on a twin. */
type Asked = Required<Pick<VerifyOptions, 'baseUrl' | 'credentials' | 'profile' | 'signal' | 'tool'>>;

async function onTwin<T>(
  { profile, deviation: rule }: Twin,
  signal: AbortSignal,
  run: (asked: Asked) => Promise<T>,
): Promise<T> {
  const options = { ...credentials, ...(profile && { profile }) };
  // Deviations are loaded only where one is asked for.
  const defect = rule === undefined ? {} : (await import('./deviation.ts')).deviationFrom(rule);
  const simulator = deviantSimulator(defect, options);
  const server = await serve(simulator);
  // Every request that is under way listens to the signal; ours may take so many listeners.
  const controller = runController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await run({
      baseUrl: server.url,
      credentials,
      profile: simulator.profile,
      signal: controller.signal,
      tool: toolName,
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await server.close();
    simulator.stop();
  }
}
