/**
 * Takes secrets out of text: known ones in all their forms (`secret-forms.ts`), whatever escapes the
 * text has (`unescaped.ts`), and what a name or a shape shows to be one (`secret-shapes.ts`).
 *
 * A secret of fewer than four characters is a word like any other. It is taken out where a name says
 * that it is secret, and left in other text. A text is searched as a whole: a secret that two texts
 * share is not found in either. A text that the user's own profile writes out stays as it is (`written-out.ts`).
 */
import { isFields } from './fields.ts';
import { placeholders, redacted } from './placeholders.ts';
import { plainForm, SHORTEST_SECRET } from './secret-forms.ts';
import { SecretIndex, type Span } from './secret-index.ts';
import { isSecretField, isSecretHeader } from './secret-names.ts';
import { namedValues, secretParts, webTokens } from './secret-shapes.ts';
import { type View, viewsOf } from './unescaped.ts';
import { WrittenOut } from './written-out.ts';

const MOST = 1_000;
const LONGEST = 200;

/** Texts that come again and again, such as names and values of headers: so many are remembered, and none that is long. */
export class ShortTexts {
  readonly #texts = new Set<string>();

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Remembers it, where it is short and there is room. */
  add(text: string): void {
    if (text.length <= LONGEST && this.#texts.size < MOST) this.#texts.add(text);
  }

  clear(): void {
    this.#texts.clear();
  }
}

/** Written out, a character takes no more than so many. */
const WIDEST_ESCAPE = 6;
/** How a value of `authorization` begins. */
const SCHEMES = /^(basic|bearer|digest|negotiate|ntlm|token) /i;
/** The placeholder that `inVariable` gives. */
const VARIABLE = /^<\$\w+>$/;
/** Matches every text with a field that is secret by its name, or that holds the user name. */
const SECRET_NAME = /key"|authorization"|pass\w+"|secret"|token"|userName"/i;
/** A secret that is not known is taken to be no longer. */
const LONGEST_UNKNOWN = 8_192;

export class Redactor {
  readonly #index = new SecretIndex();
  /** Secrets that are looked for by name alone. */
  readonly #short = new Map<string, string>();
  readonly #placeholders = new Set<string>([...Object.values(placeholders), redacted]);
  readonly #fields = new Set<string>();
  readonly #written = new WrittenOut((text) => this.#index.find(text).length > 0);
  /** Texts without secrets, until another secret is hidden. */
  readonly #clean = new ShortTexts();
  /** The user's name as it is, and as JSON has it. */
  #userName: ReadonlySet<string> = new Set();

  /** Hides a text from now on; a token's parts, too. */
  hide(secret: string, placeholder: string = redacted): void {
    this.#clean.clear();
    this.#written.secretHidden(secret);
    this.#placeholders.add(placeholder);
    if (secret.length < SHORTEST_SECRET) this.#short.set(secret, placeholder);
    this.#index.add(secret, placeholder);
    for (const part of secretParts(secret)) this.#index.add(part, placeholder, [plainForm(part)]);
  }

  /** The user's name is not secret, and may be a word like any other; as a credential it is taken out. */
  hideCredentials({ userName, apiKey }: { userName: string; apiKey: string }): void {
    this.#userName = new Set([userName, JSON.stringify(userName).slice(1, -1)]);
    this.hide(apiKey, placeholders.apiKey);
    this.hide(`${userName}:${apiKey}`, `${placeholders.userName}:${placeholders.apiKey}`);
  }

  /** Texts that the user's own profile writes out: a secret that is part of one, such as a word of an address, stays there. */
  leave(texts: Iterable<string>): void {
    this.#clean.clear();
    this.#written.add(texts);
  }

  /** A field of this name is secret, too. */
  hideField(name: string): void {
    this.#clean.clear();
    this.#fields.add(name);
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
    const views = [...viewsOf(searched)];
    // Where two ways find the same place, the first says what replaces it.
    const spans = [
      ...notInside(
        merged(this.#written.placesIn(searched)),
        placesIn(views, (one) => this.#index.find(one)),
      ),
      ...placesIn(views, (one) => this.#shapesIn(one)),
    ];
    return spans.length === 0 ? text.slice(0, most) : this.#replaced(searched, spans, most);
  }

  headers(headers: { readonly [name: string]: string }): { [name: string]: string } {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        isSecretHeader(name) ? this.#secretHeader(value) : this.text(value),
      ]),
    );
  }

