/**
 * Diagnostics of a file: problems are collected here and reading goes on, so that all problems of a file are
 * reported at once.
 */

import { REPORTED_PROBLEMS } from '../../../contracts/kit/bounds.ts';
import { splitPointer } from '../../../contracts/kit/json-pointer.ts';
import { didYouMeanOneOf } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { FixtureIssue } from '../../../simulator/fixture/problems.ts';
import type { Finding, Path } from '../problems.ts';
import type { Switch } from '../schema/forms.ts';
import type { Source } from '../source.ts';
import type { Place } from '../terms.ts';

/** The section of the file for each kind of thing. */
const sections: { readonly [kind: string]: string } = {
  device: 'fleet',
  sensor: 'fleet',
  place: 'places',
  route: 'routes',
  group: 'groups',
  user: 'users',
};

export class Diagnostics {
  readonly findings: Finding[];
  readonly #source: Source;
  /** Paths that do not have the form of the schema, and everything around them. */
  readonly #malformed = new Set<string>();
  /** Paths that do not have the form of the schema themselves, and not just in a part. */
  readonly #lost = new Set<string>();

  constructor(source: Source, malformed: readonly Finding[]) {
    this.#source = source;
    this.findings = [...malformed];
    for (const { path } of malformed) {
      this.#lost.add(keyOf(path));
      for (let length = 0; length <= path.length; length++) this.#malformed.add(keyOf(path.slice(0, length)));
    }
  }

  /** Returns whether the value there has its form, with everything in it. */
  sound(path: Path): boolean {
    return !this.#malformed.has(keyOf(path));
  }

  /** Marks paths as unknown because they depend on something wrong: that they are missing is not reported as well. */
  lose(...paths: Path[]): void {
    for (const path of paths) {
      this.#lost.add(keyOf(path));
      this.#malformed.add(keyOf(path));
    }
  }

  /** A problem of another file that the story refers to at this path, where its place is known. */
  elsewhere(path: Path, { code, message, hint, pointer, file, line, column }: FixtureIssue): void {
    const at =
      line === undefined || column === undefined ? {} : { at: { line, column, ...(file && { file }) } };
    this.findings.push({
      ...{ code, message, path: [...path, ...splitPointer(pointer)] },
      ...(hint !== undefined && { hint }),
      ...at,
    });
  }

  wrong(code: string, path: Path, message: string, hint?: string): undefined {
    this.findings.push({ code, path, message, ...(hint !== undefined && { hint }) });
    return undefined;
  }

  /** The entry of a name; a name without one is reported as unknown. */
  lookUp<T>(kind: string, names: ReadonlyMap<string, T>, name: string, path: Path): T | undefined {
    const found = names.get(name);
    if (found !== undefined) return found;
    return this.unknown(kind, name, names.keys(), path);
  }

  /** The fields of something in the file without those that have not the form of the schema themselves. */
  readable<T extends object>(fields: object, path: Path): Partial<T> {
    const entries = Object.entries(fields).map(([name, value]) => [name, value]);
    return Object.fromEntries(entries.filter(([name]) => !this.#lost.has(keyOf([...path, name]))));
  }

  /** Reports that nothing has this name, and what may have been meant. */
  unknown(kind: string, name: string, names: Iterable<string>, path: Path, hint?: string): undefined {
    const section = sections[kind];
    if (section !== undefined && this.#lost.has(section)) return undefined;
    return this.wrong(
      `UNKNOWN_${kind.toUpperCase().replaceAll(' ', '_')}`,
      path,
      `there is no ${kind} ${quoted(name)}`,
      hint ?? this.nearest(name, names) ?? `the story has no ${kind}`,
    );
  }

  /** The name that may have been meant; it is looked for as long as the problem will be reported. */
  nearest(name: string, names: Iterable<string>): string | undefined {
    return this.findings.length < REPORTED_PROBLEMS ? didYouMeanOneOf(name, names) : undefined;
  }

  /** As in `Source`. */
  cutFrom(text: string, path: Path): string | undefined {
    return this.#source.cutFrom(text, path);
  }

  place(path: Path, atName = false): Place {
    return this.#source.place(path, atName);
  }
}

function keyOf(path: Path): string {
  return path.join('\0');
}

export function isOn(value: Switch): boolean {
  return value === true || value === 'on';
}

/** One, or a list of several, each with its path. */
export function each<T>(value: T | readonly T[] | undefined, path: Path): [item: T, path: Path][] {
  if (value === undefined) return [];
  if (!isList(value)) return [[value, path]];
  return value.map((item, index) => [item, [...path, index]]);
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
