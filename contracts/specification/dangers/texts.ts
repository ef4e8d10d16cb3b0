/**
 * Texts that stores escape, compose, cut or convert. Those of `parts` and `alone` are printable, without markup and short:
 * a free text comes back as it was sent (`…/kept-as-sent`), unless it is refused. What becomes of `open` is open (`records.text`).
 */
import type { Danger, Dangers } from './row.ts';

export interface Text {
  readonly text: string;
}

const SQL = 'Big List of Naughty Strings, SQL injection; OWASP WSTG-INPV-05';
const SHELL = 'Big List of Naughty Strings, server code injection; CWE-78';
const FORMAT = 'Big List of Naughty Strings, format strings; CWE-134';
const URL = 'CWE-177; WHATWG URL, percent-encoded bytes';
const TWO_BYTES = 'Big List of Naughty Strings, two-byte characters; CWE-176';
const NUMBERS = 'Big List of Naughty Strings, numeric strings';
const NOTHING = 'Big List of Naughty Strings, reserved strings';
const GENES = 'Scientific names of genes in spreadsheets (Ziemann et al., 2016)';
const SHEET = 'OWASP, CSV injection; CWE-1236';
const YAML = 'YAML 1.1, booleans; Big List of Naughty Strings, reserved strings';

/** Texts that can stand beside others in one value. */
export const parts = {
  'an apostrophe': { text: "d'Or", why: 'It is escaped for a query, and stays so.', from: SQL },
  'straight quotes': { text: '"N"', why: 'They are escaped for JSON or set as typographic ones.', from: SQL },
  'a comment of SQL': { text: 'x -- y', why: 'What follows is cut off.', from: SQL },
  'a backslash': { text: 'a\\b', why: 'It escapes what follows it.', from: 'CWE-150' },
  'an escape that is none': {
    text: '\\n\\t',
    why: 'Two characters are read as one that controls.',
    from: 'CWE-150',
  },
  'an accent grave': { text: '`c`', why: 'It encloses a command.', from: SHELL },
  'typographic quotes': {
    text: '‘x’ “y” «z»',
    why: 'They are not letters of a code page, or set as straight ones.',
    from: 'Big List of Naughty Strings, quotation marks',
  },
  'a dash': { text: '5–7 — 9', why: 'It is not a letter of a code page.', from: TWO_BYTES },
  'percent codes': { text: '50%25 %41b %2F', why: 'They are decoded once too often.', from: URL },
  'a plus': { text: 'C++ 1+1', why: 'It is a space in the form of a query.', from: URL },
  'places of a format': {
    text: '%s %d {0}',
    why: 'A message is made of the text, and they are filled.',
    from: FORMAT,
  },
  'a place of a template': {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text as it is
    text: '${x} $1',
    why: 'It is filled, or taken for a group of a pattern.',
    from: FORMAT,
  },
  'a hash': { text: 'C #7', why: 'The rest is a comment or a fragment.', from: URL },
  'signs between values': {
    text: 'a;b,c|d',
    why: 'The text is kept in a row of separated values.',
    from: SHEET,
  },
  brackets: { text: '(x)[y]{z}', why: 'They are read as a pattern or a structure.' },
  slashes: { text: 'a/b//c:', why: 'They are taken for a path or a comment.' },
  'signs of patterns': { text: '^~*?!', why: 'They are taken for a pattern.' },
  'three dots': { text: 'n...', why: 'They are set as one sign, or those at the end are taken off.' },
  'an address': { text: 'k=v@h', why: 'It is taken for a field, or an address that is hidden.' },
  'letters with marks': {
    text: 'Üß€ Łç İı',
    why: 'They are not letters of a code page, or change with their case.',
    from: TWO_BYTES,
  },
  'other alphabets': { text: 'Ωέ Жй', why: 'They are not letters of a code page.', from: TWO_BYTES },
  'other scripts': { text: '東京 배송 रथ', why: 'They take three bytes each.', from: TWO_BYTES },
  'a script from right to left': {
    text: 'של مر',
    why: 'It is turned round, or signs of direction are put in.',
    from: 'Big List of Naughty Strings, right-to-left strings',
  },
} as const satisfies Dangers<Text>;

