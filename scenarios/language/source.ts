/** The text of a story: YAML or JSON, read with the place of everything in it. */
import { documentBounds, REPORTED_PROBLEMS } from '../../contracts/kit/bounds.ts';
import { DocumentError, type ReadDocument, readDocument } from '../../contracts/kit/document.ts';
import { type Finding, type Path, StoryError, type StoryProblem } from './problems.ts';
import type { Place } from './terms.ts';

export interface Source {
  data: unknown;
  /** Where something is; the nearest thing around it, where it is not in the file. */
  place(path: Path, atName?: boolean): Place;
  /** The problems of a file, by line. */
  problems(findings: readonly Finding[]): StoryProblem[];
}

/** The codes of stories, where they are others than those of all documents. */
const ownCodes: { readonly [code: string]: string } = {
  FIELD_TWICE: 'NAME_TWICE',
  LISTED_TWICE: 'NAME_TWICE',
};

export function codeOfStory(code: string): string {
  return ownCodes[code] ?? code;
}

/** Throws StoryError for a text that cannot be read, and for names that no story may use. */
export function readSource(text: string, file: string): Source {
  const { data, place } = documentIn(text, file);
  if (data === null) {
    const hint = 'a story has at least title, clock and fleet';
    throw new StoryError(file, [
      { code: 'EMPTY_FILE', line: 1, column: 1, path: '', message: 'the file is empty', hint },
    ]);
  }
  const problems = (findings: readonly Finding[]): StoryProblem[] =>
    findings
      .slice(0, REPORTED_PROBLEMS)
      .map(({ code, path, message, hint, atName, at = place(path, atName) }) => ({
        code,
        ...at,
        path: pathText(path),
        message,
        ...(hint !== undefined && { hint }),
      }))
      .sort((a, b) => a.line - b.line || a.column - b.column);
  return { data, place, problems };
}

function documentIn(text: string, file: string): ReadDocument {
  try {
    return readDocument(text, documentBounds.story);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const problems = error.problems.map(({ code, path, ...problem }) => ({
      ...problem,
      code: codeOfStory(code),
      path: pathText(path),
    }));
    throw new StoryError(file, problems);
  }
}

function pathText(path: Path): string {
  return path.map((token) => `/${token}`).join('');
}
