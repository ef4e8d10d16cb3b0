/**
 * Tells whether a token that should be in force was ended. A refusal alone does not show it: an operation that is answered
 * otherwise with a token than without, the witness, is asked with the same token, and then with a new one.
 */
import { inTurn } from '../../kit/in-turn.ts';
import type { GuardedOperationId } from '../../specification/operations.ts';
import type { Answer, Token } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Fingerprint } from '../fingerprint.ts';
import { plainOperations } from '../probing/plain.ts';
import { isSuccess } from '../reading/answers.ts';
import { readToken } from '../reading/tokens.ts';
import { Memo } from '../sharing/memo.ts';

/** New tokens that are tried, of which those of other histories may end some. */
const TOKENS = 6;

interface Witness {
  readonly operation: GuardedOperationId;
  /** Its looks without a token and with a made-up one. */
  readonly refused: readonly Fingerprint[];
  readonly statuses: readonly number[];
  /** Its look with a token in force, once that was seen. */
  served?: Fingerprint;
}

/** `ended`: also by a newer one that the run itself has requested. */
type Found = 'works' | 'ended' | 'unknown';

export function endsOf(deployment: Deployment) {
  /** The operations that may be the witness, the steadiest first. */
  let candidates: readonly GuardedOperationId[] = plainOperations.toReversed();
  const witnesses = new Memo<GuardedOperationId, Witness | undefined>();
  /** The one that was seen to be served. */
  let proven: Witness | undefined;
  /** Refusals after which the token still worked, and those for want of a token that is in force. */
  const harmless = new Set<Fingerprint>();
  const telling = new Set<Fingerprint>();
  /** Looks that have not begun, by token: whoever asks meanwhile joins. */
  const waiting = new Map<string, Promise<Found>>();
  let olderTried: Promise<unknown> | undefined;

  const ask = (
    { operation }: Pick<Witness, 'operation'>,
    bearer: string,
    shownAs?: string,
  ): Promise<Answer> =>
    deployment.as('calibration').call(operation, { auth: { bearer, ...(shownAs && { shownAs }) } });

  const isServed = (witness: Witness, answer: Answer): boolean => {
    const { fingerprint } = answer;
    const isNew = witness.served === undefined && isSuccess(answer) && !witness.refused.includes(fingerprint);
    if (isNew) proven = Object.assign(witness, { served: fingerprint });
    return witness.served === fingerprint;
  };

  /** `undefined` where an operation needs no token, or does not say that it was refused. */
  const witnessOf = (operation: GuardedOperationId): Promise<Witness | undefined> =>
    witnesses.once(operation, async () => {
      const bare = await deployment.as('calibration').call(operation, { auth: 'none' });
      if (isSuccess(bare)) return undefined;
      const madeUp = await ask({ operation }, `garbage-${deployment.nonce}`, 'never a token');
      const refused = [bare.fingerprint, madeUp.fingerprint];
      for (const fingerprint of refused) telling.add(fingerprint);
      return { operation, refused, statuses: [bare.status, madeUp.status] };
    });

  /** Returns whether a new token works where this one does not. */
  const worksAnew = async (witness: Witness, token: Token): Promise<boolean> => {
    let newer = token;
    for (let attempt = 0; attempt < TOKENS; attempt++) {
      newer = await deployment.tokens.replace(newer);
      if (isServed(witness, await ask(witness, newer.value))) return true;
    }
    return false;
  };

  const lookWith = async (token: Token): Promise<Found> => {
    for (const operation of candidates) {
      if (deployment.tokens.isSuperseded(token)) return 'ended';
      const witness = await witnessOf(operation);
      const answer = witness && (await ask(witness, token.value));
      if (witness && answer && isServed(witness, answer)) return 'works';
      if (deployment.tokens.isSuperseded(token)) return 'ended';
      if (witness && answer && (await worksAnew(witness, token))) {
        telling.add(answer.fingerprint);
        return 'ended';
      }
      if (witness?.served !== undefined) return 'unknown';
      candidates = candidates.filter((one) => one !== operation);
    }
    return 'unknown';
  };

  /** Looks one after the other: what one shows may answer the next, and it must not have begun before it is asked for. */
  const look = (token: Token): Promise<Found> => {
    const begun = waiting.get(token.value);
    if (begun) return begun;
    const mine = inTurn(waiting, () => {
      waiting.delete(token.value);
      return lookWith(token).catch(unknownUnlessOurs);
    });
    waiting.set(token.value, mine);
    return mine;
  };

  /** Returns what the run saw of older tokens after a renewal: the statement of the profile may not hold. */
  const older = () => deployment.seen.get('token.older')?.observed;

  const tryOlder = async (): Promise<void> => {
    for (let attempt = 0; attempt < TOKENS; attempt++) {
      const first = await deployment.tokens.current();
      if ((await look(first)) !== 'works') continue;
      if (!proven) return;
      const answer = await deployment.as('calibration').requestToken();
      const second = readToken(answer);
      if (second.value === first.value) return;
      const before = await ask(proven, first.value);
      const after = await ask(proven, second.value);
      if (isServed(proven, before)) return deployment.observe('token.older', 'works', answer, before);
      if (!isServed(proven, after)) continue;
      telling.add(before.fingerprint);
      return deployment.observe('token.older', 'ends', answer, before);
    }
  };

  /** Sees what a renewal does to older tokens, unless the run has seen it. */
  const seeOlder = async (): Promise<void> => {
    if (older() !== undefined) return;
    olderTried ??= tryOlder().catch(unknownUnlessOurs);
    await olderTried;
  };

  /** Returns whether an answer may be that to a token that was ended. Where every refusal looks alike, each is doubtful, unless older tokens keep working. */
  const mayTell = async ({ fingerprint, status }: Answer): Promise<boolean> => {
    if (harmless.has(fingerprint)) {
      if (telling.has(fingerprint)) await seeOlder();
      return telling.has(fingerprint) && older() !== 'works';
    }
    const pinned = deployment.profile.openings['auth.refusal']?.status;
    if (telling.has(fingerprint) || pinned === undefined || pinned === status) return true;
    // The profile may be wrong about the status that tokens are refused with.
    const [operation] = candidates;
    const witness = operation && (await witnessOf(operation).catch(unknownUnlessOurs));
    return typeof witness !== 'object' || witness.statuses.some((one) => one !== pinned);
  };

  return {
    older,
    seeOlder,
    /** Returns whether a renewal ends older tokens: by the profile, or by what was seen. */
    byRenewal: () => deployment.profile.openings['token.older'] === 'ends' || older() === 'ends',
    hasEnded: async (token: Token) => (await look(token)) === 'ended',
    async isEnded(token: Token, answer: Answer): Promise<boolean> {
      if (!(await mayTell(answer))) return false;
      const found = await look(token);
      if (found === 'ended') telling.add(answer.fingerprint);
      if (found === 'works') harmless.add(answer.fingerprint);
      return found === 'ended';
    },
  };
}

function unknownUnlessOurs(error: unknown): 'unknown' {
  if (error instanceof Unreached) return 'unknown';
  throw error;
}
