/**
 * What is looked at beside what a rule is first of all about, where it takes requests of its own: a run draws one area of
 * it by its seed, a thorough run looks at all.
 */
import { namesOf } from '../../kit/tables.ts';
import type { Kit } from '../kit.ts';

const asides = {
  creates: ['many creates at once'],
  histories: ['a long history'],
  limits: [
    'a report of a device at its limit',
    'a channel beside one without room',
    'a counter beside a limit that is changed',
  ],
  account: [
    'API access that is switched off again',
    'the counter of a device that is activated',
    'the settings of a device that is not',
  ],
} as const;

type Area = keyof typeof asides;

const areas: readonly Area[] = namesOf(asides);
const areaOf = new Map(areas.flatMap((area) => asides[area].map((aside) => [aside, area] as const)));

/** Whether this run looks at it. */
export function isLookedAt(
  { thorough, chance }: Pick<Kit, 'thorough' | 'chance'>,
  aside: (typeof asides)[Area][number],
): boolean {
  return thorough || chance.pick('beside', areas) === areaOf.get(aside);
}
