/** A verification from the live page: of a twin of the service, so that what is shown is not disturbed. */
import { nodeHost, runController } from '../../contracts/hosts/node.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { reporters } from '../../contracts/report/index.ts';
import { verify } from '../../contracts/suite/index.ts';
import type { Run } from '../../contracts/suite/run.ts';
import type { Progress } from '../../scenarios/player/stage/verification.ts';
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

const credentials = { userName: 'twin', apiKey: 'twin-key' };

/** The suite's report as JSON; see `runTwin`. */
export async function verifyTwin(
  twin: Twin,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<VerificationReport> {
  return JSON.parse(reporters.json.render(await runTwin(twin, onProgress, signal)));
}

/** Holds a service that is like the one that is served, in a world of its own, to the interface document. */
export async function runTwin(
  { profile, deviation: rule }: Twin,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Run> {
  const options = { ...credentials, ...(profile && { profile }) };
  // What is not asked for is not loaded.
  const defect = rule === undefined ? {} : (await import('./deviation.ts')).deviationFrom(rule);
  const simulator = deviantSimulator(defect, options);
  const server = await serve(simulator);
  // Every request that is under way listens to the signal; ours may take so many listeners.
  const controller = runController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await verify(
      {
        baseUrl: server.url,
        credentials,
        profile: simulator.profile,
        signal: controller.signal,
        tool: toolName,
        onProgress(progress) {
          if (progress.kind === 'start') onProgress({ done: 0, total: progress.total });
          if (progress.kind === 'judged') onProgress({ done: progress.done, total: progress.total });
        },
      },
      nodeHost(),
    );
  } finally {
    signal.removeEventListener('abort', stop);
    await server.close();
    simulator.stop();
  }
}
