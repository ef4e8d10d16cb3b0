/**
 * Whether a token that should be in force was ended. A refusal alone does not show it: an operation that is answered
 * otherwise with a token than without, the witness, is asked with the same token, and then with a new one.
 *
 * Where a new sign-in ends older tokens, another client with the same credentials ends those of the run. It was another
 * client if a token was refused at an age at which a token of the run still worked: no lifetime explains that.
 */
import { plural } from '../../kit/phrases.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { GuardedOperationId } from '../../specification/operations.ts';
import type { Answer, Token } from '../answer.ts';
import { Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { Host } from '../host.ts';
import { plainOperations } from '../probing/calibration.ts';
import { isSuccess } from '../reading/success.ts';
import { readToken } from '../reading/token.ts';
import type { Caller } from '../session/caller.ts';
import type { Chance } from '../session/chance.ts';
import { Memo } from '../session/memo.ts';
import { sleepUnlessInterrupted } from '../transport/interruption.ts';
import type { Tokens } from './tokens.ts';

/** The deployment's time is known to about this. */
const ROUNDING = 2_000;
/** New tokens that are tried, of which another client may end some. */
const TOKENS = 6;
/** Where another client renews its tokens in turn with the run, each has some time for its requests: so long at most, in ms. */
const TURN = 200;

export interface TokenCheckContext {
  readonly profile: Pick<Profile, 'openings'>;
  readonly nonce: string;
  readonly host: Pick<Host, 'sleep'>;
  readonly chance: Pick<Chance, 'number'>;
  readonly tokens: Pick<Tokens, 'current' | 'replace' | 'isSuperseded'>;
  readonly time: { now(): EpochMs };
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
  readonly #issuedAt = new Map<string, EpochMs>();
  /** The greatest age at which a token worked, and those at which tokens were ended, in ms. */
  #oldest = Number.NEGATIVE_INFINITY;
  readonly #ended: number[] = [];
  #older: Promise<unknown> | undefined;
  #pauses = 0;

  constructor(context: TokenCheckContext) {
    this.#context = context;
  }

  issued({ value }: Pick<Token, 'value'>): void {
    if (!this.#issuedAt.has(value)) this.#issuedAt.set(value, this.#context.time.now());
  }

  /** A request with it was served. */
  served(token: Pick<Token, 'value'>): void {
    this.#oldest = Math.max(this.#oldest, this.#ageOf(token));
  }

  /** Tokens of the run that another client ended. */
  get endedByOthers(): number {
    // Where newer tokens end no older ones, a sign-in of another client cannot end those of the run.
    if (this.#context.olderSeen() === 'works') return 0;
    return this.#ended.filter((age) => age <= this.#oldest + ROUNDING).length;
  }

  /** Sentences for the report about another client. */
  doubts(): string[] {
    const ended = this.endedByOthers;
    if (ended === 0) return [];
    return [
      `Another client signs in with these credentials: ${plural(ended, 'token')} of the run ended early, and the run went on with new ones. Rules about the end of tokens may stay open. Give the run credentials that nobody else uses.`,
    ];
  }

  /**
   * Whether a request was refused because its token was ended. If so, another token is in force by now.
   */
  async isEnded(token: Token, answer: Answer, signal: AbortSignal): Promise<boolean> {
    const { fingerprint } = answer;
    if (!(await this.#mayTell(answer, signal))) return false;
    const found = await this.#look(token, signal);
    if (found === 'ended') this.#telling.add(fingerprint);
    if (found === 'works') this.#harmless.add(fingerprint);
    return isOver(found);
  }

  /** Whether the token is seen to work no more. */
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

  /** Whether an answer may be that to a token that was ended. */
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

  /** Whether tokens are refused with the status that the profile says. */
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
    const age = this.#ageOf(token);
    const caller = this.#context.calling('calibration', signal);
    for (const operation of this.#candidates) {
      const witness = await this.#witnessOf(operation, caller);
      const answer = witness && (await this.#ask(witness, caller, token.value));
      if (witness && answer && isServed(witness, answer)) return this.#works(witness, token, answer);
      if (this.#context.tokens.isSuperseded(token)) return 'superseded';
      // Two clients that renew in turn may end each new one, too.
      const isInTurn = witness?.served !== undefined && this.endedByOthers > 0;
      if (witness && answer && ((await this.#worksAnew(witness, caller, token)) || isInTurn)) {
        this.#telling.add(answer.fingerprint);
        this.#ended.push(age);
        return 'ended';
      }
      if (witness?.served !== undefined) return 'unknown';
      this.#candidates = this.#candidates.filter((one) => one !== operation);
    }
    return 'unknown';
  }

  #works(witness: Witness, token: Token, { fingerprint }: Answer): 'works' {
    witness.served = fingerprint;
    this.#witness = witness;
    this.served(token);
    return 'works';
  }

  /** Whether a new token works where this one does not. */
  async #worksAnew(witness: Witness, caller: Caller, token: Token): Promise<boolean> {
    let last = token;
    for (let attempt = 0; attempt < TOKENS; attempt++) {
      if (attempt > 0 || this.endedByOthers > 0) await this.#pause(caller.signal);
      last = await this.#context.tokens.replace(last);
      const answer = await this.#ask(witness, caller, last.value);
      if (!isServed(witness, answer)) continue;
      this.#works(witness, last, answer);
      return true;
    }
    return false;
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { host, chance, nonce } = this.#context;
    await sleepUnlessInterrupted(host, chance.number(`${nonce} ${this.#pauses++}`, TURN), signal);
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

  #ageOf({ value }: Pick<Token, 'value'>): number {
    const now = this.#context.time.now();
    return now - (this.#issuedAt.get(value) ?? now);
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
