/** A verification of a twin of the service, so that what is shown is not disturbed. */
import { nodeHost, runController } from '../../contracts/hosts/node.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { VerifyOptions } from '../../contracts/verify/run-options.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { toolName } from '../tool.ts';

export interface Twin {
  /** Default: the default profile. */
  profile: Profile | undefined;
  /** The rule that the service breaks. */
  deviation: string | undefined;
}

const credentials = { userName: 'twin', apiKey: 'twin-key' };

/** Holds a service that is like the one that is served, in a world of its own, to the interface document. */
export function runTwin(twin: Twin, signal: AbortSignal): Promise<Run> {
  return onTwin(twin, signal, (asked) => verify(asked, nodeHost()));
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