  /** Every text in a value that JSON can hold, names of fields included. */
  deep<T>(value: T): T {
    return this.#inside(value) as T;
  }

  #inside(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#inside(item));
    if (!isFields(value)) return value;
    const fields = Object.entries(value).map(([name, part]) => [this.text(name), this.#inside(part)]);
    return Object.fromEntries(fields);
  }

  #shapesIn(text: string): Span[] {
    // Most texts have no such name in them, and reading all names takes longest.
    const isNamed = SECRET_NAME.test(text) || [...this.#fields].some((name) => text.includes(name));
    const named = isNamed ? namedValues(text, (...field) => this.#named(...field)) : [];
    return [...webTokens(text), ...named];
  }

  /** Gives the replacement of a field's value; `undefined` for one that stays. */
  #named(name: string, value: string): string | undefined {
    if (name === 'userName') return this.#userName.has(value) ? placeholders.userName : undefined;
    if (!isSecretField(name) && !this.#fields.has(name)) return undefined;
    return this.#isPlaceholder(value) ? undefined : (this.#short.get(value) ?? redacted);
  }

  #isPlaceholder(value: string): boolean {
    const plain = value.replace(/^Bearer /, '');
    return this.#placeholders.has(plain) || VARIABLE.test(plain);
  }

  #secretHeader(value: string): string {
    if (this.#isPlaceholder(value)) return value;
    const known = this.text(value);
    if (this.#placeholders.has(known.replace(/^\w+ /, ''))) return known;
    const scheme = SCHEMES.exec(value)?.[1];
    if (scheme?.toLowerCase() === 'bearer') return `Bearer ${placeholders.token}`;
    return scheme ? `${scheme} ${redacted}` : redacted;
  }

  #replaced(text: string, spans: readonly Span[], most: number): string {
    let out = '';
    let end = 0;
    for (const span of merged(notInside(merged(this.#placesOfPlaceholders(text)), spans))) {
      if (span.start >= most) break;
      out += text.slice(end, span.start) + span.placeholder;
      end = span.end;
    }
    return out + text.slice(end, most);
  }

  /** A placeholder stays as it is when a text passes here again. */
  #placesOfPlaceholders(text: string): Span[] {
    const places: Span[] = [];
    for (const placeholder of this.#placeholders) {
      for (let start = text.indexOf(placeholder); start >= 0; start = text.indexOf(placeholder, start + 1))
        places.push({ start, end: start + placeholder.length, placeholder });
    }
    return places;
  }
}

/** Gives the places in a text that are found in its views. */
function placesIn(views: readonly View[], find: (text: string) => Span[]): Span[] {
  return views.flatMap((view) =>
    find(view.text).map(({ start, end, placeholder }) => ({
      start: view.origin(start),
      end: view.origin(end),
      placeholder,
    })),
  );
}

/** Leaves out the places inside one of the others, which do not overlap. Both come out in their order. */
function notInside(others: readonly Span[], spans: readonly Span[]): Span[] {
  let next = 0;
  return inOrder(spans).filter(({ start, end }) => {
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    const place = others[next];
    return !(place && place.start <= start && end <= place.end);
  });
}

/** Places that overlap as one, with the placeholder of the longest; in their order. */
function merged(spans: readonly Span[]): Span[] {
  const together: (Span & { longest: number })[] = [];
  for (const span of inOrder(spans)) {
    const length = span.end - span.start;
    const last = together.at(-1);
    if (!last || span.start >= last.end) {
      together.push({ ...span, longest: length });
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (length > last.longest) Object.assign(last, { placeholder: span.placeholder, longest: length });
  }
  return together;
}

/** As they come in the text. */
function inOrder(spans: readonly Span[]): Span[] {
  return spans.toSorted((a, b) => a.start - b.start);
}
