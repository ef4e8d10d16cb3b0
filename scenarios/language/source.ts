/** The text of a story: YAML or JSON, read with the place of everything in it. */
import { documentBounds, REPORTED_PROBLEMS } from '../../contracts/kit/bounds.ts';
import { DocumentError, type ReadDocument, readDocument } from '../../contracts/kit/document.ts';
import { type Finding, type Path, StoryError, type StoryProblem } from './problems.ts';
import type { Place } from './terms.ts';

export interface Source {
  data: unknown;
  /** Place of something; that of the nearest thing around it, where it is not in the file. */
  place(path: Path, atName?: boolean): Place;
  /** Throws the StoryError of what is wrong, by line. */
  refuse(findings: readonly Finding[]): never;
}

/** The codes of stories, where they are others than those of all documents. */
const ownCodes: { readonly [code: string]: string } = {
  FIELD_TWICE: 'NAME_TWICE',
  LISTED_TWICE: 'NAME_TWICE',
};

export function codeOfStory(code: string): string {
  return ownCodes[code] ?? code;
}

/** Throws a StoryError for a text that cannot be read, and for names that no story may use. */
export function readSource(text: string, file: string): Source {
  const { data, place } = documentIn(text, file);
  const refuse = (findings: readonly Finding[]): never => {
    const problems = findings
      .slice(0, REPORTED_PROBLEMS)
      .map(({ code, path, message, hint, atName, at = place(path, atName) }) => ({
        ...{ code, ...at, path: pathText(path), message },
        ...(hint !== undefined && { hint }),
      }));
    throw new StoryError(
      file,
      problems.sort((a, b) => a.line - b.line || a.column - b.column),
    );
  };
  if (data === null) {
    const hint = 'a story has at least title, clock and fleet';
    refuse([
      { code: 'EMPTY_FILE', path: [], message: 'the file is empty', hint, at: { line: 1, column: 1 } },
    ]);
  }
  return { data, place, refuse };
}

function documentIn(text: string, file: string): ReadDocument {
  try {
    return readDocument(text, documentBounds.story);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const lines = text.split('\n');
    const problems = error.problems.map(({ path, code, ...problem }) => ({
      ...problem,
      code: codeOfStory(code),
      path: pathText(path),
      ...(code === 'SYNTAX' && bracesIn(lines, problem.line)),
    }));
    // One slip keeps YAML from reading several things.
    const told = new Map(problems.map((each) => [`${each.line}:${each.column} ${each.message}`, each]));
    throw new StoryError(file, [...told.values()]);
  }
}

/** A text on the line that YAML cannot read, or the one before, with braces that need quotes; undefined for none. */
function bracesIn(lines: readonly string[], line: number): Partial<StoryProblem> | undefined {
  const message = 'this text has braces in it, in which YAML expects names and values';
  for (const at of [line, line - 1]) {
    const unquoted = lines[at - 1]?.replaceAll(/"[^"]*"|'[^']*'/g, (quote) => '_'.repeat(quote.length));
    const place = unquoted?.search(/\{[a-z]\w{0,40}\}/i) ?? -1;
    if (place >= 0)
      return { code: 'QUOTES_MISSING', message, hint: 'put quotes round it', line: at, column: place + 1 };
  }
  return undefined;
}

function pathText(path: Path): string {
  return path.map((token) => `/${token}`).join('');
}
