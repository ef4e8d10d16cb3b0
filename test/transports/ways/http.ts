/** A server on a socket, called by Node's fetch. */
import { type Server, serve } from '../../../simulator/hosts/node.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { fetchClient, type Transport } from '../transport.ts';

export function http(): Transport {
  const open: { server: Server; simulator: Simulator }[] = [];
  return {
    name: 'HTTP',
    adds: ['connection', 'keep-alive', 'content-length'],
    start: async () => {},
    stop: async () => {},
    async open(options) {
      const simulator = createSimulator(options);
      const server = await serve(simulator);
      open.push({ server, simulator });
      return fetchClient(server.url);
    },
    async closeAll() {
      await Promise.all(open.map(({ server }) => server.close()));
      for (const { simulator } of open.splice(0)) simulator.stop();
    },
  };
}
