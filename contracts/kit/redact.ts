/**
 * Takes secrets out of text: known ones in every form in which they can be written (`formsOf`), whatever escapes the text
 * has (`viewsOf`), and what its name or its shape shows to be one (`secretFields`, `webTokens`).
 *
 * A secret of fewer than four characters is a word like any other. It is taken out where a name says
 * that it is secret, and left in other text. A text is searched as a whole: a secret that two texts
 * share is not found in either. A text that the user's own profile writes out stays as it is (`written-out.ts`).
 */
import { toBase64 } from './base64.ts';
import { isFields } from './fields.ts';
import { itemAt } from './items.ts';
import { placeholders, redacted } from './placeholders.ts';
import { SHORT_SECRET } from './written-out.ts';

/** Shorter texts are not looked for: they would be found in half of all words. */
const SHORTEST_SECRET = 4;
/** So many characters of a key give it away. */
const MIN_BEGINNING = 8;
/** A secret that is not known is taken to be no longer. */
const LONGEST_UNKNOWN = 8_192;
/** Written out, a character takes no more than so many. */
const WIDEST_ESCAPE = 6;

/** A place in a text, and what replaces it. */
interface Span {
  start: number;
  /** The place after its last character. */
  end: number;
  placeholder: string;
}

export class Redactor {
  readonly #index = new SecretIndex();
  /** The forms of the API key: it goes where a text that was cut ends with its beginning, too. */
  readonly #forms = new Set<string>();
  /** Secrets that are looked for by name alone. */
  readonly #short = new Map<string, string>();
  readonly #placeholders = new Set<string>([...Object.values(placeholders), redacted]);
  readonly #fields = new Set<string>();
  /** Texts that a profile writes out, and texts that are nothing but a secret: they say nothing of where they stand. */
  readonly #written = new Set<string>();
  readonly #whole = new Set<string>();
  /** Texts that are written out with a secret in them, until another one is known. */
  #left: readonly string[] | undefined;
  /** Texts without secrets, until another secret is hidden. */
  readonly #clean = new ShortTexts();
  /** The user's name as it is, and as JSON has it. */
  #userName: ReadonlySet<string> = new Set();

  /** Hides a text from now on; a token's parts, too, but for its header. */
  hide(secret: string, placeholder: string = redacted): void {
    this.#changed();
    this.#whole.add(secret);
    if (secret.length >= SHORT_SECRET) this.#whole.add(JSON.stringify(secret));
    this.#placeholders.add(placeholder);
    if (secret.length < SHORTEST_SECRET) this.#short.set(secret, placeholder);
    else this.#index.add(secret, placeholder, formsOf);
    const parts = secret.startsWith(TOKEN_BEGIN) ? secret.split('.').slice(1) : [];
    for (const part of parts) this.#index.add(part, placeholder, () => [plain(part)]);
  }

  /** The user's name is not secret, and may be a word like any other; as a credential it is taken out. */
  hideCredentials({ userName, apiKey }: { userName: string; apiKey: string }): void {
    this.#userName = new Set([userName, JSON.stringify(userName).slice(1, -1)]);
    this.hide(apiKey, placeholders.apiKey);
    for (const { text } of formsOf(apiKey)) if (text.length > MIN_BEGINNING) this.#forms.add(text);
    this.hide(`${userName}:${apiKey}`, `${placeholders.userName}:${placeholders.apiKey}`);
  }

  /** Texts that the user's own profile writes out: a secret that is part of one, such as a word of an address, stays there. */
  leave(texts: Iterable<string>): void {
    this.#changed();
    for (const text of texts) if (text.length > SHORTEST_SECRET) this.#written.add(text);
  }

  /** A field of this name is secret, too. */
  hideField(name: string): void {
    this.#changed();
    this.#fields.add(name);
  }

