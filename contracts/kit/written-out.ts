/**
 * Texts that a profile of the user's own writes out. A secret that is part of one is a word like any other there, such as
 * `office` in the address `/backoffice/devices`: taken out, the address would be none.
 */
import { isFields } from './fields.ts';
import { SHORTEST_SECRET } from './secret-forms.ts';
import type { Span } from './secret-index.ts';

/** A shorter secret is found in other texts, too. */
export const SHORT_SECRET = 8;

export class WrittenOut {
  readonly #holdsSecret: (text: string) => boolean;
  readonly #texts = new Set<string>();
  readonly #whole = new Set<string>();
  /** The texts with a secret in them, until another one is known. */
  #relevant: readonly string[] | undefined;

  constructor(holdsSecret: (text: string) => boolean) {
    this.#holdsSecret = holdsSecret;
  }

  add(texts: Iterable<string>): void {
    for (const text of texts) if (text.length > SHORTEST_SECRET) this.#texts.add(text);
    this.#relevant = undefined;
  }

  /** A text that is nothing but the secret says nothing of where it stands; nor does a long one in JSON. */
  secretHidden(secret: string): void {
    this.#whole.add(secret);
    if (secret.length >= SHORT_SECRET) this.#whole.add(JSON.stringify(secret));
    this.#relevant = undefined;
  }

  /** Where one of them stands in a text. */
  placesIn(text: string): Span[] {
    this.#relevant ??= [...this.#texts].filter((one) => !this.#whole.has(one) && this.#holdsSecret(one));
    return this.#relevant.flatMap((one) => {
      const places: Span[] = [];
      for (let start = text.indexOf(one); start >= 0; start = text.indexOf(one, start + one.length))
        places.push({ start, end: start + one.length, placeholder: one });
      return places;
    });
  }
}

/** The values of headers are secrets more often than not. */
const NEVER = 'headers';
const TEMPLATE = /\{[^{}]*\}/;

/** Gives the texts that a value as JSON writes out: its texts, in pieces where a template leaves room, and its names as JSON has them. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(TEMPLATE).flatMap(inPlaces);
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === NEVER ? [] : [...inPlaces(name), ...textsOf(part)],
  );
}

/** A text as it is, and as a name or a value in JSON; a place in JSON (`/office/name`) by its names. */
function inPlaces(text: string): string[] {
  const names = text.startsWith('/') ? text.slice(1).split('/') : [text];
  return [text, ...names.map((name) => JSON.stringify(name))];
}
