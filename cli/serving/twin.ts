/** A verification of a twin of the service, so that what is shown is not disturbed. */
import { nodeHost, runController } from '../../contracts/hosts/node.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { toolName } from '../tool.ts';

const credentials = { userName: 'twin', apiKey: 'twin-key' };

/** Holds a service that is like the one that is served, in a world of its own, to the interface document. */
export async function runTwin(signal: AbortSignal): Promise<Run> {
  const simulator = createSimulator(credentials);
  const server = await serve(simulator);
  // Every request that is under way listens to the signal; ours may take so many listeners.
  const controller = runController();
  const stop = () => controller.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { profile } = simulator;
    const asked = { baseUrl: server.url, credentials, profile, signal: controller.signal, tool: toolName };
    return await verify(asked, nodeHost());
  } finally {
    signal.removeEventListener('abort', stop);
    await server.close();
    simulator.stop();
  }
}
