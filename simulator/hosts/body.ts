/**
 * From the bytes of a body to the text of its call: within the limit, out of its content coding, in UTF-8. Every host takes bodies in by this, so that each refuses the same ones for the same reason.
 */
import { excerpt } from '../../contracts/kit/untrusted.ts';
import type { Call, UnreadBody } from '../http/call.ts';

/** The content codings (RFC 9110, 8.4.1) that every platform can undo, by their names. */
const codings = new Map<string, CompressionFormat>([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/** For a body of more bytes than are read, as it comes or decoded. */
export const tooLarge: UnreadBody = {
  refusal: 'too-large',
  code: 'BODY_TOO_LARGE',
  detail: 'The body is larger than the service accepts.',
};

/**
 * Puts the text of a body that has come in whole into its call, or why there is none. A promise only where the
 * body is coded: all others are there at once.
 *
 * @param limit the most bytes that are kept of a decoded body
 */
export function takeBody(call: Call, bytes: Uint8Array, limit: number): Promise<void> | undefined {
  if (bytes.length === 0) return undefined;
  const coding = headerOf(call, 'content-encoding').trim().toLowerCase();
  if (coding === '' || coding === 'identity') {
    takeText(call, bytes);
    return undefined;
  }
  const format = codings.get(coding);
  if (format) {
    const decoding = afterOthers(() => decoded(bytes, format, decodedLimit(bytes.length, limit)));
    return takeDecoded(call, decoding, coding);
  }
  const known = [...codings.keys()].join(', ');
  call.unread = {
    refusal: 'content-type',
    code: 'CONTENT_ENCODING',
    detail: `The content encoding ${excerpt(coding)} is not supported here: use ${known}.`,
    headers: { 'accept-encoding': known },
  };
  return undefined;
}

/** The size that a body of some kilobytes may become, and how many times as long a large one: worlds that are saved take a tenth. */
const DECODED = 16 * 1024 * 1024;
const RATIO = 40;

function decodedLimit(bytes: number, limit: number): number {
  return Math.min(limit, DECODED + RATIO * bytes);
}

/** The bytes behind a coding; `undefined` for more of them than the limit. Rejects for bytes that are not coded so. */
function decoded(
  bytes: Uint8Array,
  format: CompressionFormat,
  limit: number,
): Promise<Uint8Array | undefined> {
  const source = new Blob([new Uint8Array(bytes)]).stream();
  return readWithin(source.pipeThrough(new DecompressionStream(format)), limit);
}

let lastDecoded: Promise<unknown> = Promise.resolve();

/** One after the other: what is decoded at once has to be held at once, and a few bytes can become very many. */
function afterOthers<T>(decode: () => Promise<T>): Promise<T> {
  const next = lastDecoded.then(decode);
  lastDecoded = next.catch(() => undefined);
  return next;
}

async function takeDecoded(
  call: Call,
  decoding: Promise<Uint8Array | undefined>,
  coding: string,
): Promise<void> {
  try {
    const bytes = await decoding;
    if (bytes === undefined) call.unread = tooLarge;
    else takeText(call, bytes);
  } catch {
    call.unread = {
      refusal: 'malformed',
      code: 'BODY_NOT_DECODED',
      detail: `The body is not ${coding}, as its Content-Encoding says.`,
    };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

function takeText(call: Call, bytes: Uint8Array): void {
  const charset = CHARSET.exec(headerOf(call, 'content-type'))?.[1] ?? 'utf-8';
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    call.unread = {
      refusal: 'content-type',
      code: 'CHARSET',
      detail: `The charset ${excerpt(charset)} is not supported here. JSON is UTF-8.`,
    };
    return;
  }
  try {
    const text = utf8.decode(bytes);
    if (text !== '') call.body = text;
  } catch {
    call.unread = {
      refusal: 'malformed',
      code: 'BODY_NOT_TEXT',
      detail: 'The body is not UTF-8: it has bytes that are not characters in it.',
    };
  }
}

/** The bytes of a stream; `undefined` for more of them than the limit, where it is cancelled. */
export async function readWithin(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, length);
    length += value.length;
    if (length > limit) {
      // Not waited for: where a request was copied, this ends only when the copy does.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function headerOf({ headers }: Call, name: string): string {
  const value = headers[name];
  return (typeof value === 'object' ? value[0] : value) ?? '';
}
