/** Helpers for the tests of `roadtest verify` and `sweep`: deployments on real sockets, and commands in this process. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import { sweep } from '../../cli/commands/sweep.ts';
import { verify } from '../../cli/commands/verify.ts';
import type { ProcessStreams } from '../../cli/process-streams.ts';
import { run } from '../../cli/run.ts';
import { deviationFrom } from '../../cli/serving/deviation.ts';
import { deviantSimulator } from '../../simulator/deviations/apply.ts';
import { serve } from '../../simulator/hosts/node.ts';
import type { Call, Handle, Reply } from '../../simulator/http/call.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/index.ts';
import { endWithFile, folder } from './started.ts';
import { testIo } from './world.ts';

export { folder };

export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/** Runs `verify` or `sweep` in this process. */
export async function cli(
  words: readonly string[],
  given: Partial<ProcessStreams> = {},
): Promise<CommandResult> {
  const io = testIo({ cwd: folder, ...given, env: { XDG_STATE_HOME: folder, ...given.env } });
  const code = await run({ verify: async () => verify, sweep: async () => sweep }, words, io);
  return { code, ...io.written() };
}

export interface Deployment {
  url: string;
  simulator: Simulator;
  /** Calls of the public API, and of the control API, as they came. */
  calls: Call[];
  control: Call[];
}

export interface DeployedOptions extends SimulatorOptions {
  /** The rule that is broken. */
  deviate?: string;
  onCall?: (call: Call) => void;
  /** Put around all of the service. */
  around?: (handle: Handle) => Handle;
  /** Changes what is answered. */
  onReply?: (reply: Reply, call: Call) => Reply | Promise<Reply>;
}

/** A simulator on a socket, all its calls noted. */
export async function deployed(options: DeployedOptions = {}): Promise<Deployment> {
  const { deviate, around = (handle) => handle, onCall, onReply, ...given } = options;
  const simulator = deviantSimulator(deviate === undefined ? {} : deviationFrom(deviate), given);
  const handle = around(simulator.handle);
  const calls: Call[] = [];
  const control: Call[] = [];
  const server = await serve({
    bodyLimit: simulator.bodyLimit,
    handle: async (call) => {
      (call.target.startsWith('/_control') ? control : calls).push(call);
      onCall?.(call);
      const reply = await handle(call);
      return onReply ? onReply(reply, call) : reply;
    },
  });
  endWithFile(async () => {
    await server.close();
    simulator.stop();
  });
  return { url: server.url, simulator, calls, control };
}

/** A server that is not a deployment. */
export async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endWithFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * An address where nothing listens, and where nothing can as long as the file runs: its port is the near
 * end of a connection, so that the system gives it to no other server.
 */
export async function nowhere(): Promise<string> {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(connection, 'connect');
  endWithFile(() => {
    connection.destroy();
    server.close();
  });
  return `http://127.0.0.1:${connection.localPort}`;
}

export const demo = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
