/**
 * Tells whether a token that should be in force was ended. A refusal alone does not show it: an operation that is answered
 * otherwise with a token than without, the witness, is asked with the same token, and then with a new one.
 */
import type { Profile } from '../../profile/profile.ts';
import type { GuardedOperationId } from '../../specification/operations.ts';
import type { Answer, Token } from '../answer.ts';
import { Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { plainOperations } from '../probing/calibration.ts';
import { isSuccess } from '../reading/success.ts';
import { readToken } from '../reading/token.ts';
import type { Caller } from '../session/caller.ts';
import { Memo } from '../session/memo.ts';
import type { Tokens } from './tokens.ts';

/** New tokens that are tried, of which those of other histories may end some. */
const TOKENS = 6;

export interface TokenCheckContext {
  readonly profile: Pick<Profile, 'openings'>;
  readonly nonce: string;
  readonly tokens: Pick<Tokens, 'current' | 'replace' | 'isSuperseded'>;
  /** Returns what the run saw of older tokens after a renewal. */
  olderSeen(): string | undefined;
  observe(opening: 'token.older', observed: 'works' | 'ends', ...shown: readonly Answer[]): void;
  calling(purpose: string, signal: AbortSignal): Caller;
}

interface Witness {
  readonly operation: GuardedOperationId;
  /** Its answers without a token and with a made-up one. */
  readonly refused: readonly Fingerprint[];
  readonly statuses: readonly number[];
  /** Its answer with a token in force, once that was seen. */
  served?: Fingerprint;
}

/** `superseded`: the run itself has requested a newer one. */
type Found = 'works' | 'ended' | 'superseded' | 'unknown';

export class TokenCheck {
  readonly #context: TokenCheckContext;
  /** The operations that may be the witness, the steadiest first. */
  #candidates: readonly GuardedOperationId[] = plainOperations.toReversed();
  readonly #witnesses = new Memo<GuardedOperationId, Witness | undefined>();
  /** The one that was seen to be served. */
  #witness: Witness | undefined;
  /** Refusals after which the token still worked. */
  readonly #harmless = new Set<Fingerprint>();
  /** Refusals for want of a token that is in force. */
  readonly #telling = new Set<Fingerprint>();
  /** Looks that have not begun, by token: whoever asks meanwhile joins. */
  readonly #waiting = new Map<string, Promise<Found>>();
  #last: Promise<unknown> = Promise.resolve();
  #older: Promise<unknown> | undefined;

  constructor(context: TokenCheckContext) {
    this.#context = context;
  }

  /**
   * Returns whether a request was refused because its token was ended. If so, another token is in force by now.
   */
  async isEnded(token: Token, answer: Answer, signal: AbortSignal): Promise<boolean> {
    const { fingerprint } = answer;
    if (!(await this.#mayTell(answer, signal))) return false;
    const found = await this.#look(token, signal);
    if (found === 'ended') this.#telling.add(fingerprint);
    if (found === 'works') this.#harmless.add(fingerprint);
    return isOver(found);
  }

  /** Returns whether the token is seen to work no more. */
  async hasEnded(token: Token, signal: AbortSignal): Promise<boolean> {
    return isOver(await this.#look(token, signal));
  }

  /** Sees what a renewal does to older tokens, unless the run has seen it. */
  async seeOlder(signal: AbortSignal): Promise<void> {
    if (this.#context.olderSeen() !== undefined) return;
    this.#older ??= this.#tryOlder(signal).catch(unknownUnlessOurs);
    await this.#older;
  }

  async #tryOlder(signal: AbortSignal): Promise<void> {
    const { tokens } = this.#context;
    const caller = this.#context.calling('calibration', signal);
    for (let attempt = 0; attempt < TOKENS; attempt++) {
      const first = await tokens.current();
      if ((await this.#look(first, signal)) !== 'works') continue;
      const witness = this.#witness;
      if (!witness) return;
      const answer = await caller.requestToken();
      const second = readToken(answer);
      if (second.value === first.value) return;
      const older = await this.#ask(witness, caller, first.value);
      const newer = await this.#ask(witness, caller, second.value);
      if (isServed(witness, older)) return this.#context.observe('token.older', 'works', answer, older);
      if (!isServed(witness, newer)) continue;
      this.#telling.add(older.fingerprint);
      return this.#context.observe('token.older', 'ends', answer, older);
    }
  }

  /** Returns whether an answer may be that to a token that was ended. */
  async #mayTell({ fingerprint, status }: Answer, signal: AbortSignal): Promise<boolean> {
    if (!this.#telling.has(fingerprint)) {
      if (this.#harmless.has(fingerprint)) return false;
      const pinned = this.#context.profile.openings['auth.refusal']?.status;
      return pinned === undefined || pinned === status || !(await this.#isRefusedWith(pinned, signal));
    }
    if (!this.#harmless.has(fingerprint)) return true;
    // Every refusal looks alike here: each is doubtful, unless older tokens keep working.
    await this.seeOlder(signal);
    return this.#context.olderSeen() !== 'works';
  }

  /** Returns whether tokens are refused with the status that the profile says. */
  async #isRefusedWith(status: number, signal: AbortSignal): Promise<boolean> {
    const [operation] = this.#candidates;
    if (!operation) return false;
    const caller = this.#context.calling('calibration', signal);
    const witness = await this.#witnessOf(operation, caller).catch(unknownUnlessOurs);
    return typeof witness === 'object' && witness.statuses.every((one) => one === status);
  }

  /** One look serves all who ask before it begins. */
  #look(token: Token, signal: AbortSignal): Promise<Found> {
    const waiting = this.#waiting.get(token.value);
    if (waiting) return waiting;
    const mine = this.#last.then(() => {
      this.#waiting.delete(token.value);
      return this.#lookNow(token, signal).catch(unknownUnlessOurs);
    });
    this.#waiting.set(token.value, mine);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #lookNow(token: Token, signal: AbortSignal): Promise<Found> {
    const caller = this.#context.calling('calibration', signal);
    for (const operation of this.#candidates) {
      const witness = await this.#witnessOf(operation, caller);
      const answer = witness && (await this.#ask(witness, caller, token.value));
      if (witness && answer && isServed(witness, answer)) return this.#works(witness, answer);
      if (this.#context.tokens.isSuperseded(token)) return 'superseded';
      if (witness && answer && (await this.#worksAnew(witness, caller, token))) {
        this.#telling.add(answer.fingerprint);
        return 'ended';
      }
      if (witness?.served !== undefined) return 'unknown';
      this.#candidates = this.#candidates.filter((one) => one !== operation);
    }
    return 'unknown';
  }

  #works(witness: Witness, { fingerprint }: Answer): 'works' {
    witness.served = fingerprint;
    this.#witness = witness;
    return 'works';
  }

  /** Returns whether a new token works where this one does not. */
  async #worksAnew(witness: Witness, caller: Caller, token: Token): Promise<boolean> {
    let last = token;
    for (let attempt = 0; attempt < TOKENS; attempt++) {
      last = await this.#context.tokens.replace(last);
      const answer = await this.#ask(witness, caller, last.value);
      if (!isServed(witness, answer)) continue;
      this.#works(witness, answer);
      return true;
    }
    return false;
  }

  /** `undefined` where an operation needs no token, or does not say that it was refused. */
  #witnessOf(operation: GuardedOperationId, caller: Caller): Promise<Witness | undefined> {
    return this.#witnesses.once(operation, () => this.#newWitness(operation, caller));
  }

  async #newWitness(operation: GuardedOperationId, caller: Caller): Promise<Witness | undefined> {
    const bare = await caller.call(operation, { auth: 'none' });
    if (isSuccess(bare)) return undefined;
    const bearer = `garbage-${this.#context.nonce}`;
    const garbage = await caller.call(operation, { auth: { bearer, shownAs: 'never a token' } });
    const refused = [bare.fingerprint, garbage.fingerprint];
    for (const fingerprint of refused) this.#telling.add(fingerprint);
    return { operation, refused, statuses: [bare.status, garbage.status] };
  }

  #ask({ operation }: Witness, caller: Caller, bearer: string): Promise<Answer> {
    return caller.call(operation, { auth: { bearer } });
  }
}

function isOver(found: Found): boolean {
  return found === 'ended' || found === 'superseded';
}

function isServed({ refused, served }: Witness, answer: Answer): boolean {
  if (served !== undefined) return answer.fingerprint === served;
  return isSuccess(answer) && !refused.includes(answer.fingerprint);
}

function unknownUnlessOurs(error: unknown): 'unknown' {
  if (error instanceof Unreached) return 'unknown';
  throw error;
}
