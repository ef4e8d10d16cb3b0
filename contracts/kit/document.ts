/**
 * YAML from outside (and JSON, which is YAML too), read into plain data within stated bounds, with the place of everything in it.
 * The library is asked neither for duplicates nor for data: both take it more than linear time.
 */
import {
  type Alias,
  Composer,
  type CST,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { DocumentBounds } from './bounds.ts';
import { longInteger } from './exact-json.ts';
import { isFields } from './fields.ts';
import { excerpt } from './untrusted.ts';

/** A fault, wherever it is, in words for the person who wrote the document. */
interface Meaning {
  /** Stable, such as `TOO_DEEP`. */
  code: string;
  /** Says what is wrong and why, without a full stop. */
  message: string;
  /** Says what to try. */
  hint: string;
}

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
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
  const at = (offset: number): DocumentPlace => {
    const { line, col: column } = lines.linePos(Math.min(offset, text.length));
    return { line, column };
  };
  const fail: Fail = (meaning, offset, path = []) => new DocumentError([{ ...meaning, path, ...at(offset) }]);
  if (text.length > bounds.characters) throw fail(fault('TOO_LONG', bounds.characters), 0);
  const unread = text.search(unreadable);
  if (unread >= 0) throw fail(fault('NOT_TEXT'), unread);
  const root = treeOf(text, bounds, fail);
  const { data, places } = dataOf(root, bounds, fail);
  const begin = startOf(root);
  return {
    data,
    place(path, atName = false) {
      let value: unknown = data;
      let offset = begin;
      for (const [index, token] of path.entries()) {
        const part = isParent(value) ? places.get(value)?.get(String(token)) : undefined;
        if (!part || !isParent(value)) break;
        value = Reflect.get(value, token);
        // A text or number of its own is pointed at; what has parts, at its name.
        const isPlain = index === path.length - 1 && !atName && value !== null && !isParent(value);
        offset = isPlain ? part.value : part.name;
      }
      return at(offset);
    },
  };
}

type Fail = (meaning: Meaning, offset: number, path?: readonly string[]) => DocumentError;
/** The offsets of the parts of a list or a map: of the name of each, and of itself. */
type Parts = Map<string, { name: number; value: number }>;
type Places = WeakMap<object, Parts>;

function isParent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** How many slips of a text are reported: one has many consequences, and the first is the slip. */
const REPORTED = 3;

/** The tree of the one document in a text. */
function treeOf(text: string, { depth }: DocumentBounds, fail: Fail): unknown {
  const slips: DocumentProblem[] = [];
  const note = (code: string, message: string, offset: number) => {
    const meaning = meanings[code] ?? { code: 'SYNTAX', message, hint: 'write it in YAML 1.2 or JSON' };
    if (slips.length < REPORTED) slips.push(...fail(meaning, afterSpace(text, offset)).problems);
  };
  const composer = new Composer({
    ...{ prettyErrors: false, stringKeys: true, version: '1.2', schema: 'core' },
    // Comparing each name with all others takes quadratic time; known tags would make sets, dates and bytes.
    ...{ uniqueKeys: false, resolveKnownTags: false },
  });
  // The library makes an error object of each slip, and a text can be all slips: they would fill the memory.
  Reflect.set(composer, 'onError', (source: Source, code: string, message: string) =>
    note(code, message, typeof source === 'number' ? source : 'offset' in source ? source.offset : source[0]),
  );
  const [tree, second] = composer.compose(tokensOf(text, depth, fail, note), true, text.length);
  for (const { code, message, pos } of [...(tree?.errors ?? []), ...(tree?.warnings ?? [])])
    note(code, message, pos[0]);
  if (slips.length > 0)
    throw new DocumentError(slips.toSorted((a, b) => a.line - b.line || a.column - b.column));
  if (second) throw fail(fault('SEVERAL_DOCUMENTS'), second.range[0]);
  return tree?.contents;
}

type Source = number | [number, number] | { offset: number };

/** The tokens as they are read, so that nesting is noticed before anything recurses into it. */
function* tokensOf(
  text: string,
  depth: number,
  fail: Fail,
  note: (code: string, message: string, offset: number) => void,
): Generator<CST.Token, void> {
  const parser = new Parser();
  const taken = function* (tokens: Iterable<CST.Token>) {
    for (const token of tokens) {
      // Directives change what everything after them means.
      if (token.type === 'directive' && token.source.trim() !== '%YAML 1.2')
        throw fail(fault('DIRECTIVE'), token.offset);
      if (token.type === 'error') note('SYNTAX', token.message, token.offset);
      else yield token;
    }
  };
  for (const lexeme of new Lexer().lex(text)) {
    yield* taken(parser.next(lexeme));
    // On the stack are the document, what is open in it, and at the top a plain value.
    if (parser.stack.length > depth + 2) throw fail(fault('TOO_DEEP', depth), parser.offset);
  }
  yield* taken(parser.end());
}

/** The library may point at the space before what it means. */
function afterSpace(text: string, offset: number): number {
  const found = text.slice(offset).search(/\S/);
  return found < 0 ? offset : offset + found;
}

/** Names that JavaScript gives a meaning of its own. */
const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Half of a character: it has no place in UTF-8, and some functions throw for it. */
const loneSurrogate = /\p{Cs}/u;

