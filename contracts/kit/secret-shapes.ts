/** Secrets that are known by their place or their shape: values of fields with a secret's name, and JSON Web Tokens. */
import { itemAt } from './items.ts';
import { placeholders } from './placeholders.ts';
import type { Span } from './secret-index.ts';

const FIELD = /"([\w-]{1,100})"\s{0,100}:\s{0,100}"/g;

/**
 * The values of fields in a JSON text that are to be replaced. A text that was cut may end inside of one.
 *
 * @param placeholderFor by the name of a field and its value; `undefined` for one that stays
 */
export function namedValues(
  text: string,
  placeholderFor: (name: string, value: string) => string | undefined,
): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(FIELD)) {
    const start = match.index + match[0].length;
    if (isVariable(text, start)) continue;
    const end = endOfString(text, start);
    const placeholder = end > start ? placeholderFor(itemAt(match, 1), text.slice(start, end)) : undefined;
    if (placeholder !== undefined) spans.push({ start, end, placeholder });
  }
  return spans;
}

const variables = Object.values(placeholders).map((name) => `'"${name}"'"`);

/** In a line for a shell quotes change around a variable: `"apiKey":"'"$ROADTEST_API_KEY"'"`. */
function isVariable(text: string, start: number): boolean {
  return variables.some((variable) => text.startsWith(variable, start));
}

/** Where a JSON string ends: at its quotation mark, or with the text. */
function endOfString(text: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (character === '"') return index;
    if (character === '\\') index++;
  }
  return text.length;
}

const RUN = /[\w.-]+/g;
const JWT_BEGIN = 'eyJ'; // `{"`
const SHORTEST_HEADER = 8;
const SHORTEST_PAYLOAD = 2;
/** A signed token has three parts, an encrypted one five. */
const SIGNED = 3;
const ENCRYPTED = 5;

/** JSON Web Tokens of whatever origin. */
export function webTokens(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes(JWT_BEGIN)) return spans;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    let start = index;
    const parts = run.split('.').map((part) => {
      const place = { start, end: start + part.length };
      start = place.end + 1;
      return place;
    });
    for (let number = 0; ; number++) {
      const header = parts[number];
      const payload = parts[number + 1];
      if (!header || !payload) break;
      const begin = text.slice(header.start, header.end).indexOf(JWT_BEGIN);
      if (begin < 0 || header.end - header.start - begin < SHORTEST_HEADER) continue;
      const count = parts.length - number === ENCRYPTED ? ENCRYPTED : SIGNED;
      // An encrypted token has no second part where its key was agreed on before.
      if (count === SIGNED && payload.end - payload.start < SHORTEST_PAYLOAD) continue;
      const last = parts[number + count - 1];
      if (!last) break;
      spans.push({ start: header.start + begin, end: last.end, placeholder: placeholders.token });
      number += count - 1;
    }
  }
  return spans;
}

/** The parts of a token that are secret on their own, which its header is not. */
export function secretParts(token: string): string[] {
  const parts = token.split('.').slice(1);
  return parts.filter(() => token.startsWith(JWT_BEGIN));
}
