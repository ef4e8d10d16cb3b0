/**
 * YAML from outside (and JSON, which is YAML too), read into plain data within stated bounds, with the place of everything in it.
 * The library is asked neither for duplicates nor for data: both take it more than linear time.
 */
import {
  type Alias,
  Composer,
  CST,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { DocumentBounds } from './bounds.ts';
import { fault, type Meaning, meanings } from './document-faults.ts';
import { longInteger } from './exact-json.ts';
import { isFields } from './fields.ts';

export interface DocumentPlace {
  /** From 1. */
  line: number;
  column: number;
}

/** A fault that keeps a document from being read, and where it is. */
export interface DocumentProblem extends DocumentPlace, Meaning {
  /** The names and places in lists that lead there; empty for the text as a whole. */
  path: readonly string[];
}

/** A text that cannot be read: one problem or a few, in their order. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problems: readonly DocumentProblem[];

  constructor(problems: readonly DocumentProblem[]) {
    super(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
    this.problems = problems;
  }
}

export interface ReadDocument {
  /** As JSON could hold it; `null` for a text without a value. */
  data: unknown;
  /**
   * Place of something: text and numbers themselves (unless the name is asked for), all else by its name.
   * For what is not there, the nearest thing around it.
   */
  place(path: readonly (string | number)[], atName?: boolean): DocumentPlace;
}

/** Controls, halves of characters and what is not a character: YAML has no place for them. */
const unreadable = /(?![\t\n\r\u0085])\p{Cc}|[\p{Cs}\ufffe\uffff]/u;

/** @throws DocumentError */
export function readDocument(text: string, bounds: DocumentBounds): ReadDocument {
  const at = placesIn(text);
  const fail: Fail = (meaning, offset, path = []) =>
    new DocumentError([{ ...meaning, path, ...at(Math.min(offset, text.length)) }]);
  if (text.length > bounds.characters) throw fail(fault('TOO_LONG', bounds.characters), 0);
  const unread = text.search(unreadable);
  if (unread >= 0) throw fail(fault('NOT_TEXT'), unread);
  const root = treeOf(text, bounds, fail);
  const meant: Meant = new WeakMap();
  const data = dataOf(root, bounds, meant, fail);
  return { data, place: (path, atName = false) => at(offsetAt(root, path, atName, meant)) };
}

type Fail = (meaning: Meaning, offset: number, path?: readonly string[]) => DocumentError;
/** The node that each alias refers to: the last anchor of its name before it. */
type Meant = WeakMap<Alias, Node>;

function placesIn(text: string): (offset: number) => DocumentPlace {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
  return (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}

/** How many slips of a text are reported: one has many consequences, and the first is the slip. */
const REPORTED = 3;
/** Tags of what JSON has, too; the library knows more of them, and makes sets, dates and bytes. */
const plainTags = /^!(!(str|int|float|bool|null|map|seq))?$/;

/** The tree of the one document in a text. */
function treeOf(text: string, { depth }: DocumentBounds, fail: Fail): unknown {
  const slips: DocumentProblem[] = [];
  const refused = () =>
    new DocumentError(slips.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, REPORTED));
  const note = (code: string, message: string, offset: number) => {
    const meaning = meanings[code] ?? { code: 'SYNTAX', message, hint: 'write it in YAML 1.2 or JSON' };
    // The library catches what is thrown here, and makes a slip of it.
    if (slips.length < REPORTED) slips.push(...fail(meaning, afterSpace(text, offset)).problems);
    if (slips.length === REPORTED) throw refused();
  };
  const composer = new Composer({
    ...{ prettyErrors: false, stringKeys: true, version: '1.2', schema: 'core' },
    // Comparing each name with all others takes quadratic time.
    uniqueKeys: false,
  });
  // The library makes an error object of each slip, and a text can be all slips: they would fill the memory.
  Reflect.set(composer, 'onError', (source: Source, code: string, message: string) =>
    note(
      code,
      message,
      Array.isArray(source) ? source[0] : typeof source === 'number' ? source : source.offset,
    ),
  );
  const [tree, second] = composer.compose(tokensOf(text, depth, fail), true, text.length);
  for (const { code, message, pos } of [...(tree?.errors ?? []), ...(tree?.warnings ?? [])])
    note(code, message, pos[0]);
  if (slips.length > 0) throw refused();
  if (second) throw fail(fault('SEVERAL_DOCUMENTS'), second.range[0]);
  return tree?.contents;
}

