/** Tells which answers say that the deployment could not give one, and when it is given up: after too many requests without any. */
import type { Profile } from '../../profile/profile.ts';
import { NoAnswer } from './failures.ts';

const NOT_IMPLEMENTED = 501;

/** Bad gateway, unavailable, gateway timeout (RFC 9110, 15.6). */
export const gatewayFailures: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * All statuses are open in the document, so what the profile pins for a refusal is an answer like any other; other server errors
 * are none. `documented`: an operation as it is described. Beside those, 501 is a lawful word for "not offered".
 */
export function serverErrorsBy({ openings }: Pick<Profile, 'openings'>) {
  const { failed: _, ...refusals } = openings['errors.status'] ?? {};
  const { 'token.status': token, 'token.malformed': malformed, 'operations.status': successes } = openings;
  const tables: (object | undefined)[] = [refusals, token, malformed, successes];
  const pinned = new Set<unknown>(tables.flatMap((table) => Object.values(table ?? {})));
  pinned.add(openings['auth.refusal']?.status);
  return (status: number, { documented = false }: { documented?: boolean | undefined }): boolean =>
    status >= 500 && !pinned.has(status) && (documented || status !== NOT_IMPLEMENTED);
}

/** Requests in a row without any answer after which the deployment is looked at again; fewer for the clean-up. */
const BROKEN_AFTER = 12;
const LAST_CHANCE = 3;
/** Before a deployment is given up it is asked again after these pauses, in ms: it may only have been restarted. */
const SECOND_LOOKS = [1_000, 3_000];

/** @param look sends one small request that every deployment answers, after a pause; rejects when it is not answered */
export function healthBy(look: (pause: number, signal: AbortSignal) => Promise<unknown>) {
  let [pauses, max] = [SECOND_LOOKS, BROKEN_AFTER];
  let [failures, gone] = [0, false];
  let looking: Promise<void> | undefined;
  /** All that was under way may have been cut off at once: then it answers a moment later. */
  const lookAgain = async (signal: AbortSignal) => {
    for (const pause of pauses) {
      const looked = look(pause, signal).then(() => true);
      if (await looked.catch(() => signal.aborted)) return;
    }
    gone = true;
  };
  return {
    /** Tells whether it was given up. */
    isGone: () => gone,
    answered(): void {
      failures = 0;
    },
    brokeOff(): void {
      failures++;
    },
    /** The clean-up tries a deployment that was given up once more, but not for long. */
    lastChance(): void {
      [pauses, max] = [[], LAST_CHANCE];
      [failures, gone] = [0, false];
    },
    /** Waits for a second look that is under way; throws when the deployment was given up. */
    async unlessGone(signal: AbortSignal): Promise<void> {
      if (failures >= max && !gone) {
        looking ??= lookAgain(signal).finally(() => {
          looking = undefined;
        });
        await looking;
      }
      if (gone) throw new NoAnswer({ kind: 'gone' });
    },
  };
}
