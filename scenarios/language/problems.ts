/** Problems of a story, and how they are reported. */
import { withIssues } from '../../contracts/kit/issues.ts';
import { visible } from '../../contracts/kit/untrusted.ts';

/** One thing that is wrong in a file. */
export interface StoryProblem {
  /** Stable, such as `UNKNOWN_PLACE`. */
  code: string;
  /** Another file than the story's, such as that of its fixture. */
  file?: string;
  /** Line in the file, from 1. */
  line: number;
  column: number;
  /** The names that lead there, such as `/fleet/van/limits/dailySms`. */
  path: string;
  /** The problem and its reason, in one sentence. */
  message: string;
  /** A guess at the meaning, or a thing to try. */
  hint?: string;
}

/**
 * A story that cannot be played. All that is wrong in the file, by line.
 *
 * @example
 * import { playStory, StoryError } from 'roadtest/stories';
 *
 * const error = await playStory('title: Mine').catch((error: unknown) => error);
 * console.log(error instanceof StoryError && error.problems[0]?.code); // MISSING_FIELD
 */
export class StoryError extends Error {
  override readonly name = 'StoryError';
  readonly code = 'STORY_INVALID';
  readonly file: string;
  readonly #problems: readonly StoryProblem[];

  constructor(file: string, problems: readonly StoryProblem[]) {
    super(withIssues(`${file} is not a valid story.`, problems, (problem) => describeProblem(file, problem)));
    this.file = file;
    this.#problems = problems;
  }

  /** Everything that is wrong. The message lists the first of them. */
  get problems(): readonly StoryProblem[] {
    return this.#problems;
  }
}

/** A problem in one line: `file.yaml:12:5 UNKNOWN_PLACE there is no place "dept" (did you mean "depot"?)`. */
export function describeProblem(file: string, problem: StoryProblem): string {
  const { line, column, code, message, hint } = problem;
  return visible(`${problem.file ?? file}:${line}:${column} ${code} ${message}${hint ? ` (${hint})` : ''}`);
}

/** The names and places in lists that lead to something in a file. */
export type Path = readonly (string | number)[];

/** A problem and its path; the lines are found when all is read. */
export interface Finding {
  code: string;
  path: Path;
  message: string;
  hint?: string | undefined;
  /** True if the name at the end of the path is meant, and not the value under it. */
  atName?: boolean;
  /** Place of it, when that is in another file. */
  at?: { file?: string; line: number; column: number };
}
