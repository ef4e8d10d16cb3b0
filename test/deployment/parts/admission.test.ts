/** When the requests of a run go out: how many at once and in a second, and not while the deployment asks to wait. */
import { describe, expect, test } from 'vitest';
import { Admission, type Caps } from '../../../contracts/deployment/transport/admission.ts';

const none: Caps = { concurrency: Number.POSITIVE_INFINITY, perSecond: undefined, window: undefined };

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

/** An admission whose waits end when the test says so. */
function admitting(caps: Partial<Caps>) {
  const time = { now: 0 };
  const slept: number[] = [];
  const paused: { ms: number; end: () => void; fail: (error: Error) => void }[] = [];
  const admission = new Admission(
    { ...none, ...caps },
    {
      monotonic: () => time.now,
      sleep: async (ms, signal) => {
        slept.push(ms);
        if (signal.aborted) throw new Error('interrupted');
        time.now += ms;
      },
      pause: (ms) => new Promise<void>((end, fail) => paused.push({ ms, end: () => end(), fail })),
      still: async () => {},
    },
  );
  const open = new AbortController();
  const sent: string[] = [];
  const land: (() => void)[] = [];
  /** A request that is on its way until it is landed. */
  const send = (name: string, { urgent = false, signal = open.signal } = {}) =>
    admission.through(
      () =>
        new Promise<string>((resolve) => {
          sent.push(name);
          land.push(() => resolve(name));
        }),
      { signal, urgent },
    );
  /** A request that is answered at once. */
  const ask = (signal = open.signal) => admission.through(async () => time.now, { signal });
  return { admission, time, slept, paused, open, sent, land, send, ask };
}

describe('requests of a run', () => {
  test('are held back anew where the one that began the wait was interrupted', async () => {
    const { admission, paused } = admitting({});
    const run = new AbortController();
    const ended = expect(admission.hold(1_000, run.signal)).rejects.toThrow('over');
    const cleaningUp = admission.hold(1_000, new AbortController().signal);
    run.abort();
    paused[0]?.fail(new Error('over'));
    await ended;
    await settled();
    expect(paused).toHaveLength(2);
    paused[1]?.end();
    await cleaningUp;
  });

  test('go out at once, in their order, where nothing is capped', async () => {
    const { send, sent, slept } = admitting({});
    for (const name of ['a', 'b', 'c']) void send(name);
    await settled();
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(slept).toEqual([]);
  });

  test('are as many at a time as are allowed, and the next goes out when one has come back', async () => {
    const { send, sent, land } = admitting({ concurrency: 2 });
    for (const name of ['a', 'b', 'c', 'd']) void send(name);
    await settled();
    expect(sent).toEqual(['a', 'b']);
    land[1]?.();
    await settled();
    expect(sent).toEqual(['a', 'b', 'c']);
    land[0]?.();
    await settled();
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
  });

  test('make room when they fail, too', async () => {
    const { admission, open, send, sent } = admitting({ concurrency: 1 });
    const failing = admission.through(() => Promise.reject(new Error('cut')), { signal: open.signal });
    void send('next');
    await expect(failing).rejects.toThrow('cut');
    await settled();
    expect(sent).toEqual(['next']);
  });

  test('do not queue when they are urgent, and take up room all the same', async () => {
    const { send, sent, land } = admitting({ concurrency: 1 });
    void send('first');
    void send('second');
    void send('urgent', { urgent: true });
    await settled();
    expect(sent).toEqual(['urgent']);
    land[0]?.();
    await settled();
    expect(sent).toEqual(['urgent', 'first']);
    land[1]?.();
    await settled();
    expect(sent).toEqual(['urgent', 'first', 'second']);
  });

  test('are so many a second: one after the other, none saved up', async () => {
    const { ask, slept, time } = admitting({ perSecond: 4 });
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([0, 250, 500]);
    expect(slept).toEqual([250, 250]);
    time.now = 750;
    expect(await ask()).toBe(750);
    time.now = 9_000;
    expect(await Promise.all([ask(), ask()])).toEqual([9_000, 9_250]);
    expect(slept).toEqual([250, 250, 250]);
  });

  test('wait for the next window of the deployment once one is used up', async () => {
    const { ask, paused } = admitting({ window: { requests: 2, ms: 60_000 } });
    await Promise.all([ask(), ask()]);
    expect(paused).toEqual([]);
    const next = [ask(), ask(), ask()];
    await settled();
    expect(paused.map(({ ms }) => ms)).toEqual([60_000]);
    paused[0]?.end();
    await Promise.all(next.slice(0, 2));
    await settled();
    expect(paused).toHaveLength(2);
    paused[1]?.end();
    await next[2];
  });

  test('all wait while the deployment asks to, once for all who were asked', async () => {
    const { admission, open, paused, send, sent } = admitting({});
    const holds = [admission.hold(500, open.signal), admission.hold(500, open.signal)];
    void send('a');
    await settled();
    expect([paused.length, sent]).toEqual([1, []]);
    paused[0]?.end();
    await Promise.all(holds);
    await settled();
    expect(sent).toEqual(['a']);
    void admission.hold(700, open.signal);
    expect(paused.map(({ ms }) => ms)).toEqual([500, 700]);
  });

  test('go out after a wait that failed', async () => {
    const { admission, open, paused, send, sent } = admitting({});
    const hold = admission.hold(500, open.signal);
    void send('a');
    await settled();
    paused[0]?.fail(new Error('no control of the clock'));
    await expect(hold).rejects.toThrow('no control');
    await settled();
    expect(sent).toEqual(['a']);
  });

  test('wait for nothing once the run is interrupted: others have to clean up', async () => {
    const stopped = new AbortController();
    const caps = { concurrency: 1, perSecond: 1, window: { requests: 1, ms: 60_000 } };
    const { admission, open, paused, send, sent, slept } = admitting(caps);
    void send('on its way');
    void admission.hold(500, open.signal);
    await settled();
    stopped.abort();
    paused[0]?.end();
    void admission.hold(500, open.signal);
    await settled();
    void send('interrupted', { signal: stopped.signal });
    await settled();
    expect(sent).toContain('interrupted');
    expect(slept).toEqual([]);
  });

  test('hold up no other when their own wait is cut short', async () => {
    const { ask, open, time } = admitting({ perSecond: 1 });
    const stopped = new AbortController();
    await ask();
    const cut = ask(stopped.signal);
    stopped.abort();
    const next = ask(open.signal);
    await Promise.allSettled([cut]);
    expect(await next).toBeGreaterThanOrEqual(1_000);
    expect(time.now).toBeLessThanOrEqual(2_000);
  });
});
