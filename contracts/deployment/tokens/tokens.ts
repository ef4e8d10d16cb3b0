/** Tokens of the run (sections 4.1 and 5): the first answer, which many rules are judged by, and one that is in force. */
import { fieldOf } from '../../kit/json.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer, Token } from '../answer.ts';
import type { Deployment, DeploymentTokens } from '../deployment.ts';
import { Interrupted } from '../finding.ts';
import { readToken } from '../reading/tokens.ts';
import { breakOffIn, NoAnswer } from '../transport/failures.ts';
import { endsOf } from './ends.ts';

/** A token is renewed this long before its end, or after three quarters of its life. */
const MARGIN = 60_000;
/** Where a renewal ends older tokens, what is found out about a token shortly before its end comes first. */
const LAST_MARGIN = 8_000;
const LAST_PART = 32;

interface Shared {
  readonly token: Promise<Token>;
  useUntil?: EpochMs | undefined;
}

export function tokensOf(deployment: Deployment): DeploymentTokens {
  const { clock, signal, ending } = deployment;
  const ends = endsOf(deployment);
  let first: Promise<Answer> | undefined;
  let shared: Shared | undefined;
  let newest: Token | undefined;
  let issuing: Promise<unknown> = Promise.resolve();
  /** Tells whether a request for one is on its way. */
  let isAsked = false;
  /** Requests of one moment, with a token that has just ended: another one may end it before the others are there. */
  const underWay = new Set<Promise<unknown>>();

  // A request that needs a token may hold a place among those that others wait for.
  const request = () => {
    const setUp = deployment.as('set-up', signal.aborted ? ending.signal : signal);
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

  const forget = (): void => {
    shared = undefined;
  };

  const askFirst = (): Promise<Answer> => {
    if (first) return first;
    const asked = request();
    first = asked;
    // A request that was never answered is sent again by the next who needs the token.
    asked.catch((error: unknown) => {
      if (mayComeLater(error) && first === asked) first = undefined;
    });
    return asked;
  };

  const renew = (): Promise<Token> => {
    const answer = newest ? request() : askFirst();
    const mine: Shared = { token: answer.then(readToken) };
    shared = mine;
    mine.token.catch((error: unknown) => {
      if (mayComeLater(error) && shared === mine) shared = undefined;
    });
    return mine.token;
  };

  const tokens: DeploymentTokens = {
    answers: [],
    refused: undefined,
    incomplete: undefined,
    first: askFirst,
    current: () =>
      shared && !(shared.useUntil !== undefined && clock.now() >= shared.useUntil) ? shared.token : renew(),
    forget,
    replace({ value }) {
      if (newest?.value === value) forget();
      return tokens.current();
    },
    issue(send) {
      const mine = issuing.then(async () => {
        isAsked = true;
        try {
          const answer = await send();
          tokens.answers.push(answer);
          if (!hasToken(answer)) return answer;
          newest = readToken(answer);
          shared = { token: Promise.resolve(newest), useUntil: useUntil(newest) };
          return answer;
        } finally {
          isAsked = false;
        }
      });
      issuing = mine.catch(() => undefined);
      return mine;
    },
    issuedBeside(answer) {
      if (!hasToken(answer)) return;
      newest = readToken(answer);
      forget();
    },
    settled: async () => void (await issuing),
    isSuperseded: ({ value }) => isAsked || (newest !== undefined && newest.value !== value),
    async renewalEnds() {
      await ends.seeOlder();
      return ends.byRenewal();
    },
    async mayBeEnded(token) {
      await ends.seeOlder();
      if (ends.older() === 'works' && !ends.byRenewal()) return false;
      await tokens.settled();
      return tokens.isSuperseded(token) || (await ends.hasEnded(token));
    },
    isEnded: ends.isEnded,
    async atOnce(send) {
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

function hasToken({ json }: Answer): boolean {
  const token = fieldOf(json, 'token');
  return typeof token === 'string' && token !== '';
}

function mayComeLater(error: unknown): boolean {
  const interrupted =
    error instanceof Interrupted || (error instanceof NoAnswer && error.kind === 'interrupted');
  return interrupted || breakOffIn(error) !== undefined;
}
