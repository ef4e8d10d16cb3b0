/** Typed arrays as base64, for JSON. */

/** What can be seen as bytes. */
export type Bytes = Uint8Array | Int8Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** `String.fromCharCode` takes its bytes as arguments, of which an engine allows only so many. */
const AT_ONCE = 0x6000;

/** The bytes of a typed array. */
export function toBase64(array: Bytes): string {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  let binary = '';
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    // As arguments without being spread: an eighth of the time.
    const some: ArrayLike<number> = bytes.subarray(from, from + AT_ONCE);
    binary += String.fromCharCode.apply(null, some as number[]);
  }
  return btoa(binary);
}

/** The bytes back, which are so many; `undefined` for any other text. */
export function fromBase64(text: string, length: number): ArrayBuffer | undefined {
  // What has another length is not decoded at all.
  if (text.length !== 4 * Math.ceil(length / 3)) return undefined;
  const binary = binaryOf(text);
  if (binary?.length !== length) return undefined;
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes.buffer;
}

function binaryOf(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
