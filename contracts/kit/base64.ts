/** Bytes as base64: typed arrays for JSON, and texts and signatures for tokens. */
import type { Column } from './typed-arrays.ts';

/** `String.fromCharCode` takes its bytes as arguments, of which an engine allows only so many. */
const AT_ONCE = 0x6000;

/** The bytes of a typed array. */
export function toBase64(array: Column): string {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  let binary = '';
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    // As arguments without being spread: an eighth of the time.
    binary += Reflect.apply(String.fromCharCode, null, bytes.subarray(from, from + AT_ONCE));
  }
  return btoa(binary);
}

/** The bytes back, which are so many; `undefined` for any other text. */
export function fromBase64(text: string, length: number): ArrayBuffer | undefined {
  // A text of another length is not decoded at all.
  if (text.length !== 4 * Math.ceil(length / 3)) return undefined;
  const binary = binaryOf(text);
  if (binary?.length !== length) return undefined;
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes.buffer;
}

/** The bytes as base64url without padding (RFC 4648, section 5). */
export function toBase64Url(array: Column): string {
  return toBase64(array)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

/** The bytes of base64url without padding; `undefined` for any other text. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  const padded = base64.padEnd(4 * Math.ceil(base64.length / 4), '=');
  const bytes = fromBase64(padded, byteLength(padded));
  return bytes && new Uint8Array(bytes);
}

/** How many bytes a base64 text with its padding holds. */
export function byteLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  return (text.length / 4) * 3 - padding;
}

function binaryOf(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
