/**
 * Mutants of our own source, as StrykerJS's instrumenter makes them: every mutant of a file stands in
 * one copy of it, behind a switch, and `__stryker__.activeMutant` says which of them is on.
 */
import { readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { pick } from '../../contracts/kit/random.ts';
import { root } from './root.ts';

/** One fault, at one place of one file. */
export interface Mutant {
  /** The value that the switch compares with; it changes when any instrumented file does. */
  id: string;
  /** From the root of the repository. */
  file: string;
  /** From 1. */
  line: number;
  /** The mutator of the instrumenter that made it: `EqualityOperator`, `BlockStatement`, … */
  kind: string;
  /** The code in one line, at most 80 characters of it. */
  code: string;
  /** The code in its place. */
  becomes: string;
  /** Its place among the mutants of its file with the same `code` and `becomes`, from 1. */
  nth: number;
}

export interface Instrumented {
  mutants: readonly Mutant[];
  /** Instrumented TypeScript by absolute path. */
  sources: ReadonlyMap<string, string>;
}

/** Instruments files, given by their paths from the root. */
export async function instrument(files: readonly string[]): Promise<Instrumented> {
  const given = files.map((file) => ({
    name: file,
    mutate: true,
    content: readFileSync(`${root}${file}`, 'utf8'),
  }));
  const instrumenter = new Instrumenter(quiet);
  const made = await instrumenter.instrument(given, { plugins: null, excludedMutations: [], ignorers: [] });
  const lines = new Map(given.map(({ name, content }) => [name, content.split('\n')]));
  const seen = new Map<string, number>();
  const mutants = made.mutants.map(({ id, fileName, mutatorName, location, replacement }): Mutant => {
    const code = shortened(textAt(lines.get(fileName) ?? [], location));
    const becomes = shortened(replacement);
    const key = `${fileName}\n${code}\n${becomes}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return { id, file: fileName, line: location.start.line + 1, kind: mutatorName, code, becomes, nth };
  });
  return { mutants, sources: new Map(made.files.map(({ name, content }) => [`${root}${name}`, content])) };
}

/** So many of the mutants in the order in which a seed draws them; all, where there are no more. */
export function drawn(mutants: readonly Mutant[], seed: number, count: number): Mutant[] {
  const lots = mutants.map((mutant, index) => ({ mutant, lot: pick(seed, index, 0, 2 ** 32) }));
  return lots
    .sort((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Whether two mutants, perhaps of two states of the sources, are one and the same. */
export function isSame(one: MutantName, other: MutantName): boolean {
  return (
    one.file === other.file &&
    one.code === other.code &&
    one.becomes === other.becomes &&
    (one.nth ?? 1) === (other.nth ?? 1)
  );
}

/** The lasting name of a mutant. */
export type MutantName = Pick<Mutant, 'file' | 'code' | 'becomes'> & { nth?: number };

/** A mutant in one line. */
export function inWords({ file, line, code, becomes }: Mutant): string {
  return `${file}:${line}  ${code}  →  ${becomes}`;
}

interface Location {
  start: { line: number; column: number };
  end: { line: number; column: number };
}

function textAt(lines: readonly string[], { start, end }: Location): string {
  const part = lines.slice(start.line, end.line + 1);
  return part
    .map((line, index) =>
      line.slice(index === 0 ? start.column : 0, index === part.length - 1 ? end.column : undefined),
    )
    .join(' ');
}

const LONGEST_CODE = 80;

function shortened(code: string): string {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_CODE ? `${line.slice(0, LONGEST_CODE - 1)}…` : line;
}

const nothing = (): void => {};
const no = (): boolean => false;
const quiet = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
