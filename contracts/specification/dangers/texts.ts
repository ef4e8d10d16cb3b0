/**
 * Texts that stores escape, compose, cut or convert. Those of `parts` and `alone` are printable, without markup and short:
 * a free text comes back as it was sent (`…/kept-as-sent`), unless it is refused. What becomes of `open` is open (`records.text`).
 * Most are known from the Big List of Naughty Strings, OWASP and CWE.
 */

/** Texts that can stand beside others in one value. */
export const parts: readonly string[] = [
  // Escaped for a query or for JSON, set as typographic quotes, or ending a query (OWASP WSTG-INPV-05; CWE-150).
  ...["d'Or", '"N"', 'x -- y', 'a\\b', '\\n\\t'],
  // Taken for a command (CWE-78).
  '`c`',
  // No letters of a code page (CWE-176).
  ...['‘x’ “y” «z»', '5–7 — 9'],
  // Decoded once too often, or a space in the form of a query (CWE-177).
  ...['50%25 %41b %2F', 'C++ 1+1'],
  // Places of formats and templates, which are filled (CWE-134).
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text as it is
  ...['%s %d {0}', '${x} $1'],
  // Signs between values, and of comments, patterns, paths and addresses (CWE-1236).
  ...['C #7', 'a;b,c|d', '(x)[y]{z}', 'a/b//c:', '^~*?!'],
  // Three dots are set as one sign, or taken off; an address is hidden.
  ...['n...', 'k=v@h'],
  // Letters that change with their case, take two or three bytes, or are turned round.
  ...['Üß€ Łç İı', 'Ωέ Жй', '東京 배송 रथ', 'של مر'],
];

/** Texts that are more than their letters where they are all of a value, by class: the first of each by every kind of write. */
export const alone: readonly (readonly [string, ...string[]])[] = [
  // Zeros and a plus in front, which no number has, or which make it one of base eight.
  ['00712', '+4930', '007'],
  // Numbers that are written out, or lose zeros and signs (genes in spreadsheets: Ziemann et al., 2016).
  ['1e5', '1.50', '0x1F', '-0'],
  // More digits than a double holds (RFC 8259, 6).
  ['12345678901234567890', '1152921504606846977'],
  // Words for no value; the last is how a database writes it in a file (MySQL manual, LOAD DATA).
  ['null', 'undefined', 'None', 'NaN', '\\N'],
  // Words for a flag (YAML 1.1).
  ['true', 'no', 'off'],
  // Dates that are written in another form, and a number of base sixty (YAML 1.1).
  ['2026-01-02', '12:30', 'MARCH1'],
  // Formulas, which are worked out, or get a sign before them (OWASP, CSV injection).
  ['=1+1', '@SUM(1)', '-1+1'],
  // Structures, which are read as JSON (CWE-502).
  ['[{"a":1}]', '{"a":1}'],
  // Quotes, which are taken off (RFC 4180, 2).
  ['"Nord"', "'Nord'"],
  // Names that all objects have (CWE-1321), and a template (OWASP WSTG-INPV-18).
  ['__proto__', 'constructor', '{{7*7}}'],
];

/** Texts of which it is open what becomes of them, by the part of `records.text` that speaks of them. */
export const open = {
  // Escaped, taken out, or shown as what it says (CWE-79).
  markup: ['<b>bold</b>'],
  // Four bytes in UTF-8, for which some stores have no room, and two units in UTF-16 (MySQL manual, utf8mb3).
  otherPlanes: ['\u{1f69a}', '\u{1d400}', '\u{20000}'],
  // Taken out, or acting on a terminal or a log (XML 1.0, 2.2; CWE-150).
  controls: ['a\u0007b', 'c\u001bd'],
} as const;