/** Texts that are more than their letters where they are all of a value: the first of each class by every kind of write. */
export const alone: { readonly [what: string]: readonly [Danger & Text, ...(Danger & Text)[]] } = {
  'zeros in front': [
    { text: '00712', why: 'A number has no zeros in front.', from: NUMBERS },
    { text: '+4930', why: 'A number has no plus.', from: NUMBERS },
    { text: '007', why: 'It is read as a number of base eight.', from: NUMBERS },
  ],
  'a number': [
    { text: '1e5', why: 'It is written out as 100000.', from: GENES },
    { text: '1.50', why: 'A number has no zeros behind.', from: NUMBERS },
    { text: '0x1F', why: 'It is read as a number of base sixteen.', from: NUMBERS },
    { text: '-0', why: 'A number has no sign of zero.', from: NUMBERS },
  ],
  'a long number': [
    {
      text: '12345678901234567890',
      why: 'A double holds no more than about 16 digits.',
      from: 'RFC 8259, 6',
    },
    { text: '1152921504606846977', why: 'A double holds no more than about 16 digits.', from: 'RFC 8259, 6' },
  ],
  nothing: [
    { text: 'null', why: 'The word is taken for no value.', from: NOTHING },
    { text: 'undefined', why: 'The word is taken for no value.', from: NOTHING },
    { text: 'None', why: 'The word is taken for no value.', from: NOTHING },
    { text: 'NaN', why: 'The word is taken for no number.', from: NOTHING },
    { text: '\\N', why: 'A database writes no value so in a file.', from: 'MySQL manual, LOAD DATA' },
  ],
  'a truth value': [
    { text: 'true', why: 'The word is taken for a flag.', from: YAML },
    { text: 'no', why: 'The word is taken for a flag.', from: YAML },
    { text: 'off', why: 'The word is taken for a flag.', from: YAML },
  ],
  'a date': [
    { text: '2026-01-02', why: 'It is written in another form.', from: GENES },
    { text: '12:30', why: 'It is read as a time, or as a number of base sixty.', from: 'YAML 1.1, integers' },
    { text: 'MARCH1', why: 'It is read as a day of a month.', from: GENES },
  ],
  'a formula': [
    { text: '=1+1', why: 'It is worked out, or a sign is put before it.', from: SHEET },
    { text: '@SUM(1)', why: 'It is worked out, or a sign is put before it.', from: SHEET },
    { text: '-1+1', why: 'It is worked out, or a sign is put before it.', from: SHEET },
  ],
  'a structure': [
    { text: '[{"a":1}]', why: 'It is read as JSON, and written in its own way.', from: 'CWE-502' },
    { text: '{"a":1}', why: 'It is read as an object.', from: 'CWE-502' },
  ],
  'a text in quotes': [
    { text: '"Nord"', why: 'The quotes are taken off.', from: 'RFC 4180, 2' },
    { text: "'Nord'", why: 'The quotes are taken off.', from: SQL },
  ],
  'a name that all objects have': [
    { text: '__proto__', why: 'It is looked up as a field of an object.', from: 'CWE-1321' },
    { text: 'constructor', why: 'It is looked up as a field of an object.', from: 'CWE-1321' },
    { text: '{{7*7}}', why: 'It is worked out as a template.', from: 'OWASP WSTG-INPV-18' },
  ],
};

/** Texts of which it is open what becomes of them, by the part of `records.text` that speaks of them. */
export const open: {
  readonly [P in 'markup' | 'otherPlanes' | 'controls' | 'lineEnds']: readonly (Danger & Text)[];
} = {
  markup: [
    {
      text: '<b>bold</b>',
      why: 'It is escaped, taken out, or shown as what it says.',
      from: 'Big List of Naughty Strings, script injection; CWE-79',
    },
  ],
  otherPlanes: [
    {
      text: '\u{1f69a}',
      why: 'It takes four bytes in UTF-8, and some stores have room for three.',
      from: 'Big List of Naughty Strings, emoji; MySQL manual, utf8mb3',
    },
    {
      text: '\u{1d400}',
      why: 'It takes two units in UTF-16.',
      from: 'Big List of Naughty Strings, Unicode fonts',
    },
    {
      text: '\u{20000}',
      why: 'It is a letter beyond the first plane.',
      from: 'Big List of Naughty Strings, two-byte characters',
    },
  ],
  controls: [
    {
      text: 'a\u0007b',
      why: 'It is taken out, or cannot be written in XML.',
      from: 'Big List of Naughty Strings, special Unicode characters; XML 1.0, 2.2',
    },
    {
      text: 'c\u001bd',
      why: 'A terminal or a log is controlled by it.',
      from: 'Big List of Naughty Strings, terminal escape codes; CWE-150',
    },
  ],
  lineEnds: [
    { text: 'e\r\nf', why: 'The one line end is written as another.', from: 'CWE-93; XML 1.0, 2.11' },
    { text: 'g\nh\ti', why: 'It is taken for a space, or for the end of the text.', from: 'CWE-93' },
  ],
};
