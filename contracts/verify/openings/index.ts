/**
 * The behaviour that was seen where the document leaves it open, and whether what the profile
 * pins still holds ("drift"). An observer looks at what the run has seen, asks for a little more, or tries it on records
 * of the run's own; none of them ever makes a rule fail.
 *
 * - `observer.ts`    what an observer is
 * - `tokens.ts`      the token request and refusals for want of a token
 * - `refusals.ts`    refusals whose cause is known
 * - `seen.ts`        every documented call of the run with its reply
 * - `replies.ts`     their statuses, wrappings and records; `echoes.ts` what they show of what was written
 * - `answers.ts`     rate limits, versions, how soon a write is read
 * - `lists.ts`       paging, and the parameters of lists
 * - `records.ts`     ids, times and changing fields; `incomplete.ts` creates that leave a field out
 * - `behaviour.ts`   what becomes of devices, messages and records, as histories see it
 * - `trials.ts`      the same, where nothing but a trial shows it
 * - `broken.ts`       what a broken rule shows is no drift
 * - `writing-groups.ts`, `unusual-texts.ts`, `coordinates.ts`   the trial of texts, unknown fields and numbers
 */

import { MAX_REQUESTS } from '../../deployment/options.ts';
import { isInLimit } from '../../deployment/reading/answers.ts';
import { type OpeningId, openings } from '../../specification/openings/index.ts';
import type { Observation } from '../run.ts';
import type { RunSession } from '../run-session.ts';
import { answerObservers } from './answers.ts';
import { behaviourObservers } from './behaviour.ts';
import { listObservers } from './lists.ts';
import type { ObservationDraft, Watch } from './observer.ts';
import { recordObservers } from './records.ts';
import { refusalObservers } from './refusals.ts';
import { type Compared, comparedReplies } from './replies.ts';
import { tokenObservers } from './tokens.ts';
import { trialObservers } from './trials.ts';

/** How each opening is seen, or why it is not. */
export const observers: { readonly [Id in OpeningId]: Watch } = {
  ...tokenObservers,
  ...refusalObservers,
  ...answerObservers,
  ...listObservers,
  ...recordObservers,
  ...behaviourObservers,
  ...trialObservers,
  'operations.status': 'in replies',
  'operations.envelope': 'in replies',
  'records.device': 'in replies',
  'records.location': 'in replies',
  'records.alert': 'in replies',
  'records.group': 'in replies',
  'records.user': 'in replies',
  'records.country': 'in replies',
  'records.timeZone': 'in replies',
  'limits.names': 'in replies',
};

/** The most requests of all trials, and those of the clean-up beside the one for each thing that was made: more where a limit is waited for. */
const OF_TRIALS = 54;
const CLEAN_UP = { usual: 13, limited: 28 };
const NO_ROOM: Watch = { notObserved: 'the run has sent as many requests as it may: --thorough tries it' };

/**
 * Everything that was seen, and each pin that could not be compared, in the order of the document.
 *
 * @param isBound whether the run is to keep to its requests: nothing has failed
 */
export async function observeOpenings(session: RunSession, isBound: boolean): Promise<Observation[]> {
  const drafts = new Map<OpeningId, ObservationDraft | undefined>();
  const look = async ({ id }: { id: OpeningId }) => drafts.set(id, await draftOf(session, id));
  const isTrial = ({ id }: { id: OpeningId }) => Object.hasOwn(trialObservers, id);
  const { transport, made } = session;
  const standing = (['group', 'user', 'device'] as const).flatMap((resource) => made.standing(resource));
  const isLimited = transport.putOffAt.limit !== undefined;
  if (isBound) transport.most = MAX_REQUESTS - standing.length - CLEAN_UP[isLimited ? 'limited' : 'usual'];
  await Promise.all(openings.filter((one) => !isTrial(one)).map(look));
  // They change records that the others look at, and ask for more than a run sends anyhow.
  const hasRoom = transport.exchanges.length + OF_TRIALS <= transport.most;
  if (hasRoom) await Promise.all(openings.filter(isTrial).map(look));
  // After the observers, so that their own requests are among the replies.
  const compared = await comparedReplies(session);
  const observations = openings.map(({ id }) => {
    const isCut = isTrial({ id }) ? !hasRoom : drafts.get(id) === undefined && transport.isFull;
    const watch = isCut ? NO_ROOM : observers[id];
    const seen = withReplies(
      drafts.get(id),
      compared.filter(({ opening }) => opening === id),
    );
    const isPinned = session.profile.openings[id] !== undefined;
    if (seen) return observation(id, unlessLimited(session, seen), isPinned ? reasonOf(watch) : undefined);
    return isPinned ? observation(id, { observed: 'nothing', exchanges: [] }, reasonOf(watch)) : undefined;
  });
  return observations.filter((one) => one !== undefined);
}

/** Observations are optional: failures are not reported. */
async function draftOf(session: RunSession, id: OpeningId): Promise<ObservationDraft | undefined> {
  const watch = observers[id];
  const draft = typeof watch === 'function' ? await watch(session).catch(() => undefined) : undefined;
  const byCases = seenByCases(session, id);
  return byCases?.holds === false ? byCases : (draft ?? byCases);
}

/** So many faults are named. */
const NAMED = 3;
const AS_PINNED = 'as the profile says';

/** The observation where replies of the run are otherwise than the profile pins, or show that it holds. */
function withReplies(
  draft: ObservationDraft | undefined,
  compared: readonly Compared[],
): ObservationDraft | undefined {
  const faults = compared.filter(({ words }) => words !== undefined);
  const [first] = compared;
  if (draft?.holds === false || first === undefined) return draft;
  if (faults.length === 0)
    return draft ?? { pinned: AS_PINNED, observed: 'the same', holds: true, exchanges: [first.exchange] };
  const words = [...new Set(faults.flatMap((fault) => fault.words ?? []))];
  return {
    pinned: draft?.pinned ?? AS_PINNED,
    observed: words.slice(0, NAMED).join(', '),
    holds: false,
    exchanges: faults.slice(0, NAMED).map(({ exchange }) => exchange),
  };
}

function seenByCases({ seen, profile }: RunSession, opening: OpeningId): ObservationDraft | undefined {
  const found = seen.get(opening);
  if (!found) return undefined;
  const pinned = profile.openings[opening];
  if (typeof pinned !== 'string' || found.holds !== undefined) return found;
  return { ...found, pinned, holds: pinned === found.observed };
}

/** An answer to a client that calls too often shows nothing about a pin. */
function unlessLimited(session: RunSession, draft: ObservationDraft): ObservationDraft {
  if (draft.holds !== false || !isInLimit(session, draft.exchanges)) return draft;
  return { ...draft, holds: undefined, notCompared: 'the run may have sent too many requests to see it' };
}

/** Why a pin was not compared, where no sight says so itself. */
function reasonOf(watch: Watch): string {
  if (typeof watch !== 'object') return 'the run saw no answer that shows it';
  if ('notObserved' in watch) return watch.notObserved;
  return `the run saw no answer that shows it: that is for ${watch.byCasesOf.join(' and ')}`;
}

/** @param reason why the pin could not be compared, where nothing was; absent without a pin */
function observation(opening: OpeningId, draft: ObservationDraft, reason: string | undefined): Observation {
  const { observed, pinned, holds, exchanges } = draft;
  const notCompared = holds === undefined && reason !== undefined ? (draft.notCompared ?? reason) : undefined;
  return {
    opening,
    observed,
    ...(pinned !== undefined && { pinned }),
    drift: holds === false,
    ...(notCompared !== undefined && { notCompared }),
    exchanges,
  };
}
