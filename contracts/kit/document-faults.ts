/** The faults that keep a document from being read, in words for the person who wrote it. */
import { excerpt, quoted } from './untrusted.ts';

/** A fault, wherever it is. */
export interface Meaning {
  /** Stable, such as `TOO_DEEP`. */
  code: string;
  /** Says what is wrong and why, without a full stop. */
  message: string;
  /** Says what to try. */
  hint: string;
}

const fault = (code: string, message: string, hint: string): Meaning => ({ code, message, hint });
const count = (number: number): string => number.toLocaleString('en');

export const faults = {
  tooLarge: (most: number) =>
    fault('TOO_LONG', `the text has more than ${count(most)} characters`, 'make it shorter, or split it'),
  tooDeep: (most: number) =>
    fault(
      'TOO_DEEP',
      `more than ${most} lists and maps are nested here, or an alias is inside its own anchor`,
      'nest less deeply',
    ),
  tooMany: (most: number) =>
    fault(
      'TOO_MANY_VALUES',
      `the document has more than ${count(most)} values`,
      'make it shorter, or split it',
    ),
  tooManyAliases: (most: number) =>
    fault(
      'TOO_MANY_ALIASES',
      `aliases and merge keys repeat more than ${count(most)} values`,
      'repeat less by alias',
    ),
  tooLong: (what: 'name' | 'text', most: number) =>
    fault(
      `${what.toUpperCase()}_TOO_LONG`,
      `this ${what} has more than ${count(most)} characters`,
      'make it shorter',
    ),
  notText: fault(
    'NOT_TEXT',
    'this holds what does not belong in text, such as NUL or half of a character',
    'save it as plain text in UTF-8, without escapes from \\ud800 to \\udfff',
  ),
  notFinite: fault(
    'NUMBER_INVALID',
    'this number is too large, or is not a number',
    'write it with digits, between -1.7e308 and 1.7e308',
  ),
  rounded: (text: string) =>
    fault(
      'NUMBER_ROUNDED',
      `the number ${excerpt(text)} has more digits than can be kept: its value would change`,
      'put it in quotes, as text, or write one below 9007199254740992',
    ),
  directive: fault(
    'DIRECTIVE',
    'directives are not supported: documents are YAML 1.2',
    'remove the line that begins with "%"',
  ),
  severalDocuments: fault(
    'SEVERAL_DOCUMENTS',
    'the file holds several documents, separated by "---"',
    'keep one of them in a file',
  ),
  nameNotText: fault(
    'NAME_NOT_TEXT',
    'the name of a field must be text',
    'put it in quotes, without "?", "*", "!" or brackets',
  ),
  quotesMissing: fault(
    'QUOTES_MISSING',
    'this text has a colon in it, or begins with a sign, that YAML reads as its own',
    'put quotes round it',
  ),
  unknownTag: fault('UNKNOWN_TAG', 'this tag has no meaning here', 'write the value without its "!"'),
  twice: (name: string) => fault('FIELD_TWICE', `${quoted(name)} is given twice`, 'keep one of them'),
  unsafe: (name: string) =>
    fault('UNSAFE_NAME', `the name ${quoted(name)} must not be used`, 'take another name'),
  unknownAlias: (name: string) =>
    fault(
      'UNKNOWN_ALIAS',
      `there is no anchor "&${excerpt(name)}" before this alias`,
      'put the anchor first, or the text in quotes',
    ),
  mergesNothing: fault(
    'MERGE_INVALID',
    '"<<" takes the fields of another map, or of a list of maps',
    'write it as <<: *anchor, or put "<<" in quotes',
  ),
} as const;

/** The meanings of the library's codes. */
export const meanings: { readonly [code: string]: Meaning } = {
  NON_STRING_KEY: faults.nameNotText,
  BLOCK_AS_IMPLICIT_KEY: faults.quotesMissing,
  BLOCK_IN_FLOW: faults.quotesMissing,
  BAD_SCALAR_START: faults.quotesMissing,
  TAG_RESOLVE_FAILED: faults.unknownTag,
};