type Source = number | [number, number] | { offset: number };

/** The tokens as they are read, so that nesting is noticed before anything recurses into it. */
function* tokensOf(text: string, depth: number, fail: Fail): Generator<CST.Token, void> {
  const parser = new Parser();
  // Directives change what everything after them means.
  const checked = (token: CST.Token) => {
    if (token.type !== 'directive' || token.source.trim() === '%YAML 1.2') return token;
    throw fail(fault('DIRECTIVE'), token.offset);
  };
  let isText = false;
  let wrong = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isText && lexeme.startsWith('!') && !plainTags.test(lexeme))
      throw fail(fault('UNKNOWN_TAG'), parser.offset);
    isText = lexeme === CST.SCALAR;
    for (const token of parser.next(lexeme)) {
      yield checked(token);
      // The library keeps an error object of each of them, and a text can be nothing else.
      if (token.type === 'error' && ++wrong === REPORTED) return;
    }
    // On the stack are the document, what is open in it, and at the top a plain value.
    if (parser.stack.length > depth + 2) throw fail(fault('TOO_DEEP', depth), parser.offset);
  }
  for (const token of parser.end()) yield checked(token);
}

/** The library may point at the space before what it means. */
function afterSpace(text: string, offset: number): number {
  const space = /\s*/y;
  space.lastIndex = offset;
  const length = space.exec(text)?.[0].length ?? 0;
  return offset + length < text.length ? offset + length : offset;
}

/** Names that JavaScript gives a meaning of its own. */
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Half of a character: it has no place in UTF-8, and some functions throw for it. */
const loneSurrogate = /\p{Cs}/u;

/** The tree as plain data: aliases and merge keys are resolved, and each repetition is a value of its own. */
function dataOf(root: unknown, bounds: DocumentBounds, meant: Meant, fail: Fail): unknown {
  const anchors = new Map<string, Node>();
  let values = 0;
  let repeated = 0;
  /** How many aliases the value is inside of that is being read. */
  let repeating = 0;
  const refused = (meaning: Meaning, node: unknown, path: readonly string[]) =>
    fail(meaning, startOf(node), path);

  function read(node: unknown, path: readonly string[]): unknown {
    if (++values > bounds.values) throw refused(fault('TOO_MANY_VALUES', bounds.values), node, path);
    if (repeating > 0 && ++repeated > bounds.repeated)
      throw refused(fault('TOO_MANY_ALIASES', bounds.repeated), node, path);
    if (isAlias(node)) return repeatedBy(node, path);
    // While an alias is followed, anchors are those before it.
    if (repeating === 0 && isNode(node) && 'anchor' in node && node.anchor !== undefined)
      anchors.set(node.anchor, node);
    if (isScalar(node)) return plain(node, path);
    if (!isMap(node) && !isSeq(node)) return null;
    if (path.length >= bounds.depth) throw refused(fault('TOO_DEEP', bounds.depth), node, path);
    return isMap(node)
      ? fieldsOf(node, path)
      : node.items.map((item, index) => read(item, [...path, String(index)]));
  }

  function repeatedBy(alias: Alias, path: readonly string[]): unknown {
    const node = meant.get(alias) ?? anchors.get(alias.source);
    if (!node) throw refused(fault('UNKNOWN_ALIAS', alias.source), alias, path);
    meant.set(alias, node);
    repeating += 1;
    const value = read(node, path);
    repeating -= 1;
    return value;
  }

  function fieldsOf({ items }: YAMLMap, path: readonly string[]): { [name: string]: unknown } {
    const map: { [name: string]: unknown } = {};
    const own = new Set<string>();
    for (const pair of items) {
      if (isMerge(pair)) {
        const source = read(pair.value, [...path, '<<']);
        for (const part of Array.isArray(source) ? source : [source]) {
          if (!isFields(part)) throw refused(fault('MERGE_INVALID'), pair.key, [...path, '<<']);
          for (const [name, value] of Object.entries(part))
            if (!Object.hasOwn(map, name)) put(map, name, value);
        }
        continue;
      }
      const name = nameOf(pair, path);
      const here = [...path, name];
      if (own.has(name)) throw refused(fault('FIELD_TWICE', name), pair.key, here);
      own.add(name);
      put(map, name, read(pair.value, here));
    }
    return map;
  }

  function nameOf({ key }: Pair, path: readonly string[]): string {
    const name = isScalar(key) ? key.value : undefined;
    if (typeof name !== 'string') throw refused(fault('NAME_NOT_TEXT'), key, path);
    const here = [...path, name];
    if (unsafeNames.has(name) && !bounds.anyNames?.test(here.join('/')))
      throw refused(fault('UNSAFE_NAME', name), key, here);
    if (name.length > bounds.name) throw refused(fault('NAME_TOO_LONG', bounds.name), key, path);
    if (loneSurrogate.test(name)) throw refused(fault('NOT_TEXT'), key, path);
    return name;
  }

  function plain(node: Scalar, path: readonly string[]): unknown {
    const { value, source = '' } = node;
    if (typeof value === 'string') {
      if (value.length > bounds.text) throw refused(fault('TEXT_TOO_LONG', bounds.text), node, path);
      if (loneSurrogate.test(value)) throw refused(fault('NOT_TEXT'), node, path);
      return value;
    }
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value !== 'number') throw refused(fault('UNKNOWN_TAG'), node, path);
    if (!Number.isFinite(value)) throw refused(fault('NUMBER_INVALID'), node, path);
    const long = /^-?\d+$/.test(source) ? longInteger(source) : undefined;
    const { longNumbers } = bounds;
    if (long !== undefined && longNumbers?.test(path.join('/'))) return long;
    // As a program writes one that is not exact any more, nothing more is lost.
    if (long !== undefined && !longNumbers && BigInt(value) !== long && String(value) !== source)
      throw refused(fault('NUMBER_ROUNDED', source), node, path);
    return value;
  }

  return read(root, []);
}

