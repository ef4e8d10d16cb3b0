/** One request over the wire: its answer is waited for so long, and read as far as the bounds of the run let. */
import { onInterruption } from '../ending.ts';
import { Unreached } from '../finding.ts';
import type { Host, PlainAnswer, PlainRequest } from '../host.ts';
import { type Failure, failureOf } from './failures.ts';

/** The longest body that is read, in bytes, unless it is told otherwise. */
const LIMIT = 8 * 1024 * 1024;
/** Shorter bodies are not counted: the number of requests bounds what they add up to. */
const SMALL = 64 * 1024;

/** Matches a character that no header can hold: a token may have some. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

interface Bounds {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The bytes that the long answers of a run may still have: histories and the calibration do not give back what they keep. */
  readonly memory: { left: number };
}

/** Sends a request, and reads its answer. A `fetch` that hangs is not waited for. Throws `Unreached` for one that cannot be sent. */
export async function overWire(
  host: Host,
  plain: PlainRequest,
  { timeoutMs, signal, memory }: Bounds,
): Promise<PlainAnswer | Failure> {
  if (Object.values(plain.headers).some((value) => UNSENDABLE.test(value))) throw unsendable();
  if (host.answer) return host.answer(plain).catch(failureOf);
  const sent = new AbortController();
  const request = requestFor(plain, sent.signal);
  const over = new AbortController();
  const stopListening = onInterruption(signal, () => over.abort('interrupted'));
  const first = await Promise.race([
    fetched(host, request, memory).catch(failureOf),
    host.sleep(timeoutMs, over.signal).then(
      () => ({ kind: 'timeout', detail: `${timeoutMs / 1000} s` }) as const,
      () => ({ kind: 'interrupted' }) as const,
    ),
  ]);
  // Without a reason of its own each would cost an error and its stack.
  over.abort('answered');
  stopListening();
  if ('kind' in first) sent.abort();
  return first;
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
  memory: Bounds['memory'],
): Promise<PlainAnswer | Failure> {
  const response = await fetch(request);
  const read = await readBody(response, { memory }, request.signal);
  if (typeof read === 'string') return { kind: read };
  return { status: response.status, headers: Object.fromEntries(response.headers), ...read };
}

/** The text, as it is after decompression; or why there is none: it ends beyond the limit, or the run has no room left for it. */
export async function readBody(
  response: Response,
  { limit = LIMIT, memory }: { limit?: number; memory?: Bounds['memory'] },
  signal: AbortSignal,
): Promise<{ text: string } | 'too-large' | 'too-much'> {
  if (!response.body) return { text: '' };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    const isTooMuch = memory && bytes > SMALL && bytes > memory.left;
    if (bytes > limit || isTooMuch || signal.aborted) {
      // Not awaited: a peer that goes on sending must not hold the run.
      reader.cancel().catch(() => undefined);
      return bytes > limit ? 'too-large' : 'too-much';
    }
    text += decoder.decode(part.value, { stream: true });
  }
  // A body that was not read to its end is not kept.
  if (memory && bytes > SMALL) memory.left -= bytes;
  return { text: text + decoder.decode() };
}
