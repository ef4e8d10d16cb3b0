/**
 * The one place where secrets are taken out. Whatever is recorded, told or written passes here.
 */

import { placeholders } from './placeholders.ts';

/** Headers whose values are secrets, whatever they hold. */
const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-control-token)$/;
/** Fields of a JSON text whose values are secrets, unless they are empty or redacted already. */
const SECRET_FIELDS =
  /("[\w-]*(?:api[_-]?key|password|secret|token|authorization)"\s*:\s*)"(?![<$])(?:[^"\\]|\\.)+"/gi;
const USER_NAME = /"userName"\s*:\s*"((?:[^"\\]|\\.)*)"/g;
const USER_NAME_FIELD = `"userName":"${placeholders.userName}"`;
/** A JWT by its form: both of its JSON parts begin with `{"`. */
const JWT = /eyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*/g;

/** Shorter texts are not looked for everywhere: they would be found in half of all words. */
const SHORTEST = 4;

export class Redactor {
  readonly #placeholders = new Map<string, string>();
  #pattern: RegExp | undefined;
  #userName: string | undefined;

  /** Hides a text from now on, also as JSON and in addresses. */
  hide(secret: string, placeholder: string): void {
    if (secret.length < SHORTEST) return;
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])) {
      if (this.#placeholders.has(form)) continue;
      this.#placeholders.set(form, placeholder);
      this.#pattern = undefined;
    }
  }

  text(text: string): string {
    return text
      .replace(this.#secrets(), (found) => this.#placeholders.get(found) ?? '<REDACTED>')
      .replace(JWT, () => placeholders.token)
      .replace(SECRET_FIELDS, '$1"<REDACTED>"')
      .replace(USER_NAME, (field, name: string) => (name === this.#userName ? USER_NAME_FIELD : field));
  }

  /** The user's name is no secret, and may be a word like any other; as a credential it is taken out. */
  hideUser(userName: string): void {
    this.#userName = JSON.stringify(userName).slice(1, -1);
  }

  headers(headers: { readonly [name: string]: string }): { [name: string]: string } {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        SECRET_HEADERS.test(name.toLowerCase()) ? secretHeader(value) : this.text(value),
      ]),
    );
  }

  /** Every text in a value that JSON can hold. */
  deep<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.deep(item)) as T;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, this.deep(inside)])) as T;
  }

  /** The longest first, so that no end of a secret is left over. */
  #secrets(): RegExp {
    this.#pattern ??= new RegExp(
      [...this.#placeholders.keys()]
        .sort((a, b) => b.length - a.length)
        .map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('|') || '(?!)',
      'g',
    );
    return this.#pattern;
  }
}

function secretHeader(value: string): string {
  if (/^Bearer <.*>$/.test(value)) return value;
  const scheme = /^(\w+) ./.exec(value)?.[1];
  if (scheme === 'Bearer') return `Bearer ${placeholders.token}`;
  return scheme ? `${scheme} <REDACTED>` : '<REDACTED>';
}
