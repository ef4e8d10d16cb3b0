/** The simulator as a function of the Fetch standard: `simulator.fetch`. */
import { afterAll, expect, test } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';

const simulator = createSimulator();
afterAll(() => simulator.stop());

const { token } = await (
  await simulator.fetch('/api/Auth/Token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"userName":"demo","apiKey":"demo-key"}',
  })
).json();
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

test('it is called as fetch is: with an address or a path or a request, and what is sent', async () => {
  const init = { method: 'POST', headers, body: '{"name":"ü"}' };
  const address = 'http://anything.test/api/groups';
  for (const input of ['/api/groups', address, new URL(address), new Request(address)]) {
    const made = await simulator.fetch(input, init);
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ name: 'ü' });
  }
  const changed = await simulator.fetch('/api/groups/grp-1?x=1#part', {
    method: 'PATCH',
    headers: { ...headers, 'Content-Type': 'application/merge-patch+json' },
    body: '{"name":"Nord"}',
  });
  expect(await changed.json()).toMatchObject({ name: 'Nord' });
});

test('status, headers and body are those of the reply; one without content has no body', async () => {
  const made = await simulator.fetch('/api/groups', { method: 'POST', headers, body: '{"name":"x"}' });
  const at = made.headers.get('location') ?? '';
  expect(at).toMatch(/^\/api\/groups\//);
  expect(made.headers.get('date')).toBe('Mon, 05 Jan 2026 08:00:00 GMT');
  const deleted = await simulator.fetch(at, { method: 'DELETE', headers });
  expect([deleted.status, deleted.body]).toEqual([204, null]);
  const head = await simulator.fetch('/api/groups', { method: 'HEAD', headers });
  expect([head.headers.get('content-type'), head.body]).toEqual(['application/json', null]);
});

test('the limit of a body counts bytes, not characters', async () => {
  const small = createSimulator({ bodyLimit: 40 });
  const post = (name: string) =>
    small.fetch('/_control/devices', { method: 'POST', headers, body: JSON.stringify({ name }) });
  expect((await post('ü'.repeat(14))).status).toBe(201);
  expect(await (await post('ü'.repeat(15))).json()).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
  small.stop();
});

test('a cut connection rejects as fetch does, and a caller who gives up is let go with the reason', async () => {
  simulator.faults.set([{ operation: 'listGroups', cut: 'before' }]);
  await expect(simulator.fetch('/api/groups', { headers })).rejects.toThrow(new TypeError('fetch failed'));
  simulator.faults.set([{ operation: 'listGroups', latency: 60_000 }]);
  const impatient = { headers, signal: AbortSignal.timeout(10) };
  await expect(simulator.fetch('/api/groups', impatient)).rejects.toMatchObject({ name: 'TimeoutError' });
  const signal = AbortSignal.abort();
  await expect(simulator.fetch('/api/groups', { signal })).rejects.toMatchObject({ name: 'AbortError' });
  simulator.faults.set([]);
});

test('a stream is read as it is written, and ends with the reason when the caller aborts', async () => {
  const controller = new AbortController();
  const stream = await simulator.fetch('/_control/events', { signal: controller.signal });
  const reader = stream.body?.getReader();
  simulator.fleet.groups.create({ name: 'streamed' });
  let text = '';
  while (!text.includes('group-created')) text += new TextDecoder().decode((await reader?.read())?.value);
  controller.abort();
  await expect(reader?.read()).rejects.toMatchObject({ name: 'AbortError' });
});
