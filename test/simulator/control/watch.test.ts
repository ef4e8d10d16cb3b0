import { describe, expect, test, vi } from 'vitest';
import { Redactor } from '../../../contracts/kit/redact.ts';
import { newest } from '../../../simulator/control/filters/filter.ts';
import { RequestJournal } from '../../../simulator/control/journal.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { envelopedProfile } from '../../enveloped.generated.ts';
import { collectGarbage } from '../../garbage.ts';
import { turns } from '../../sample.ts';
import { clientOf } from '../client.ts';

const inTurn = turns(2);

describe('the journal of requests', () => {
  test('reports what was sent and answered, in real and simulated time', async () => {
    const client = clientOf(createSimulator());
    await client.authorised('GET', '/api/devices/dev-1');
    const { requests } = (await client.control('GET', '/requests')).json;
    expect(requests).toHaveLength(2);
    expect(requests[1]).toMatchObject({
      operation: 'readDevice',
      simulatedAt: '2026-01-05T08:00:00.000Z',
      request: { method: 'GET', target: '/api/devices/dev-1' },
      reply: { status: 200 },
    });
    expect(Math.abs(Date.parse(requests[1].receivedAt) - Date.now())).toBeLessThan(60_000);
  });

  test('holds no secret: neither key nor token, anywhere', async () => {
    const client = clientOf(createSimulator());
    const token = await client.token();
    await client('GET', `/api/devices?access=${token}`, undefined, {
      authorization: `Bearer ${token}`,
      'x-debug': token,
    });
    await client('POST', '/api/Auth/Token', '{"userName":"demo","apiKey":"demo-key" broken');
    await client('POST', '/api/Auth/Token', { userName: 'demo', apiKey: 'a-key-that-is-wrong' });
    await client('POST', '/api/Auth/Token', `{"pad":"${'x'.repeat(4_080)}","apiKey":"demo-key"}`);
    const text = (await client.control('GET', '/requests')).text;
    expect(text).not.toContain('demo-key');
    expect(text).not.toContain('a-key-that-is-wrong');
    expect(text).not.toContain(token);
    expect(text).not.toContain(token.split('.')[2]);
  });

  test('holds no password, whatever the dialect calls it, and no secret of a body that breaks off', async () => {
    const { openings } = envelopedProfile;
    const fields = { ...openings['records.user']?.fields, password: '/moon' };
    const profile = { ...envelopedProfile, openings: { ...openings, 'records.user': { fields } } };
    const client = clientOf(createSimulator({ profile }));
    const users = `${envelopedProfile.basePath}/api/users`;
    await client.authorised('POST', users, { user: { name: { full: 'Ada' }, moon: 'open-sesame' } });
    await client('POST', '/api/Auth/Token', '{"apiKey":"half-a-key');
    await client('POST', '/api/Auth/Token', `{"apiKey":"${'long-key-'.repeat(5_000)}"}`);
    const text = (await client.control('GET', '/requests')).text;
    expect(text).toContain('Ada');
    expect(text).not.toContain('open-sesame');
    expect(text).not.toContain('half-a-key');
    expect(text).not.toContain('long-key');
  });

  test.each(['accessToken', 'access_token', 'refreshToken', 'client_secret', 'password', 'x-api-key'])(
    'holds no value of a field that is called %s, sent or answered',
    (name) => {
      const journal = new RequestJournal(10);
      const body = JSON.stringify({ name: 'Ada', inner: { [name]: 'open-sesame' } });
      const call = { method: 'POST', target: '/', headers: {}, body };
      const entry = { receivedAt: 0, simulatedAt: 0, took: 0, operation: undefined };
      journal.add({ ...entry, call, reply: { status: 200, headers: {}, body } });
      const text = JSON.stringify(journal.read(newest(10), new Redactor()));
      expect(text).toContain('Ada');
      expect(text).not.toContain('open-sesame');
    },
  );

  test('holds no key in another encoding, nor one that held before', async () => {
    const client = clientOf(createSimulator());
    const encoded = [
      Buffer.from('demo:demo-key').toString('base64'),
      Buffer.from('demo-key').toString('hex'),
      encodeURIComponent('demo-key').replace('-', '%2d'),
    ];
    for (const form of encoded)
      await client('GET', `/api/devices?key=${form}`, undefined, { 'x-basic': form });
    await client.control('GET', '/requests');
    await client.control('PUT', '/account', { apiKey: 'another-key' });
    await client('GET', '/api/devices?key=another-key&before=demo-key');
    const text = (await client.control('GET', '/requests')).text;
    for (const form of [...encoded, 'demo-key', 'another-key']) expect(text).not.toContain(form);
    expect(text).toContain('$ROADTEST_API_KEY');
  });

  test('shows what acts on a terminal by its number, and gives programs the same', async () => {
    const client = clientOf(createSimulator());
    await client('POST', '/api/groups', '{"name":"\u202e\u2028 ##[command]"}');
    const { text, json } = await client.control('GET', '/requests');
    expect(text).not.toMatch(/[\u202e\u2028]|##\[/);
    expect(json.requests[0].request.body).toBe('{"name":"\u202e\u2028 ##[command]"}');
  });

  test.runIf(inTurn())('keeps the beginning of long bodies only, and nothing of the rest in memory', () => {
    const journal = new RequestJournal(60);
    const entry = { receivedAt: 0, simulatedAt: 0, took: 0, operation: undefined };
    const heapUsed = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = heapUsed();
    for (let i = 0; i < 60; i++) {
      const body = JSON.stringify(Array.from({ length: 100_000 }, (_, n) => n + i));
      const call = { method: 'GET', target: '/', headers: {}, body };
      journal.add({ ...entry, call, reply: { status: 200, headers: {}, body } });
      expect(call.body).toBe(body);
    }
    expect(heapUsed() - before).toBeLessThan(10_000_000); // 60 bodies of 16 kB, twice; whole they are 70 MB
    const [first] = journal.read(newest(60), new Redactor()).requests;
    expect(first).toMatchObject({ reply: { body: expect.stringMatching(/^\[0,1,2,/) } });
  });

  test('is bounded: the oldest give way', async () => {
    const client = clientOf(createSimulator({ journalSize: 3 }));
    for (let i = 0; i < 5; i++) await client('GET', `/nothing/${i}`);
    const { requests } = (await client.control('GET', '/requests')).json;
    expect(requests.map((each: { sequence: number }) => each.sequence)).toEqual([3, 4, 5]);
    expect((await client.control('GET', '/requests?limit=1')).json.requests[0].request.target).toBe(
      '/nothing/4',
    );
  });
});

test('the event stream reports what happens and how the clock is set, and fills up from where it was cut', async () => {
  const simulator = createSimulator();
  const client = clientOf(simulator);
  const open = async (path: string) => {
    const reply = await simulator.handle({ method: 'GET', target: path, headers: {}, body: undefined });
    let text = '';
    const close = reply.stream?.((chunk) => {
      text += chunk;
    });
    return { reply, text: () => text, close: () => close?.() };
  };
  const live = await open('/_control/events');
  expect(live.reply.headers['content-type']).toBe('text/event-stream');
  await client.control('PUT', '/devices/dev-1/limits', { dailyEmail: 0 });
  await client.control('POST', '/devices/dev-1/send', { channel: 'email' });
  await client.control('PUT', '/clock', { speed: 60 });
  expect(live.text()).toMatch(/event: message-withheld\ndata: \{.*"deviceId":"dev-1".*\}\n\n/);
  expect(live.text()).toMatch(/event: clock\ndata: \{.*"speed":60/);
  live.close();
  const before = live.text();
  await client.control('POST', '/devices/dev-1/send', { channel: 'email' });
  expect(live.text()).toBe(before);

  const lastId = Number(
    before
      .match(/id: (\d+)/g)
      ?.at(-1)
      ?.slice(4),
  );
  const again = await open(`/_control/events?since=${lastId}`);
  expect(again.text()).toContain('message-withheld');
  const reconnected = await simulator.handle({
    method: 'GET',
    target: '/_control/events?since=0',
    headers: { 'last-event-id': String(lastId) },
    body: undefined,
  });
  let missed = '';
  reconnected.stream?.((chunk) => {
    missed += chunk;
  })();
  expect(missed.match(/^event: .*$/gm)).toEqual(['event: world', 'event: clock', 'event: message-withheld']);

  const picked = await open('/_control/events?since=0&kinds=limits-set');
  expect(picked.text()).toContain('limits-set');
  expect(picked.text()).not.toContain('message-withheld');
});

test('the event stream holds no key, wherever it is', async () => {
  const simulator = createSimulator();
  const client = clientOf(simulator);
  await client.authorised('POST', '/api/groups', { name: 'Vans' });
  await client.control('PUT', '/account', { apiKey: 'grp-4' }); // a key that is in an event too
  const target = '/_control/events?since=0&kinds=group-created';
  const reply = await simulator.handle({ method: 'GET', target, headers: {}, body: undefined });
  let text = '';
  reply.stream?.((chunk) => {
    text += chunk;
  })();
  expect(text).toContain('"groupId":"$ROADTEST_API_KEY"');
  expect(text).not.toContain('grp-4');
});

describe('faults', () => {
  test('answer with an error, cut the connection or let through, as their rules say', async () => {
    const client = clientOf(createSimulator());
    const set = (rules: object[]) => client.control('PUT', '/faults', { rules });
    await set([{ operation: 'listDevices', refusal: 'failed' }]);
    expect((await client.authorised('GET', '/api/devices')).json).toMatchObject({
      status: 500,
      code: 'INJECTED_FAULT',
    });
    expect((await client.authorised('GET', '/api/devices/dev-1')).status).toBe(200);
    await set([]);
    expect((await client.authorised('GET', '/api/devices')).status).toBe(200);
  });

  test('cut connections and latency are carried out', async () => {
    const simulator = createSimulator();
    const { control } = clientOf(simulator);
    await control('PUT', '/faults', { rules: [{ operation: 'issueToken', cut: 'before', latency: 5 }] });
    const reply = await simulator.handle({
      method: 'POST',
      target: '/api/Auth/Token',
      headers: {},
      body: undefined,
    });
    expect(reply.dropped).toBe(true);
    await expect(
      simulator.fetch(new Request('http://roadtest.local/api/Auth/Token', { method: 'POST' })),
    ).rejects.toThrow(TypeError);
  });

  test('meet the same calls in two worlds of one seed', async () => {
    const run = async (seed: number) => {
      const client = clientOf(createSimulator({ seed }));
      await client.control('PUT', '/faults', {
        rules: [
          { cut: 'before', probability: 0.2 },
          { refusal: 'failed', probability: 0.4 },
        ],
      });
      const seen: string[] = [];
      for (let i = 0; i < 60; i++) seen.push((await client('GET', '/api/devices')).status.toString());
      return seen.join(' ');
    };
    expect(await run(7)).toBe(await run(7));
    expect(await run(7)).not.toBe(await run(8));
  });

  test.each([
    [{ rules: {} }],
    [{ rules: [{ operation: 'listDevicez' }] }],
    [{ rules: [{ cut: 'after', probability: 1.2 }] }],
    [{ rules: [{ errors: 0.6 }] }],
    [{ rules: [{ latency: -1 }] }],
    [{ rules: [{ speed: 1 }] }],
    [{ rules: [null] }],
    [{ rule: [] }],
  ])('%j is refused and leaves the faults as they were', async (body) => {
    const { control } = clientOf(createSimulator());
    await control('PUT', '/faults', { rules: [{ refusal: 'failed', probability: 0.5 }] });
    expect((await control('PUT', '/faults', body)).status).toBe(422);
    expect((await control('GET', '/faults')).json.rules).toEqual([
      { refusal: 'failed', probability: 0.5, hits: 0 },
    ]);
  });
});

test('unknown paths and methods of the control API are answered with what there is', async () => {
  const { control } = clientOf(createSimulator());
  expect((await control('GET', '/clok')).json).toMatchObject({
    code: 'UNKNOWN_PATH',
    hint: expect.stringContaining('/_control/clock'),
  });
  expect((await control('PUT', '/device/dev-7/limits')).json.hint).toBe(
    'Did you mean /_control/devices/dev-7/limits?',
  );
  expect((await control('GET', '/elsewhere')).json.hint).toContain('/_control/devices/{id}/limits');
  expect(await control('PATCH', '/clock')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, PUT' },
    json: { code: 'METHOD_NOT_ALLOWED' },
  });
  expect((await control('GET', '/devices/%zz')).json).toMatchObject({ code: 'UNKNOWN_DEVICE' });
  expect((await control('PUT', '/clock', '[1]')).json).toMatchObject({ code: 'BODY_INVALID' });
  for (const query of ['limit=many', 'limit=', 'limit=1e1', 'limit=0x1', 'limit=-1', 'limit=1?x']) {
    const { json } = await control('GET', `/outbox?${query}`);
    expect(json, query).toMatchObject({ code: 'BODY_INVALID', field: 'limit' });
  }
  expect((await control('GET', '/events?kinds=mesage-sent')).json).toMatchObject({
    code: 'BODY_INVALID',
    field: 'kinds',
    hint: expect.stringContaining('message-sent'),
  });
  expect((await control('GET', '/positions?with=drive')).json).toMatchObject({
    code: 'BODY_INVALID',
    field: 'with',
    hint: expect.stringContaining('with=drives'),
  });
});

test('an event is written as text once, however many listen', async () => {
  const simulator = createSimulator();
  const writeId = vi.spyOn(simulator.lens, 'writeId');
  const heard: string[] = [];
  for (let listener = 0; listener < 50; listener++) {
    const reply = await simulator.handle({
      method: 'GET',
      target: '/_control/events',
      headers: {},
      body: undefined,
    });
    reply.stream?.((chunk) => heard.push(chunk));
  }
  heard.length = 0;
  simulator.fleet.limits.send(1, 'sms', 1);
  expect(heard).toHaveLength(50);
  expect(new Set(heard).size).toBe(1);
  expect(heard[0]).toContain('"deviceId":"dev-1"');
  expect(writeId).toHaveBeenCalledTimes(1);
  simulator.stop();
});
