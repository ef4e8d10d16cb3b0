/** `roadtest verify` against a deployment that misbehaves: a quick selection; `npm run resilience` runs all kinds. */
import { describe, expect, it } from 'vitest';
import { mix } from '../../../contracts/kit/random.ts';
import { SEED, WHOLE } from '../../sample.ts';
import { faultsOf } from './judge.ts';
import { cutShort } from './kind.ts';
import { kinds } from './kinds/index.ts';
import { runAgainst } from './run.ts';

describe('the kinds of misbehaviour', () => {
  it('are many, each with a name of its own', () => {
    const names = kinds.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
  });

  it('never count an error of our own as survived', () => {
    expect(kinds.flatMap(({ codes }) => codes).filter((code) => code > 4)).toEqual([]);
  });
});

describe('a run ends in time, with the right exit code, no secret and no control character, against a deployment that', () => {
  const quick = kinds.filter((kind) => kind.quick && !kind.process);
  const cut = quick
    .flatMap(cutShort)
    .filter((_, place) => WHOLE || mix(SEED, place, 4) % 144 === 0)
    .map((kind, place) => [kind.does, 1 + (mix(SEED, place, 5) % 5), kind] as const);
  it.concurrent.each(cut)('%s, when it may take %i s', async (_, maxTime, kind) => {
    expect(faultsOf(await runAgainst(kind, { seed: 1, apart: false, maxTime }), kind)).toEqual([]);
  });

  const others = kinds.filter(({ command }) => command === 'explore' || command === 'learn');
  it.concurrent.each(
    others
      .filter((_, place) => WHOLE || (place + SEED) % 6 === 0)
      .map((kind) => [kind.does, kind.name, kind] as const),
  )('%s (%s)', async (_, __, kind) => {
    expect(faultsOf(await runAgainst(kind, { seed: 1, apart: false }), kind)).toEqual([]);
  });

  /** One in eighty, by the seed; all with `npm run test:whole`, and more with `npm run resilience`. */
  const drawn = quick.filter((_, place) => WHOLE || mix(SEED, place, 2) % 80 === 0);
  it.concurrent.each(drawn.map((kind) => [kind.does, kind.name, kind] as const))(
    '%s (%s)',
    async (_, __, kind) => {
      const ended = await runAgainst(kind, { seed: 1, apart: false });
      expect(faultsOf(ended, kind)).toEqual([]);
    },
  );
});
