/** One request over the wire: its answer is waited for so long, and read as far as the bounds of the run let. */
import { onInterruption } from '../ending.ts';
import { Unreached } from '../finding.ts';
import type { Host, PlainAnswer, PlainRequest } from '../host.ts';
import { type FailureKind, failureOf } from './failures.ts';

/** The longest body that is read, in bytes, unless it is told otherwise. */
const LIMIT = 8 * 1024 * 1024;
/** Shorter bodies are not counted: the number of requests bounds what they add up to. */
const SMALL = 64 * 1024;

/** Matches a character that no header can hold: a token may have some. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** The bytes that the long answers of a run may still have: histories and the calibration do not give back what they keep. */
export interface Memory {
  left: number;
}

/** Sends a request, and reads its answer. A `fetch` that hangs is not waited for. Throws `Unreached` for one that cannot be sent. */
export async function overWire(
  host: Host,
  plain: PlainRequest,
  { timeoutMs, signal, memory }: { timeoutMs: number; signal: AbortSignal; memory: Memory },
): Promise<PlainAnswer | { kind: FailureKind; detail: string }> {
  if (Object.values(plain.headers).some((value) => UNSENDABLE.test(value))) throw unsendable();
  if (host.answer) return host.answer(plain).catch(failureOf);
  const sent = new AbortController();
  const over = new AbortController();
  const request = requestFor(plain, sent.signal);
  let stopListening = () => {};
  const late = host.sleep(timeoutMs, over.signal).then(() => 'timeout' as const);
  const stopped = new Promise<'interrupted'>((resolve) => {
    stopListening = onInterruption(signal, () => resolve('interrupted'));
  });
  const arrived = fetched(host, request, memory).catch(failureOf);
  const first = await Promise.race([arrived, late, stopped]);
  // Without a reason of its own each would cost an error and its stack.
  over.abort('answered');
  stopListening();
  if (typeof first !== 'string') return first;
  sent.abort();
  return { kind: first, detail: first === 'timeout' ? `${timeoutMs / 1000} s` : '' };
}

function requestFor({ url, body, ...init }: PlainRequest, signal: AbortSignal): Request {
  try {
    return new Request(url, { ...init, body: body ?? null, redirect: 'manual', signal });
  } catch {
    throw unsendable();
  }
}

function unsendable(): Unreached {
  return new Unreached('the request cannot be sent: its address or one of its headers is not valid');
}

async function fetched(
  { fetch }: Host,
  request: Request,
  memory: Memory,
): Promise<PlainAnswer | { kind: FailureKind; detail: string }> {
  const response = await fetch(request);
  const read = await readBody(response, { memory }, request.signal);
  if (typeof read === 'string') return { kind: read, detail: '' };
  return { status: response.status, headers: Object.fromEntries(response.headers), ...read };
}

/** The text, as it is after decompression; or why there is none: it ends beyond the limit, or the run has no room left for it. */
export async function readBody(
  response: Response,
  { limit = LIMIT, memory }: { limit?: number; memory?: Memory },
  signal: AbortSignal,
): Promise<{ text: string } | 'too-large' | 'too-much'> {
  if (!response.body) return { text: '' };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    const isTooMuch = memory && bytes > SMALL && bytes > memory.left;
    if (bytes > limit || isTooMuch || signal.aborted) {
      // Not awaited: a peer that goes on sending must not hold the run.
      reader.cancel().catch(() => undefined);
      return bytes > limit ? 'too-large' : 'too-much';
    }
    text += decoder.decode(value, { stream: true });
  }
  // A body that was not read to its end is not kept.
  if (memory && bytes > SMALL) memory.left -= bytes;
  return { text: text + decoder.decode() };
}
