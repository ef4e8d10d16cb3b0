/**
 * JSON whose whole numbers stay what they are: one beyond the safe integers is read as a `bigint`, and written back with
 * the same digits. An id of 64 bits would otherwise become that of another record.
 *
 * Most texts have no such number, and are read and written by the platform alone. In the others each long number is made a
 * marked text before they are read. The platform's own parser still does the reading: it takes a text of megabytes in
 * one piece, with less memory than any other.
 */
import { exactNumberDigits, OUTER_JSON_DEPTH } from './bounds.ts';
import { endOfString, type Json, parsed, refuseDeepJson } from './json.ts';

/** Finds places where a number of 16 digits, or one with an exponent, may be. Outside of texts one of these signs is before it. */
const mayBeLong = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*[eE]\+?\d)/;
const number = /-?\d[\d.eE+-]*/y;

/** Every text that begins with the mark is either a long number or, with another sign after it, a text that began so anyhow. */
const mark = '\0';
const escapedMark = '\\u0000';
const ofNumber = 'n';
const ofText = 't';

/**
 * The value of a JSON text. A whole number beyond the safe integers is a `bigint`, however it is written (`1e20`,
 * `9007199254740993.0`); every other number is a `number`.
 *
 * @param depth how many lists and objects may be nested
 * @throws JsonError
 */
export function parseExactJson(text: string, depth: number = OUTER_JSON_DEPTH): Json {
  const isMarked = mayBeLong.test(text);
  const value = refuseDeepJson(parsed(isMarked ? marked(text) : text), text, depth);
  return isMarked ? unmarked(value) : value;
}

/** The same; `undefined` for a text that is not JSON. */
export function exactJsonIn(text: string, depth?: number): Json | undefined {
  try {
    return parseExactJson(text, depth);
  } catch {
    return undefined;
  }
}

/**
 * The JSON text of plain data, in which a `bigint` may be; `null` for what JSON cannot hold.
 *
 * @param indent spaces for each level; without it all is on one line
 */
export function exactJsonText(value: unknown, indent?: number): string {
  try {
    const plain = JSON.stringify(value, null, indent);
    return plain ?? 'null';
  } catch (error) {
    // The platform refuses a `bigint`.
    if (!(error instanceof TypeError)) throw error;
    return written(value, ' '.repeat(indent ?? 0)) ?? 'null';
  }
}

/** A whole number beyond the safe integers, in digits or with an exponent; `undefined` for every other, and for too many digits. */
export function longInteger(text: string): bigint | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const places = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  if (digits.length + Math.max(places, 0) > exactNumberDigits) return undefined;
  const value =
    places >= 0
      ? digits + '0'.repeat(places)
      : /^0*$/.test(digits.slice(places))
        ? digits.slice(0, places)
        : '';
  if (value === '' || Number.isSafeInteger(Number(value))) return undefined;
  return BigInt(sign + value);
}

/** The text with each long number as a text that begins with the mark. */
function marked(text: string): string {
  const pieces: string[] = [];
  let taken = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfString(text, at);
      const from = at + 1 + escapedMark.length;
      if (text.startsWith(escapedMark, at + 1) && !isName(text, end + 1)) {
        pieces.push(text.slice(taken, from), ofText);
        taken = from;
      }
      at = end;
    } else {
      number.lastIndex = at;
      const found = number.test(text) ? text.slice(at, number.lastIndex) : '';
      const value = longInteger(found);
      if (value !== undefined) {
        pieces.push(text.slice(taken, at), `"${escapedMark}${ofNumber}${value}"`);
        taken = at + found.length;
      }
      at += Math.max(found.length - 1, 0);
    }
  }
  return pieces.join('') + text.slice(taken);
}

/** The value with its marked texts as what they stand for. */
function unmarked(value: Json): Json {
  if (typeof value === 'string' && value.startsWith(mark)) {
    const rest = value.slice(2);
    return value[1] === ofNumber ? BigInt(rest) : mark + rest;
  }
  if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) Reflect.set(value, name, unmarked(part));
  return value;
}

/** Returns whether a text that ends before this place is the name of a field. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text.charAt(at))) at++;
  return text[at] === ':';
}

function written(value: unknown, step: string, margin = ''): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inside = margin + step;
  const parts = Array.isArray(value)
    ? value.map((part) => written(part, step, inside) ?? 'null')
    : Object.entries(value).flatMap(([name, part]) => {
        const text = written(part, step, inside);
        return text === undefined ? [] : [`${JSON.stringify(name)}:${step && ' '}${text}`];
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0 || step === '') return open + parts.join(',') + close;
  return `${open}\n${inside}${parts.join(`,\n${inside}`)}\n${margin}${close}`;
}
