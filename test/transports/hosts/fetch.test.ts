import { beforeEach, describe, expect, test } from 'vitest';
import { toFetch } from '../../../simulator/hosts/fetch.ts';
import type { Reply } from '../../../simulator/http/call.ts';
import { BODY_LIMIT, createEcho, ECHO_DATE, type Echo, json } from './echo.ts';

const BASE = 'http://anything.test';
let echo: Echo;
let call: (path: string, init?: RequestInit) => Promise<Response>;
let stopped: boolean;

beforeEach(() => {
  stopped = false;
  echo = createEcho({
    '/empty': () => json(204, undefined),
    '/drop': () => ({ ...json(200, 'never seen'), dropped: true }),
    '/slow': () => new Promise<Reply>((resolve) => setTimeout(resolve, 5_000, json(200, 'late')).unref()),
    '/later': async () => json(201, 'later', { location: '/api/groups/1' }),
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
  const answer = toFetch(echo.handle, echo.bodyLimit);
  call = (path, init) => answer(new Request(BASE + path, init));
});

describe('the simulator as a function of the Fetch standard', () => {
  test('is called as fetch is: with an address or a path, and what is sent', async () => {
    const answer = toFetch(echo.handle, echo.bodyLimit);
    const init = { method: 'POST', body: '{"name":"a"}' };
    for (const input of ['/api/groups', `${BASE}/api/groups`, new URL(`${BASE}/api/groups`)])
      expect(await (await answer(input, init)).json()).toMatchObject({
        method: 'POST',
        target: '/api/groups',
      });
    const request = new Request(`${BASE}/api/groups`, { headers: { 'x-own': 'yes' } });
    expect(await (await answer(request, init)).json()).toMatchObject({ method: 'POST' });
  });

  test('method, path, query, headers and body arrive as they were sent', async () => {
    const reply = await call('/api/groups?limit=2#part', {
      method: 'PATCH',
      headers: { 'X-Own': 'yes' },
      body: '{"name":"ü"}',
    });
    expect(await reply.json()).toMatchObject({
      method: 'PATCH',
      target: '/api/groups?limit=2',
      body: '{"name":"ü"}',
    });
    expect(echo.calls[0]?.headers).toMatchObject({ 'x-own': 'yes' });
  });

  test('status, headers and body are those of the reply', async () => {
    const reply = await call('/later');
    expect(reply.status).toBe(201);
    expect(Object.fromEntries(reply.headers)).toMatchObject({ location: '/api/groups/1', date: ECHO_DATE });
    expect(await reply.json()).toBe('later');
  });

  test('a reply without content has no body', async () => {
    const reply = await call('/empty');
    expect(reply.status).toBe(204);
    expect(reply.body).toBeNull();
  });

  test('HEAD has the headers and no body', async () => {
    const reply = await call('/x', { method: 'HEAD' });
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.body).toBeNull();
  });

  test('no body is undefined, not empty text', async () => {
    await call('/x', { method: 'POST' });
    await call('/x', { method: 'POST', body: '' });
    expect(echo.calls.map((one) => one.body)).toEqual([undefined, undefined]);
  });

  test('the limit counts bytes, not characters', async () => {
    const within = await call('/x', { method: 'POST', body: 'ü'.repeat(BODY_LIMIT / 2) });
    const over = await call('/x', { method: 'POST', body: 'ü'.repeat(BODY_LIMIT / 2 + 1) });
    expect([within.status, over.status]).toEqual([200, 413]);
    expect(await over.json()).toMatchObject({ unread: 'BODY_TOO_LARGE', body: null });
  });

  test('the limit can depend on the call', async () => {
    const wide = toFetch(echo.handle, ({ target }) => (target === '/wide' ? 10 * BODY_LIMIT : BODY_LIMIT));
    const statusAt = async (path: string) =>
      (await wide(new Request(BASE + path, { method: 'PUT', body: 'x'.repeat(2 * BODY_LIMIT) }))).status;
    expect([await statusAt('/wide'), await statusAt('/x')]).toEqual([200, 413]);
  });

  test('a dropped connection rejects as fetch does', async () => {
    await expect(call('/drop')).rejects.toThrow(new TypeError('fetch failed'));
  });

  test('a caller who gives up is let go with the reason', async () => {
    await expect(call('/slow', { signal: AbortSignal.timeout(10) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect(call('/x', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(echo.calls.map((one) => one.target)).toEqual(['/slow']);
  });

  test('a stream is read as it is written and stops being fed when no reader is left', async () => {
    const reader = (await call('/events')).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: hello\n\n');
    await reader?.cancel();
    expect(stopped).toBe(true);
  });

  test('a stream ends with the reason when the caller aborts the request', async () => {
    const controller = new AbortController();
    const reader = (await call('/events', { signal: controller.signal })).body?.getReader();
    await reader?.read();
    controller.abort();
    await expect(reader?.read()).rejects.toMatchObject({ name: 'AbortError' });
    expect(stopped).toBe(true);
  });
});
