/** Mock Service Worker in Node: the fetch of this process is answered without a socket. */
import { setupServer } from 'msw/node';
import { roadtestHandler } from '../../../simulator/hosts/msw.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { fetchClient, type Transport } from '../transport.ts';

export function mswNode(): Transport {
  const server = setupServer();
  const simulators: Simulator[] = [];
  let opened = 0;
  return {
    name: 'MSW in Node',
    adds: [],
    start: async () => server.listen({ onUnhandledRequest: 'error' }),
    stop: async () => server.close(),
    async open(options) {
      const simulator = createSimulator(options);
      simulators.push(simulator);
      const baseUrl = `https://fleet-${++opened}.test`;
      server.use(roadtestHandler(simulator, { baseUrl }));
      return fetchClient(baseUrl);
    },
    async closeAll() {
      server.resetHandlers();
      for (const simulator of simulators.splice(0)) simulator.stop();
    },
  };
}
