/**
 * Tells whether a token that should be in force was ended. A refusal alone does not show it: an operation that is answered
 * otherwise with a token than without, the witness, is asked with the same token, and then with a new one.
 */
import { inTurn } from '../../kit/in-turn.ts';
import { itemAt } from '../../kit/items.ts';
import type { Profile } from '../../profile/profile.ts';
import type { GuardedOperationId, OperationId } from '../../specification/operations.ts';
import type { Answer, CallOptions, Token } from '../answer.ts';
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
  /** Its look with a token in force, and the one that showed it. */
  readonly served: Fingerprint;
  readonly token: Token['value'];
}

/** `ended`: also by a newer one that the run itself has requested. */
type Found = 'works' | 'ended' | 'unknown';

/** The part of a deployment that shows what its tokens are worth. */
export interface Shown {
  readonly nonce: string;
  readonly profile: Profile;
  readonly seen: ReadonlyMap<string, { readonly observed: string }>;
  observe(opening: 'token.older', observed: string, ...shown: readonly Answer[]): void;
  as(
    purpose: string,
    until?: AbortSignal,
  ): {
    call(operation: OperationId, options: CallOptions): Promise<Answer>;
    requestToken(body?: undefined, options?: { urgent?: boolean }): Promise<Answer>;
  };
}

/** The tokens of a run. */
interface Tokens {
  current(): Promise<Token>;
  replace(token: Token): Promise<Token>;
  isSuperseded(token: Token): boolean;
}

export function endsOf(deployment: Shown, tokens: () => Tokens) {
  const steadiest = plainOperations.toReversed();
  const refusals = new Memo<GuardedOperationId, readonly Answer[]>();
  const witnesses = new Memo<'witness', Witness | undefined>();
  /** Refusals after which the token still worked, and those for want of a token that is in force, with their statuses. */
  const harmless = new Set<Fingerprint>();
  const telling = new Set<Fingerprint | number>();
  /** Looks that have not begun, by token: whoever asks meanwhile joins. */
  const waiting = new Map<string, Promise<Found>>();
  let olderTried: Promise<unknown> | undefined;

  const ask = (operation: GuardedOperationId, bearer: string, shownAs?: string): Promise<Answer> =>
    deployment.as('calibration').call(operation, { auth: { bearer, ...(shownAs && { shownAs }) } });

  /** The answer with a token as good as any, or with newer ones as long as it is that to none. */
  const servedAt = async (operation: GuardedOperationId, refused: readonly Answer[]) => {
    let token = await tokens().current();
    for (let attempt = 0; ; attempt++) {
      const answer = await ask(operation, token.value);
      const isRefused = refused.some(({ fingerprint }) => fingerprint === answer.fingerprint);
      if (!isRefused && isSuccess(answer)) return { served: answer.fingerprint, token: token.value };
      if (!isRefused || attempt === TOKENS) return undefined;
      token = await tokens().replace(token);
    }
  };

  /** The answers without a token and with a made-up one; none where it needs no token, or does not say that it refused. */
  const refusedAt = (operation: GuardedOperationId): Promise<readonly Answer[]> =>
    refusals.once(operation, async () => {
      const bare = await deployment.as('calibration').call(operation, { auth: 'none' });
      if (isSuccess(bare)) return [];
      const refused = [bare, await ask(operation, `garbage-${deployment.nonce}`, 'never a token')];
      for (const { fingerprint, status } of refused) telling.add(fingerprint).add(status);
      return refused;
    });

  const findWitness = async (): Promise<Witness | undefined> => {
    for (const operation of steadiest) {
      const refused = await refusedAt(operation);
      const served = refused.length > 0 && (await servedAt(operation, refused));
      if (served) return { operation, ...served };
    }
    return undefined;
  };
  const witness = () => witnesses.once('witness', findWitness);

  const lookWith = async (token: Token): Promise<Found> => {
    const isKnown = witnesses.get('witness') !== undefined;
    const found = await witness();
    if (tokens().isSuperseded(token)) return 'ended';
    if (!found) return 'unknown';
    if (!isKnown && found.token === token.value) return 'works';
    const answer = await ask(found.operation, token.value);
    if (answer.fingerprint === found.served) return 'works';
    if (tokens().isSuperseded(token)) return 'ended';
    let newer = token;
    for (let attempt = 0; attempt < TOKENS; attempt++) {
      newer = await tokens().replace(newer);
      if ((await ask(found.operation, newer.value)).fingerprint !== found.served) continue;
      telling.add(answer.fingerprint);
      return 'ended';
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
      const first = await tokens().current();
      const isGood = (await look(first)) === 'works';
      const found = await witness();
      if (!found) return;
      if (!isGood) continue;
      const answer = await deployment.as('calibration').requestToken();
      const second = readToken(answer);
      if (second.value === first.value) return;
      const before = await ask(found.operation, first.value);
      const after = await ask(found.operation, second.value);
      if (before.fingerprint === found.served)
        return deployment.observe('token.older', 'works', answer, before);
      if (after.fingerprint !== found.served) continue;
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
    const pinned = deployment.profile.openings['auth.refusal']?.status;
    // The profile may be wrong about the status that tokens are refused with.
    if (pinned !== undefined && pinned !== status)
      await refusedAt(itemAt(steadiest, 0)).catch(unknownUnlessOurs);
    if (telling.has(fingerprint) && harmless.has(fingerprint)) await seeOlder();
    if (harmless.has(fingerprint)) return telling.has(fingerprint) && older() !== 'works';
    return pinned === undefined || pinned === status || telling.has(fingerprint) || telling.has(status);
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
