import { describe, expect, it } from 'vitest';
import { Pool } from '../../../contracts/kit/pool.ts';

/** Whether a promise is settled once all that is under way has gone on. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return settled;
}

describe('a pool', () => {
  it('gives each item to one user at a time', async () => {
    const pool = new Pool(['a', 'b', 'c']);
    expect(await pool.take(2)).toEqual(['a', 'b']);
    expect(await pool.take(1)).toEqual(['c']);
    const next = pool.take(1);
    expect(await isSettled(next)).toBe(false);
    pool.give(['b']);
    expect(await next).toEqual(['b']);
  });

  it('serves first who came first, also when a later user wants fewer', async () => {
    const pool = new Pool(['a', 'b']);
    await pool.take(2);
    const [first, second] = [pool.take(2), pool.take(1)];
    pool.give(['a']);
    expect(await isSettled(second)).toBe(false);
    pool.give(['b']);
    expect(await first).toEqual(['a', 'b']);
    pool.give(['a', 'b']);
    expect(await second).toEqual(['a']);
  });

  it('leaves the making of items to users, as far as there is room', async () => {
    const pool = new Pool<string>([], 2);
    expect(await pool.take(2)).toEqual([]);
    const next = pool.take(1);
    expect(await isSettled(next)).toBe(false);
    pool.give(['made'], 1); // the other one could not be made
    expect(await next).toEqual(['made']);
    expect(await pool.take(1)).toEqual([]);
  });

  it('gives to an urgent user what there is, however little room there is', () => {
    const pool = new Pool(['a']);
    expect(pool.takeNow(2)).toEqual(['a']);
    expect(pool.idle).toBe(0);
  });
});
