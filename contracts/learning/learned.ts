/** All that several sources showed, as one profile and the file that it is written as. */
import { exactJsonText } from '../kit/exact-json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { counted } from '../kit/phrases.ts';
import { parseProfile } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import type { Findings } from './finding.ts';
import { merged } from './merge.ts';
import { profileOf } from './profile.ts';
import { profileText } from './yaml.ts';

/** A source, and in words what it is. */
export interface Source extends Findings {
  readonly from: string;
}

export interface LearnedProfile {
  readonly profile: Profile;
  /** The file, with its comments. */
  readonly text: string;
  readonly contradictions: readonly string[];
  /** How much was learned of what, in a line. */
  readonly summary: string;
  /** The openings that were answered, in part at least. */
  readonly openings: readonly string[];
}

/**
 * The profile that the findings of all sources make; what they cannot agree on is left out.
 *
 * @param given a profile that they complete
 */
export function learnedFrom(sources: readonly Source[], given?: Profile): LearnedProfile {
  const { answers, contradictions } = merged(sources.flatMap(({ findings }) => findings));
  const built = profileOf(answers, 'learned', given);
  const ofOpenings = built.kept.filter(({ at }) => at.startsWith('/openings/'));
  const openings = [...new Set(ofOpenings.map(({ at }) => splitPointer(at)[1] ?? ''))];
  const from = sources.map((source) => source.from);
  const notes = sources.flatMap((source) => source.notes);
  return {
    profile: parseProfile(exactJsonText(built.data), given?.name ?? 'the learned profile'),
    text: profileText({ ...built, contradictions, notes }, from),
    contradictions,
    summary: `Learned ${counted(openings.length, 'opening')} (${counted(built.kept.length, 'answer')}) from ${from.join(' and ')}.`,
    openings,
  };
}
