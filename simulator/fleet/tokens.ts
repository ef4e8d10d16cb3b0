/** Issued tokens, as far as the clock is concerned: their expiry is an event that can be seen coming. */
import { fieldsOf } from '../../contracts/kit/fields.ts';
import type { Core } from './core.ts';
import type { TokensState } from './state.ts';
import type { EpochMs } from './types.ts';

export const KIND = 'token-expiry';
/** Tokens whose expiry is awaited; of more than these the oldest expire without an event. */
const MAX_AWAITED = 10_000;

export type TokenEvents = 'token-issued' | 'token-expired';

export class Tokens {
  readonly #core: Core<TokenEvents>;
  /** The events, in the order of issue. */
  #awaited = new Set<number>();

  constructor(core: Core<TokenEvents>) {
    this.#core = core;
    core.timeline.on(KIND, (event) => {
      this.#awaited.delete(event.sequence);
      core.log.append('token-expired', { tokenId: String(fieldsOf(event.payload).tokenId) });
    });
  }

  /** Takes note of a token. The id is not secret; the token itself is not to come here. */
  issued(tokenId: string, expiresAt: EpochMs): void {
    const { timeline, log } = this.#core;
    const sequence = timeline.schedule(Math.max(expiresAt, timeline.now), KIND, { tokenId });
    this.#awaited.add(sequence);
    log.append('token-issued', { tokenId, expiresAt });
    if (this.#awaited.size <= MAX_AWAITED) return;
    const [oldest] = this.#awaited;
    if (oldest === undefined) return;
    this.#awaited.delete(oldest);
    timeline.cancel(oldest);
  }

  /** Tells whether tokens are awaited to end. */
  get areLive(): boolean {
    return this.#awaited.size > 0;
  }

  /** When the token that was issued last ends; `undefined` when none is awaited to end. */
  get latestEnd(): EpochMs | undefined {
    const { timeline } = this.#core;
    return timeline.upcoming(this.#awaited.size, [KIND]).at(-1)?.at;
  }

  save(): TokensState {
    return [...this.#awaited];
  }

  restore(state: TokensState): void {
    this.#awaited = new Set(state);
  }
}
