/** The text of a document as the tree of the library, built within bounds. */
import { Composer, CST, type Document, type ErrorCode, Lexer, Parser } from 'yaml';
import type { DocumentBounds } from './bounds.ts';
import { type Fault, faults, type Meaning, Refusal } from './document-fault.ts';

/** How many slips of a text are reported: one has many consequences, and the first is the slip. */
const REPORTED = 3;

/** The meanings of the library's codes for the person who wrote the text. */
const meanings: { readonly [code: string]: Meaning } = {
  NON_STRING_KEY: faults.nameNotText,
  BLOCK_AS_IMPLICIT_KEY: faults.colonInText,
  BLOCK_IN_FLOW: faults.colonInText,
  BAD_SCALAR_START: faults.reservedStart,
  TAG_RESOLVE_FAILED: faults.unknownTag,
};

/** Tags of what JSON has, too; the library knows more of them, and makes sets, dates and bytes. */
const plainTags = /^!(!(str|int|float|bool|null|map|seq))?$/;

/**
 * The tree of the one document in a text. Throws Refusal for the first fault of each kind of limit, and
 * gives the slips of its syntax otherwise.
 */
export function treeOf(text: string, bounds: DocumentBounds): { tree: Document | undefined; slips: Fault[] } {
  const slips: Fault[] = [];
  const composer = new Composer({
    prettyErrors: false,
    stringKeys: true,
    // Comparing each name with all others takes quadratic time.
    uniqueKeys: false,
    version: '1.2',
    schema: 'core',
  });
  stopAfter(REPORTED, slips, text, composer);
  try {
    const [tree, second] = composer.compose(tokensOf(text, bounds), true, text.length);
    for (const { code, message, pos } of [...(tree?.errors ?? []), ...(tree?.warnings ?? [])])
      slips.push(slip(code, message, pos[0], text));
    if (slips.length === 0 && second) throw refused(faults.severalDocuments, second.range[0]);
    return { tree, slips: slips.sort((a, b) => a.offset - b.offset).slice(0, REPORTED) };
  } catch (error) {
    if (error instanceof Enough) return { tree: undefined, slips };
    throw error;
  }
}

/** The tokens as they are read, so that nesting is noticed before anything recurses into it. */
function* tokensOf(text: string, { depth }: DocumentBounds): Generator<CST.Token, void> {
  const parser = new Parser();
  let isText = false;
  let wrong = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (!isText && lexeme.startsWith('!') && !plainTags.test(lexeme))
      throw refused(faults.unknownTag, parser.offset);
    isText = lexeme === CST.SCALAR;
    for (const token of parser.next(lexeme)) {
      yield checked(token);
      // The library keeps an error object of each of them, and a text can be nothing else.
      if (token.type === 'error' && ++wrong === REPORTED) return;
    }
    // On the stack are the document, what is open in it, and at the top a plain value.
    if (parser.stack.length > depth + 2)
      throw refused(faults.tooDeep(depth), Math.min(parser.offset, text.length));
  }
  for (const token of parser.end()) yield checked(token);
}

/** Directives change what everything after them means. */
function checked(token: CST.Token): CST.Token {
  if (token.type !== 'directive' || token.source.trim() === '%YAML 1.2') return token;
  throw refused(faults.directive, token.offset);
}

function refused(meaning: Meaning, offset: number): Refusal {
  return new Refusal({ ...meaning, path: [], offset });
}

class Enough extends Error {}

type Report = (
  source: number | [number, number] | { offset: number },
  code: ErrorCode,
  message: string,
) => void;

/**
 * The library makes an error object of each slip, and a text can be all slips: they would fill the memory.
 * So this takes the place of its method `onError`, and ends the reading after the first few.
 */
function stopAfter(most: number, slips: Fault[], text: string, composer: Composer): void {
  const report: Report = (source, code, message) => {
    if (slips.length < most) {
      const offset = Array.isArray(source) ? source[0] : typeof source === 'number' ? source : source.offset;
      slips.push(slip(code, message, offset, text));
    }
    if (slips.length === most) throw new Enough();
  };
  Reflect.set(composer, 'onError', report);
}

function slip(code: string, message: string, offset: number, text: string): Fault {
  const meaning = meanings[code] ?? { code: 'SYNTAX', message, hint: 'write it in YAML 1.2 or JSON' };
  return { ...meaning, path: [], offset: afterSpace(text, offset) };
}

/** The library may point at the space before what it means. */
function afterSpace(text: string, offset: number): number {
  const space = /\s*/y;
  space.lastIndex = offset;
  const length = space.exec(text)?.[0].length ?? 0;
  return offset + length < text.length ? offset + length : offset;
}
