/** Reads the body of an answer, up to a limit. */
import { onInterruption } from './interruption.ts';

/** So many times the limit are read, and thrown away, to tell a long answer from one that has no end. */
const PATIENCE = 8;

/**
 * The text, as it is after decompression, or why there is none: `too-large` for a body that ends
 * beyond the limit, `endless` for one of which no end was seen. The signal cancels the reading.
 */
export async function readBody(
  response: Response,
  limit: number,
  signal: AbortSignal,
): Promise<{ text: string } | 'too-large' | 'endless'> {
  if (!response.body) return { text: '' };
  const reader = response.body.getReader();
  // Not awaited: a peer that goes on sending must not hold the run.
  const cancel = () => void reader.cancel().catch(() => undefined);
  const stopListening = onInterruption(signal, cancel);
  try {
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return bytes > limit ? 'too-large' : { text: text + decoder.decode() };
      bytes += value.byteLength;
      if (bytes <= limit) text += decoder.decode(value, { stream: true });
      else text = '';
      if (bytes <= PATIENCE * limit) continue;
      cancel();
      return 'endless';
    }
  } finally {
    stopListening();
  }
}
