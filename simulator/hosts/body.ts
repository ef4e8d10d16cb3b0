/**
 * From the bytes of a body to the text of its call: within the limit, out of its content coding, in the charset
 * that it declares. Every host takes bodies in by this, so that each refuses the same ones for the same reason.
 */
import { excerpt } from '../../contracts/kit/untrusted.ts';
import type { Call, UnreadBody } from '../http/call.ts';

/** Undoes a content coding. @returns `undefined` for more bytes than the limit; rejects for bytes that are not coded so */
type Decode = (bytes: Uint8Array, limit: number) => Promise<Uint8Array | undefined>;

/** The content codings (RFC 9110, 8.4.1) that are undone, by their names. */
export interface Codings {
  readonly [name: string]: Decode;
}

const gunzip: Decode = (bytes, limit) => decompressed(bytes, new DecompressionStream('gzip'), limit);

/** Codings that every platform can undo. */
export const usualCodings: Codings = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (bytes, limit) => decompressed(bytes, new DecompressionStream('deflate'), limit),
};

function decompressed(bytes: Uint8Array, by: DecompressionStream, limit: number): ReturnType<Decode> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });
  return readWithin(source.pipeThrough(by), limit);
}

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
export function takeBody(
  call: Call,
  bytes: Uint8Array,
  limit: number,
  codings: Codings = usualCodings,
): Promise<void> | undefined {
  if (bytes.length === 0) return undefined;
  const coding = headerOf(call, 'content-encoding').trim().toLowerCase();
  if (coding === '' || coding === 'identity') {
    takeText(call, bytes);
    return undefined;
  }
  const decode = Object.hasOwn(codings, coding) ? codings[coding] : undefined;
  if (decode)
    return takeDecoded(
      call,
      afterOthers(() => decode(bytes, decodedLimit(bytes.length, limit))),
      coding,
    );
  const known = Object.keys(codings).join(', ');
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

let lastDecoded: Promise<unknown> = Promise.resolve();

/** One after the other: what is decoded at once has to be held at once, and a few bytes can become very many. */
function afterOthers<T>(decode: () => Promise<T>): Promise<T> {
  const decoded = lastDecoded.then(decode);
  lastDecoded = decoded.catch(() => undefined);
  return decoded;
}

async function takeDecoded(call: Call, decoding: ReturnType<Decode>, coding: string): Promise<void> {
  try {
    const decoded = await decoding;
    if (decoded === undefined) call.unread = tooLarge;
    else takeText(call, decoded);
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
  const declared = CHARSET.exec(headerOf(call, 'content-type'))?.[1];
  const decoder = declared === undefined ? utf8 : decoderOf(declared);
  if (decoder === undefined) {
    call.unread = {
      refusal: 'content-type',
      code: 'CHARSET',
      detail: `The charset ${excerpt(declared ?? '')} is not supported here. JSON is UTF-8.`,
    };
    return;
  }
  try {
    const text = decoder.decode(bytes);
    if (text !== '') call.body = text;
  } catch {
    call.unread = {
      refusal: 'malformed',
      code: 'BODY_NOT_TEXT',
      detail: `The body is not ${decoder.encoding.toUpperCase()}: it has bytes that are not characters in it.`,
    };
  }
}

/** The decoder of a charset by any of its names; `undefined` where the platform does not know it. */
function decoderOf(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name, { fatal: true });
  } catch {
    return undefined;
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
