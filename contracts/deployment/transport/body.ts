/** Reads the body of an answer, up to a limit, and as long as the answers of the run fit into memory together. */
import { onInterruption } from './interruption.ts';

/** The multiple of the limit that is read, and thrown away, to distinguish a long answer from one that has no end. */
const PATIENCE = 8;
/** Shorter bodies are not counted: the number of requests bounds what they add up to. */
const SMALL = 64 * 1024;
/** The memory that each further value of a JSON text takes when it is parsed, in bytes. */
const PER_VALUE = 48;
const COMMA = 0x2c;
/** Default, in bytes. */
const USUAL_BUDGET = 256 * 1024 * 1024;

/** Memory that the long answers of a run may take together. Cases and the calibration do not give back what they keep. */
export class BodyBudget {
  #left: number;

  constructor(bytes = USUAL_BUDGET) {
    this.#left = bytes;
  }

  /** Returns whether there was room for it. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}

export interface BodyBounds {
  /** The longest body that is read, in bytes. */
  limit: number;
  /** Shared by the answers of a run. */
  budget?: BodyBudget;
}

/** Why there is no text: it ends beyond the limit, no end of it was seen, or the run has no room left for it. */
export type Unread = 'too-large' | 'endless' | 'too-much';

/** The text, as it is after decompression, or why there is none. The signal cancels the reading. */
export async function readBody(
  response: Response,
  { limit, budget = new BodyBudget() }: BodyBounds,
  signal: AbortSignal,
): Promise<{ text: string } | Unread> {
  if (!response.body) return { text: '' };
  const reader = response.body.getReader();
  // Not awaited: a peer that goes on sending must not hold the run.
  const cancel = () => void reader.cancel().catch(() => undefined);
  const stopListening = onInterruption(signal, cancel);
  const kept = new Kept(limit, budget);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return kept.end();
      kept.add(value);
      if (kept.bytes <= PATIENCE * limit) continue;
      cancel();
      return 'endless';
    }
  } catch (error) {
    kept.drop('too-large');
    throw error;
  } finally {
    stopListening();
  }
}

/** The part of one body that was read; nothing once it is known to be too much. */
class Kept {
  bytes = 0;
  readonly #limit: number;
  readonly #budget: BodyBudget;
  readonly #decoder = new TextDecoder();
  #text = '';
  #taken = 0;
  #unread: Unread | undefined;

  constructor(limit: number, budget: BodyBudget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  add(chunk: Uint8Array): void {
    this.bytes += chunk.byteLength;
    if (this.#unread) return;
    if (this.bytes > this.#limit) this.drop('too-large');
    else if (this.bytes > SMALL && !this.#take(costOf(chunk))) this.drop('too-much');
    else this.#text += this.#decoder.decode(chunk, { stream: true });
  }

  end(): { text: string } | Unread {
    return this.#unread ?? { text: this.#text + this.#decoder.decode() };
  }

  drop(why: Unread): void {
    this.#unread ??= why;
    this.#budget.giveBack(this.#taken);
    this.#taken = 0;
    this.#text = '';
  }

  #take(bytes: number): boolean {
    const taken = this.#budget.take(bytes);
    if (taken) this.#taken += bytes;
    return taken;
  }
}

/** The memory that a piece of a text takes, and the values that it may hold. */
function costOf(chunk: Uint8Array): number {
  let values = 0;
  for (const byte of chunk) if (byte === COMMA) values++;
  return chunk.byteLength + PER_VALUE * values;
}