  #changed(): void {
    this.#clean.clear();
    this.#left = undefined;
  }

  /**
   * The text with placeholders for secrets. It is returned as it is where there are none.
   *
   * @param most so much of the text is wanted from its beginning, in characters
   */
  text(text: string, most = text.length): string {
    if (this.#clean.has(text)) return text.slice(0, most);
    const shown = this.#searched(text, most);
    if (shown === text) this.#clean.add(text);
    return shown;
  }

  #searched(text: string, most: number): string {
    const margin = Math.max(LONGEST_UNKNOWN, this.#index.longest) * WIDEST_ESCAPE;
    const searched = text.slice(0, most + margin);
    const views = viewsOf(searched);
    this.#left ??= [...this.#written].filter(
      (one) => !this.#whole.has(one) && this.#index.find(one).length > 0,
    );
    // Where two ways find the same place, the first says what replaces it.
    const spans = [
      ...outside(
        placesOf(this.#left, searched),
        placesIn(views, (one) => this.#index.find(one)),
      ),
      ...placesIn(views, (one) => [...webTokens(one), ...this.#secretFields(one), ...this.#beginnings(one)]),
    ];
    if (spans.length === 0) return text.slice(0, most);
    // A placeholder stays as it is when a text passes here again.
    return replaced(searched, outside(placesOf(this.#placeholders, searched), spans), most);
  }

  /** The beginnings of the API key that end where a text was cut, "abcdefgh…", at one of its last thousand cuts. */
  #beginnings(text: string): Span[] {
    if (!text.includes('…')) return [];
    const ends = [...text.matchAll(/…/g)].slice(-1_000).map(({ index }) => index);
    return [...this.#forms].flatMap((form) =>
      ends.flatMap((end) => {
        const from = Math.max(0, end - form.length - 2 * WIDEST_ESCAPE);
        const start = from + text.slice(from, end).lastIndexOf(form.slice(0, MIN_BEGINNING));
        if (start < from) return [];
        // The last character may have been cut within its escape.
        const same =
          [...Array(end - start).keys()].find((at) => text[start + at] !== form[at]) ?? end - start;
        const isCut = end - start - same <= 2 * WIDEST_ESCAPE;
        return isCut ? [{ start, end, placeholder: placeholders.apiKey }] : [];
      }),
    );
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
    const spans: Span[] = [];
    // Most texts have no such name in them, and reading all names takes longest.
    if (!SECRET_NAME.test(text) && ![...this.#fields].some((name) => text.includes(name))) return spans;
    for (const match of text.matchAll(FIELD)) {
      const start = match.index + match[0].length;
      if (shellVariables.some((variable) => text.startsWith(variable, start))) continue;
      const end = endOfString(text, start);
      const placeholder = this.#valueOf(itemAt(match, 1), text.slice(start, end));
      if (end > start && placeholder !== undefined) spans.push({ start, end, placeholder });
    }
    return spans;
  }

  /** The replacement of a field's value; `undefined` for one that stays. */
  #valueOf(name: string, value: string): string | undefined {
    if (name === 'userName') return this.#userName.has(value) ? placeholders.userName : undefined;
    if (!isSecretField(name) && !this.#fields.has(name)) return undefined;
    return this.#isPlaceholder(value) ? undefined : (this.#short.get(value) ?? redacted);
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

/** Texts that come again and again, such as names and values of headers: so many are remembered, and none that is long. */
export class ShortTexts extends Set<string> {
  override add(text: string): this {
    return text.length <= 200 && this.size < 1_000 ? super.add(text) : this;
  }
}

/** A way to write a secret. */
interface Form {
  /** The whole, or of a long encoded one as much as is compared. */
  readonly text: string;
  readonly length: number;
  /** Tells whether the character before, or the one after, holds bits of the secret too, as in base64. */
  readonly sharesBefore?: boolean;
  readonly sharesAfter?: boolean;
}

const plain = (text: string): Form => ({ text, length: text.length });
/** The bytes of a longer secret that are compared in its encoded forms: they would take several times its memory. */
const COMPARED_BYTES = 24_576;
const encoder = new TextEncoder();

/**
 * As texts have a secret once their escapes are undone: as it is, with a plus sign for a space, and with the character
 * that stands for half a one; in hexadecimal, and in base64 on its own or behind a user name. One that looks as if it
 * held escapes itself may lose these when those of a text are undone: so it is listed with them undone, too, and as JSON
 * and addresses have it, a layer of which may then be left.
 */
function formsOf(secret: string): Form[] {
  const sound = secret.replace(/\p{Cs}/gu, '\ufffd');
  const escaped = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(sound)];
  const texts = [secret, sound, ...escaped].flatMap((text) => [text, text.replaceAll(' ', '+')]);
  return [
    ...[...texts, ...viewsOf(secret).map(({ text }) => text)].map(plain),
    ...encodedForms(encoder.encode(secret)),
    ...(/[^\0-\xff]/.test(secret) ? [] : encodedForms(Uint8Array.from(secret, (one) => one.charCodeAt(0)))),
  ];
}

function encodedForms(bytes: Uint8Array): Form[] {
  const compared = bytes.subarray(0, COMPARED_BYTES);
  const hex = Array.from(compared, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + compared.length);
    shifted.set(compared, before);
    // The characters that hold nothing but bits of these bytes when others are before them.
    const [first, last] = [Math.ceil((8 * before) / 6), Math.floor((8 * shifted.length) / 6)];
    const text = toBase64(shifted).slice(first, last);
    const bits = 8 * (before + bytes.length);
    const shares = { sharesBefore: before > 0, sharesAfter: bits % 6 > 0 };
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')].map((one) => ({
      text: one,
      length: Math.floor(bits / 6) - first,
      ...shares,
    }));
  });
  return [...[hex, hex.toUpperCase()].map((text) => ({ text, length: 2 * bytes.length })), ...base64];
}

/** A hash of four characters and no more: older ones are shifted out of it. */
const GRAM = 4;
const SHIFT = 5;
const MASK = (1 << 18) - 1;
/** The number of places of a form that are searched for four rare characters. */
const TRIED = 32;
/**
 * How much a search may take, in looks at an entry: so much, and more for each character of the text.
 * After that a place where four characters of a secret occur is taken for the secret.
 */
const EFFORT = 8_000_000;
const EFFORT_PER_CHARACTER = 16;
/** The number of characters that are compared in the time of one look. */
const COMPARED = 4;

/** A form, what replaces it, and the four characters by which it is found, with their place in it. */
interface Entry {
  form: Form;
  placeholder: string;
  gram: string;
  at: number;
}

/**
 * Looks for many texts at once, in one pass: each is filed under four characters of it, those that
 * fewest others are filed under, and compared only where these four occur. So the time grows with the
 * text and with what is found, not with the number or the length of what is looked for. A text that was
 * made to be compared again and again has its comparisons counted, and is then searched less exactly.
 */
class SecretIndex {
  readonly #secrets = new Set<string>();
  readonly #entries = new Map<number, Entry[]>();
  /** A bit for each hash that has entries: at most places of a text there are none. */
  readonly #filed = new Uint8Array(1 << 15);
  /** The longest of the secrets, in characters. */
  longest = 0;

  /** @param formsOf where two forms read the same, the first counts */
  add(secret: string, placeholder: string, formsOf: (secret: string) => readonly Form[]): void {
    if (this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    this.longest = Math.max(this.longest, secret.length);
    const forms = new Map<string, Form>();
    for (const form of formsOf(secret)) if (!forms.has(form.text)) forms.set(form.text, form);
    for (const form of forms.values()) this.#file(form, placeholder);
  }

  #file(form: Form, placeholder: string): void {
    const step = Math.max(1, Math.floor(form.text.length / TRIED));
    let best: { at: number; hash: number; fellows: Entry[] } | undefined;
    for (let at = 0; at <= form.text.length - GRAM && best?.fellows.length !== 0; at += step) {
      const hash = hashOf(form.text, at);
      const fellows = this.#entries.get(hash) ?? [];
      if (!best || fellows.length < best.fellows.length) best = { at, hash, fellows };
    }
    // It is shorter than what anything is filed under: a part of a token may be.
    if (!best) return;
    const { at, hash, fellows } = best;
    this.#entries.set(hash, fellows);
    this.#filed[hash >> 3] = (this.#filed[hash >> 3] ?? 0) | (1 << (hash & 7));
    fellows.push({ form, placeholder, gram: form.text.slice(at, at + GRAM), at });
  }

  /** Every place where one of them occurs; places can overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    if (this.#entries.size === 0) return spans;
    const filed = this.#filed;
    let effort = EFFORT + EFFORT_PER_CHARACTER * text.length;
    let taken = 0;
    let hash = 0;
    for (let index = 0; index < text.length; index++) {
      hash = ((hash << SHIFT) ^ text.charCodeAt(index)) & MASK;
      if (((filed[hash >> 3] ?? 0) & (1 << (hash & 7))) === 0 || index < taken) continue;
      for (const { form, at, gram, placeholder } of this.#entries.get(hash) ?? []) {
        const start = index + 1 - GRAM - at;
        if (effort <= 0) {
          taken = Math.min(start + form.length, text.length);
          spans.push({ start: Math.max(0, start), end: taken, placeholder });
          break;
        }
        effort -= 1;
        if (start < 0 || !text.startsWith(gram, start + at)) continue;
        effort -= form.text.length / COMPARED;
        if (text.startsWith(form.text, start)) spans.push({ ...withShares(text, start, form), placeholder });
      }
    }
    return spans;
  }
}

function hashOf(text: string, from: number): number {
  let hash = 0;
  for (let index = from; index < from + GRAM; index++) hash = (hash << SHIFT) ^ text.charCodeAt(index);
  return hash & MASK;
}

/** With the characters at both ends that hold bits of the secret, and what fills base64 up. */
function withShares(text: string, start: number, form: Form): { start: number; end: number } {
  const isBase64 = (index: number) => /[\w+/-]/.test(text.charAt(index));
  let end = Math.min(start + form.length, text.length);
  if (form.sharesAfter && isBase64(end)) end++;
  if (form.sharesAfter) while (text[end] === '=') end++;
  return { start: form.sharesBefore && isBase64(start - 1) ? start - 1 : start, end };
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

/** Where a JSON string ends: at its quotation mark, or with the text. */
function endOfString(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return Math.min(end, text.length);
}

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

/** A text as it reads with escapes undone, which knows for each of its places where that was in the first text. */
interface View {
  readonly text: string;
  origin(place: number): number;
}

/** The number of layers of escapes that are undone: a body in JSON, in a report in JSON, with an address in it. */
const LAYERS = 5;
/** Escapes of JSON and of this project (`\n`, `\u0041`, `\u{41}`). */
const BACKSLASH = String.raw`\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|["\\/'bfnrt])`;
/** The bytes of one character in UTF-8, as addresses have them. */
const PERCENT = ['%[0-7]H', '%[cd]H%[89ab]H', '%eH(?:%[89ab]H){2}', '%f[0-7](?:%[89ab]H){3}']
  .join('|')
  .replaceAll('H', String.raw`[\da-f]`);
/** Markup. */
const ENTITY = String.raw`&(?:#\d{1,7}|#x[\da-f]{1,6}|quot|amp|lt|gt|apos);`;
const kinds = [BACKSLASH, PERCENT, ENTITY].map((kind) => new RegExp(kind, 'gi'));
const everyKind = new RegExp([BACKSLASH, PERCENT, ENTITY].join('|'), 'gi');

/** The text as it is; with the escapes of one kind undone; and with those of every kind, layer by layer. */
function viewsOf(text: string): View[] {
  const first: View = { text, origin: (place) => place };
  const views = [first];
  if (!/[\\%&]/.test(text)) return views;
  const found = kinds.filter((kind) => text.search(kind) >= 0);
  // Where there is one kind, the first layer of every kind is the same.
  if (found.length > 1) views.push(...found.flatMap((kind) => without(kind, first) ?? []));
  let view: View | undefined = first;
  for (let layer = 1; view && layer <= LAYERS; layer++) {
    view = without(everyKind, view);
    if (view) views.push(view);
  }
  return views;
}

/** One layer of these escapes undone; `undefined` where there is none. */
function without(escapes: RegExp, view: View): View | undefined {
  // Where a character that was escaped is now, where it began before, and the same for what follows it.
  const now: number[] = [];
  const before: number[] = [];
  let saved = 0;
  const text = view.text.replace(escapes, (written: string, index: number) => {
    const character = characterOf(written);
    const start = index - saved;
    now.push(start, start + character.length);
    before.push(index, index + written.length);
    saved += written.length - character.length;
    return character;
  });
  if (now.length === 0) return undefined;
  return {
    text,
    origin(place) {
      const found = lastAtOrBelow(now, place);
      // Before the first escape nothing has moved.
      return view.origin((before[found] ?? 0) + place - (now[found] ?? 0));
    },
  };
}

const letters: { readonly [letter: string]: string } = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const entities: { readonly [name: string]: string } = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function characterOf(written: string): string {
  const lower = written.toLowerCase();
  if (lower.length === 2) return letters[lower.charAt(1)] ?? lower.charAt(1);
  if (lower.startsWith('%'))
    return decoder.decode(Uint8Array.from(lower.slice(1).split('%'), (byte) => Number.parseInt(byte, 16)));
  const code = /[ux]\{?([\da-f]+)|(\d+)/.exec(lower);
  if (!code) return entities[lower.slice(1, -1)] ?? lower;
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}

/** The index of the last of these ascending numbers that is not above `limit`; -1 for none. */
function lastAtOrBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(numbers, middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Gives the places in a text that are found in its views. */
function placesIn(views: readonly View[], find: (text: string) => Span[]): Span[] {
  const spans: Span[] = [];
  for (const { text, origin } of views)
    for (const { start, end, placeholder } of find(text))
      spans.push({ start: origin(start), end: origin(end), placeholder });
  return spans;
}

/** Where one of these stands in a text, and stays. */
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

/** Leaves out the places inside one of the others. */
function outside(others: readonly Span[], spans: readonly Span[]): Span[] {
  const kept = merged(others);
  const starts = kept.map(({ start }) => start);
  return spans.filter(({ start, end }) => end > (kept[lastAtOrBelow(starts, start)]?.end ?? -1));
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
