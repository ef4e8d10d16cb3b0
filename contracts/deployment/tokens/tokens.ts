/** Tokens of the run (sections 4.1 and 5): the first answer, which many rules are judged by, and one that is in force. */
import { fieldOf } from '../../kit/json.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer, Token } from '../answer.ts';
import type { Deployment, DeploymentTokens } from '../deployment.ts';
import { Interrupted } from '../finding.ts';
import { readToken } from '../reading/token.ts';
import { breakOffIn, NoAnswer } from '../transport/failures.ts';
import { olderSeen, TokenCheck } from './token-check.ts';

/** A token is renewed this long before its end, or after three quarters of its life. */
const MARGIN = 60_000;
/** Where a renewal ends older tokens, what is found out about a token shortly before its end comes first. */
const LAST_MARGIN = 8_000;
const LAST_PART = 32;

export function tokensOf(deployment: Deployment): DeploymentTokens {
  const { profile, signal, ending } = deployment;
  /** Returns whether a renewal ends older tokens: by the profile, or by what was seen. */
  const renewalEnds = () => profile.openings['token.older'] === 'ends' || olderSeen(deployment) === 'ends';
  // A request that needs a token may hold a place among those that others wait for.
  const request = () => {
    const setUp = deployment.as('set-up', signal.aborted ? ending.signal : signal);
    return setUp.requestToken(undefined, { urgent: true });
  };
  const tokens = new Tokens(request, renewalEnds, () => deployment.clock.now());
  const check = new TokenCheck(deployment);
  const underWay = new Set<Promise<unknown>>();
  return Object.assign(tokens, {
    async renewalEnds() {
      await check.seeOlder();
      return renewalEnds();
    },
    async mayBeEnded(token: Token) {
      await check.seeOlder();
      if (olderSeen(deployment) === 'works' && !renewalEnds()) return false;
      await tokens.settled();
      return tokens.isSuperseded(token) || (await check.hasEnded(token));
    },
    isEnded: (token: Token, answer: Answer) => check.isEnded(token, answer),
    /**
     * Requests that are sent at the same moment, with a token that has just ended: what is found out about their answers may
     * need another one, and that may end the token before the others are there.
     */
    async atOnce<T>(send: () => Promise<T>) {
      const mine = send();
      underWay.add(mine);
      await mine.catch(() => undefined);
      await deployment.appointments.idle(() => Promise.allSettled(underWay));
      underWay.delete(mine);
      return mine;
    },
  });
}

export class Tokens {
  readonly #request: () => Promise<Answer>;
  readonly #renewalEnds: () => boolean;
  readonly #now: () => EpochMs;
  #first: Promise<Answer> | undefined;
  /** The first token is used until it is to be renewed, or forgotten. */
  #firstUsed = false;
  #current: { token: Promise<Token>; useUntil: EpochMs | undefined } | undefined;

  constructor(request: () => Promise<Answer>, renewalEnds: () => boolean, now: () => EpochMs) {
    this.#request = request;
    this.#renewalEnds = renewalEnds;
    this.#now = now;
  }

  /** The answers to all requests with the user's own credentials. */
  readonly answers: Answer[] = [];
  /** The answer to a request with a wrong key, where one was sent. */
  refused: Pick<Answer, 'status' | 'json' | 'exchange'> | undefined;
  /** The same for a request without a key. */
  incomplete: Pick<Answer, 'status' | 'json' | 'exchange'> | undefined;
  #newest: Token | undefined;
  #issuing: Promise<unknown> = Promise.resolve();
  /** Tells whether a request for one is on its way. */
  #isAsked = false;

  /** Requests with the user's credentials go out one after the other: what a renewal does to older tokens is open. */
  issue(request: () => Promise<Answer>): Promise<Answer> {
    const mine = this.#issuing.then(async () => {
      this.#isAsked = true;
      try {
        const answer = await request();
        this.answers.push(answer);
        this.#adopt(answer);
        return answer;
      } finally {
        this.#isAsked = false;
      }
    });
    this.#issuing = mine.catch(() => undefined);
    return mine;
  }

  /** Until each token that is asked for by now was issued, or refused. */
  async settled(): Promise<void> {
    await this.#issuing;
  }

  /** Returns whether another token was issued after this one, or may be by now. */
  isSuperseded({ value }: Pick<Token, 'value'>): boolean {
    return this.#isAsked || (this.#newest !== undefined && this.#newest.value !== value);
  }

  /** A token came for other credentials than the user's own, and may have ended those of the run. */
  issuedBeside(answer: Answer): void {
    if (!hasToken(answer)) return;
    this.#newest = readToken(answer);
    this.forget();
  }

  /** From now on the newest one is used. */
  #adopt(answer: Answer): void {
    if (!hasToken(answer)) return;
    const token = readToken(answer);
    this.#newest = token;
    this.#firstUsed = true;
    this.#current = { token: Promise.resolve(token), useUntil: this.#useUntil(token) };
  }

  #useUntil({ expires }: Token): EpochMs | undefined {
    if (expires === undefined) return undefined;
    const life = expires - this.#now();
    // A token that ended before it was issued says nothing of when it ends.
    if (life <= 0) return undefined;
    const ends = this.#renewalEnds();
    return expires - (ends ? Math.min(LAST_MARGIN, life / LAST_PART) : Math.min(MARGIN, life / 4));
  }

  /** The answer to the first request with the user's own credentials. */
  first(): Promise<Answer> {
    if (this.#first) return this.#first;
    const first = this.#request();
    this.#first = first;
    // A request that was never answered is sent again by the next who needs the token.
    first.catch((error: unknown) => {
      if (mayComeLater(error) && this.#first === first) this.#first = undefined;
    });
    return first;
  }

  /** A token in force, shared by all. */
  current(): Promise<Token> {
    const current = this.#current;
    const isOver = current?.useUntil !== undefined && this.#now() >= current.useUntil;
    return current && !isOver ? current.token : this.#renew();
  }

  /** The current one is to be used no more. */
  forget(): void {
    this.#current = undefined;
    this.#firstUsed = true;
  }

  /** Replaces an expired or revoked token. */
  replace({ value }: Token): Promise<Token> {
    if (this.#newest?.value === value) this.forget();
    return this.current();
  }

  #renew(): Promise<Token> {
    const answer = this.#firstUsed ? this.#request() : this.#firstInForce();
    this.#firstUsed = true;
    const current: { token: Promise<Token>; useUntil: EpochMs | undefined } = {
      token: answer.then((given) => readToken(given)),
      useUntil: undefined,
    };
    this.#current = current;
    current.token.then(
      (token) => {
        current.useUntil = this.#useUntil(token);
      },
      (error: unknown) => {
        if (mayComeLater(error) && this.#current === current) this.#current = undefined;
      },
    );
    return current.token;
  }

  /** The first one, unless time was brought past its end before anybody needed it. */
  async #firstInForce(): Promise<Answer> {
    const first = await this.first();
    const { expires } = readToken(first);
    return expires !== undefined && expires <= this.#now() ? this.#request() : first;
  }
}

function hasToken({ json }: Answer): boolean {
  const token = fieldOf(json, 'token');
  return typeof token === 'string' && token !== '';
}

function mayComeLater(error: unknown): boolean {
  const interrupted =
    error instanceof Interrupted || (error instanceof NoAnswer && error.kind === 'interrupted');
  return interrupted || breakOffIn(error) !== undefined;
}
