/**
 * Tokens of the run (sections 4.1 and 5): the first answer, which many rules are judged by, one that is in force, and whether one
 * that should be was ended. A refusal alone does not show that: the witness, an operation that is refused without a token, is asked
 * with the same token, and then with a new one.
 */
import { inTurn } from '../../kit/in-turn.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Profile } from '../../profile/profile.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import type { GuardedOperationId } from '../../specification/operations.ts';
import type { Answer, CallOptions, Token } from '../answer.ts';
import { type HasExchange, Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { plainOperations } from '../probing/plain.ts';
import { isSuccess } from '../reading/answers.ts';
import { bringsToken, readToken } from '../reading/tokens.ts';
import type { Appointments } from '../time/appointments.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';
import { mayComeLater } from '../transport/failures.ts';

/** A token is renewed this long before its end, or after three quarters of its life. */
const MARGIN = 60_000;
/** The margin where a renewal ends older tokens: checks of a token shortly before its end come first. */
const LAST_MARGIN = 8_000;
const LAST_PART = 32;
/** New tokens that are tried in place of one that was refused. Those of other histories may end some. */
const TRIED = 6;

interface Parts {
  readonly clock: Pick<DeploymentTime, 'now'>;
  readonly profile: Pick<Profile, 'openings'>;
  readonly signal: AbortSignal;
  readonly ending: AbortController;
  readonly nonce: string;
  readonly appointments: Pick<Appointments, 'idle'>;
  readonly seen: ReadonlyMap<OpeningId, { readonly observed: string }>;
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  observe(opening: OpeningId, observed: string, ...shown: readonly HasExchange[]): void;
  as(purpose: string, until?: AbortSignal): Asking;
}

interface Asking {
  call(operation: GuardedOperationId, options: CallOptions): Promise<Answer>;
  requestToken(body?: undefined, options?: { urgent: boolean }): Promise<Answer>;
}

type Said = Pick<Answer, 'status' | 'json' | 'exchange'>;
export type DeploymentTokens = ReturnType<typeof tokensOf>;

export function tokensOf(deployment: Parts) {
  const { clock, signal, ending, profile, once } = deployment;
  const { 'token.older': pinned, 'auth.refusal': refusal } = profile.openings;
  let shared: { readonly token: Promise<Token>; readonly useUntil?: EpochMs | undefined } | undefined;
  let newest: Token | undefined;
  let issuing: Promise<unknown> = Promise.resolve();
  /** Tells whether a request for one is on its way. */
  let isAsked = false;
  /** Requests of one moment, with a token that has just ended: another one may end it before the others are there. */
  const underWay = new Set<Promise<unknown>>();
  /** The operations that may be the witness, the steadiest first; the one that was seen to be served alone. */
  let candidates: readonly GuardedOperationId[] = plainOperations.toReversed();
  let isProven = false;
  /** Refusals after which the token still worked, and those for want of a token that is in force. */
  const [harmless, telling] = [new Set<Fingerprint>(), new Set<Fingerprint>()];
  /** Looks that have not begun, by token: whoever asks meanwhile joins. */
  const looks = new Map<string, Promise<boolean | undefined>>();

  // A request that needs a token may hold a place among those that others wait for.
  const request = () => {
    const setUp = deployment.as('set-up', signal.aborted ? ending.signal : signal);
    return setUp.requestToken(undefined, { urgent: true });
  };

  const useUntil = ({ expires }: Token): EpochMs | undefined => {
    const life = (expires ?? 0) - clock.now();
    // A token that ended before it was issued says nothing of when it ends.
    if (expires === undefined || life <= 0) return undefined;
    return expires - (endsOlder() ? Math.min(LAST_MARGIN, life / LAST_PART) : Math.min(MARGIN, life / 4));
  };

  const renew = (): Promise<Token> => {
    const mine = { token: (newest ? request() : tokens.first()).then(readToken) };
    shared = mine;
    mine.token.catch((error: unknown) => {
      if (mayComeLater(error) && shared === mine) shared = undefined;
    });
    return mine.token;
  };

  /** The effect that a renewal was seen to have on older tokens. The statement of the profile may not hold. */
  const older = () => deployment.seen.get('token.older')?.observed;
  const endsOlder = () => pinned === 'ends' || older() === 'ends';

  const ask = async (operation: GuardedOperationId, { value }: Token): Promise<Answer> => {
    const answer = await deployment.as('calibration').call(operation, { auth: { bearer: value } });
    if (isSuccess(answer)) [candidates, isProven] = [[operation], true];
    return answer;
  };

  /** Returns whether a token works; `undefined` where no new one does, or no operation needs one and says so. */
  const lookWith = async (token: Token): Promise<boolean | undefined> => {
    for (const operation of candidates) {
      const bare = await once(`${operation} for a witness`, () =>
        deployment.as('calibration').call(operation, { auth: 'none' }),
      );
      telling.add(bare.fingerprint);
      // An operation that takes any bearer bears no witness.
      const auth = { bearer: `garbage-${deployment.nonce}`, shownAs: 'never a token' };
      const madeUp = await once(`${operation} for a witness with a made-up token`, () =>
        deployment.as('calibration').call(operation, { auth }),
      );
      const answer = [bare, madeUp].some(isSuccess) ? undefined : await ask(operation, token);
      if (answer && isSuccess(answer)) return true;
      for (let [newer, tried] = [token, 0]; answer && tried < TRIED; tried++) {
        newer = await tokens.replace(newer);
        if (!isSuccess(await ask(operation, newer))) continue;
        telling.add(answer.fingerprint);
        return false;
      }
      if (!isProven) candidates = candidates.filter((one) => one !== operation);
    }
    return undefined;
  };

  /** Looks one after the other: what one shows may answer the next, and it must not have begun before it is asked for. */
  const works = (token: Token): Promise<boolean | undefined> => {
    const begin = () => {
      looks.delete(token.value);
      return lookWith(token).catch(unlessOurs);
    };
    const mine = looks.get(token.value) ?? inTurn(looks, begin);
    looks.set(token.value, mine);
    return mine;
  };

  const tryRenewal = async (): Promise<void> => {
    for (let tried = 0; tried < TRIED; tried++) {
      const first = await tokens.current();
      if (!(await works(first))) continue;
      const [witness = 'listDevices'] = candidates;
      const answer = await deployment.as('calibration').requestToken();
      const second = readToken(answer);
      if (second.value === first.value) return;
      const [before, after] = [await ask(witness, first), await ask(witness, second)];
      const found = isSuccess(before) ? 'works' : isSuccess(after) ? 'ends' : undefined;
      if (found) return deployment.observe('token.older', found, answer, before);
    }
  };

  const tokens = {
    /** The answers to all requests with the user's own credentials. */
    answers: [] as Answer[],
    /** The answer to a request with a wrong key, where one was sent; the same for one without a key. */
    refused: undefined as Said | undefined,
    incomplete: undefined as Said | undefined,

    /** The answer to the run's first request with the user's own credentials. */
    first: (): Promise<Answer> => once('first token', request),

    /** A token that is in force by the deployment's own clock; shared, and renewed in time. */
    current: (): Promise<Token> =>
      shared && clock.now() < (shared.useUntil ?? Number.POSITIVE_INFINITY) ? shared.token : renew(),

    /** The shared token may no longer work: the next one is a new one. */
    forget(): void {
      shared = undefined;
    },

    /** Replaces a token that has ended. */
    replace({ value }: Token): Promise<Token> {
      if (newest?.value === value) tokens.forget();
      return tokens.current();
    },

    /** Requests with the user's credentials go out one after the other: what a renewal does to older tokens is open. */
    issue(send: () => Promise<Answer>): Promise<Answer> {
      const mine = inTurn(tokens, async () => {
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
      issuing = mine;
      return mine;
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
      if (pinned !== 'ends' && older() === undefined)
        await once('older tokens', () => tryRenewal().catch(unlessOurs));
      return endsOlder();
    },

    /** Returns whether a newer token may have ended this one. */
    async mayBeEnded(token: Token): Promise<boolean> {
      if (!(await tokens.renewalEnds()) && older() === 'works') return false;
      await tokens.settled();
      return tokens.isSuperseded(token) || (await works(token)) === false;
    },

    /** Returns whether a request was refused because its token was ended. If so, another token is in force by now. */
    async isEnded(token: Token, { fingerprint, status }: Answer): Promise<boolean> {
      const isTelling = telling.has(fingerprint);
      // If every refusal looks alike, each is doubtful, unless older tokens keep working.
      const isDoubtful = harmless.has(fingerprint)
        ? isTelling && older() !== 'works'
        : isTelling || refusal === undefined || refusal.status === status;
      if (!isDoubtful) return false;
      const isInForce = await works(token);
      if (isInForce !== undefined) (isInForce ? harmless : telling).add(fingerprint);
      return isInForce === false;
    },

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

/** A step that cannot be taken shows nothing. */
function unlessOurs(error: unknown): undefined {
  if (error instanceof Unreached) return undefined;
  throw error;
}
