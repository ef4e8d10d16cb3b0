/**
 * Looks for many texts at once, in one pass: each is filed under four characters of it, those that
 * fewest others are filed under, and compared only where these four occur. So the time grows with the
 * text and with what is found, not with the number or the length of what is looked for. A text that was
 * made to be compared again and again has its comparisons counted, and is then searched less exactly.
 */
import { itemAt } from './items.ts';
import { type Form, formsOf } from './secret-forms.ts';

/** A place in a text, and what replaces it. */
export interface Span {
  start: number;
  /** The place after its last character. */
  end: number;
  placeholder: string;
}

interface Entry {
  form: Form;
  placeholder: string;
  /** Where in the form the four characters are, and the beginning of what follows them. */
  at: number;
  piece: string;
}

/** A hash of four characters and no more: older ones are shifted out of it. */
const SHIFT = 5;
const HASHES = 1 << 18;
const MASK = HASHES - 1;
const GRAM = 4;
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
/** Engines copy so short a piece, and do not keep the whole form alive for it. */
const PIECE = 12;

export class SecretIndex {
  readonly #secrets = new Set<string>();
  /** Entries of one hash each; the first is that of none. */
  readonly #entries: Entry[][] = [[]];
  /** By hash: which of the entries are its own. Made when there is something to find. */
  #places: Uint32Array | undefined;
  /** The longest of the secrets, in characters. */
  longest = 0;

  /** @param forms those to look for; by default every form of the text */
  add(secret: string, placeholder: string, forms?: readonly Form[]): void {
    if (this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    this.#places ??= new Uint32Array(HASHES);
    this.longest = Math.max(this.longest, secret.length);
    for (const form of forms ?? formsOf(secret)) this.#file(form, placeholder, this.#places);
  }

  #file(form: Form, placeholder: string, places: Uint32Array): void {
    const text = form.whole();
    const step = Math.max(1, Math.floor(text.length / TRIED));
    let best: { at: number; hash: number; fellows: number } | undefined;
    for (let at = 0; at <= text.length - GRAM && best?.fellows !== 0; at += step) {
      const hash = hashOf(text, at);
      const fellows = itemAt(this.#entries, places[hash] ?? 0).length;
      if (!best || fellows < best.fellows) best = { at, hash, fellows };
    }
    // It is shorter than what anything is filed under: a part of a token may be.
    if (!best) return;
    const { at, hash, fellows } = best;
    if (fellows === 0) places[hash] = this.#entries.push([]) - 1;
    itemAt(this.#entries, places[hash] ?? 0).push({
      form,
      placeholder,
      at,
      piece: text.slice(at, at + PIECE),
    });
  }

  /** Every place where one of them occurs; places can overlap. */
  find(text: string): Span[] {
    const spans: Span[] = [];
    const places = this.#places;
    if (!places) return spans;
    let effort = EFFORT + EFFORT_PER_CHARACTER * text.length;
    let taken = 0;
    let hash = 0;
    for (let index = 0; index < text.length; index++) {
      hash = ((hash << SHIFT) ^ text.charCodeAt(index)) & MASK;
      const place = places[hash] ?? 0;
      if (place === 0 || index < taken) continue;
      for (const { form, placeholder, at, piece } of itemAt(this.#entries, place)) {
        const gram = index + 1 - GRAM;
        const start = gram - at;
        if (effort <= 0) {
          taken = Math.min(start + form.length, text.length);
          spans.push({ start: Math.max(0, start), end: taken, placeholder });
          break;
        }
        effort -= 1;
        if (start < 0 || !text.startsWith(piece, gram)) continue;
        effort -= form.length / COMPARED;
        if (!text.startsWith(form.whole(), start)) continue;
        spans.push({ ...withShares(text, start, form), placeholder });
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
function withShares(
  text: string,
  start: number,
  { length, sharesBefore, sharesAfter }: Form,
): { start: number; end: number } {
  const isBase64 = (index: number) => /[\w+/-]/.test(text.charAt(index));
  let end = start + length;
  if (sharesAfter && isBase64(end)) end++;
  if (sharesAfter) while (text[end] === '=') end++;
  return { start: sharesBefore && isBase64(start - 1) ? start - 1 : start, end };
}
