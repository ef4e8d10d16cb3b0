/** The answers to reads that a fault gives again: as a cache or a replica that lags behind would. */
import { instant } from '../../contracts/kit/saved.ts';
import { integer, list, map, object, type Static, string, tuple } from '../../contracts/kit/schema.ts';
import type { EpochMs } from '../fleet/types.ts';
import type { Reply } from '../http/call.ts';

/** Answers that are kept, and characters of all their bodies: of more the oldest go. */
const MAX_KEPT = 1_000;
const MAX_CHARACTERS = 8_000_000;

const reply = object({ status: integer(), headers: map(string()), body: string() });
export const keptReplies = list(tuple([string(), object({ at: instant, reply })]));
export type KeptRepliesState = Static<typeof keptReplies>;
type Kept = KeptRepliesState[number][1];

export class KeptReplies {
  readonly #ms: number;
  /** In the order in which they were kept. */
  #kept = new Map<string, Kept>();
  #characters = 0;

  /** @param ms how long an answer is given again, on the fake clock */
  constructor(ms: number) {
    this.#ms = ms;
  }

  /** The answer that was kept for this read, unless that is too long ago; else a new one, which is kept. */
  answer(key: string, now: EpochMs, anew: () => Reply): Reply {
    const kept = this.#kept.get(key);
    if (kept && now < kept.at + this.#ms) return { ...kept.reply, headers: { ...kept.reply.headers } };
    const { status, headers, body } = anew();
    if (status < 300) this.#keep(key, { at: now, reply: { status, headers: { ...headers }, body } });
    return { status, headers, body };
  }

  save(): KeptRepliesState {
    return [...this.#kept];
  }

  restore(state: KeptRepliesState): void {
    for (const [key, kept] of state) this.#keep(key, kept);
  }

  #keep(key: string, kept: Kept): void {
    this.#remove(key);
    this.#kept.set(key, kept);
    this.#characters += kept.reply.body.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT && this.#characters <= MAX_CHARACTERS) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#characters -= this.#kept.get(key)?.reply.body.length ?? 0;
    this.#kept.delete(key);
  }
}
