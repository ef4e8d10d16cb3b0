import { once } from 'node:events';
import nodeHttp, { type IncomingMessage } from 'node:http';
import { HttpResponse, http } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { afterEach, describe, expect, test } from 'vitest';
import {
  DEFAULT_BASE_URL,
  type RoadtestHandlerOptions,
  roadtestHandler,
} from '../../../simulator/hosts/msw.ts';
import { BODY_LIMIT, createEcho, ECHO_DATE, type Echo, json } from './echo.ts';

let server: SetupServer | undefined;
let echo: Echo;
let stopped: boolean;
afterEach(() => server?.close());

function mock(options?: RoadtestHandlerOptions, ...others: Parameters<typeof setupServer>): void {
  stopped = false;
  echo = createEcho({
    '/empty': () => json(204, undefined),
    '/drop': () => ({ ...json(200, 'never seen'), dropped: true }),
    '/events': () => ({
      ...json(200, undefined, { 'content-type': 'text/event-stream' }),
      stream: (write) => {
        write('data: hello\n\n');
        return () => {
          stopped = true;
        };
      },
    }),
  });
  server = setupServer(roadtestHandler(echo, options), ...others);
  server.listen({ onUnhandledRequest: 'error' });
}

describe('one handler for Mock Service Worker', () => {
  test('answers under its default address, which no network knows', async () => {
    mock();
    const reply = await fetch(`${DEFAULT_BASE_URL}/api/groups?limit=2`, {
      method: 'PUT',
      body: '{"name":"ü"}',
    });
    expect(reply.headers.get('date')).toBe(ECHO_DATE);
    expect(await reply.json()).toMatchObject({
      method: 'PUT',
      target: '/api/groups?limit=2',
      body: '{"name":"ü"}',
    });
  });

  test.each([
    ['http://localhost:4010', 'http://localhost:4010/api/devices?x=1', '/api/devices?x=1'],
    ['http://localhost:4010/', 'http://localhost:4010/', '/'],
    ['http://LOCALHOST:80', 'http://localhost', '/'],
    ['https://fleet.test/v2', 'https://fleet.test/v2/api/devices', '/api/devices'],
    ['https://fleet.test/v2/', 'https://fleet.test/v2', '/'],
    ['https://fleet.test/v2', 'https://fleet.test/v2/?q', '/?q'],
    ['https://fleet.test', 'https://fleet.test/api/%zz?a=%', '/api/%zz?a=%'],
    ['https://fleet.test', 'https://fleet.test/a(b)*#part', '/a(b)*'],
  ])('mounted at %s it takes %s as %s', async (baseUrl, address, target) => {
    mock({ baseUrl });
    expect((await fetch(address)).status).toBe(200);
    expect(echo.calls[0]?.target).toBe(target);
  });

  test.each([
    ['https://fleet.test', 'https://fleet.test.evil.test/api'],
    ['https://fleet.test', 'https://fleetxtest/api'],
    ['https://fleet.test/v2', 'https://fleet.test/v21/api'],
    ['https://fleet.test/v2', 'https://fleet.test/api'],
    ['https://fleet.test', 'http://fleet.test/api'],
  ])('mounted at %s it leaves %s to other handlers', async (baseUrl, address) => {
    mock(
      { baseUrl },
      http.all('*', () => HttpResponse.text('other')),
    );
    expect(await (await fetch(address)).text()).toBe('other');
    expect(echo.calls).toHaveLength(0);
  });

  test('an address that is invalid is refused when the handler is made', () => {
    expect(() => roadtestHandler(createEcho(), { baseUrl: '/relative/in/node' })).toThrow(
      expect.objectContaining({ code: 'BASE_URL_INVALID' }),
    );
  });

  test('code that uses node:http is answered as well', async () => {
    mock({ baseUrl: 'http://roadtest.test' });
    const request = nodeHttp.request('http://roadtest.test/x', { method: 'POST' }).end('null');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks = await response.toArray();
    expect(JSON.parse(chunks.join(''))).toMatchObject({ method: 'POST', target: '/x', body: 'null' });
  });

  test('a call of the code under test is never a foreign one to the control API', async () => {
    mock();
    await fetch(`${DEFAULT_BASE_URL}/_control/clock`, {
      headers: { origin: 'https://app.example', 'x-own': 'yes' },
    });
    expect(echo.calls[0]?.headers).not.toHaveProperty('host');
    expect(echo.calls[0]?.headers).not.toHaveProperty('origin');
    expect(echo.calls[0]?.headers).toMatchObject({ 'x-own': 'yes' });
  });

  test('an oversized body, an empty answer, HEAD and a dropped connection', async () => {
    mock();
    expect(
      (await fetch(`${DEFAULT_BASE_URL}/x`, { method: 'POST', body: 'x'.repeat(BODY_LIMIT + 1) })).status,
    ).toBe(413);
    expect((await fetch(`${DEFAULT_BASE_URL}/empty`)).status).toBe(204);
    expect(await (await fetch(`${DEFAULT_BASE_URL}/x`, { method: 'HEAD' })).text()).toBe('');
    await expect(fetch(`${DEFAULT_BASE_URL}/drop`)).rejects.toThrow(TypeError);
  });

  // MSW keeps a second copy of each response for its own events. Cancelling the reader alone ends one
  // copy and the feed goes on; a caller who aborts the request ends both.
  test('a stream is read as it is written and stops being fed when the caller aborts', async () => {
    mock();
    const controller = new AbortController();
    const reader = (
      await fetch(`${DEFAULT_BASE_URL}/events`, { signal: controller.signal })
    ).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: hello\n\n');
    controller.abort();
    await expect(reader?.read()).rejects.toMatchObject({ name: 'AbortError' });
    expect(stopped).toBe(true);
  });
});
