/** The table of openings: what shows each of them in a run, and whether what the profile pins still holds ("drift"). None of it ever makes a rule fail. */

import { MAX_REQUESTS } from '../deployment/options.ts';
import { isInLimit } from '../deployment/reading/answers.ts';
import { keepsGroups } from '../deployment/undo/records.ts';
import { type OpeningId, openings } from '../specification/openings/index.ts';
import { areaOf } from '../specification/rules/index.ts';
import type { Observation, Outcome } from '../verify/run.ts';
import type { RunSession } from '../verify/run-options.ts';
import { looked } from './looking.ts';
import type { Observer, OpeningObservation } from './observation.ts';
import { replies } from './replies.ts';
import * as tokens from './tokens.ts';
import { trialObservations, tried } from './trials.ts';

/**
 * The ways to see an opening: looks at answers (`looked` are those that are learned from exchanges), `facts` of histories (`facts.ts`),
 * trials of its own (`trials.ts`), or nothing, and why.
 */
type Shown = readonly (Observer | 'facts' | 'trial')[] | string;

const ONE_ANSWER = 'it has one possible answer';
const NO_UNUSUAL = 'a run writes nothing unusual to see what becomes of it';

const rows: { readonly [Id in OpeningId]: Shown } = {
  'token.lifetime': [tokens.lifetime],
  'token.status': [looked, tokens.tokenAnswers, 'facts'],
  'token.malformed': [looked],
  'token.live-when-disabled': ['facts'],
  'token.older': ['facts'],
  'token.reissue': ['facts'],
  'auth.other-ways': [tokens.otherWays],
  'auth.refusal': [looked],
  'auth.roles': [replies],
  'errors.body': [looked, replies],
  'errors.status': [looked, replies],
  'operations.status': [looked, replies],
  'operations.query': [looked, replies],
  'operations.paging': [looked, 'facts'],
  'operations.envelope': [looked, replies],
  'records.device': [looked, replies],
  'records.location': [looked, replies, 'facts'],
  'records.alert': [replies],
  'records.group': [looked, replies, 'facts'],
  'records.user': [looked, replies, 'facts'],
  'records.country': [looked, replies],
  'records.timeZone': [looked, replies],
  'records.id': [looked],
  'records.id-reuse': ['facts'],
  'records.volatile': [tokens.volatile],
  'records.required': [replies],
  'records.text': NO_UNUSUAL,
  'records.unknown-fields': NO_UNUSUAL,
  'records.time': [looked, 'facts'],
  'records.units': 'a number does not show its unit',
  'limits.names': [looked, replies],
  'limits.range': ['trial'],
  'limits.default': ['facts'],
  'locations.purpose': ['facts', replies],
  'alerts.purpose': ['facts', replies],
  'alerts.recipients': 'no operation shows who was sent a message',
  'locations.order': ['facts'],
  'patch.format': [replies],
  'put.left-out': ['facts'],
  'day.ends': ['facts'],
  'day.time-zone': ['facts'],
  'expiry.instant': ['facts'],
  'expiry.limits': ['trial'],
  'expired.may': ['trial'],
  'expired.leaves-by': ['trial'],
  'activation.also': ['trial', 'facts'],
  'groups.delete-devices': ['trial'],
  'users.delete-self': 'the user whose key is in use would have to be deleted',
  'states.other': ONE_ANSWER,
  events: ONE_ANSWER,
  'rate-limit': [tokens.rates],
  versioning: [tokens.versions],
  consistency: [tokens.delays],
};

const UNSEEN = 'the run saw no answer that shows it';
const NO_ROOM = 'the run has sent as many requests as it may: --thorough tries it';

/** So many requests show something in trials, and those of the clean-up beside the one for each thing that was made: more where a limit is waited for. */
const OF_TRIALS = 20;
/** The same to take devices that cannot be removed out of groups that are not deleted before. */
const EMPTYING = 12;
const CLEAN_UP = { usual: 16, limited: 18 };

/**
 * Everything that was seen, and each pin that could not be compared, in the order of the document.
 *
 * @param isBound whether the run is to keep to its requests: nothing has failed
 */
