/** Permutants are judged by the whole suite: none is found at fault, and with its profile all that can be reached passes. */
import { describe, expect, it } from 'vitest';
import { verify } from '../../contracts/verify/whole-run.ts';
import { idsWith, told } from '../faults/judging.ts';
import { quickHost } from '../quick-host.ts';
import { oneIn } from '../sample.ts';
import { allDraws, type Draw } from './array.ts';
import { compose, open } from './compose.ts';
import { mayBeOpen } from './open.ts';

const ADDRESS = 'http://127.0.0.1:4010';
const credentials = { userName: 'demo', apiKey: 'demo-key' };

/** The run of the suite; without its profile the address tells the path prefix. */
async function judged(draw: Draw, withProfile: boolean) {
  const permutant = compose(draw);
  const { simulator, fetch, answer } = open(permutant);
  const { profile } = permutant;
  try {
    const options = withProfile ? { baseUrl: ADDRESS, profile } : { baseUrl: ADDRESS + profile.basePath };
    return await verify({ ...options, credentials }, quickHost(fetch, 'permutant', answer));
  } finally {
    simulator.stop();
  }
}

describe('with its profile', () => {
  it.each(oneIn(50, allDraws()))('$label passes all that can be reached', async (draw) => {
    const run = await judged(draw, true);
    const isDone = (id: string) =>
      idsWith(run, 'pass').includes(id) ||
      (mayBeOpen(id, draw.row, draw.withholds) && !idsWith(run, 'fail').includes(id));
    expect(
      told(run, (id) => !isDone(id)),
      compose(draw).name,
    ).toEqual([]);
    expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    // Every id that is left open is among those that may be.
    expect(run.exitCode).toBe(run.outcomes.some(({ leftOpen }) => leftOpen) ? 3 : 0);
  });
});

describe('without its profile', () => {
  it.each(oneIn(70, allDraws()))('$label is not found at fault', async (draw) => {
    const run = await judged(draw, false);
    const mild = [...idsWith(run, 'pass'), ...idsWith(run, 'inconclusive')];
    expect(
      told(run, (id) => !mild.includes(id)),
      compose(draw).name,
    ).toEqual([]);
    expect(idsWith(run, 'pass')).toContain('token/issued');
    expect(run.exitCode).toBe(0);
  });
});
