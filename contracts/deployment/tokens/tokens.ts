/** Tokens of the run (sections 4.1 and 5): the first answer, which many rules are judged by, and one that is in force. */
import { inTurn } from '../../kit/in-turn.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer, Token } from '../answer.ts';
import { bringsToken, readToken } from '../reading/tokens.ts';
import type { Appointments } from '../time/appointments.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';
import { mayComeLater } from '../transport/failures.ts';
import { endsOf, type Shown } from './ends.ts';

/** A token is renewed this long before its end, or after three quarters of its life. */
const MARGIN = 60_000;
/** Where a renewal ends older tokens, what is found out about a token shortly before its end comes first. */
const LAST_MARGIN = 8_000;
const LAST_PART = 32;

/** The answer to a token request that is to be refused. */
type Refused = Pick<Answer, 'status' | 'json' | 'exchange'>;

interface Parts extends Shown {
  readonly clock: DeploymentTime;
  readonly appointments: Appointments;
  readonly signal: AbortSignal;
  readonly ending: AbortController;
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
}

export function tokensOf(deployment: Parts) {
  const { clock, signal, ending } = deployment;
  const ends = endsOf(deployment, () => tokens);
  let shared: { readonly token: Promise<Token>; readonly useUntil?: EpochMs | undefined } | undefined;
  let newest: Token | undefined;
  let issuing: Promise<unknown> = Promise.resolve();
  /** Tells whether a request for one is on its way. */
  let isAsked = false;
  /** Requests of one moment, with a token that has just ended: another one may end it before the others are there. */
  const underWay = new Set<Promise<unknown>>();

  const request = (): Promise<Answer> => {
    const setUp = deployment.as('set-up', signal.aborted ? ending.signal : signal);
    // A request that needs a token may hold a place among those that others wait for.
    return setUp.requestToken(undefined, { urgent: true });
  };

  const useUntil = ({ expires }: Token): EpochMs | undefined => {
    const life = (expires ?? 0) - clock.now();
    // A token that ended before it was issued says nothing of when it ends.
    if (expires === undefined || life <= 0) return undefined;
    return (
      expires - (ends.byRenewal() ? Math.min(LAST_MARGIN, life / LAST_PART) : Math.min(MARGIN, life / 4))
    );
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
    refused: undefined as Refused | undefined,
    incomplete: undefined as Refused | undefined,
    /** The answer to the run's first request with the user's own credentials. */
    first: (): Promise<Answer> => deployment.once('first token', request),
    /** A token that is in force by the deployment's own clock; shared, and renewed in time. */
    current: (): Promise<Token> =>
      shared && clock.now() < (shared.useUntil ?? Number.POSITIVE_INFINITY) ? shared.token : renew(),
    /** The shared token may no longer work: the next one is a new one. */
    forget(): void {
      shared = undefined;
    },
    /** Replaces an expired or revoked token. */
    replace({ value }: Token): Promise<Token> {
      if (newest?.value === value) tokens.forget();
      return tokens.current();
    },
    /** Requests with the user's credentials go out one after the other: what a renewal does to older tokens is open. */
    issue(send: () => Promise<Answer>): Promise<Answer> {
      const issued = inTurn(tokens, async () => {
        isAsked = true;
        try {
          const answer = await send();
          tokens.answers.push(answer);
          if (!bringsToken(answer)) return answer;
          newest = readToken(answer);
          shared = { token: Promise.resolve(newest), useUntil: useUntil(newest) };
          return answer;
        } finally {
          isAsked = false;
        }
      });
      issuing = issued;
      return issued;
    },
    /** A token came for other credentials than the user's own, and may have ended those of the run. */
    issuedBeside(answer: Answer): void {
      if (!bringsToken(answer)) return;
      newest = readToken(answer);
      tokens.forget();
    },
    /** Until each token that is asked for by now was issued, or refused. */
    settled: async (): Promise<void> => void (await Promise.allSettled([issuing])),
    /** Returns whether another token was issued after this one, or may be by now. */
    isSuperseded: ({ value }: Pick<Token, 'value'>): boolean =>
      isAsked || (newest !== undefined && newest.value !== value),
    /** Returns whether a renewal ends older tokens here, by the profile or by what was seen: it is tried first. */
    async renewalEnds(): Promise<boolean> {
      await ends.seeOlder();
      return ends.byRenewal();
    },
    /** Returns whether a newer token may have ended this one. */
    async mayBeEnded(token: Token): Promise<boolean> {
      await ends.seeOlder();
      if (ends.older() === 'works' && !ends.byRenewal()) return false;
      await tokens.settled();
      return tokens.isSuperseded(token) || (await ends.hasEnded(token));
    },
    /** Returns whether a request was refused because its token was ended. If so, another token is in force by now. */
    isEnded: ends.isEnded,
    /** Returns when all that were sent so by then have been answered: no other token is needed before. */
    async atOnce<T>(send: () => Promise<T>): Promise<T> {
      const mine = send();
      underWay.add(mine);
      await mine.catch(() => undefined);
      await deployment.appointments.idle(() => Promise.allSettled(underWay));
      underWay.delete(mine);
      return mine;
    },
  };
  return tokens;
}
