/**
 * Takes secrets out of text. A known one is found as it is, as JSON and addresses write it, and in base64 (`formsOf`);
 * of others those that a field or a header names (`isSecretField`, `isSecretHeader`), and tokens by their shape.
 *
 * Values are redacted before they are written, so that no report has to be read backwards: what stands behind
 * further layers of escapes is not looked for. A secret of fewer than four characters is a word like any other: it is taken out where a
 * name says that it is secret. A text that the user's own profile writes out stays as it is (`written-out.ts`).
 */
import { toBase64 } from './base64.ts';
import { isFields } from './fields.ts';
import { itemAt } from './items.ts';
import { placeholders, redacted } from './placeholders.ts';
import { visible } from './untrusted.ts';
import { SHORT_SECRET } from './written-out.ts';

/** Shorter texts are not looked for: they would be found in half of all words. */
const MIN_SECRET = 4;
/** A longer secret is looked for as it is, and in no other form: these would take several times its memory. */
const MAX_ENCODED = 24_576;

/** A place in a text, and what replaces it. `end` is the place after its last character. */
interface Span {
  start: number;
  end: number;
  placeholder: string;
  /** It ends there, whatever else begins inside of it: the value of a field. */
  isExact?: true;
}

export class Redactor {
  readonly #index = new SecretIndex();
  /** Replacement of each secret where it is the whole value of a field, as JSON has it. */
  readonly #known = new Map<string, string>();
  readonly #placeholders = new Set<string>([...Object.values(placeholders), redacted]);
  readonly #fields = new Set<string>();
  /** Texts that a profile writes out, and texts that are nothing but a secret: they say nothing of where they stand. */
  readonly #written = new Set<string>();
  readonly #whole = new Set<string>();
  /** Texts that stay with a secret in them, until another one is known. */
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
    const parts = secret.startsWith(TOKEN_BEGIN) ? secret.split('.').slice(1) : [];
    for (const form of [...(secret.length >= MIN_SECRET ? formsOf(secret) : []), ...parts])
      this.#index.add(form, placeholder);
  }

  /** The user's name is not secret, and may be a word like any other; as a credential it is taken out. */
  hideCredentials({ userName, apiKey }: { userName: string; apiKey: string }): void {
    this.#userName = new Set([userName, inJson(userName)]);
    this.hide(apiKey, placeholders.apiKey);
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
    const found = [...this.#index.find(searched), ...webTokens(searched)];
    const spans = [...this.#secretFields(searched), ...this.#standing(searched, found)];
    return spans.length === 0 ? text.slice(0, most) : replaced(searched, spans, most);
  }

  /** The places but for those inside of placeholders, since a text may pass here again, and of what a profile writes out. */
  #standing(text: string, found: Span[]): Span[] {
    if (found.length === 0) return found;
    const isLeft = (one: string) => !this.#whole.has(one) && this.#index.find(one).length > 0;
    this.#left ??= [...this.#written].filter(isLeft);
    const stays = merged([...this.#placeholders, ...this.#left].flatMap((piece) => placesOf(piece, text)));
    let at = 0;
    return found
      .sort((a, b) => a.start - b.start)
      .filter(({ start, end }) => {
        while ((stays[at + 1]?.start ?? Infinity) <= start) at++;
        const near = stays[at];
        return near === undefined || near.start > start || end > near.end;
      });
  }

  headers(headers: { readonly [name: string]: string }): { [name: string]: string } {
    const shown = Object.entries(headers).map(([name, value]) => [
      name,
      isSecretHeader(name) ? this.#secretHeader(value) : this.text(value),
    ]);
    return Object.fromEntries(shown);
  }

  /**
   * Every text in a value that JSON can hold, names of fields included.
   *
   * @param own fields that hold words of our own: these stay, and so do all names
   */
  deep<T>(value: T, own?: ReadonlySet<string>): T {
    return this.#inside(value, own) as T;
  }

  #inside(value: unknown, own: ReadonlySet<string> | undefined): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#inside(item, own));
    if (!isFields(value)) return value;
    const fields = Object.entries(value).map(([name, part]) => [
      own ? name : this.text(name),
      typeof part === 'string' && own?.has(name) ? part : this.#inside(part, own),
    ]);
    return Object.fromEntries(fields);
  }

  /** The values of fields in a JSON text that their name makes secret. A text that was cut may end inside of one. */
  #secretFields(text: string): Span[] {
    // Most texts have no such name in them, and reading all names takes longest.
    if (!SECRET_NAME.test(text) && ![...this.#fields].some((name) => text.includes(name))) return [];
    return [...text.matchAll(FIELD)].flatMap((match): Span[] => {
      const start = match.index + match[0].length;
      if (shellVariables.some((variable) => text.startsWith(variable, start))) return [];
      const end = endOfString(text, start);
      const placeholder = this.#valueOf(itemAt(match, 1), text.slice(start, end));
      return end > start && placeholder !== undefined ? [{ start, end, placeholder, isExact: true }] : [];
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
  const padded = toBase64(encoder.encode(sound));
  const percent = [sound, padded].map(encodeURIComponent);
  percent.push(new URLSearchParams({ '': sound }).toString().slice(1));
  const base64 = [padded, padded.replaceAll('+', '-').replaceAll('/', '_')];
  return new Set([
    ...[secret, inJson(secret), visible(secret)],
    ...percent.flatMap((form) => [form, form.replace(/%../g, (byte) => byte.toLowerCase())]),
    ...base64.flatMap((form) => [form, form.replace(/=+$/, '')]),
  ]);
}

/** Four characters of each text, by which it is found. */
const GRAM = 4;
/** The number of places of a text that are searched for four rare characters. */
const TRIED = 32;

/** A text, what replaces it, and the place in it of the four characters by which it is found. */
interface Entry {
  readonly text: string;
  readonly placeholder: string;
  readonly at: number;
}

/**
 * Looks for many texts at once, in one pass: each is filed under four characters of it, those that fewest others are filed
 * under, and compared only where these four occur.
 */
class SecretIndex {
  readonly #texts = new Set<string>();
  readonly #entries = new Map<string, Entry[]>();
  /** Tells of a hash of four characters whether it has entries: at most places of a text there are none. */
  readonly #filed = new Uint8Array(1 << 16);
  /** The longest of them, in characters. */
  longest = 0;

  /** The first placeholder of a text counts. One of fewer than four characters is not looked for. */
  add(text: string, placeholder: string): void {
    if (this.#texts.has(text) || text.length < GRAM) return;
    this.#texts.add(text);
    this.longest = Math.max(this.longest, text.length);
    const step = Math.max(1, Math.floor(text.length / TRIED));
    let best: { at: number; gram: string; fellows: Entry[] } | undefined;
    for (let at = 0; at <= text.length - GRAM && best?.fellows.length !== 0; at += step) {
      const gram = text.slice(at, at + GRAM);
      const fellows = this.#entries.get(gram) ?? [];
      if (!best || fellows.length < best.fellows.length) best = { at, gram, fellows };
    }
    if (!best) return;
    const { at, gram, fellows } = best;
    fellows.push({ text, placeholder, at });
    this.#entries.set(gram, fellows);
    this.#filed[hashOf(gram)] = 1;
  }

  /** Every place where one of them occurs; places can overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    let hash = 0;
    for (let end = 1; end <= text.length; end++) {
      hash = nextHash(hash, text.charCodeAt(end - 1));
      if (this.#filed[hash] === 0) continue;
      for (const { text: secret, at, placeholder } of this.#entries.get(text.slice(end - GRAM, end)) ?? []) {
        const start = end - GRAM - at;
        if (start >= 0 && text.startsWith(secret, start))
          spans.push({ start, end: start + secret.length, placeholder });
      }
    }
    return spans;
  }
}

/** Adds a character to a hash of four of them: older ones are shifted out of it. */
function nextHash(hash: number, code: number): number {
  return ((hash << 4) ^ code ^ (code >> 12)) & 0xffff;
}

function hashOf(gram: string): number {
  return [...Array(GRAM).keys()].reduce((hash, at) => nextHash(hash, gram.charCodeAt(at)), 0);
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
  if (!text.includes(TOKEN_BEGIN)) return [];
  return [...text.matchAll(WEB_TOKEN)].flatMap(({ 0: token, 1: parts, index: start }) =>
    parts === undefined ? [] : [{ start, end: start + token.length, placeholder: placeholders.token }],
  );
}

/** The places at which a text stands in another one. */
function placesOf(placeholder: string, text: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(placeholder); start >= 0; ) {
    const end = start + placeholder.length;
    spans.push({ start, end, placeholder });
    start = text.indexOf(placeholder, end);
  }
  return spans;
}

/** In their order, and places that overlap as one: with the placeholder of the first, and of several there of the longest. */
function merged(spans: readonly Span[]): Span[] {
  const together: Span[] = [];
  const rank = ({ isExact, end }: Span) => (isExact ? Number.MAX_SAFE_INTEGER : end);
  for (const span of spans.toSorted((a, b) => a.start - b.start || rank(b) - rank(a))) {
    const last = together.at(-1);
    if (!last || span.start >= last.end) together.push({ ...span });
    else if (!last.isExact) last.end = Math.max(last.end, span.end);
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
