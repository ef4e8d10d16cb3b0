/** Reads the body of an answer, up to a limit, and as long as the answers of the run fit into memory together. */
import { onInterruption } from './interruption.ts';

/** Shorter bodies are not counted: the number of requests bounds what they add up to. */
const SMALL = 64 * 1024;
/** The memory that each further value of a JSON text takes when it is parsed, in bytes. */
const PER_VALUE = 48;
const COMMA = 0x2c;
/** The memory that the long answers of a run may take together, in bytes. Histories and the calibration do not give back what they keep. */
export const BUDGET = 256 * 1024 * 1024;

export interface BodyBounds {
  /** The longest body that is read, in bytes. */
  readonly limit: number;
  /** The memory that is left, shared by the answers of a run. */
  readonly budget?: { left: number };
}

/** Why there is no text: it ends beyond the limit, or the run has no room left for it. */
export type Unread = 'too-large' | 'too-much';

/** The text, as it is after decompression, or why there is none. The signal cancels the reading. */
export async function readBody(
  response: Response,
  { limit, budget = { left: BUDGET } }: BodyBounds,
  signal: AbortSignal,
): Promise<{ text: string } | Unread> {
  if (!response.body) return { text: '' };
  const reader = response.body.getReader();
  // Not awaited: a peer that goes on sending must not hold the run.
  const cancel = () => void reader.cancel().catch(() => undefined);
  const stopListening = onInterruption(signal, cancel);
  const decoder = new TextDecoder();
  let bytes = 0;
  let taken = 0;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        taken = 0;
        return { text: text + decoder.decode() };
      }
      bytes += value.byteLength;
      const cost = bytes > SMALL ? costOf(value) : 0;
      if (bytes > limit || cost > budget.left) {
        cancel();
        return bytes > limit ? 'too-large' : 'too-much';
      }
      budget.left -= cost;
      taken += cost;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // A body that was not read to its end is not kept.
    budget.left += taken;
    stopListening();
  }
}

/** The memory that a piece of a text takes, and the values that it may hold. */
function costOf(chunk: Uint8Array): number {
  let values = 0;
  for (const byte of chunk) if (byte === COMMA) values++;
  return chunk.byteLength + PER_VALUE * values;
}
