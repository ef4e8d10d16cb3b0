/**
 * The behaviour that was seen where the document leaves it open, and whether what the profile
 * pins still holds ("drift"). A look at what the run has seen, a little more that it asks for, and trials on records
 * of the run's own give sights; none of them ever makes a rule fail.
 *
 * - `sight.ts`       an opening as it was seen, by its parts
 * - `tokens.ts`      the token request, refusals for want of a token, rates, versions, how soon a write is read
 * - `refusals.ts`    refusals whose cause is known
 * - `lists.ts`       paging, and the parameters of lists
 * - `records.ts`     ids, times and changing fields; creates that leave a field out
 * - `seen.ts`, `replies.ts`   every documented call with its reply; `echoes.ts` what they show of what was written
 * - `histories.ts`   what the facts of histories show
 * - `trials.ts`, `expiring.ts`, `writing.ts`   what nothing but a trial shows
 * - `broken.ts`      what a broken rule shows is no drift
 */

import { MAX_REQUESTS } from '../../deployment/options.ts';
import { isInLimit } from '../../deployment/reading/answers.ts';
import { type OpeningId, openings } from '../../specification/openings/index.ts';
import type { Observation } from '../run.ts';
import type { RunSession } from '../run-session.ts';
import { listLook } from './lists.ts';
import { recordLooks } from './records.ts';
import { refusalLook } from './refusals.ts';
import { replySights } from './replies.ts';
import type { Sight } from './sight.ts';
import { tokenLooks } from './tokens.ts';
import { trialSights, tried } from './trials.ts';

const looks = [...tokenLooks, refusalLook, listLook, ...recordLooks];

/** Why an opening is never seen, or by which rules it is. */
const reasons: { readonly [Id in OpeningId]?: string } = {
  'records.units': 'a number does not show its unit',
  'alerts.recipients': 'no operation shows who was sent a message',
  'users.delete-self': 'the user whose key is in use would have to be deleted',
  'states.other': 'it has one possible answer',
  events: 'it has one possible answer',
  'records.volatile': 'the profile names no field that two answers of the run have',
};
const NOTHING: Omit<Sight, 'opening'> = { observed: 'nothing', exchanges: [] };
const UNSEEN = 'the run saw no answer that shows it';
const NO_ROOM = 'the run has sent as many requests as it may: --thorough tries it';

/** The most requests of all trials, and those of the clean-up beside the one for each thing that was made: more where a limit is waited for. */
const OF_TRIALS = 54;
const CLEAN_UP = { usual: 24, limited: 28 };

/**
 * Everything that was seen, and each pin that could not be compared, in the order of the document.
 *
 * @param isBound whether the run is to keep to its requests: nothing has failed
 */
export async function observeOpenings(session: RunSession, isBound: boolean): Promise<Observation[]> {
  const { transport, made, profile } = session;
  const standing = (['group', 'user', 'device'] as const).flatMap((resource) => made.standing(resource));
  const isLimited = transport.putOffAt.limit !== undefined;
  if (isBound) transport.most = MAX_REQUESTS - standing.length - CLEAN_UP[isLimited ? 'limited' : 'usual'];
  // Sights are optional: failures to have one are not reported.
  const looked = await Promise.all(looks.map((look) => look(session).catch(() => [])));
  // Trials change records that the others look at, and ask for more than a run sends anyhow.
  const hasRoom = transport.exchanges.length + OF_TRIALS <= transport.most;
  const trials = hasRoom ? await trialSights(session) : [];
  // The last of all, so that what the others asked for is among the replies.
  const replies = await replySights(session);
  const sights = [...looked.flat(), ...trials, ...historySights(session), ...replies];
  return openings.flatMap(({ id }): Observation[] => {
    const isPinned = profile.openings[id] !== undefined;
    const own = sights.filter(({ opening }) => opening === id);
    const seen = own.find(({ holds }) => holds === false) ?? own.find(({ holds }) => holds) ?? own[0];
    if (!seen && !isPinned) return [];
    const isCut = tried.has(id) ? !hasRoom : !seen && transport.isFull;
    const { observed, pinned, exchanges, ...one } = seen ?? NOTHING;
    // An answer to a client that calls too often shows nothing about a pin.
    const mayBeLimit = one.holds === false && isInLimit(session, exchanges);
    const isOpen = isPinned && (one.holds === undefined || mayBeLimit);
    const limited = mayBeLimit ? 'the run may have sent too many requests to see it' : undefined;
    const reason = limited ?? one.notCompared ?? (isCut ? NO_ROOM : (reasons[id] ?? UNSEEN));
    return [
      {
        ...{ opening: id, observed, drift: one.holds === false && !mayBeLimit, exchanges: [...exchanges] },
        ...(pinned !== undefined && { pinned }),
        ...(isOpen && { notCompared: reason }),
      },
    ];
  });
}

/** The sights of histories, and of what is played beside them. */
function historySights({ seen, profile }: RunSession): Sight[] {
  return [...seen].map(([opening, { observed, pinned, holds, exchanges }]): Sight => {
    const answer = profile.openings[opening];
    if (typeof answer !== 'string' || holds !== undefined)
      return { opening, observed, pinned, holds, exchanges };
    return { opening, observed, pinned: answer, holds: answer === observed, exchanges };
  });
}
