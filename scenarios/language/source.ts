/** The text of a story: YAML (JSON is YAML too), read with the place of everything in it. */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { type Finding, type Path, StoryError, type StoryProblem } from './problems.ts';
import type { Place } from './story.ts';

export interface Source {
  data: unknown;
  /** Where something stands; the nearest thing around it, where it does not stand in the file. */
  place(path: Path, atName?: boolean): Place;
  /** The problems of a file, by line. */
  problems(findings: readonly Finding[]): StoryProblem[];
}

const MAX_LENGTH = 1_048_576;
/** How often a file may repeat something by alias; more than any person writes, far less than a bomb needs. */
const MAX_ALIASES = 100;
const MAX_DEPTH = 40;
/** Nobody reads more of them at once. */
const MAX_PROBLEMS = 500;
/** One slip has many consequences; the first is the slip. */
const SYNTAX_TOLD = 3;

const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Codes of the library that say more than that the text cannot be read. */
const ownCodes: { readonly [code: string]: string } = {
  DUPLICATE_KEY: 'NAME_TWICE',
  MULTIPLE_DOCS: 'SEVERAL_DOCUMENTS',
  RESOURCE_EXHAUSTION: 'TOO_DEEP',
  TAG_RESOLVE_FAILED: 'UNKNOWN_TAG',
};
const ownMessages: { readonly [code: string]: string } = {
  DUPLICATE_KEY: 'this name stands here twice',
  MULTIPLE_DOCS: 'the file holds several documents; a story is one',
};

/** Throws StoryError for a text that cannot be read, and for names that no story may use. */
export function readSource(text: string, file: string): Source {
  const fail = (code: string, message: string, at: Place = { line: 1, column: 1 }): never => {
    throw new StoryError(file, [{ code, ...at, path: '', message }]);
  };
  if (text.length > MAX_LENGTH) fail('TOO_LONG', `a story has at most ${MAX_LENGTH} characters`);

  const lines = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  /** Bombs and nesting without end make the library throw; that is a fault of the file. */
  const guarded = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (error instanceof ReferenceError)
        return fail(
          'TOO_MANY_ALIASES',
          `aliases repeat more than ${MAX_ALIASES} things, or stand inside themselves`,
        );
      if (error instanceof RangeError) return fail('TOO_DEEP', 'it is nested too deeply');
      throw error;
    }
  };

  const document = guarded(() =>
    parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true, merge: true }),
  );
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const problems = faults.slice(0, SYNTAX_TOLD).map(({ code, message, pos }) => ({
      code: ownCodes[code] ?? 'SYNTAX',
      ...at(afterSpace(text, pos[0])),
      path: '',
      message: ownMessages[code] ?? message,
    }));
    throw new StoryError(file, problems);
  }
  const data = guarded(() => document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown);
  if (data === null || data === undefined) fail('EMPTY_FILE', 'the file says nothing');

  const pairs = pairFinder();
  const place = (path: Path, atName = false): Place => at(offsetOf(document, path, atName, pairs));
  const problems = (findings: readonly Finding[]): StoryProblem[] =>
    findings
      .slice(0, MAX_PROBLEMS)
      .map(({ code, path, message, hint, atName }) => ({
        code,
        ...place(path, atName),
        path: path.map((token) => `/${token}`).join(''),
        message,
        ...(hint !== undefined && { hint }),
      }))
      .sort((a, b) => a.line - b.line || a.column - b.column);

  const unsafe = findUnsafe(data, []);
  if (unsafe) throw new StoryError(file, problems([unsafe]));
  return { data, place, problems };
}

/** The library may point at the space before what it means. */
function afterSpace(text: string, offset: number): number {
  const rest = text.slice(offset).search(/\S/);
  return rest < 0 ? offset : offset + rest;
}

/** A name that JavaScript gives a meaning of its own, or something nested too deeply. */
function findUnsafe(value: unknown, path: Path): Finding | undefined {
  if (path.length > MAX_DEPTH)
    return { code: 'TOO_DEEP', path, message: 'it is nested too deeply, or stands inside itself' };
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, name];
    if (unsafeNames.has(name)) {
      return {
        code: 'UNSAFE_NAME',
        path: here,
        message: `no story may use the name "${name}"`,
        atName: true,
      };
    }
    const found = findUnsafe(inner, here);
    if (found) return found;
  }
  return undefined;
}

type FindPair = (map: YAMLMap, name: string) => Pair | undefined;

/** Finds pairs by name, also in maps with very many. */
function pairFinder(): FindPair {
  const known = new WeakMap<YAMLMap, Map<unknown, Pair>>();
  return (map, name) => {
    let byName = known.get(map);
    if (byName === undefined) {
      byName = new Map(map.items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]));
      known.set(map, byName);
    }
    return byName.get(name);
  };
}

/** Where the path leads, or as far as the file goes. */
function offsetOf(document: Document, path: Path, atName: boolean, find: FindPair): number {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const [index, token] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    if (isMap(node)) {
      const pair = find(node, String(token));
      if (!pair) return offset;
      const name = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
      // A text or number of its own is pointed at; what stands in several lines, at its name.
      const pointed = index === path.length - 1 && !atName && isScalar(node) && node.value !== null;
      offset = pointed ? (node?.range?.[0] ?? name) : name;
    } else if (isSeq(node)) {
      node = (node.items[Number(token)] as Node | undefined) ?? null;
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}
