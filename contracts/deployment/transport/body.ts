/** Reads the body of an answer, up to a limit, and as long as the answers of the run fit into memory together. */
import { onInterruption } from '../ending.ts';

/** The longest body that is read, in bytes, unless it is told otherwise. */
const LIMIT = 8 * 1024 * 1024;
/** Shorter bodies are not counted: the number of requests bounds what they add up to. */
const SMALL = 64 * 1024;
/** The memory that each further value of a JSON text takes when it is parsed, in bytes. */
const PER_VALUE = 48;
const COMMA = 0x2c;

/**
 * The text, as it is after decompression; or why there is none: it ends beyond the limit, or the run has no room left for it.
 *
 * @param bounds its limit; and the memory that is left for the long answers of a run, in bytes: histories and the calibration do
 *   not give back what they keep
 * @param signal cancels the reading
 */
export async function readBody(
  response: Response,
  { limit = LIMIT, budget }: { limit?: number; budget?: { left: number } },
  signal: AbortSignal,
): Promise<{ text: string } | 'too-large' | 'too-much'> {
  if (!response.body) return { text: '' };
  const reader = response.body.getReader();
  // Not awaited: a peer that goes on sending must not hold the run.
  const cancel = () => void reader.cancel().catch(() => undefined);
  const stopListening = onInterruption(signal, cancel);
  const decoder = new TextDecoder();
  let bytes = 0;
  let cost = 0;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > SMALL) cost += value.byteLength + PER_VALUE * value.filter((byte) => byte === COMMA).length;
      if (bytes > limit || (budget && cost > budget.left)) {
        cancel();
        return bytes > limit ? 'too-large' : 'too-much';
      }
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    stopListening();
  }
  // A body that was not read to its end is not kept.
  if (budget) budget.left -= cost;
  return { text: text + decoder.decode() };
}
