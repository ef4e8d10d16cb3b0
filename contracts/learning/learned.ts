/** All that several sources showed, as one profile and the file that it is written as. */
import { exactJsonText } from '../kit/exact-json.ts';
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
  /** Places of the profile that were answered. */
  readonly answers: number;
  readonly contradictions: readonly string[];
  readonly from: readonly string[];
}

/** The profile that the findings of all sources make; what they cannot agree on is left out. */
export function learnedFrom(sources: readonly Source[]): LearnedProfile {
  const { answers, contradictions } = merged(sources.flatMap(({ findings }) => findings));
  const built = profileOf(answers, 'learned');
  const from = sources.map((source) => source.from);
  const notes = sources.flatMap((source) => source.notes);
  return {
    profile: parseProfile(exactJsonText(built.data), 'the learned profile'),
    text: profileText({ ...built, contradictions, notes }, from),
    answers: built.kept.length,
    contradictions,
    from,
  };
}
