/** Typed arrays in JSON. */

export type Column = Uint8Array | Int8Array | Int32Array | Float32Array | Float64Array;

/** `String.fromCharCode` takes its bytes as arguments, of which an engine allows only so many. */
const AT_ONCE = 0x6000;

export function toBase64(column: Column): string {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  let binary = '';
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    // As arguments without being spread: an eighth of the time.
    const some: ArrayLike<number> = bytes.subarray(from, from + AT_ONCE);
    binary += String.fromCharCode.apply(null, some as number[]);
  }
  return btoa(binary);
}

/** The bytes back. */
export function fromBase64(text: string): ArrayBuffer {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes.buffer;
}
