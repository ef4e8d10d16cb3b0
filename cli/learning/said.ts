/** How much was learned, in a line. */
import { counted } from '../../contracts/kit/phrases.ts';
import type { LearnedProfile } from '../../contracts/learning/learned.ts';

export function summaryOf({ profile, answers, from }: LearnedProfile): string {
  const count = Object.keys(profile.openings).length;
  return `Learned ${counted(count, 'opening')} (${counted(answers, 'answer')}) from ${from.join(' and ')}.`;
}
