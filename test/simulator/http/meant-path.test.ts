import { expect, it } from 'vitest';
import { createSimulator } from '../../../simulator/simulator.ts';

it.each([
  ['/devices', '', ' Did you mean /api/devices?'],
  ['/devices/dev-1/lastLocation', '', ' Did you mean /api/devices/dev-1/lastLocation?'],
  ['/api/auth/token', '', ' Did you mean /api/Auth/Token?'],
  ['/api/nonsense', '', ''],
  ['/', '', ''],
  ['//', '', ''],
  ['/api/devices', '/fleet', ' Did you mean /fleet/api/devices?'],
  ['/fleet/devices', '/fleet', ' Did you mean /fleet/api/devices?'],
])('%s below %j is answered with what was meant', async (path, basePath, hint) => {
  const simulator = createSimulator({
    ...(basePath !== '' && { profile: { roadtest: 1, name: 'below', basePath, openings: {} } }),
  });
  const reply = await simulator.fetch(new Request(`http://localhost${path}`));
  const problem: unknown = await reply.json();
  simulator.stop();
  expect(reply.status).toBe(404);
  expect(problem).toMatchObject({ detail: `Nothing is served at ${path}.${hint}` });
});
