/**
 * The part of the matrix that `npm test` runs. A third of the rules have a fifth of their deviations judged, each in one of its
 * scopes and by rules that it breaks there; some of them, and all other deployments, by the whole suite. `npm run matrix` runs all.
 */
import { itemAt } from '../../contracts/kit/items.ts';
import { mix, pick } from '../../contracts/kit/random.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import type { Deviation } from '../../simulator/deviations/deviation.ts';
import { deviationsFrom } from '../deviations/index.ts';
import { mutants } from '../mutants/mutants.ts';
import type { Draw } from '../permutants/array.ts';
import { factorNames } from '../permutants/factors/index.ts';
import { oneIn, SEED } from '../sample.ts';

/** One mutant of each deviation, by the seed: the others break the same in another operation or channel. */
export function scopesDrawn(seed = SEED): number[] {
  const scopes = new Map<Deviation, number[]>();
  for (const [mutant, { deviation }] of mutants.entries())
    scopes.set(deviation, [...(scopes.get(deviation) ?? []), mutant]);
  return [...scopes.values()].map((those) => itemAt(those, pick(seed, itemAt(those, 0), 2, those.length)));
}

/** One rule in so many, and of its deviations one in so many, at least one. */
const ONE_RULE_IN = 3;
const ONE_DEVIATION_IN = 5;

/** Some deviations of some rules, by the seed, one mutant each. */
export function mutantsDrawn(seed = SEED): number[] {
  const drawn = new Map(scopesDrawn(seed).map((mutant) => [itemAt(mutants, mutant).deviation, mutant]));
  // Once a rule has been drawn its next deviation comes with the next round of the rules.
  const round = Math.floor(seed / ONE_RULE_IN);
  return oneIn(ONE_RULE_IN, rules, { seed }).flatMap(({ id }) =>
    oneIn(ONE_DEVIATION_IN, deviationsFrom(id), { seed: round }).flatMap(
      (deviation) => drawn.get(deviation) ?? [],
    ),
  );
}

/** A fault that is the same in many operations is looked for in so many of them. */
const MOST_IDS = 1;

/** A few of the ids that a deviation breaks, by the seed. */
export function idsDrawn(breaks: readonly string[], seed = SEED): string[] {
  const order = [...breaks.keys()].sort((a, b) => mix(seed, a, 3) - mix(seed, b, 3));
  return order.slice(0, MOST_IDS).map((place) => itemAt(breaks, place));
}

/** One mutant in so many is judged by the whole suite: what it does not break must hold. */
const ONE_IN = 128;

/** Whether a mutant is among those that are judged by the whole suite. */
export function isJudgedWhole(mutant: number, seed = SEED): boolean {
  return mix(seed, mutant, 0) % ONE_IN === 0;
}

/** Few of these draws, by the seed: every level of every factor, and all that can be withheld, stands in one of them. */
export function thinned(draws: readonly Draw[], seed = SEED): Draw[] {
  const order = [...draws.keys()].sort((a, b) => mix(seed, a, 1) - mix(seed, b, 1));
  const chosen = covering(order.map((at) => itemAt(draws, at)));
  return draws.filter((draw) => chosen.has(draw));
}

/** So many that every trait of the draws stands in one of them; always the one with most that are missing still. */
function covering(draws: readonly Draw[]): Set<Draw> {
  const missing = new Set(draws.flatMap(traitsOf));
  const gain = (draw: Draw): number => traitsOf(draw).filter((trait) => missing.has(trait)).length;
  const chosen = new Set<Draw>();
  while (missing.size > 0) {
    const best = draws.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.add(best);
    for (const trait of traitsOf(best)) missing.delete(trait);
  }
  return chosen;
}

function traitsOf({ row, withholds }: Draw): string[] {
  return [...factorNames.map((factor) => `${factor}: ${row[factor]}`), `withholds ${withholds}`];
}
