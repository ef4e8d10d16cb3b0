/** Tokens of the run (sections 4.1 and 5): the first answer, which many rules are judged by, and one that is in force. */
import { inTurn } from '../../kit/in-turn.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer, Token } from '../answer.ts';
import type { Deployment, DeploymentTokens } from '../deployment.ts';
import { bringsToken, readToken } from '../reading/tokens.ts';
import { mayComeLater } from '../transport/failures.ts';
import { endsOf } from './ends.ts';

/** A token is renewed this long before its end, or after three quarters of its life. */
const MARGIN = 60_000;
/** Where a renewal ends older tokens, what is found out about a token shortly before its end comes first. */
const LAST_MARGIN = 8_000;
const LAST_PART = 32;

export function tokensOf(deployment: Deployment): DeploymentTokens {
  const { clock, signal, ending } = deployment;
  const ends = endsOf(deployment);
  let shared: { readonly token: Promise<Token>; readonly useUntil?: EpochMs | undefined } | undefined;
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
  const first = () => deployment.memo.once('first token', request) as Promise<Answer>;

  const useUntil = ({ expires }: Token): EpochMs | undefined => {
    const life = (expires ?? 0) - clock.now();
    // A token that ended before it was issued says nothing of when it ends.
    if (expires === undefined || life <= 0) return undefined;
    const margin = ends.byRenewal() ? Math.min(LAST_MARGIN, life / LAST_PART) : Math.min(MARGIN, life / 4);
    return expires - margin;
  };

  const renew = (): Promise<Token> => {
    const mine = { token: (newest ? request() : first()).then(readToken) };
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
    first,
    current: () =>
      shared && clock.now() < (shared.useUntil ?? Number.POSITIVE_INFINITY) ? shared.token : renew(),
    forget() {
      shared = undefined;
    },
    replace({ value }) {
      if (newest?.value === value) tokens.forget();
      return tokens.current();
    },
    issue(send) {
      issuing = inTurn(tokens, async () => {
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
      return issuing as Promise<Answer>;
    },
    issuedBeside(answer) {
      if (!bringsToken(answer)) return;
      newest = readToken(answer);
      tokens.forget();
    },
    settled: async () => void (await Promise.allSettled([issuing])),
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
