/**
 * Takes secrets out of text. A known one is found as it is, as JSON and addresses write it, and in base64 (`formsOf`);
 * of others those that a field or a header names (`isSecretField`, `isSecretHeader`), and tokens by their shape.
 *
 * Values are redacted before they are written, so that no report has to be read backwards: what stands behind
 * further layers of escapes is not looked for. A secret of fewer than four characters is a word like any other: it is taken out where a
 * name says that it is secret. A text that the user's own profile writes out stays as it is (`textsOf`).
 */
import { toBase64 } from './base64.ts';
import { isFields } from './fields.ts';
import { placeholders, redacted } from './placeholders.ts';
import { mapTable } from './tables.ts';
import { visible } from './untrusted.ts';

/** Shorter texts are not looked for: they would be found in half of all words. */
const MIN_SECRET = 4;
/** A longer secret is looked for as it is, and in no other form: these would take several times its memory. */
const MAX_ENCODED = 24_576;
/** So many characters of a key give it away. */
const MIN_BEGINNING = 8;
/** A shorter secret is found in other texts, too. */
export const SHORT_SECRET = 8;

/** A place in a text, and what replaces it. `end` is the place after its last character. */
interface Span {
  start: number;
  end: number;
  placeholder: string;
}

export class Redactor {
  readonly #index = new SecretIndex();
  /** The forms of the API key: it goes where a text that was cut ends with its beginning, too. */
  readonly #keyForms = new Set<string>();
  /** Replacement of each secret where it is the whole value of a field, as JSON has it. */
  readonly #known = new Map<string, string>();
  readonly #placeholders = new Set<string>([...Object.values(placeholders), redacted]);
  readonly #fields = new Set<string>();
  /** Texts that a profile writes out, and texts that are nothing but a secret: they say nothing of where they stand. */
  readonly #written = new Set<string>();
  readonly #whole = new Set<string>();
  /** Texts that are written out with a secret in them, until another one is known. */
  #left: readonly string[] | undefined;
  /** The user's name as it is, and as JSON has it. */
  #userName: ReadonlySet<string> = new Set();

