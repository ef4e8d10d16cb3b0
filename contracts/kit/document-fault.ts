/** The faults that keep a document from being read. */
import { excerpt, quoted } from './untrusted.ts';

/** A fault in words, wherever it is. */
export interface Meaning {
  /** Stable, such as `TOO_DEEP`. */
  code: string;
  /** Says what is wrong and why, without a full stop. */
  message: string;
  /** Says what to try. */
  hint: string;
}

export interface Fault extends Meaning {
  /** The names and places in lists that lead there; empty for the text as a whole. */
  path: readonly string[];
  /** Offset in the text, from 0. */
  offset: number;
}

/** Thrown where a fault is found; who reads the document adds line and column. */
export class Refusal extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

const count = (number: number): string => number.toLocaleString('en');

export const faults = {
  tooLarge: (most: number): Meaning => ({
    code: 'TOO_LONG',
    message: `the text has more than ${count(most)} characters`,
    hint: 'make it shorter, or split it',
  }),
  tooDeep: (most: number): Meaning => ({
    code: 'TOO_DEEP',
    message: `more than ${most} lists and maps are nested here, or an alias is inside its own anchor`,
    hint: 'nest less deeply',
  }),
  tooMany: (most: number): Meaning => ({
    code: 'TOO_MANY_VALUES',
    message: `the document has more than ${count(most)} values`,
    hint: 'make it shorter, or split it',
  }),
  tooManyAliases: (most: number): Meaning => ({
    code: 'TOO_MANY_ALIASES',
    message: `aliases and merge keys repeat more than ${count(most)} values`,
    hint: 'repeat less by alias',
  }),
  tooLong: (what: 'name' | 'text', most: number): Meaning => ({
    code: what === 'name' ? 'NAME_TOO_LONG' : 'TEXT_TOO_LONG',
    message: `this ${what} has more than ${count(most)} characters`,
    hint: 'make it shorter',
  }),
  notText: {
    code: 'NOT_TEXT',
    message: 'the file holds a character that does not belong in text, such as NUL',
    hint: 'save it as plain text in UTF-8',
  },
  notUnicode: {
    code: 'NOT_TEXT',
    message: 'this text holds half of a character (a lone surrogate)',
    hint: 'take the escape \\ud800 to \\udfff out of it',
  },
  notFinite: {
    code: 'NUMBER_INVALID',
    message: 'this number is too large, or is not a number',
    hint: 'write it with digits, between -1.7e308 and 1.7e308',
  },
  rounded: (text: string): Meaning => ({
    code: 'NUMBER_ROUNDED',
    message: `the number ${excerpt(text)} has more digits than can be kept: its value would change`,
    hint: 'put it in quotes, as text, or write one below 9007199254740992',
  }),
  notPlain: {
    code: 'UNKNOWN_TAG',
    message: 'this value is neither text nor number, true, false or null',
    hint: 'write it without its tag',
  },
  directive: {
    code: 'DIRECTIVE',
    message: 'directives are not supported: documents are YAML 1.2',
    hint: 'remove the line that begins with "%"',
  },
  severalDocuments: {
    code: 'SEVERAL_DOCUMENTS',
    message: 'the file holds several documents, separated by "---"',
    hint: 'keep one of them in a file',
  },
  nameNotText: {
    code: 'NAME_NOT_TEXT',
    message: 'the name of a field must be text',
    hint: 'put it in quotes, without "?", "*", "!" or brackets',
  },
  colonInText: {
    code: 'QUOTES_MISSING',
    message: 'this text has a colon in it, after which YAML expects a value',
    hint: 'put quotes round it',
  },
  reservedStart: {
    code: 'QUOTES_MISSING',
    message: 'no text begins with this character unless it is in quotes',
    hint: 'put quotes round it',
  },
  unknownTag: {
    code: 'UNKNOWN_TAG',
    message: 'this tag has no meaning here',
    hint: 'write the value without its "!"',
  },
  twice: (name: string): Meaning => ({
    code: 'FIELD_TWICE',
    message: `${quoted(name)} is given twice`,
    hint: 'keep one of them',
  }),
  unsafe: (name: string): Meaning => ({
    code: 'UNSAFE_NAME',
    message: `the name ${quoted(name)} must not be used`,
    hint: 'take another name',
  }),
  unknownAlias: (name: string): Meaning => ({
    code: 'UNKNOWN_ALIAS',
    message: `there is no anchor "&${excerpt(name)}" before this alias`,
    hint: 'put the anchor first, or the text in quotes',
  }),
  mergesNothing: {
    code: 'MERGE_INVALID',
    message: '"<<" takes the fields of another map, or of a list of maps',
    hint: 'write it as <<: *anchor, or put "<<" in quotes',
  },
} as const satisfies { readonly [fault: string]: Meaning | ((...facts: never[]) => Meaning) };