/** As a field of its own, whatever its name means. */
function put(map: { [name: string]: unknown }, name: string, value: unknown): void {
  if (name !== '__proto__') map[name] = value;
  else Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Written as a plain word: in quotes it is a name like any other. */
function isMerge({ key }: Pair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

function startOf(node: unknown, otherwise = 0): number {
  return (isNode(node) ? node.range?.[0] : undefined) ?? otherwise;
}

/** The offset to which a path leads in a tree that was read, or as far as it goes. */
function offsetAt(root: unknown, path: readonly (string | number)[], atName: boolean, meant: Meant): number {
  const resolved = (node: unknown) => {
    let target = node;
    while (isAlias(target)) target = meant.get(target);
    return target;
  };
  const pairIn = (node: unknown, name: string): Pair | undefined => {
    const map = resolved(node);
    if (isSeq(map)) return map.items.map((item) => pairIn(item, name)).find((pair) => pair !== undefined);
    if (!isMap(map)) return undefined;
    const own = map.items.find((pair) => isScalar(pair.key) && pair.key.value === name && !isMerge(pair));
    return (
      own ??
      map.items.map((pair) => (isMerge(pair) ? pairIn(pair.value, name) : undefined)).find((pair) => pair)
    );
  };
  let offset = startOf(root);
  let node = root;
  for (const [index, token] of path.entries()) {
    const around = resolved(node);
    const pair = isMap(around) ? pairIn(around, String(token)) : undefined;
    if (!pair && !isSeq(around)) return offset;
    const inside = pair ? pair.value : isSeq(around) ? around.items[Number(token)] : undefined;
    if (!pair && inside === undefined) return offset;
    const name = startOf(pair ? pair.key : inside);
    // A text or number of its own is pointed at; what has parts, at its name.
    const isPlain = index === path.length - 1 && !atName && isScalar(inside) && inside.value !== null;
    offset = isPlain ? startOf(inside, name) : name;
    node = inside;
  }
  return offset;
}
