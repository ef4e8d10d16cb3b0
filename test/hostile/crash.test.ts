/** `kill -9` of a run at a request, before it has an effect or after it, and then `roadtest sweep`. Needs a build. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator, type Simulator } from '../../simulator/index.ts';
import { launch, launchHere } from '../command/roadtest.ts';
import { endWithFile, folder } from '../command/started.ts';
import { SEED } from '../sample.ts';

const DEVICES = 5;
/** About as many requests as the run sends: the moments are two of them, turning with the commit. */
const REQUESTS = 120;

it.each([
  ['before', 20 + (SEED % (REQUESTS / 2))],
  ['after', 20 + REQUESTS / 2 + (SEED % (REQUESTS / 3))],
])('a run that is killed %s the effect of request %i is undone by a sweep', async (when, moment) => {
  const simulator = createSimulator({ devices: DEVICES, groups: 2, users: 3 });
  for (let id = 1; id <= DEVICES; id++)
    simulator.fleet.limits.set(id, { dailyEmail: 40 + id, dailySms: 50 + id });
  const before = stateOf(simulator);
  let kill = async () => {};
  let requests = 0;
  const server = await serve({
    bodyLimit: simulator.bodyLimit,
    handle: async (call) => {
      const dies = ++requests === moment;
      if (dies && when === 'before') await kill();
      // A request that a process sent before it ended arrives all the same.
      const reply = await simulator.handle(call);
      if (dies && when === 'after') await kill();
      return reply;
    },
  });
  endWithFile(() => server.close());
  const cwd = join(folder, when);
  const env = { XDG_STATE_HOME: cwd, ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
  const run = launch(['verify', server.url, '--only', 'groups/,users/,limits/stops-at-limit'], { env });
  kill = async () => {
    run.child.kill('SIGKILL');
    await run.ended;
  };
  await run.ended;
  expect(run.child.signalCode, `the run sent ${requests} requests: ${run.err}`).toBe('SIGKILL');
  const journals = join(cwd, 'roadtest/journals');
  const [journal = ''] = readdirSync(journals).filter((name) => name.endsWith('.jsonl'));
  const { code, out, err } = await launchHere(['sweep', join(journals, journal), '--json'], { env }).ended;
  expect(code, out + err).toBe(0);
  const after = stateOf(simulator);
  expect(after.settings).toEqual(before.settings);
  const { lasting } = JSON.parse(out) as { lasting: string[] };
  const listed = lasting.filter((line) => line.startsWith('device ')).length;
  if (!lasting.some((line) => line.includes('may have been made')))
    expect(listed).toBeGreaterThanOrEqual(after.devices - before.devices);
  if (after.now > before.now) expect(lasting.join('\n')).toMatch(/^the clock/m);
  simulator.stop();
});

/** Everything that a run might change of what was there, and what lasts. */
function stateOf({ fleet, clock }: Simulator) {
  const { apiEnabled, licences } = fleet.account.view();
  const settings = {
    apiEnabled,
    licences: licences.total,
    apiKey: fleet.account.apiKey,
    groups: fleet.groups
      .list()
      .map(({ id, name, deviceIds }) => ({ id, name, deviceIds: [...deviceIds].sort() })),
    users: fleet.users.list().map(({ id, name }) => ({ id, name })),
    limits: Array.from({ length: DEVICES }, (_, index) => {
      const { expires, expirationDate, dailyEmail, dailySms } = fleet.limits.get(index + 1) ?? {};
      return { expires, expirationDate, dailyEmail, dailySms };
    }),
  };
  return { settings, devices: fleet.devices.count, now: clock.now() };
}
