/** The faults of a profile, and how they are reported. */
import { describeIssue, withIssues } from '../kit/issues.ts';
import { quoted } from '../kit/untrusted.ts';
import type { GivenOpenings } from '../specification/openings/index.ts';
import type { JsonPointer } from './openings.ts';

/** Codes of whole failures; each issue inside has a code of its own. */
export type ProfileErrorCode =
  | 'PROFILE_SYNTAX' // the text is neither YAML nor JSON
  | 'PROFILE_INVALID' // it can be read, but does not say what a profile can say
  | 'PROFILE_UNBOUND' // it was asked for something that it does not answer
  | 'PROFILE_ONE_ONLY'; // several records for a body that takes one

/**
 * One thing that is wrong in a profile.
 *
 * @example
 * import { checkProfile, type ProfileIssue } from 'roadtest/profile';
 *
 * const issues: ProfileIssue[] = checkProfile({ roadtest: 1, name: 'ours', openings: {} });
 * console.log(issues.length); // 0
 */
export interface ProfileIssue {
  /** Stable, such as `UNKNOWN_FIELD`. */
  code: string;
  /** Says what is wrong and why, in one sentence. */
  message: string;
  /** Place in the profile. */
  pointer: JsonPointer;
  /** Line and column in its file, counted from 1. */
  file?: string;
  line?: number;
  column?: number;
  /** Says what to try. */
  hint?: string;
}

/** Notes an issue: a code, the names that lead to the place in the profile, what is wrong, what to try. */
export type Say = (code: string, at: readonly string[], message: string, hint?: string) => void;

/**
 * A profile that cannot be used, with every issue that was found.
 *
 * @example
 * import { ProfileError, parseProfile } from 'roadtest/profile';
 *
 * try {
 *   parseProfile('{ roadtest: 1, name: ours, opening: {} }', 'ours.yaml');
 * } catch (error) {
 *   console.log(error instanceof ProfileError && error.code); // PROFILE_INVALID
 * }
 */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly code: ProfileErrorCode;
  readonly #issues: readonly ProfileIssue[];

  constructor(code: ProfileErrorCode, message: string, issues: readonly ProfileIssue[] = []) {
    super(withIssues(message, issues, describeIssue));
    this.code = code;
    this.#issues = issues;
  }

  /** Everything that is wrong. The message lists the first of them. */
  get issues(): readonly ProfileIssue[] {
    return this.#issues;
  }
}

/** The error of asking for what a profile leaves open; `part` says which part of the opening's answer is missing. */
export function unbound(opening: keyof GivenOpenings, part = ''): ProfileError {
  const pointer = `/openings/${opening}${part}`;
  return new ProfileError(
    'PROFILE_UNBOUND',
    `The profile does not say ${quoted(opening)}${part && ` at ${part}`}.`,
    [
      {
        code: 'PROFILE_UNBOUND',
        message: `this part of the interface is open in the document, and the profile does not answer it`,
        pointer,
        hint: `add ${quoted(opening)} to the profile's openings, or complete the profile from the default one`,
      },
    ],
  );
}