/** The tree as plain data: aliases and merge keys are resolved, and each repetition is a value of its own. */
function dataOf(root: unknown, bounds: DocumentBounds, fail: Fail): { data: unknown; places: Places } {
  const places: Places = new WeakMap();
  const anchors = new Map<string, Node>();
  /** The node that each alias refers to: the last anchor of its name before it. */
  const meant = new Map<Alias, Node>();
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
    const parts: Parts = new Map();
    const data = isMap(node) ? fieldsOf(node, path, parts) : itemsOf(node.items, path, parts);
    places.set(data, parts);
    return data;
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

  function itemsOf(items: readonly unknown[], path: readonly string[], parts: Parts): unknown[] {
    return items.map((item, index) => {
      parts.set(String(index), { name: startOf(item), value: startOf(item) });
      return read(item, [...path, String(index)]);
    });
  }

  function fieldsOf({ items }: YAMLMap, path: readonly string[], parts: Parts): { [name: string]: unknown } {
    const map: { [name: string]: unknown } = {};
    const own = new Set<string>();
    const put = (name: string, value: unknown, place: { name: number; value: number } | undefined) => {
      // As a field of its own, whatever its name means.
      if (name === '__proto__')
        Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
      else map[name] = value;
      if (place) parts.set(name, place);
    };
    for (const { key, value } of items) {
      if (isMerge(key)) {
        const source = read(value, [...path, '<<']);
        for (const part of Array.isArray(source) ? source : [source]) {
          if (!isFields(part)) throw refused(fault('MERGE_INVALID'), key, [...path, '<<']);
          for (const [name, merged] of Object.entries(part))
            if (!Object.hasOwn(map, name)) put(name, merged, places.get(part)?.get(name));
        }
        continue;
      }
      const name = nameOf(key, path);
      const here = [...path, name];
      if (own.has(name)) throw refused(fault('FIELD_TWICE', name), key, here);
      own.add(name);
      const start = startOf(key);
      put(name, read(value, here), { name: start, value: isAlias(value) ? start : startOf(value, start) });
    }
    return map;
  }

  function nameOf(key: unknown, path: readonly string[]): string {
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

  return { data: read(root, []), places };
}

/** Written as a plain word: in quotes it is a name like any other. */
function isMerge(key: unknown): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

function startOf(node: unknown, otherwise = 0): number {
  return (isNode(node) ? node.range?.[0] : undefined) ?? otherwise;
}

/** The words for each, and what to try; `#` stands for the bound, `$` for what the document has there. */
const words = {
  TOO_LONG: ['the text has more than # characters', 'make it shorter, or split it'],
  TOO_DEEP: [
    'more than # lists and maps are nested here, or an alias is inside its own anchor',
    'nest less deeply',
  ],
  TOO_MANY_VALUES: ['the document has more than # values', 'make it shorter, or split it'],
  TOO_MANY_ALIASES: ['aliases and merge keys repeat more than # values', 'repeat less by alias'],
  NAME_TOO_LONG: ['this name has more than # characters', 'make it shorter'],
  TEXT_TOO_LONG: ['this text has more than # characters', 'make it shorter'],
  NOT_TEXT: [
    'this holds what does not belong in text, such as NUL or half of a character',
    'save it as plain text in UTF-8, without escapes from \\ud800 to \\udfff',
  ],
  NUMBER_INVALID: [
    'this number is too large, or is not a number',
    'write it with digits, between -1.7e308 and 1.7e308',
  ],
  NUMBER_ROUNDED: [
    'the number $ has more digits than can be kept: its value would change',
    'put it in quotes, as text, or write one below 9007199254740992',
  ],
  DIRECTIVE: ['directives are not supported: documents are YAML 1.2', 'remove the line that begins with "%"'],
  SEVERAL_DOCUMENTS: ['the file holds several documents, separated by "---"', 'keep one of them in a file'],
  NAME_NOT_TEXT: ['the name of a field must be text', 'put it in quotes, without "?", "*", "!" or brackets'],
  QUOTES_MISSING: [
    'this text has a colon in it, or begins with a sign, that YAML reads as its own',
    'put quotes round it',
  ],
  UNKNOWN_TAG: ['this tag has no meaning here', 'write the value without its "!"'],
  FIELD_TWICE: ['"$" is given twice', 'keep one of them'],
  UNSAFE_NAME: ['the name "$" must not be used', 'take another name'],
  UNKNOWN_ALIAS: ['there is no anchor "&$" before this alias', 'put the anchor first, or the text in quotes'],
  MERGE_INVALID: [
    '"<<" takes the fields of another map, or of a list of maps',
    'write it as <<: *anchor, or put "<<" in quotes',
  ],
} as const;

/** @param detail a bound, or what the document has there */
function fault(code: keyof typeof words, detail: number | string = ''): Meaning {
  const [text, hint] = words[code];
  const shown = typeof detail === 'number' ? detail.toLocaleString('en') : excerpt(detail);
  return { code, message: text.replace(/[#$]/, () => shown), hint };
}

/** The meanings of the library's codes. */
const meanings: { readonly [code: string]: Meaning } = {
  NON_STRING_KEY: fault('NAME_NOT_TEXT'),
  BLOCK_AS_IMPLICIT_KEY: fault('QUOTES_MISSING'),
  BLOCK_IN_FLOW: fault('QUOTES_MISSING'),
  BAD_SCALAR_START: fault('QUOTES_MISSING'),
  TAG_RESOLVE_FAILED: fault('UNKNOWN_TAG'),
};
