/** The text of a story: YAML or JSON, read with the place of everything in it. */
import { documentBounds, REPORTED_PROBLEMS } from '../../contracts/kit/bounds.ts';
import { DocumentError, type ReadDocument, readDocument } from '../../contracts/kit/document.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { type Finding, type Path, StoryError, type StoryProblem } from './problems.ts';
import type { Place } from './terms.ts';

export interface Source {
  data: unknown;
  /** Where something is; the nearest thing around it, where it is not in the file. */
  place(path: Path, atName?: boolean): Place;
  /** The problems of a file, by line, with the slips of its text. */
  problems(findings: readonly Finding[]): StoryProblem[];
  /** True if the text was read as it may have been meant: quotes were missing. */
  isMended: boolean;
  /** The words after a plain text that YAML takes for a comment, though they follow their `#` at once. */
  cutFrom(text: string, path: Path): string | undefined;
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
export function readSource(given: string, file: string): Source {
  const { text, slips, document } = documentIn(given, file);
  const { data, place } = document;
  if (data === null) {
    const hint = 'a story has at least title, clock and fleet';
    throw new StoryError(file, [
      { code: 'EMPTY_FILE', line: 1, column: 1, path: '', message: 'the file is empty', hint },
    ]);
  }
  const problems = (findings: readonly Finding[]): StoryProblem[] =>
    [
      ...slips,
      ...findings
        .slice(0, REPORTED_PROBLEMS)
        .map(({ code, path, message, hint, atName, at = place(path, atName) }) => ({
          code,
          ...at,
          path: pathText(path),
          message,
          ...(hint !== undefined && { hint }),
        })),
    ].sort((a, b) => a.line - b.line || a.column - b.column);
  const lines = text.split('\n');
  const cutFrom = (plain: string, path: Path): string | undefined => {
    const { line, column } = place(path);
    const written = (lines[line - 1] ?? '').slice(column - 1);
    if (!written.startsWith(plain)) return undefined;
    return /^[ \t]+(#\S.*)$/.exec(written.slice(plain.length).trimEnd())?.[1];
  };
  return { data, place, problems, isMended: slips.length > 0, cutFrom };
}

interface Read {
  document: ReadDocument;
  /** As it was read: with quotes where they were missing. */
  text: string;
  slips: StoryProblem[];
}

/** So often a text is mended, and read again. */
const MOST_READINGS = 20;

/** The document in a text. Where quotes are missing it is read on with them, so that all else that is wrong is said, too. */
function documentIn(given: string, file: string): Read {
  const slips: StoryProblem[] = [];
  let text = given;
  for (let reading = 1; ; reading++) {
    try {
      return { document: readDocument(text, documentBounds.story), text, slips };
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      const misread = reading < MOST_READINGS ? misreadIn(text, error.problems) : [];
      if (misread.length > 0) {
        slips.push(...misread);
        text = quotedAt(text, misread);
        continue;
      }
      for (const { code, path, ...problem } of error.problems)
        slips.push({ ...problem, code: codeOfStory(code), path: pathText(path) });
      const isMendable = error.problems.every(({ code }) => code === QUOTES_MISSING);
      if (!isMendable || reading === MOST_READINGS) throw new StoryError(file, slips);
      text = quotedAt(text, error.problems);
    }
  }
}

/** A text that ends before these words, which YAML takes for a comment. */
export function textCut(words: string): Pick<StoryProblem, 'code' | 'message'> & { hint: string } {
  return {
    code: 'TEXT_CUT',
    message: `the text ends before ${quoted(words)}, which YAML takes for a comment`,
    hint: 'put quotes round the text, or a space after the # of a comment',
  };
}

/**
 * Plain texts that keep what is around them from being read: those in brackets that a `#` cuts, and the ends of the brackets
 * with them; and those that have braces in them.
 */
function misreadIn(text: string, problems: readonly Pick<StoryProblem, 'code' | 'line'>[]): StoryProblem[] {
  const faulty = new Set(problems.filter(({ code }) => code === 'SYNTAX').map(({ line }) => line));
  if (faulty.size === 0) return [];
  return text.split('\n').flatMap((written, index) => {
    const line = index + 1;
    const found = cutIn(written) ?? (faulty.has(line) ? bracedIn(written) : undefined);
    return found === undefined ? [] : [{ ...found, line, path: '' }];
  });
}

type Misread = Pick<StoryProblem, 'code' | 'message' | 'column'> & { hint: string };

function cutIn(written: string): Misread | undefined {
  const hash = written.search(/[ \t]#[^\s,}\]]/);
  const before = written.slice(0, Math.max(hash, 0));
  const from = textFrom(before);
  const isCut = /[{[]/.test(before) && /[}\]]$/.test(written.trimEnd()) && from < before.trimEnd().length;
  if (!isCut || isInQuotes(before)) return undefined;
  const words = written.slice(hash + 1).split(/[,}\]]/, 1)[0] ?? '';
  return { ...textCut(words.trim()), column: from + 1 };
}

function bracedIn(written: string): Misread | undefined {
  const brace = written.search(/\{[a-z]\w{0,40}\}/i);
  const before = written.slice(0, Math.max(brace, 0));
  const from = textFrom(before);
  const after = written.slice(written.indexOf('}', brace) + 1).trimStart();
  const isAmongWords = from < before.trimEnd().length || /^[^\s,}\]#]/.test(after);
  if (brace < 0 || !isAmongWords || isInQuotes(before)) return undefined;
  return {
    code: QUOTES_MISSING,
    message: 'this text has braces in it, in which YAML expects names and values',
    hint: 'put quotes round it',
    column: from + 1,
  };
}

/** The place, from 0, where the text begins that goes on at the end. */
function textFrom(before: string): number {
  const mark = 1 + Math.max(...[...'{[,:'].map((each) => before.lastIndexOf(each)));
  return mark + (before.slice(mark).length - before.slice(mark).trimStart().length);
}

/** Returns whether a text in quotes is open at the end. */
function isInQuotes(before: string): boolean {
  const [, quote] = /[{[,:][ \t]*(["'])(?:(?!\1).)*$/.exec(before) ?? [];
  return quote !== undefined;
}

const QUOTES_MISSING = 'QUOTES_MISSING';

/** A text with quotes around what begins at these places, each to the end of its line or of its part of `{ }`. */
function quotedAt(text: string, places: readonly Place[]): string {
  const lines = text.split('\n');
  for (const { line, column } of places.toSorted((a, b) => b.column - a.column)) {
    const whole = lines[line - 1] ?? '';
    const rest = whole.slice(column - 1);
    const [meant = ''] = /[{[]/.test(whole.slice(0, column - 1))
      ? (/^(?:\{\w+\}|[^,}\]])*/.exec(rest) ?? [])
      : [rest];
    const plain = meant.trimEnd();
    lines[line - 1] = whole.slice(0, column - 1) + JSON.stringify(plain) + rest.slice(plain.length);
  }
  return lines.join('\n');
}

function pathText(path: Path): string {
  return path.map((token) => `/${token}`).join('');
}
