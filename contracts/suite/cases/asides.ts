/**
 * What is looked at beside what a rule is first of all about, where it takes requests of its own: a run draws one area of
 * it by its seed, a thorough run looks at all.
 */
import { namesOf } from '../../kit/tables.ts';
import type { Kit } from '../kit.ts';

const asides = {
  records: ['a long history'],
  limits: [
    'a report of a device at its limit',
    'two devices of one group',
    'limits of the devices before and after',
    'an activation on the day',
    'a channel beside one without room',
    'a counter beside a limit that is changed',
  ],
  account: [
    'API access that is switched off again',
    'the counter of a device that is activated',
    'the settings of a device that is not',
  ],
} as const;

/** Of an area at most so many. */
const MOST = 3;

/** Whether this run looks at it. */
export function isLookedAt<A extends keyof typeof asides>(
  { thorough, chance }: Pick<Kit, 'thorough' | 'chance'>,
  area: A,
  aside: (typeof asides)[A][number],
): boolean {
  if (thorough) return true;
  const isDrawn = chance.pick('beside', namesOf(asides)) === area;
  return isDrawn && chance.shuffled<string>(`beside ${area}`, asides[area]).slice(0, MOST).includes(aside);
}
