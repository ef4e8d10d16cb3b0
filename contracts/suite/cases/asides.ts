/**
 * What is looked at beside the subject of a rule, where that takes requests of its own. A run draws one area by its seed, so
 * that each run takes about as many requests; a thorough run looks at all.
 */
import { namesOf } from '../../kit/tables.ts';
import type { CaseContext } from '../case-context.ts';

const asides = {
  limits: ['a report of a device at its limit', 'a channel beside one without room'],
  account: [
    'API access that is switched off again',
    'the counter of a device that is activated',
    'the settings of a device that is refused an activation',
  ],
} as const;

type Area = keyof typeof asides;

const areas: readonly Area[] = namesOf(asides);
const areaOf = new Map(areas.flatMap((area) => asides[area].map((aside) => [aside, area] as const)));

/** Whether this run looks at it. */
export function isLookedAt(
  { thorough, chance }: Pick<CaseContext, 'thorough' | 'chance'>,
  aside: (typeof asides)[Area][number],
): boolean {
  return thorough || chance.pick('beside', areas) === areaOf.get(aside);
}
