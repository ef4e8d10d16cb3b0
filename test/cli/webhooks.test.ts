/** Webhooks of `roadtest serve`: a real receiver on loopback, and the clock moved by hand. */
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { Settings } from '../../cli/serving/settings.ts';
import { type Running, start } from '../../cli/serving/start.ts';
import type { ControlErrorCode } from '../../simulator/control/errors.ts';
import type { NewWebhook, WebhookView } from '../../simulator/control/schemas/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';
import { launch, serve as launchServer, root } from './roadtest.ts';
import { folder } from './verifying.ts';
import { testIo } from './world.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; sequence: number; kind: string; at: string; data: { [name: string]: unknown } };
}
type Answer = (response: ServerResponse, received: Received, place: number) => void;

const inTurn = turns(1);
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A receiver, with all that it was sent. */
async function receiver(answer: Answer = (response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const one = { headers: request.headers, body, event: JSON.parse(body) };
      received.push(one);
      answer(response, one, received.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  ending.push(stop);
  const come = (count: number) => expect.poll(() => received.length, { timeout: 10_000 }).toBe(count);
  return { url: `http://127.0.0.1:${port}/hook`, port, received, come, stop };
}

async function served(settings: Partial<Settings> = {}, env: { [name: string]: string } = {}) {
  const running: Running = await start(
    { port: 0, host: '127.0.0.1', frozen: true, ...settings },
    testIo({ env }),
  );
  ending.push(async () => {
    await running.server.close();
    running.worlds.stop();
  });
  const of = (prefix: string) => {
    const control = async (method: string, path: string, body?: object) => {
      const url = `${running.server.url}${prefix}/_control${path}`;
      const reply = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
      return { status: reply.status, json: await reply.json() };
    };
    const list = async (): Promise<WebhookView[]> => (await control('GET', '/webhooks')).json.webhooks;
    return {
      control,
      list,
      add: (webhook: NewWebhook) => control('POST', '/webhooks', webhook),
      /** One event each, `message-sent`. */
      send: async (count = 1) => {
        for (let sent = 0; sent < count; sent++)
          await control('POST', '/devices/dev-1/send', { channel: 'email' });
      },
      advance: (by: string) => control('POST', '/clock/advance', { by }),
      /** Waits until the counts are so. */
      counts: (wanted: Partial<WebhookView>, place = 0) =>
        expect.poll(async () => (await list())[place], { timeout: 10_000 }).toMatchObject(wanted),
    };
  };
  return { ...running, of, ...of('') };
}

const places = (received: readonly Received[]) => received.map(({ event }) => event.sequence);

describe('a webhook', () => {
  it('receives each event as JSON, signed with the time of the fake clock', async () => {
    const { url, received, come } = await receiver();
    const { add, send, list } = await served();
    expect(await add({ url, secret: 'whsec-1' })).toMatchObject({
      status: 201,
      json: { id: 'wh-1', signed: true },
    });
    await send();
    await come(1);
    const [{ headers, body, event } = {} as Received] = received;
    expect(event).toEqual({
      id: 'evt-1-1',
      sequence: 1,
      kind: 'message-sent',
      at: '2026-01-05T08:00:00.000Z',
      data: { deviceId: 'dev-1', channel: 'email', count: 1, alertId: null },
    });
    const t = Date.UTC(2026, 0, 5, 8) / 1000;
    const v1 = createHmac('sha256', 'whsec-1').update(`${t}.${body}`).digest('hex');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-roadtest-signature': `t=${t},v1=${v1}`,
      'x-roadtest-event': 'message-sent',
      'x-roadtest-delivery': 'wh-1.evt-1-1',
      'x-roadtest-attempt': '1',
    });
    expect(JSON.stringify(await list())).not.toContain('whsec-1');
  });

  it('is tried again on the fake clock, with the same delivery and a new signature, and given up at last', async () => {
    const { url, received, come } = await receiver((response) => response.writeHead(500).end());
    const { add, send, advance, counts } = await served();
    await add({ url, secret: 's' });
    await send();
    await come(1);
    await counts({ sent: 1, failing: 1, waiting: 1, lastStatus: 500 });
    await advance('9s');
    for (const [place, pause] of ['1s', '1m', '5m', '30m', '2h'].entries()) {
      expect(received).toHaveLength(place + 1);
      await advance(pause);
      await come(place + 2);
      await counts({ sent: place + 2 });
    }
    await counts({ sent: 6, delivered: 0, givenUp: 1, failing: 0, waiting: 0 });
    expect(new Set(received.map(({ headers }) => headers['x-roadtest-delivery'])).size).toBe(1);
    expect(received.map(({ headers }) => headers['x-roadtest-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    expect(new Set(received.map(({ headers }) => headers['x-roadtest-signature'])).size).toBe(6);
  });

  it('hears the kinds that it names, and recorded locations by their name alone', async () => {
    const [all, some] = [await receiver(), await receiver()];
    const { add, send, control, baseUrl } = await served();
    await add({ url: all.url });
    await add({ url: some.url, kinds: ['location-recorded', 'limits-set'] });
    await send();
    await control('PUT', '/devices/dev-1/limits', { dailySms: 1 });
    const json = { 'content-type': 'application/json' };
    const asked = JSON.stringify({ userName: 'demo', apiKey: 'demo-key' });
    const issued = await fetch(`${baseUrl}/api/Auth/Token`, { method: 'POST', headers: json, body: asked });
    const { token } = (await issued.json()) as { token: string };
    for (const minute of [1, 2])
      await fetch(`${baseUrl}/api/devices/dev-1/locations`, {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${token}` },
        body: JSON.stringify({ deviceTime: `2026-01-05T07:0${minute}:00Z`, latitude: 48, longitude: 11 }),
      });
    await some.come(3);
    await all.come(3);
    expect(some.received.map(({ event: { kind, id } }) => `${kind} ${id}`)).toEqual([
      'limits-set evt-1-2',
      'location-recorded evt-1-3.1',
      'location-recorded evt-1-3.2',
    ]);
    expect(all.received.map(({ event }) => event.kind)).not.toContain('location-recorded');
  });

  it('loses, doubles, delays and reorders deliveries by the seed', async () => {
    const seen: { [fault: string]: Awaited<ReturnType<typeof receiver>> } = {};
    const { add, send, advance, counts } = await served();
    const faults = {
      lost: { lost: 1 },
      doubled: { doubled: 1 },
      reordered: { reordered: 1 },
      late: { late: '30s' },
    };
    for (const [name, fault] of Object.entries(faults)) {
      seen[name] = await receiver();
      await add({ url: seen[name].url, faults: fault });
    }
    await send(3);
    await counts({ lost: 3, sent: 0 });
    await counts({ delivered: 6 }, 1);
    expect(places(seen.doubled?.received ?? [])).toEqual([1, 1, 2, 2, 3, 3]);
    await counts({ delivered: 2, waiting: 1 }, 2);
    expect(places(seen.reordered?.received ?? [])).toEqual([2, 1]);
    await counts({ sent: 0, waiting: 3 }, 3);
    await advance('30s');
    await counts({ delivered: 3 }, 3);
    await advance('30s'); // no further one came: the held one goes out by itself
    await counts({ delivered: 3 }, 2);
    expect(places(seen.reordered?.received ?? [])).toEqual([2, 1, 3]);
    expect(seen.lost?.received).toEqual([]);
  });

  it('loses the same deliveries with the same seed', async () => {
    const lost = async () => {
      const { url, received } = await receiver();
      const { add, send, counts } = await served({ seed: 7 });
      await add({ url, faults: { lost: 0.5 } });
      await send(12);
      await counts({ waiting: 0 });
      return places(received);
    };
    const first = await lost();
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(12);
    expect(await lost()).toEqual(first);
  });

  it('is not redirected, and reads no more of an answer than it has to', async () => {
    const elsewhere = await receiver();
    const redirecting = await receiver((response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    const endless = await receiver((response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    const { add, send, counts } = await served();
    await add({ url: redirecting.url });
    await add({ url: endless.url });
    await send();
    await counts({ sent: 1, failing: 1, lastStatus: 307 });
    await counts({ delivered: 1, lastStatus: 200 }, 1);
    expect(elsewhere.received).toEqual([]);
  });

  it.runIf(inTurn())(
    'waits for no answer but its own, and keeps nothing else waiting',
    async () => {
      const silent = await receiver(() => undefined);
      const { add, send, advance, counts } = await served();
      await add({ url: silent.url });
      await send(3);
      await silent.come(1);
      expect(await advance('P1D')).toMatchObject({ status: 200, json: { settled: true } });
      await counts({ sent: 1, waiting: 4 }); // with the end of the day
      await counts({ sent: 2, lastStatus: 'timeout' });
    },
    20_000,
  );

  it('goes on failing without the clock when its receiver has gone', async () => {
    const gone = await receiver();
    const { add, send, control, counts } = await served({ frozen: false, speed: 100_000, still: true });
    await add({ url: gone.url });
    await send();
    await counts({ delivered: 1 });
    gone.stop();
    const { now } = (await control('GET', '/clock')).json;
    await send();
    await expect.poll(async () => (await control('GET', '/clock')).json.now > now).toBe(true);
    await expect
      .poll(async () => (await control('GET', '/webhooks')).json.webhooks[0].givenUp, { timeout: 10_000 })
      .toBeGreaterThan(0);
    await counts({ lastStatus: 'unreachable' });
  });

  it('stays at a reset and with another story, which forget what waits; ids do not come again', async () => {
    const { url, received, come } = await receiver((response, _, place) =>
      response.writeHead(place === 1 ? 500 : 204).end(),
    );
    const { add, send, advance, control, counts } = await served();
    await add({ url, kinds: ['message-sent'] });
    await send();
    await counts({ failing: 1 });
    await control('POST', '/reset', {});
    await counts({ failing: 0, waiting: 0, sent: 1 });
    await advance('1h');
    await send();
    await come(2);
    await control('PUT', '/story', { name: 'tunnel' });
    await control('POST', '/devices/1/send', { channel: 'email' });
    const { devices } = (await control('GET', '/devices')).json;
    await control('POST', `/devices/${devices[0].id}/send`, { channel: 'email' });
    await expect.poll(() => received.length).toBeGreaterThan(2);
    const ids = received.map(({ event }) => event.id);
    expect(ids.slice(0, 2)).toEqual(['evt-1-1', 'evt-2-1']);
    expect(ids[2]).toMatch(/^evt-3-/);
    const { json: snapshot } = await control('GET', '/snapshot');
    expect(JSON.stringify(snapshot)).not.toContain(url);
  });

  it('belongs to its world', async () => {
    const [plain, other] = [await receiver(), await receiver()];
    const { add, send, control, of } = await served();
    await add({ url: plain.url });
    await control('POST', '/worlds', { name: 'other' });
    const beside = of('/w/other');
    expect(await beside.list()).toEqual([]);
    await beside.add({ url: other.url });
    await beside.send();
    await other.come(1);
    await send(2);
    await plain.come(2);
    await control('DELETE', '/worlds/other');
    expect(other.received).toHaveLength(1);
  });

  it('ends when it is removed', async () => {
    const { url, received } = await receiver((response) => response.writeHead(500).end());
    const { add, send, control, list, counts } = await served();
    await add({ url });
    await send();
    await counts({ failing: 1 });
    expect(await control('DELETE', '/webhooks/wh-1')).toMatchObject({
      status: 200,
      json: { status: 'deleted' },
    });
    await control('POST', '/clock/advance', { by: 'PT1H' });
    expect(await list()).toEqual([]);
    expect(await control('DELETE', '/webhooks/wh-1')).toMatchObject({
      status: 404,
      json: { code: 'UNKNOWN_WEBHOOK' },
    });
    expect(received).toHaveLength(1);
  });
});

describe('the checks of docs/webhooks.md', () => {
  const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
  const block = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
  /** A program that prints whether a delivery was signed with each of two secrets. */
  const programs = {
    js: (given: string) => [
      `node`,
      '--input-type=module',
      '-e',
      `${block('js')}\nconst { s, b } = ${given};\nconsole.log(['right', 'wrong'].map((secret) => isSigned(secret, s, b)).join().toLowerCase());`,
    ],
    python: (given: string) => [
      'python3',
      '-c',
      `${block('python')}\nd = ${given}\nprint(','.join(str(is_signed(k, d['s'], d['b'].encode())) for k in ['right', 'wrong']).lower())`,
    ],
  };

  it.each(Object.entries(programs))('hold in %s', async (_, program) => {
    const { url, received, come } = await receiver();
    const { add, send } = await served();
    await add({ url, secret: 'right' });
    await send();
    await come(1);
    const [{ headers, body } = {} as Received] = received;
    const [file = '', ...words] = program(JSON.stringify({ s: headers['x-roadtest-signature'], b: body }));
    expect((await promisify(execFile)(file, words)).stdout.trim()).toBe('true,false');
  });
});

describe('a webhook is refused', () => {
  const refused: readonly [url: string, code: ControlErrorCode][] = [
    ['http://192.168.1.1/hook', 'WEBHOOK_ADDRESS'],
    ['http://example.com/hook', 'WEBHOOK_ADDRESS'],
    ['http://localhost.example.com/hook', 'WEBHOOK_ADDRESS'],
    ['http://hook.localhost/', 'WEBHOOK_ADDRESS'],
    ['http://localhost./', 'WEBHOOK_ADDRESS'],
    ['http://127.0.0.1.nip.io/', 'WEBHOOK_ADDRESS'],
    ['http://0.0.0.0/', 'WEBHOOK_ADDRESS'],
    ['http://[::ffff:10.0.0.1]/', 'WEBHOOK_ADDRESS'],
    ['http://169.254.169.254/latest', 'WEBHOOK_ADDRESS'],
    ['http://127.0.0.1@10.0.0.1/', 'WEBHOOK_INVALID'],
    ['http://ada:secret@127.0.0.1/', 'WEBHOOK_INVALID'],
    ['file:///etc/passwd', 'WEBHOOK_INVALID'],
    ['127.0.0.1:9000', 'WEBHOOK_INVALID'],
    ['//127.0.0.1', 'WEBHOOK_INVALID'],
  ];
  it('for an address of another machine, or that is none', async () => {
    const { add, list } = await served();
    for (const [url, code] of refused) {
      const { json } = await add({ url });
      expect([url, json.code, json.field]).toEqual([url, code, 'url']);
      expect(JSON.stringify(json)).not.toContain('secret@');
    }
    expect(await list()).toEqual([]);
  });

  it('unless its host is allowed, exactly', async () => {
    const { add } = await served({ allowedWebhooks: ['hooks.test'] });
    expect((await add({ url: 'http://Hooks.test:1/a' })).status).toBe(201);
    expect((await add({ url: 'http://a.hooks.test:1/' })).json.code).toBe('WEBHOOK_ADDRESS');
  });

  it('for what it cannot be, and beyond a hundred', async () => {
    const { add, control } = await served();
    const url = 'http://127.0.0.1:9/';
    expect((await add({ url, faults: { late: 'soon' } })).json).toMatchObject({
      code: 'WEBHOOK_INVALID',
      field: 'faults.late',
    });
    const body = { url, kinds: ['message-snt'], secret: 12 };
    expect((await control('POST', '/webhooks', body)).json.code).toBe('BODY_INVALID');
    for (let made = 0; made < 100; made++) await add({ url });
    expect(await add({ url })).toMatchObject({ status: 429, json: { code: 'WEBHOOKS_FULL' } });
  });
});

describe('the command line', () => {
  it('takes addresses, and the secret from the environment', async () => {
    const { url, received, come } = await receiver();
    const service = await served({ webhooks: [url] }, { ROADTEST_WEBHOOK_SECRET: 'of-the-environment' });
    await service.send();
    await come(1);
    const [{ headers, body } = {} as Received] = received;
    const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(String(headers['x-roadtest-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', 'of-the-environment').update(`${t}.${body}`).digest('hex'));
  });

  it('takes those of a fixture file, and refuses them with their line', async () => {
    const { url, received, come } = await receiver();
    const file = join(folder, 'hooks.yaml');
    const written = (address: string) =>
      `devices: [{}]\nwebhooks:\n  - { url: "${address}", secret: of-the-file }\n`;
    writeFileSync(file, written(url));
    const service = await served({ fixture: file });
    await service.send();
    await come(1);
    const [{ headers, body } = {} as Received] = received;
    const [, t] = /^t=(\d+)/.exec(String(headers['x-roadtest-signature'])) ?? [];
    const v1 = createHmac('sha256', 'of-the-file').update(`${t}.${body}`).digest('hex');
    expect(headers['x-roadtest-signature']).toBe(`t=${t},v1=${v1}`);
    expect((await service.control('GET', '/fixture')).json).not.toHaveProperty('webhooks');
    writeFileSync(file, written('http://10.0.0.1/'));
    await expect(served({ fixture: file })).rejects.toMatchObject({
      code: 'FIXTURE_INVALID',
      issues: [{ code: 'WEBHOOK_ADDRESS', pointer: '/webhooks/0/url', file, line: 3 }],
    });
  });

  it('takes none of a fixture that comes by the control API, of a story, or in code', async () => {
    const { control } = await served();
    const fixture = { devices: [{}], webhooks: [{ url: 'http://127.0.0.1:9/' }] };
    const { status, json } = await control('POST', '/worlds', { name: 'a', fixture });
    expect([status, json.code]).toEqual([422, 'FIXTURE_INVALID']);
    expect(JSON.stringify(json)).toContain('WEBHOOKS_NOT_OFFERED');
    expect((await control('GET', '/worlds')).json.worlds).toEqual([]);
    expect(() => createSimulator({ fixture })).toThrow('WEBHOOKS_NOT_OFFERED');
    const text = `title: x\nclock: { start: 2026-03-02 08:00, for: 1h }\nfixture: ${JSON.stringify(fixture)}\ntimeline: []\n`;
    expect(JSON.stringify((await control('PUT', '/story', { text })).json)).toContain('WEBHOOKS_NOT_OFFERED');
  });

  it('refuses a foreign one before anything is served', async () => {
    const { ended } = launch(['serve', '--port', '0', '--webhook', 'http://10.0.0.1/']);
    const { code, out, err } = await ended;
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('WEBHOOK_ADDRESS');
  });

  it('ends while a receiver keeps it waiting', async () => {
    const silent = await receiver(() => undefined);
    const service = await launchServer(['--frozen', '--webhook', silent.url]);
    await service.control('POST', '/devices/dev-1/send', { channel: 'sms' });
    await silent.come(1);
    expect((await service.stop()).code).toBe(0);
  });
});
