/** The deployment's time, where it cannot be moved: waiting for it takes real time, and no more than the run's patience. */
import { describe, expect, it } from 'vitest';
import { DeploymentTime } from '../../../contracts/deployment/time/deployment-time.ts';

function real(patienceMs: number) {
  const slept: number[] = [];
  const host = {
    monotonic: () => 0,
    wall: () => 0,
    sleep: async (ms: number) => {
      slept.push(ms);
    },
  };
  const signal = new AbortController().signal;
  const ask = async () => ({ date: undefined });
  return { slept, time: new DeploymentTime({ host, patienceMs, signal, ask, askToken: ask }) };
}

describe('a pause that a profile or a deployment asks for', () => {
  it('is made up to the patience of the run', async () => {
    const { time, slept } = real(60_000);
    await time.pause(60_000);
    expect(slept).toEqual([60_000]);
  });

  it.each([60_001, 86_400_000, 3e12, Number.POSITIVE_INFINITY])(
    'of %d ms is not, and what would unlock it is said',
    async (ms) => {
      const { time, slept } = real(60_000);
      await expect(time.pause(ms)).rejects.toMatchObject({ name: 'Unreached', unlock: ['patience'] });
      expect(slept).toEqual([]);
    },
  );

  it('is made in any case where it is as short as those of the suite itself', async () => {
    const { time, slept } = real(0);
    await time.pause(4_050);
    expect(slept).toEqual([4_050]);
  });
});
