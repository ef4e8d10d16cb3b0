/** From what is to be sent to an answer as it arrived, over HTTP and in this process. */
import { describe, expect, test } from 'vitest';
import { Unreached } from '../../../contracts/deployment/finding.ts';
import {
  arrive,
  arriveDirectly,
  dateOf,
  withHeader,
} from '../../../contracts/deployment/transport/arriving.ts';

const { signal } = new AbortController();
const url = 'http://fleet.test/api/users';

/** A host that notes what it is asked, and answers it. */
function noting(response = new Response('{}', { status: 201, headers: { 'x-made': 'yes' } })) {
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    return response;
  };
  return { fetch, asked };
}

describe('a request', () => {
  test('goes out as it is to be sent, follows no redirect, and comes back with status, headers and text', async () => {
    const host = noting();
    const sending = {
      url,
      method: 'POST',
      headers: { accept: 'text/plain' },
      body: '{"name":"Ann"}',
    } as const;
    expect(await arrive(sending, host, signal, { limit: 10 })).toEqual({
      status: 201,
      headers: { 'x-made': 'yes', 'content-type': 'text/plain;charset=UTF-8' },
      text: '{}',
    });
    const [request] = host.asked;
    expect(request).toMatchObject({ url, method: 'POST', redirect: 'manual' });
    expect(request?.headers.get('accept')).toBe('text/plain');
    expect(await request?.text()).toBe('{"name":"Ann"}');
  });

  test('without a body has none, and one with an empty text has that', async () => {
    const host = noting();
    await arrive({ url, method: 'GET' }, host, signal, { limit: 10 });
    expect(host.asked[0]?.body).toBeNull();
    const other = noting();
    await arrive({ url, method: 'POST', body: '' }, other, signal, { limit: 10 });
    expect(other.asked[0]?.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  });

  test('comes back with no more of a body than is read', async () => {
    expect(await arrive({ url, method: 'GET' }, noting(), signal, { limit: 1 })).toBe('too-large');
  });

  test('ends when the run is interrupted', async () => {
    const host = noting();
    const interrupted = new AbortController();
    await arrive({ url, method: 'GET' }, host, interrupted.signal, { limit: 10 });
    interrupted.abort();
    expect(host.asked[0]?.signal.aborted).toBe(true);
  });

  test.each([
    ['an address that is none', { url: 'http://', method: 'GET' }],
    ['a header that cannot be sent', { url, method: 'GET', headers: { authorization: 'Bearer \u20ac' } }],
  ] as const)('with %s is not sent, and that is no fault of the deployment', async (_what, sending) => {
    const host = noting();
    const attempt = arrive(sending, host, signal, { limit: 10 });
    await expect(attempt).rejects.toThrow(Unreached);
    await expect(attempt).rejects.toThrow(
      'the request cannot be sent: its address or one of its headers is not valid',
    );
    expect(host.asked).toEqual([]);
  });
});

describe('a request in this process', () => {
  const answered = { status: 200, headers: {}, text: '' };

  test('is given to the deployment as it is', async () => {
    const asked: unknown[] = [];
    const answer = async (call: unknown) => {
      asked.push(call);
      return answered;
    };
    const headers = { 'x-all': '\t ~\u0080\u00ff', accept: '' };
    expect(await arriveDirectly({ url, method: 'POST', headers, body: 'x' }, answer)).toBe(answered);
    await arriveDirectly({ url, method: 'GET' }, answer);
    expect(asked).toEqual([
      { url, method: 'POST', headers, body: 'x' },
      { url, method: 'GET', headers: {}, body: undefined },
    ]);
  });

  test.each(['\u0100', 'a\nb', '\u007f', '\u0000', 'Bearer \u20ac'])('cannot have the header %j', (value) => {
    const headers = { accept: 'x', authorization: value };
    expect(() => arriveDirectly({ url, method: 'GET', headers }, async () => answered)).toThrow(
      'the request cannot be sent',
    );
  });
});

test('a header is added beside the others', () => {
  const sending = { url, method: 'GET', headers: { accept: 'x' } } as const;
  expect(withHeader(sending, 'Bearer t')).toEqual({
    ...sending,
    headers: { accept: 'x', authorization: 'Bearer t' },
  });
});

test('the time of an answer is that of its header, where that is one', () => {
  expect(dateOf({ date: 'Mon, 05 Jan 2026 08:00:00 GMT' })).toBe(Date.UTC(2026, 0, 5, 8));
  for (const headers of [{}, { date: '' }, { date: 'noon' }]) expect(dateOf(headers)).toBeUndefined();
});
