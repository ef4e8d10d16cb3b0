/** Every entry loads, and a simulator answers by each way in. */
import assert from 'node:assert/strict';
import { setupServer } from 'msw/node';
import { createSimulator } from 'roadtest';
import { roadtestHandler } from 'roadtest/msw';
import { serve } from 'roadtest/node';
import { defaultProfile } from 'roadtest/profile';
import { operations, rules } from 'roadtest/specification';
import { playStory } from 'roadtest/stories';
import { verify } from 'roadtest/verify';

assert.ok(operations.length > 0 && rules.length > 0 && defaultProfile.name);

const simulator = createSimulator({ seed: 7, devices: 3 });
const account = { method: 'POST', headers: { 'content-type': 'application/json' } };
const body = JSON.stringify({ userName: 'demo', apiKey: 'demo-key' });

async function devicesAt(base) {
  const issued = await fetch(`${base}/api/Auth/Token`, { ...account, body });
  const { token } = await issued.json();
  const listed = await fetch(`${base}/api/devices`, { headers: { authorization: `Bearer ${token}` } });
  return listed.json();
}

const server = await serve(simulator);
const overSocket = await devicesAt(server.url);
await server.close();
assert.equal(overSocket.devices?.length ?? overSocket.length, 3);

const mocks = setupServer(roadtestHandler(simulator, { baseUrl: 'https://fleet.test' }));
mocks.listen({ onUnhandledRequest: 'error' });
assert.deepEqual(await devicesAt('https://fleet.test'), overSocket);
mocks.close();

const run = await verify({ simulator, only: ['token/'] });
assert.equal(run.exitCode, 0);
const played = await playStory('first-day', { until: '10m' });
assert.equal(typeof played.digest, 'string');
simulator.stop();

// Without a socket, where a fault cuts the body.
const cutting = createSimulator();
const { userName, apiKey } = cutting.fleet.account;
const headers = { 'content-type': 'application/json' };
const signIn = { method: 'POST', headers, body: JSON.stringify({ userName, apiKey }) };
const { token } = await (await cutting.fetch('/api/Auth/Token', signIn)).json();
cutting.faults.set([{ operation: 'listDevices', cut: 'middle' }]);
const cut = await cutting.fetch('/api/devices', { headers: { authorization: `Bearer ${token}` } });
await cut.text().catch(() => console.log('cut'));

// An error that nothing catches.
createSimulator({ seed: 'x' });
