/** Devices that the profile names: one holder at a time, and nobody waits for ever. */
import { describe, expect, test } from 'vitest';
import { DevicePool } from '../../../contracts/suite/session/devices.ts';

const poolOf = (...device: string[]) => new DevicePool({ options: {}, profile: { known: { device } } });

describe('The devices that the profile names', () => {
  test('are held by one at a time, and whoever waits is served in turn', async () => {
    const pool = poolOf('a', 'b');
    const [one, two, three] = [{}, {}, {}];
    expect(await pool.take(2, one)).toEqual(['a', 'b']);
    const served: string[] = [];
    const waiting = [
      pool.take(1, two).then(() => served.push('two')),
      pool.take(1, three).then(() => served.push('three')),
    ];
    await Promise.resolve();
    expect(served).toEqual([]);
    pool.release(one);
    await Promise.all(waiting);
    expect(served).toEqual(['two', 'three']);
  });

  test('are those that a holder has already, when it asks again', async () => {
    const pool = poolOf('a');
    const holder = {};
    expect(await pool.take(1, holder)).toEqual(['a']);
    expect(await pool.take(1, holder)).toEqual(['a']);
    pool.release(holder);
    expect(await pool.take(1, {})).toEqual(['a']);
  });

  test('are never waited for by one who holds some: it could be waited for itself', async () => {
    const pool = poolOf('a', 'b');
    const [one, two] = [{}, {}];
    await pool.take(1, one);
    await pool.take(1, two);
    await expect(pool.take(2, one)).rejects.toThrow('2 devices');
    await expect(pool.take(2, two)).rejects.toThrow('2 devices');
  });

  test('are not enough for more than there are', async () => {
    await expect(poolOf('a').take(2, {})).rejects.toMatchObject({
      unlock: ['controls.createDevice', 'known.device'],
    });
  });
});
