/**
 * The forms in which a secret can be written in a text whose escapes are undone: as it is, as forms have it, in
 * hexadecimal, and in base64, on its own or anywhere inside of a longer text (a user name and a key).
 */
import { toBase64 } from './base64.ts';
import { itemAt } from './items.ts';
import { viewsOf } from './unescaped.ts';

export interface Form {
  readonly length: number;
  /** The whole form. A very long one is not kept, but written again at each call. */
  whole(): string;
  /** Whether the character before, or the one after, holds bits of the secret too, as in base64. */
  readonly sharesBefore: boolean;
  readonly sharesAfter: boolean;
}

/** Shorter texts are not looked for: they would be found in half of all words. */
export const SHORTEST_SECRET = 4;
/** Longer forms are not kept in memory beside the secret itself. */
const KEPT = 32_768;

/** A text in no other form. */
export function plainForm(text: string): Form {
  return { length: text.length, whole: () => text, sharesBefore: false, sharesAfter: false };
}

/** @param secret at least `SHORTEST_SECRET` characters; shorter ones have no forms */
export function formsOf(secret: string): Form[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const forms = new Map(inTexts(secret).map((text) => [text, plainForm(text)]));
  for (const { write, ...shares } of ways(secret)) {
    for (const [number, text] of write().entries()) {
      if (forms.has(text)) continue;
      const whole = text.length <= KEPT ? kept(text) : writtenAgain(write, number);
      forms.set(text, { length: text.length, whole, ...shares });
    }
  }
  return [...forms.values()];
}

// Each made on its own: functions that are made side by side keep what either of them uses.
const kept = (text: string) => () => text;
const writtenAgain = (write: () => string[], number: number) => () => itemAt(write(), number);

/**
 * As texts have it once their escapes are undone: as it is, with a plus sign for a space, and with the character that
 * stands for half a one. A form that looks as if it held escapes itself may lose these when those of a text are undone:
 * so it is listed with them undone, too, and as JSON and addresses have it, a layer of which may then be left.
 */
function inTexts(secret: string): string[] {
  const whole = secret.replace(/\p{Cs}/gu, '\ufffd');
  const escaped = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(whole)];
  const written = [secret, whole, ...escaped].flatMap((text) => [text, text.replaceAll(' ', '+')]);
  return [...written, ...[...viewsOf(secret)].map(({ text }) => text)];
}

interface Way extends Pick<Form, 'sharesBefore' | 'sharesAfter'> {
  /** Texts that belong together. */
  write(): string[];
}

function ways(secret: string): Way[] {
  return bytesOf(secret).flatMap((bytes): Way[] => [
    { write: () => inBothCases(bytes), sharesBefore: false, sharesAfter: false },
    ...[0, 1, 2].map((offset) => ({
      write: () => inBothAlphabets(bytes, offset),
      sharesBefore: offset > 0,
      sharesAfter: (8 * (offset + bytes.length)) % 6 > 0,
    })),
  ]);
}

const encoder = new TextEncoder();

/** In UTF-8, and in Latin 1 where that has all of its characters. */
function bytesOf(text: string): Uint8Array[] {
  const utf8 = encoder.encode(text);
  if (/[^\0-\xff]/.test(text)) return [utf8];
  return [utf8, Uint8Array.from(text, (character) => character.charCodeAt(0))];
}

const digits = encoder.encode('0123456789abcdef');
const decoder = new TextDecoder();

function inBothCases(bytes: Uint8Array): string[] {
  const written = new Uint8Array(2 * bytes.length);
  for (const [index, byte] of bytes.entries()) {
    written[2 * index] = digits[byte >> 4] ?? 0;
    written[2 * index + 1] = digits[byte & 15] ?? 0;
  }
  const text = decoder.decode(written);
  return [text, text.toUpperCase()];
}

function inBothAlphabets(bytes: Uint8Array, offset: number): string[] {
  const text = base64(bytes, offset);
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The characters that hold nothing but bits of these bytes when `offset` others are before them. */
function base64(bytes: Uint8Array, offset: number): string {
  const shifted = new Uint8Array(offset + bytes.length);
  shifted.set(bytes, offset);
  return toBase64(shifted).slice(Math.ceil((8 * offset) / 6), Math.floor((8 * shifted.length) / 6));
}
