/** Where real time comes from: the machine, or the hand of a test. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { platformPace } from '../../../simulator/time/pace.ts';
import { ManualPace } from '../../manual-pace.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The pace of a platform that has these functions. */
async function paceWith(functions: { [name: string]: unknown }) {
  for (const [name, value] of Object.entries(functions)) vi.stubGlobal(name, value);
  vi.resetModules();
  return (await import('../../../simulator/time/pace.ts')).platformPace;
}

describe('the pace of the platform', () => {
  it('breathes after what waits for input and output', async () => {
    const afterIo = vi.fn((run: () => void) => queueMicrotask(run));
    const pace = await paceWith({ setImmediate: afterIo });
    await pace.breathe();
    expect(afterIo).toHaveBeenCalledOnce();
  });

  it('breathes where nothing tells of input and output, as in a browser', async () => {
    const pace = await paceWith({ setImmediate: undefined });
    await expect(pace.breathe()).resolves.toBeUndefined();
  });

  it('waits as long as is asked for, and a very long time is not over at once', async () => {
    let over = false;
    const cancel = platformPace.after(2 ** 40, () => {
      over = true;
    });
    await new Promise<void>((resolve) => platformPace.after(5, resolve));
    await platformPace.sleep(5);
    expect(over).toBe(false);
    cancel();
  });
});

describe('a pace moved by hand', () => {
  it('runs timers at their own times, whatever the order in which they were set', () => {
    const pace = new ManualPace(1_000);
    const seen: number[] = [];
    for (const ms of [30, 10, 20, 41]) pace.after(ms, () => seen.push(pace.wall()));
    pace.elapse(40);
    expect(seen).toEqual([1_010, 1_020, 1_030]);
    expect(pace.waiting).toBe(1);
    pace.elapse(1);
    expect(seen).toEqual([1_010, 1_020, 1_030, 1_041]);
  });

  it('lets sleepers wake when their time has passed', async () => {
    const pace = new ManualPace();
    let awake = false;
    const sleeping = pace.sleep(5).then(() => {
      awake = true;
    });
    pace.elapse(4);
    await Promise.resolve();
    expect(awake).toBe(false);
    pace.elapse(1);
    await sleeping;
    expect(awake).toBe(true);
  });
});
