/** Many worlds on one server: how fast a fork is, what a thousand take, and what the prefix costs a request. */
import { execFileSync } from 'node:child_process';
import { atMost, inRounds, median, pathOf, rateOf, ratioOfRates, serve, tokenOf } from './measure.mjs';

const FORKS = 200;
const WORLDS = 1_000;

export async function worldRows() {
  const measured = (part) => JSON.parse(execFileSync(process.execPath, [import.meta.filename, part]));
  const { fork } = measured('fork');
  const { resident } = measured('many');
  const server = await serve();
  const made = await fetch(`${server.controlUrl}/worlds`, { method: 'POST', body: '{"name":"a"}' });
  if (!made.ok) throw new Error(`No world was made: ${await made.text()}`);
  const world = { ...server, ...(await made.json()) };
  const reading = async (at) => ({
    url: `${at.baseUrl}/api/devices/dev-1`,
    headers: { authorization: `Bearer ${await tokenOf(at)}` },
  });
  try {
    const requests = { plain: await reading(server), world: await reading(world) };
    const rates = await inRounds(
      { plain: () => rateOf(requests.plain, 1), world: () => rateOf(requests.world, 1) },
      7,
    );
    return [
      atMost('fork of a world of 100 devices', fork, 'ms', 5, `time of the processor, median of ${FORKS}`),
      atMost('1,000 worlds of 10 devices', resident / 2 ** 20, 'MiB', 500, 'resident, the whole process'),
      ratioOfRates('read in a world / at the plain address', rates.world, rates.plain, 0.9),
    ];
  } finally {
    await server.stop();
  }
}

const parts = {
  async fork() {
    const { createWorlds } = await import(pathOf('dist/lib/index.js'));
    const worlds = createWorlds({ devices: 100 });
    const took = [];
    for (let round = 0; round < FORKS; round++) {
      const began = process.cpuUsage();
      const { name } = await worlds.create({ fork: null });
      const { user, system } = process.cpuUsage(began);
      took.push((user + system) / 1_000);
      worlds.delete(name);
    }
    return { fork: median(took) };
  },
  async many() {
    const { createWorlds } = await import(pathOf('dist/lib/index.js'));
    const worlds = createWorlds({ devices: 10 });
    for (let made = 0; made < WORLDS; made++) await worlds.create({ fork: null });
    return { resident: process.memoryUsage.rss() };
  },
};

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await parts[process.argv[2]]()));
