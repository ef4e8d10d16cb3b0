/** Tokens of the run (sections 4.1 and 5): the first answer, which many rules are judged by, and one that is in force. */
import { inTurn } from '../../kit/in-turn.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import type { Answer, Token } from '../answer.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { isIssued, readToken } from '../reading/tokens.ts';
import type { Appointments } from '../time/appointments.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';
import { mayComeLater } from '../transport/failures.ts';

/** A token is renewed this long before its end, or after three quarters of its life. */
const MARGIN = 60_000;
/** The margin where a renewal ends older tokens: checks of a token shortly before its end come first. */
const LAST_MARGIN = 8_000;
const LAST_PART = 32;

interface Parts {
  readonly clock: Pick<DeploymentTime, 'now'>;
  readonly profile: Pick<Profile, 'openings'>;
  readonly signal: AbortSignal;
  readonly ending: AbortController;
  readonly appointments: Pick<Appointments, 'idle'>;
  readonly seen: ReadonlyMap<OpeningId, { readonly observed: string }>;
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  as(
    purpose: string,
    until?: AbortSignal,
  ): { requestToken(body?: undefined, options?: { urgent: boolean }): Promise<Answer> };
}

type Said = Pick<Answer, 'status' | 'json' | 'exchange'>;
export type DeploymentTokens = ReturnType<typeof tokensOf>;

export function tokensOf({ clock, signal, ending, profile, appointments, seen, once, as }: Parts) {
  const { 'token.older': pinned, 'auth.refusal': refusal } = profile.openings;
  let shared: { readonly token: Promise<Token>; readonly useUntil?: EpochMs | undefined } | undefined;
  let newest: Token | undefined;
  let issuing: Promise<unknown> = Promise.resolve();
  /** Tells whether a request for one is on its way. */
  let isAsked = false;
  /** Requests of one moment, with a token that has just ended: another one may end it before the others are there. */
  const underWay = new Set<Promise<unknown>>();

  // A request that needs a token may hold a place among those that others wait for.
  const request = () =>
    as('set-up', signal.aborted ? ending.signal : signal).requestToken(undefined, { urgent: true });

  const useUntil = ({ expires }: Token): EpochMs | undefined => {
    const life = (expires ?? 0) - clock.now();
    // A token that ended before it was issued says nothing of when it ends.
    if (expires === undefined || life <= 0) return undefined;
    const endsOlder = pinned === 'ends' || seen.get('token.older')?.observed === 'ends';
    return expires - (endsOlder ? Math.min(LAST_MARGIN, life / LAST_PART) : Math.min(MARGIN, life / 4));
  };

  const renew = (): Promise<Token> => {
    const mine = { token: (newest ? request() : tokens.first()).then(readToken) };
    shared = mine;
    mine.token.catch((error: unknown) => {
      if (mayComeLater(error) && shared === mine) shared = undefined;
    });
    return mine.token;
  };

  const tokens = {
    /** The answers to all requests with the user's own credentials. */
    answers: [] as Answer[],
    /** The answer to a request with a wrong key, where one was sent; the same for one without a key. */
    refused: undefined as Said | undefined,
    incomplete: undefined as Said | undefined,
    /** The token that was served last. */
    served: undefined as string | undefined,
    /** Refusals that a new token got, too. */
    notForToken: new Set<Fingerprint>(),

    /** The answer to the run's first request with the user's own credentials. */
    first: (): Promise<Answer> => once('first token', request),

    /** A token that is in force by the deployment's own clock; shared, and renewed in time. */
    current: (): Promise<Token> =>
      shared && clock.now() < (shared.useUntil ?? Number.POSITIVE_INFINITY) ? shared.token : renew(),

    /** The shared token may no longer work: the next one is a new one. */
    forget(): void {
      shared = undefined;
    },

    /** Requests with the user's credentials go out one after the other: what a renewal does to older tokens is open. */
    issue(send: () => Promise<Answer>): Promise<Answer> {
      const mine = inTurn(tokens, async () => {
        isAsked = true;
        try {
          const answer = await send();
          tokens.answers.push(answer);
          if (!isIssued(answer)) return answer;
          newest = readToken(answer);
          shared = { token: Promise.resolve(newest), useUntil: useUntil(newest) };
          return answer;
        } finally {
          isAsked = false;
        }
      });
      issuing = mine;
      return mine;
    },

    /** A token came for other credentials than the user's own, and may have ended those of the run. */
    issuedBeside(answer: Answer): void {
      if (!isIssued(answer)) return;
      newest = readToken(answer);
      tokens.forget();
    },

    /** Until each token that is asked for by now was issued, or refused. */
    settled: async (): Promise<void> => void (await Promise.allSettled([issuing])),

    /** Returns whether another token was issued after this one, or may be by now. */
    isSuperseded: ({ value }: Pick<Token, 'value'>): boolean =>
      isAsked || (newest !== undefined && newest.value !== value),

    /** Returns whether a refusal may be for a token that ended before its time, so that a new one is tried. */
    mayBeForToken: ({ value }: Token, { fingerprint, status }: Answer): boolean =>
      tokens.served === value &&
      !tokens.notForToken.has(fingerprint) &&
      (refusal === undefined || refusal.status === status),

    /** Returns when all that were sent so by then have been answered: no other token is needed before. */
    async atOnce<T>(send: () => Promise<T>): Promise<T> {
      const mine = send();
      underWay.add(mine);
      await mine.catch(() => undefined);
      await appointments.idle(() => Promise.allSettled(underWay));
      underWay.delete(mine);
      return mine;
    },
  };
  return tokens;
}
