/** The faults that keep a document from being read, in words for the person who wrote it. */
import { excerpt } from './untrusted.ts';

/** A fault, wherever it is. */
export interface Meaning {
  /** Stable, such as `TOO_DEEP`. */
  code: string;
  /** Says what is wrong and why, without a full stop. */
  message: string;
  /** Says what to try. */
  hint: string;
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
export function fault(code: keyof typeof words, detail: number | string = ''): Meaning {
  const [text, hint] = words[code];
  const shown = typeof detail === 'number' ? detail.toLocaleString('en') : excerpt(detail);
  return { code, message: text.replace(/[#$]/, () => shown), hint };
}

/** The meanings of the library's codes. */
export const meanings: { readonly [code: string]: Meaning } = {
  NON_STRING_KEY: fault('NAME_NOT_TEXT'),
  BLOCK_AS_IMPLICIT_KEY: fault('QUOTES_MISSING'),
  BLOCK_IN_FLOW: fault('QUOTES_MISSING'),
  BAD_SCALAR_START: fault('QUOTES_MISSING'),
  TAG_RESOLVE_FAILED: fault('UNKNOWN_TAG'),
};