  /** Hides a text from now on; a token's parts, too, but for its header. */
  hide(secret: string, placeholder: string = redacted): void {
    this.#left = undefined;
    this.#whole.add(secret);
    if (secret.length >= SHORT_SECRET) this.#whole.add(JSON.stringify(secret));
    this.#placeholders.add(placeholder);
    if (!this.#known.has(inJson(secret))) this.#known.set(inJson(secret), placeholder);
    const forms = secret.length < MIN_SECRET ? [] : formsOf(secret);
    const parts = secret.startsWith(TOKEN_BEGIN) ? secret.split('.').slice(1) : [];
    for (const form of [...forms, ...parts]) this.#index.add(form, placeholder);
  }

  /** The user's name is not secret, and may be a word like any other; as a credential it is taken out. */
  hideCredentials({ userName, apiKey }: { userName: string; apiKey: string }): void {
    this.#userName = new Set([userName, inJson(userName)]);
    this.hide(apiKey, placeholders.apiKey);
    for (const form of formsOf(apiKey)) if (form.length > MIN_BEGINNING) this.#keyForms.add(form);
    this.hide(`${userName}:${apiKey}`, `${placeholders.userName}:${placeholders.apiKey}`);
  }

  /** Texts that the user's own profile writes out: a secret that is part of one, such as a word of an address, stays there. */
  leave(texts: Iterable<string>): void {
    this.#left = undefined;
    for (const text of texts) if (text.length > MIN_SECRET) this.#written.add(text);
  }

  /** A field of this name is secret, too. */
  hideField(name: string): void {
    this.#fields.add(name);
  }

  /**
   * The text with placeholders for secrets. It is returned as it is where there are none.
   *
   * @param most so much of the text is wanted from its beginning, in characters
   */
  text(text: string, most = text.length): string {
    // A secret that begins in the wanted part may end behind it.
    const searched = text.slice(0, most + Math.max(MAX_TOKEN, this.#index.longest));
    this.#left ??= [...this.#written].filter(
      (one) => !this.#whole.has(one) && this.#index.find(one).length > 0,
    );
    // A secret with a quotation mark in it may go on behind the value of a field that holds another one.
    const fields = this.#secretFields(searched);
    const found = outside(fields, this.#index.find(searched), 'begins');
    // The first of two ways that find the same place says what replaces it.
    const spans = [
      ...outside(placesOf(this.#left, searched), found),
      ...webTokens(searched),
      ...fields,
      ...this.#beginnings(searched),
    ];
    if (spans.length === 0) return text.slice(0, most);
    // A placeholder stays as it is when a text passes here again.
    return replaced(searched, outside(placesOf(this.#placeholders, searched), spans), most);
  }

  /** The beginnings of the API key that end where a text was cut, "abcdefgh…", at one of its last thousand cuts. */
  #beginnings(text: string): Span[] {
    const cuts = text.includes('…') ? [...text.matchAll(/…/g)].slice(-1_000) : [];
    return cuts.flatMap(({ index: end }) =>
      [...this.#keyForms].flatMap((form) => {
        const before = text.slice(Math.max(0, end - form.length), end);
        const beginning = before.slice(before.lastIndexOf(form.slice(0, MIN_BEGINNING)));
        const isCut = beginning.length >= MIN_BEGINNING && form.startsWith(beginning);
        return isCut ? [{ start: end - beginning.length, end, placeholder: placeholders.apiKey }] : [];
      }),
    );
  }

  headers(headers: { readonly [name: string]: string }): { [name: string]: string } {
    return mapTable(headers, (value, name) =>
      isSecretHeader(name) ? this.#secretHeader(value) : this.text(value),
    );
  }

  /**
   * Every text in a value that JSON can hold, names of fields included.
   *
   * @param own fields that hold words of our own: these stay, and so do all names
   */
  deep<T>(value: T, own?: ReadonlySet<string>): T {
    const inside = (part: unknown, name = ''): unknown => {
      if (typeof part === 'string') return own?.has(name) ? part : this.text(part);
      if (Array.isArray(part)) return part.map((item) => inside(item));
      if (!isFields(part)) return part;
      const fields = Object.entries(part).map(([field, held]) => [
        own ? field : this.text(field),
        inside(held, field),
      ]);
      return Object.fromEntries(fields);
    };
    return inside(value) as T;
  }

  /** The values of fields in a JSON text that their name makes secret. A text that was cut may end inside of one. */
  #secretFields(text: string): Span[] {
    // Most texts have no such name in them, and reading all names takes longest.
    if (!SECRET_NAME.test(text) && ![...this.#fields].some((name) => text.includes(name))) return [];
    return [...text.matchAll(FIELD)].flatMap(({ 0: before, 1: name = '', index }) => {
      const start = index + before.length;
      const end = endOfString(text, start);
      const placeholder = this.#valueOf(name, text.slice(start, end));
      const isLeft = end === start || shellVariables.some((variable) => text.startsWith(variable, start));
      return isLeft || placeholder === undefined ? [] : [{ start, end, placeholder }];
    });
  }

  /** The replacement of a field's value; `undefined` for one that stays. */
  #valueOf(name: string, value: string): string | undefined {
    if (name === 'userName') return this.#userName.has(value) ? placeholders.userName : undefined;
    if (!isSecretField(name) && !this.#fields.has(name)) return undefined;
    return this.#isPlaceholder(value) ? undefined : (this.#known.get(value) ?? redacted);
  }

  #isPlaceholder(value: string): boolean {
    const word = value.replace(/^Bearer /, '');
    return this.#placeholders.has(word) || VARIABLE.test(word);
  }

  #secretHeader(value: string): string {
    if (this.#isPlaceholder(value)) return value;
    const known = this.text(value);
    if (this.#placeholders.has(known.replace(/^\w+ /, ''))) return known;
    const scheme = SCHEMES.exec(value)?.[1];
    if (scheme?.toLowerCase() === 'bearer') return `Bearer ${placeholders.token}`;
    return scheme ? `${scheme} ${redacted}` : redacted;
  }
}

const encoder = new TextEncoder();

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A secret as texts have it: as it is, in JSON, neutralised, in an address or a form, and in base64 and base64url with and without its padding. */
function formsOf(secret: string): ReadonlySet<string> {
  if (secret.length > MAX_ENCODED) return new Set([secret]);
  const sound = secret.replace(/\p{Cs}/gu, '\ufffd');
  const percent = [encodeURIComponent(sound), new URLSearchParams({ '': sound }).toString().slice(1)];
  const padded = toBase64(encoder.encode(sound));
  const base64 = [padded, padded.replaceAll('+', '-').replaceAll('/', '_')];
  return new Set([
    ...[secret, inJson(secret), visible(secret)],
    ...[...percent, encodeURIComponent(padded)].flatMap((form) => [form, inSmallDigits(form)]),
    ...base64.flatMap((form) => [form, form.replace(/=+$/, '')]),
  ]);
}

function inSmallDigits(form: string): string {
  return form.replace(/%../g, (byte) => byte.toLowerCase());
}

/** A hash of four characters and no more: older ones are shifted out of it. */
const GRAM = 4;
const SHIFT = 5;
const MASK = (1 << 18) - 1;
/** How many characters are compared in a search: so many, and more for each of the text. A text that takes more is hidden as a whole. */
const COMPARED = 32_000_000;
const COMPARED_PER_CHARACTER = 64;

/** A text, what replaces it, and the place in it of the four characters by which it is found. */
interface Entry {
  readonly text: string;
  readonly placeholder: string;
  readonly at: number;
}

/**
 * Looks for many texts at once, in one pass: each is filed under four characters of it, those that
 * fewest others are filed under, and compared only where these four occur. So the time grows with the
 * text and with what is found, not with the number or the length of what is looked for.
 */
class SecretIndex {
  readonly #texts = new Set<string>();
  readonly #entries = new Map<number, Entry[]>();
  /** The longest of them, in characters. */
  longest = 0;

  /** The first placeholder of a text counts. One of fewer than four characters is not looked for. */
  add(text: string, placeholder: string): void {
    if (this.#texts.has(text) || text.length < GRAM) return;
    this.#texts.add(text);
    this.longest = Math.max(this.longest, text.length);
    let best: { at: number; hash: number; fellows: Entry[] } | undefined;
    let hash = 0;
    for (let index = 0; index < text.length && best?.fellows.length !== 0; index++) {
      hash = hashWith(hash, text, index);
      const fellows = this.#entries.get(hash) ?? [];
      if (index + 1 >= GRAM && !(best && best.fellows.length <= fellows.length))
        best = { at: index + 1 - GRAM, hash, fellows };
    }
    if (!best) return;
    this.#entries.set(best.hash, best.fellows);
    best.fellows.push({ text, placeholder, at: best.at });
  }

  /** Every place where one of them occurs; places can overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    if (this.#entries.size === 0) return spans;
    let left = COMPARED + COMPARED_PER_CHARACTER * text.length;
    let hash = 0;
    for (let index = 0; index < text.length; index++) {
      hash = hashWith(hash, text, index);
      for (const { text: secret, at, placeholder } of this.#entries.get(hash) ?? []) {
        const start = index + 1 - GRAM - at;
        left -= secret.length;
        if (left < 0) return [{ start: 0, end: text.length, placeholder }];
        if (text.startsWith(secret, start) && start >= 0)
          spans.push({ start, end: start + secret.length, placeholder });
      }
    }
    return spans;
  }
}

function hashWith(before: number, text: string, index: number): number {
  return ((before << SHIFT) ^ text.charCodeAt(index)) & MASK;
}

const secretHeaders = /^(authorization|cookie|proxy-authorization|set-cookie|x-api-key|x-control-token)$/i;
const secretEndings =
  /(accesskey|apikey|authorization|passphrase|password|privatekey|secret|secretkey|token)$/i;

export function isSecretHeader(name: string): boolean {
  return secretHeaders.test(name);
}

/** `apiKey`, `accessToken`, `client_secret`; names of environment variables, too. */
export function isSecretField(name: string): boolean {
  return secretEndings.test(name.replace(/[-_]/g, ''));
}

/** How a value of `authorization` begins. */
const SCHEMES = /^(basic|bearer|digest|negotiate|ntlm|token) /i;
/** The placeholder that `inVariable` gives. */
const VARIABLE = /^<\$\w+>$/;
/** Matches every text with a field that is secret by its name, or that holds the user name. */
const SECRET_NAME = /key"|authorization"|pass\w+"|secret"|token"|userName"/i;
const FIELD = /"([\w-]{1,100})"\s{0,100}:\s{0,100}"/g;
/** In a line for a shell quotes change around a variable: `"apiKey":"'"$ROADTEST_API_KEY"'"`. */
const shellVariables = Object.values(placeholders).map((name) => `'"${name}"'"`);

/** End of a JSON string: at its quotation mark, or with the text. */
function endOfString(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return Math.min(end, text.length);
}

/** A token that is known by its shape alone is taken to be no longer. */
const MAX_TOKEN = 8_192;
const TOKEN_BEGIN = 'eyJ'; // `{"`
/**
 * A header of eight characters or more, and what makes it a token: four further parts of an encrypted one, or two of a
 * signed one, the first of which is not empty. Else the header alone, so that the search goes on behind it. An encrypted
 * token has no second part where its key was agreed on before. Repetitions have no lower limit: V8 keeps each step of those.
 */
const WEB_TOKEN = new RegExp(
  String.raw`${TOKEN_BEGIN}(?:[\w-]{5}P(\.P\.P\.P\.P(?![\w.-])|\.[\w-]{2}P\.P)|P)`.replaceAll(
    'P',
    String.raw`[\w-]*`,
  ),
  'g',
);

/** JSON Web Tokens of whatever origin. */
function webTokens(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes(TOKEN_BEGIN)) return spans;
  for (const { 0: token, 1: parts, index } of text.matchAll(WEB_TOKEN)) {
    const end = index + token.length;
    if (parts !== undefined) spans.push({ start: index, end, placeholder: placeholders.token });
  }
  return spans;
}

/** Place in a text at which one of these stands, and stays. */
function placesOf(pieces: Iterable<string>, text: string): Span[] {
  const spans: Span[] = [];
  for (const placeholder of pieces) {
    let end = 0;
    for (let start = text.indexOf(placeholder); start >= 0; start = text.indexOf(placeholder, end)) {
      end = start + placeholder.length;
      spans.push({ start, end, placeholder });
    }
  }
  return spans;
}

/** Leaves out the places inside one of the others, or that begin inside. */
function outside(others: readonly Span[], spans: readonly Span[], by: 'lies' | 'begins' = 'lies'): Span[] {
  const kept = merged(others);
  let at = 0;
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      while ((kept[at + 1]?.start ?? Infinity) <= start) at++;
      const near = kept[at];
      return near === undefined || near.start > start || (by === 'begins' ? start : end - 1) >= near.end;
    });
}

/** In their order, and places that overlap as one: with the placeholder of the first, and of several there of the longest. */
function merged(spans: readonly Span[]): Span[] {
  const together: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = together.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else together.push({ ...span });
  }
  return together;
}

/** The beginning of a text with other text at some places. */
function replaced(text: string, spans: readonly Span[], most: number): string {
  let out = '';
  let end = 0;
  for (const span of merged(spans)) {
    if (span.start >= most) break;
    out += text.slice(end, span.start) + span.placeholder;
    end = span.end;
  }
  return out + text.slice(end, most);
}

/** The values of headers are secrets more often than not. */
const NEVER = 'headers';
const TEMPLATE = /\{[^{}]*\}/;

/**
 * Gives the texts that a profile of the user's own writes out, for `Redactor.leave`: its texts, in pieces where a template leaves
 * room, and its names. A secret that is part of one, such as `office` in the address `/backoffice/devices`, is a word like any other
 * there: taken out, the address would be none.
 */
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
