/** The tokens that a service has issued, as a deviation sees them pass, and a valid one of them. */
import type { Call, Handle, Reply } from '../http/call.ts';
import type { Simulator } from '../simulator.ts';
import { endOf, issueToken, tokenIn } from './calls.ts';

export class TokensSeen {
  readonly #handle: Handle;
  readonly #simulator: Simulator;
  readonly #issued = new Set<string>();
  #newest: string | undefined;

  constructor(handle: Handle, simulator: Simulator) {
    this.#handle = handle;
    this.#simulator = simulator;
  }

  /** Handles a call, and notes the token that it issues. */
  async watched(call: Call): Promise<Reply> {
    const reply = await this.#handle(call);
    const token = tokenIn(reply);
    if (token !== undefined) this.#note(token);
    return reply;
  }

  isIssued(token: string): boolean {
    return this.#issued.has(token);
  }

  /** A valid token; `undefined` while none is issued. The newest of others is taken: one of its own might end theirs. */
  async own(): Promise<string | undefined> {
    const now = this.#simulator.clock.now();
    if (this.#newest !== undefined && (endOf(this.#newest) ?? 0) > now) return this.#newest;
    const token = await issueToken(this.#handle, this.#simulator);
    if (token !== undefined) this.#note(token);
    return token;
  }

  #note(token: string): void {
    this.#issued.add(token);
    this.#newest = token;
  }
}