export async function observeOpenings(session: RunSession, isBound: boolean): Promise<Observation[]> {
  const { transport, made, profile, controls } = session;
  const standing = (['group', 'user', 'device'] as const).flatMap((resource) => made.standing(resource));
  const isLimited = transport.limitedAt !== undefined;
  const emptying = keepsGroups(session) && !controls.has('removeDevice') ? EMPTYING : 0;
  const cleaningUp = standing.length + CLEAN_UP[isLimited ? 'limited' : 'usual'] + emptying;
  if (isBound) transport.most = MAX_REQUESTS - cleaningUp;
  const looks = new Set(Object.values(rows).flatMap((row) => (typeof row === 'string' ? [] : [...row])));
  looks.delete(replies);
  // Observations are optional: failures to have one are not reported.
  const asked = [...looks].map((look) => (typeof look === 'string' ? [] : look(session).catch(() => [])));
  const looked = await Promise.all(asked);
  // Trials change records that the others look at, and ask for more than a run sends anyhow.
  const hasRoom = transport.exchanges.length + OF_TRIALS <= transport.most;
  const trials = hasRoom ? await trialObservations(session) : [];
  // The last of all, so that what the others asked for is among the replies.
  const last = await replies(session);
  const observations = [...looked.flat(), ...trials, ...factObservations(session), ...last];
  return openings.flatMap(({ id }): Observation[] => {
    const row = rows[id];
    const isPinned = profile.openings[id] !== undefined;
    const own = observations.filter(({ opening }) => opening === id);
    const seen = own.find(({ holds }) => holds === false) ?? own.find(({ holds }) => holds) ?? own[0];
    if (!seen && !isPinned) return [];
    const isCut =
      (tried.has(id) && !hasRoom) || (typeof row !== 'string' && !seen?.holds && transport.isFull);
    const nothing: OpeningObservation = { opening: id, observed: 'nothing', exchanges: [] };
    const { observed, pinned, exchanges, ...one } = seen ?? nothing;
    // An answer to a client that calls too often shows nothing about a pin.
    const mayBeLimit = one.holds === false && isInLimit(session, exchanges);
    const isOpen = isPinned && (one.holds === undefined || mayBeLimit);
    const limited = mayBeLimit ? 'the run may have sent too many requests to see it' : undefined;
    const usual = typeof row === 'string' ? row : UNSEEN;
    return [
      {
        ...{ opening: id, observed, drift: one.holds === false && !mayBeLimit, exchanges: [...exchanges] },
        ...(pinned !== undefined && { pinned }),
        ...(isOpen && { notCompared: limited ?? one.notCompared ?? (isCut ? NO_ROOM : usual) }),
      },
    ];
  });
}

/** The observations of histories, and of what is played beside them. */
function factObservations({ seen, profile }: RunSession): OpeningObservation[] {
  return [...seen].map(([opening, { observed, pinned, holds, exchanges }]): OpeningObservation => {
    const answer = profile.openings[opening];
    if (typeof answer !== 'string' || holds !== undefined)
      return { opening, observed, pinned, holds, exchanges };
    return { opening, observed, pinned: answer, holds: answer === observed, exchanges };
  });
}

/** The areas of rules whose violation shows in what is seen of an opening, by the beginning of its id. Others: all but the limits. */
const areas: { readonly [beginning: string]: readonly string[] } = {
  token: ['token', 'auth'],
  auth: ['token', 'auth', 'operations'],
  groups: ['groups'],
  users: ['users'],
  'records.group': ['groups'],
  'records.user': ['users'],
  limits: ['limits'],
  day: ['limits'],
  expiry: ['expiry', 'licences', 'limits'],
  expired: ['expiry', 'licences', 'devices'],
  activation: ['expiry', 'licences'],
};
const general = ['token', 'auth', 'operations', 'devices', 'groups', 'users'];

/** Drift where a rule is broken is not compared: what comes of that says nothing of the answer that is pinned. */
export function unlessBroken(seen: Observation, outcomes: readonly Outcome[]): Observation {
  const { opening } = seen;
  const own = areas[opening] ?? areas[opening.split('.')[0] ?? ''] ?? general;
  const broken = outcomes.find(({ id, verdict }) => verdict === 'fail' && own.includes(areaOf(id)));
  if (!seen.drift || !broken) return seen;
  return { ...seen, drift: false, notCompared: `the deployment breaks ${broken.id}, of which it may come` };
}
