import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, askForToken, configure, request } from '../../simulator/console/api/http.ts';

const RIGHT = 'the-right-token';

describe('the control token', () => {
  let kept: Map<string, string>;
  let asked: boolean[];
  let sent: (string | undefined)[];

  beforeEach(() => {
    kept = new Map();
    asked = [];
    sent = [];
    configure({
      store: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => void kept.set(name, value),
        removeItem: (name) => void kept.delete(name),
      },
      async send(_address, init) {
        const token = new Headers(init?.headers).get('x-control-token') ?? undefined;
        sent.push(token);
        if (token === RIGHT) return Response.json({ fine: true });
        return Response.json(
          { code: 'CONTROL_TOKEN_NEEDED', detail: 'It asks for its token.' },
          { status: 401 },
        );
      },
    });
  });

  it('is asked for once, however many calls need it, and kept', async () => {
    askForToken(async (refused) => {
      asked.push(refused);
      return RIGHT;
    });
    await Promise.all([request('/_control/clock'), request('/_control/account')]);
    expect(asked).toEqual([false]);
    await request('/_control/clock');
    expect(asked).toEqual([false]);
    expect(sent.at(-1)).toBe(RIGHT);
  });

  it('is asked for again when it was wrong', async () => {
    askForToken(async (refused) => {
      asked.push(refused);
      return refused ? RIGHT : 'wrong';
    });
    await request('/_control/clock');
    expect(asked).toEqual([false, true]);
  });

  it('is a refusal when nobody gives one', async () => {
    askForToken(async () => undefined);
    const failed = await request('/_control/clock').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ApiError);
    expect((failed as ApiError).problem).toMatchObject({ code: 'CONTROL_TOKEN_NEEDED', status: 401 });
  });
});

describe('what the server says when it refuses', () => {
  it('comes with its code, what to try, and the field', async () => {
    const problem = {
      code: 'LIMIT_OUT_OF_RANGE',
      detail: '-1 is not a limit.',
      field: 'dailyEmail',
      hint: 'From 0.',
    };
    configure({ send: async () => Response.json(problem, { status: 422 }) });
    await expect(request('/x')).rejects.toMatchObject({ problem: { ...problem, status: 422 } });
  });

  it('is reported in our own words when it is not JSON, or when the server is away', async () => {
    configure({ send: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }) });
    await expect(request('/x')).rejects.toMatchObject({ problem: { code: 'REFUSED', status: 502 } });
    configure({ send: async () => Promise.reject(new TypeError('fetch failed')) });
    await expect(request('/x')).rejects.toMatchObject({ problem: { code: 'UNREACHABLE', status: 0 } });
  });
});
