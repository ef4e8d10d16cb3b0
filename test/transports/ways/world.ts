/** A world beside others: the functions of simulators, below a prefix. */
import { createWorlds, type SimulatorWorlds } from '../../../simulator/index.ts';
import type { Client, Transport } from '../transport.ts';
import { directClient } from './direct.ts';

export function world(): Transport {
  const open: SimulatorWorlds[] = [];
  return {
    name: 'a world of many',
    adds: [],
    start: async () => {},
    stop: async () => {},
    async open(options) {
      const worlds = createWorlds(options);
      open.push(worlds);
      const { path } = await worlds.create();
      return below(path, directClient(worlds));
    },
    async closeAll() {
      for (const worlds of open.splice(0)) worlds.stop();
    },
  };
}

/** An address in a reply leads to the world; the tests know nothing of prefixes. */
function below(path: string, client: Client): Client {
  return {
    async request(method, target, init) {
      const reply = await client.request(method, path + target, init);
      const { location } = reply.headers;
      if (location?.startsWith(path)) reply.headers.location = location.slice(path.length);
      return reply;
    },
  };
}
