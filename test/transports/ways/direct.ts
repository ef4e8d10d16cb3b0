/** The simulator's function, called as it is. */
import { tooLarge } from '../../../simulator/hosts/body.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import type { Client, Transport } from '../transport.ts';

export function direct(): Transport {
  const simulators: Simulator[] = [];
  return {
    name: 'direct calls',
    adds: [],
    start: async () => {},
    stop: async () => {},
    async open(options) {
      const simulator = createSimulator(options);
      simulators.push(simulator);
      return directClient(simulator);
    },
    async closeAll() {
      for (const simulator of simulators.splice(0)) simulator.stop();
    },
  };
}

/** Does what every host does: leaves out a body over the limit, and the body of an answer to HEAD. */
export function directClient({ handle, bodyLimit }: Pick<Simulator, 'handle' | 'bodyLimit'>): Client {
  return {
    async request(method, target, { headers = {}, body } = {}) {
      const oversized =
        body !== undefined && Buffer.byteLength(body) > bodyLimit({ method, target, headers });
      const call = {
        method,
        target,
        headers,
        body: oversized ? undefined : body,
        ...(oversized && { unread: tooLarge }),
      };
      const reply = await handle(call);
      if (reply.dropped) throw new Error('The connection was dropped.');
      return { status: reply.status, headers: reply.headers, text: method === 'HEAD' ? '' : reply.body };
    },
  };
}
