/**
 * What the deployment was seen to do where the document leaves it open, and whether what the profile
 * pins still holds ("drift"). An observer looks at what the run has seen anyway; none of them ever
 * makes a rule fail.
 *
 * - `tokens.ts`    the token request and refusals for want of a token
 * - `answers.ts`   statuses, bodies, paging, rate limits, versions, how soon a write is read
 * - `records.ts`   the fields of records and their ids
 */
import type { OpeningId } from '../../specification/index.ts';
import type { Observation } from '../run.ts';
import type { Session } from '../session/session.ts';
import { answerObservers } from './answers.ts';
import { recordObservers } from './records.ts';
import { tokenObservers } from './tokens.ts';

/** What was seen of an opening. `holds` is absent where the profile says nothing, or it cannot be compared. */
export interface Sight {
  observed: string;
  pinned?: string | undefined;
  holds?: boolean | undefined;
  exchanges: number[];
}

/** `undefined`: nothing was seen of it. */
export type Observer = (session: Session) => Promise<Sight | undefined>;
export type Observers = { [O in OpeningId]?: Observer };

const observers: Observers = { ...tokenObservers, ...answerObservers, ...recordObservers };

export async function observeOpenings(session: Session): Promise<Observation[]> {
  const sights = await Promise.all(
    Object.entries(observers).map(async ([opening, observe]) => {
      // A sight is beside the rules: one that cannot be had is not told.
      const sight = await observe(session).catch(() => undefined);
      return sight && observation(opening as OpeningId, sight);
    }),
  );
  const told = sights.filter((one) => one !== undefined);
  const byCases = [...session.seen].map(([opening, { observed, exchanges }]) => {
    const pinned = session.profile.openings[opening];
    const words = typeof pinned === 'string' ? pinned : undefined;
    return observation(opening, { observed, exchanges, pinned: words, holds: words && words === observed });
  });
  return [...told, ...byCases.filter(({ opening }) => !told.some((one) => one.opening === opening))];
}

function observation(
  opening: OpeningId,
  sight: Omit<Sight, 'holds'> & { holds?: boolean | '' | undefined },
): Observation {
  const { observed, pinned, holds, exchanges } = sight;
  return { opening, observed, ...(pinned !== undefined && { pinned }), drift: holds === false, exchanges };
}
