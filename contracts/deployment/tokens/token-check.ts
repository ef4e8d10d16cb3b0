/**
 * Tells whether a token that should be in force was ended. A refusal alone does not show it: an operation that is answered
 * otherwise with a token than without, the witness, is asked with the same token, and then with a new one.
 */
import type { GuardedOperationId } from '../../specification/operations.ts';
import type { Answer, Token } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { plainOperations } from '../probing/plain.ts';
import { isSuccess } from '../reading/success.ts';
import { readToken } from '../reading/token.ts';
import { Memo } from '../sharing/memo.ts';

/** New tokens that are tried, of which those of other histories may end some. */
const TOKENS = 6;

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
  readonly #deployment: Deployment;
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

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /**
   * Returns whether a request was refused because its token was ended. If so, another token is in force by now.
   */
  async isEnded(token: Token, answer: Answer): Promise<boolean> {
    const { fingerprint } = answer;
    if (!(await this.#mayTell(answer))) return false;
    const found = await this.#look(token);
    if (found === 'ended') this.#telling.add(fingerprint);
    if (found === 'works') this.#harmless.add(fingerprint);
    return isOver(found);
  }

  /** Returns whether the token is seen to work no more. */
  async hasEnded(token: Token): Promise<boolean> {
    return isOver(await this.#look(token));
  }

  /** Sees what a renewal does to older tokens, unless the run has seen it. */
  async seeOlder(): Promise<void> {
    if (olderSeen(this.#deployment) !== undefined) return;
    this.#older ??= this.#tryOlder().catch(unknownUnlessOurs);
    await this.#older;
  }

  async #tryOlder(): Promise<void> {
    const tokens = this.#deployment.tokens;
    const caller = this.#deployment.as('calibration');
    for (let attempt = 0; attempt < TOKENS; attempt++) {
      const first = await tokens.current();
      if ((await this.#look(first)) !== 'works') continue;
      const witness = this.#witness;
      if (!witness) return;
      const answer = await caller.requestToken();
      const second = readToken(answer);
      if (second.value === first.value) return;
      const older = await this.#ask(witness, caller, first.value);
      const newer = await this.#ask(witness, caller, second.value);
      if (isServed(witness, older)) return this.#deployment.observe('token.older', 'works', answer, older);
      if (!isServed(witness, newer)) continue;
      this.#telling.add(older.fingerprint);
      return this.#deployment.observe('token.older', 'ends', answer, older);
    }
  }

  /** Returns whether an answer may be that to a token that was ended. */
  async #mayTell({ fingerprint, status }: Answer): Promise<boolean> {
    if (!this.#telling.has(fingerprint)) {
      if (this.#harmless.has(fingerprint)) return false;
      const pinned = this.#deployment.profile.openings['auth.refusal']?.status;
      return pinned === undefined || pinned === status || !(await this.#isRefusedWith(pinned));
    }
    if (!this.#harmless.has(fingerprint)) return true;
    // Every refusal looks alike here: each is doubtful, unless older tokens keep working.
    await this.seeOlder();
    return olderSeen(this.#deployment) !== 'works';
  }

  /** Returns whether tokens are refused with the status that the profile says. */
  async #isRefusedWith(status: number): Promise<boolean> {
    const [operation] = this.#candidates;
    if (!operation) return false;
    const caller = this.#deployment.as('calibration');
    const witness = await this.#witnessOf(operation, caller).catch(unknownUnlessOurs);
    return typeof witness === 'object' && witness.statuses.every((one) => one === status);
  }

  /** One look serves all who ask before it begins. */
  #look(token: Token): Promise<Found> {
    const waiting = this.#waiting.get(token.value);
    if (waiting) return waiting;
    const mine = this.#last.then(() => {
      this.#waiting.delete(token.value);
      return this.#lookNow(token).catch(unknownUnlessOurs);
    });
    this.#waiting.set(token.value, mine);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #lookNow(token: Token): Promise<Found> {
    const caller = this.#deployment.as('calibration');
    for (const operation of this.#candidates) {
      const witness = await this.#witnessOf(operation, caller);
      const answer = witness && (await this.#ask(witness, caller, token.value));
      if (witness && answer && isServed(witness, answer)) return this.#works(witness, answer);
      if (this.#deployment.tokens.isSuperseded(token)) return 'superseded';
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
  async #worksAnew(witness: Witness, caller: Deployment, token: Token): Promise<boolean> {
    let last = token;
    for (let attempt = 0; attempt < TOKENS; attempt++) {
      last = await this.#deployment.tokens.replace(last);
      const answer = await this.#ask(witness, caller, last.value);
      if (!isServed(witness, answer)) continue;
      this.#works(witness, answer);
      return true;
    }
    return false;
  }

  /** `undefined` where an operation needs no token, or does not say that it was refused. */
  #witnessOf(operation: GuardedOperationId, caller: Deployment): Promise<Witness | undefined> {
    return this.#witnesses.once(operation, () => this.#newWitness(operation, caller));
  }

  async #newWitness(operation: GuardedOperationId, caller: Deployment): Promise<Witness | undefined> {
    const bare = await caller.call(operation, { auth: 'none' });
    if (isSuccess(bare)) return undefined;
    const bearer = `garbage-${this.#deployment.nonce}`;
    const garbage = await caller.call(operation, { auth: { bearer, shownAs: 'never a token' } });
    const refused = [bare.fingerprint, garbage.fingerprint];
    for (const fingerprint of refused) this.#telling.add(fingerprint);
    return { operation, refused, statuses: [bare.status, garbage.status] };
  }

  #ask({ operation }: Witness, caller: Deployment, bearer: string): Promise<Answer> {
    return caller.call(operation, { auth: { bearer } });
  }
}

/** Returns what the run saw of older tokens after a renewal: the statement of the profile may not hold. */
export function olderSeen({ seen }: Deployment): string | undefined {
  return seen.get('token.older')?.observed;
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
