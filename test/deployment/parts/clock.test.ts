/** The deployment's clock by what its answers show: a `Date` that a proxy writes, an `iat`, and which of them moves. */
import { describe, expect, it } from 'vitest';
import { DeploymentTime } from '../../../contracts/deployment/time/deployment-time.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 2, 8);

interface Clocks {
  /** What the `Date` header shows, by the deployment's time and by ours. */
  date?(deployment: number, ours: number): number;
  /** Tokens have no `iat`. */
  opaque?: true;
  /** There is no control `advance`, or it changes nothing. */
  advance?: 'none' | 'ignored';
}

/** A deployment whose answers show its clock so; a first token was issued. */
async function deployment({ date, opaque, advance }: Clocks) {
  let ours = 0;
  let moved = 0;
  let tokens = 0;
  const own = () => START + ours + moved;
  const answer = (json: unknown) => {
    const shown = date?.(own(), START + ours);
    const header = shown === undefined ? undefined : Math.floor(shown / 1000) * 1000;
    time.observe({ date: header, headers: {}, json });
    return { date: header };
  };
  const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
  const askToken = async () => {
    const payload = { jti: tokens++, ...(!opaque && { iat: Math.floor(own() / 1000) }) };
    answer({ success: true, token: `${part({ alg: 'none' })}.${part(payload)}.c2ln` });
  };
  const wait = (ms: number) => {
    ours += ms;
  };
  const time: DeploymentTime = new DeploymentTime({
    host: { monotonic: () => ours, wall: () => 0, sleep: async (ms) => wait(ms) },
    patienceMs: 60_000,
    signal: new AbortController().signal,
    ask: async () => answer({}),
    askToken,
  });
  const controls = {
    has: () => advance !== 'none',
    advance: async ({ by }: { by: number }) => {
      if (advance !== 'ignored') moved += by;
    },
  };
  time.connect(controls as never);
  await askToken();
  return { time, own, wait };
}

describe('a moment is reached by the clock that is the deployment’s', () => {
  it.each<[string, Clocks]>([
    ['shown by Date and iat', { date: (own) => own }],
    ['shown by Date alone', { date: (own) => own, opaque: true }],
    ['shown by iat alone', {}],
    ['beside a Date of a proxy', { date: (_, ours) => ours }],
    ['beside a Date of a proxy that is an hour ahead', { date: (_, ours) => ours + HOUR }],
    ['beside a Date of a proxy that is 5 s behind', { date: (_, ours) => ours - 5_000 }],
    ['beside a Date that was cached for ever', { date: () => START }],
    ['with a Date that is an hour behind and moves along', { date: (own) => own - HOUR }],
  ])('%s', async (_, clocks) => {
    const { time, own, wait } = await deployment(clocks);
    for (const days of [1, 3]) {
      wait(7_300);
      const moment = START + days * 24 * HOUR;
      await time.reach(moment);
      expect(own()).toBeGreaterThanOrEqual(moment - 1_000);
      expect(own()).toBeLessThan(moment + 60_000);
      const { from = 0, to = 0 } = time.range() ?? {};
      expect([from <= own(), to >= own() - 1_000]).toEqual([true, true]);
    }
  });

  it.each<[string, Clocks, RegExp]>([
    ['the control moves nothing', { date: (own) => own, advance: 'ignored' }, /not known|stayed/],
    [
      'the control moves nothing, and a proxy writes Date',
      { date: (_, ours) => ours + HOUR, advance: 'ignored' },
      /not known|stayed/,
    ],
    [
      'the clocks differ by an hour, and nothing moves them',
      { date: (_, ours) => ours + HOUR, advance: 'none' },
      /differ by more than a minute/,
    ],
    ['nothing shows it', { opaque: true }, /no Date header and no iat/],
    [
      'a proxy writes Date, and nothing else shows it',
      { date: (_, ours) => ours, opaque: true },
      /no iat in tokens/,
    ],
  ])('and by none where %s', async (_, clocks, reason) => {
    const { time } = await deployment(clocks);
    await expect(time.reach(START + 24 * HOUR)).rejects.toThrow(reason);
  });

  it('says in a line that Date is not the deployment’s', async () => {
    const { time } = await deployment({ date: (_, ours) => ours });
    await time.reach(START + 24 * HOUR);
    expect(time.doubts()).toEqual([expect.stringContaining('does not follow the control advance')]);
  });
});
