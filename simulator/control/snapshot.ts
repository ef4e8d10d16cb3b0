/**
 * The whole world as JSON, out and in. A restored world goes on exactly as the one it was taken of.
 *
 * A snapshot is untrusted data. It carries a digest of itself: an edited one is refused, and so is one of another form. A
 * world is made of it that no caller sees, and only then it is loaded into the one that is served, which so cannot fail.
 */

import { digestOf } from '../../contracts/kit/digest.ts';
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { formOf } from '../../contracts/kit/form.ts';
import { count, instant, ordinal } from '../../contracts/kit/saved.ts';
import {
  constant,
  each,
  integer,
  list,
  object,
  optional,
  orNull,
  type Static,
  string,
  tuple,
  typed,
  yesNo,
} from '../../contracts/kit/schema.ts';
import { excerpt, quoted, shortened } from '../../contracts/kit/untrusted.ts';
import { chosenResources, type OuterId } from '../../contracts/profile/lens/chosen-ids.ts';
import { faultState } from '../faults/index.ts';
import type { SaveOptions } from '../fleet/fleet.ts';
import { fleetState } from '../fleet/state/index.ts';
import { delayedReadsState } from '../http/consistency.ts';
import { rateLimitState } from '../http/rate-limit.ts';
import type { Speed } from '../time/clock.ts';
import { ClockError } from '../time/errors.ts';
import { mustHold, StateError, within } from '../time/saved.ts';
import { timelineState } from '../time/timeline.ts';
import type { WorldState } from '../world-state.ts';
import { ControlError } from './errors.ts';

const FORMAT = 'roadtest-snapshot';
const VERSION = 1;

const chosenOfOne = list(
  tuple([ordinal, typed<OuterId>({ type: ['string', 'integer'], minimum: 1, maxLength: 100 })]),
);
const chosenIds = object(each(chosenResources, optional(chosenOfOne)));

const snapshotForm = object({
  format: constant(FORMAT),
  version: constant(VERSION),
  /** Name of the profile that the world speaks. */
  profile: string(),
  seed: integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  clock: object({
    speed: typed<Speed>({ type: ['number', 'string'] }),
    frozen: yesNo,
    until: orNull(instant),
  }),
  timeline: timelineState,
  fleet: fleetState,
  /** The ids that were chosen for records; left out where none was. */
  ids: optional(chosenIds),
  tokensIssued: count,
  /** The places of the tokens that were revoked; left out where none was. */
  tokensRevoked: optional(list(ordinal)),
  rateLimit: orNull(rateLimitState),
  delayedReads: delayedReadsState,
  faults: faultState,
  /** The state of the plugin, which knows its form; `null` without a plugin. */
  companion: typed<unknown>({}),
  /** The digest of all the rest but the API key; kept in the process, a snapshot has none. */
  digest: optional(string()),
});
export type Snapshot = Static<typeof snapshotForm>;

/** The facts that a world and a snapshot must share for the world to go on from it. */
export type Origin = Pick<Snapshot, 'profile' | 'seed'>;

const readForm = formOf(snapshotForm);

/** Shares nothing with the world: it stays as it is while the world goes on. */
export function takeSnapshot(origin: Origin, state: WorldState, options?: SaveOptions): Snapshot {
  const { speed, frozen, until } = state.clock.view();
  return {
    format: FORMAT,
    version: VERSION,
    profile: origin.profile,
    seed: origin.seed,
    clock: { speed, frozen, until },
    timeline: state.timeline.save(),
    fleet: state.fleet.save(options),
    ...(!state.ids.isEmpty && { ids: state.ids.save() }),
    tokensIssued: state.tokens.issued,
    ...(state.tokens.revoked.size > 0 && { tokensRevoked: [...state.tokens.revoked] }),
    rateLimit: state.rateLimit?.save() ?? null,
    delayedReads: state.delayedReads.save(),
    faults: state.faults.save(),
    companion: state.companion?.save() ?? null,
  };
}

/** The digest of a snapshot, with or without its API key. */
export function snapshotDigest(snapshot: object): string {
  const { digest: _, fleet: whole, ...others } = fieldsOf(snapshot);
  const { account, ...fleet } = fieldsOf(whole);
  const { apiKey: _secret, ...known } = fieldsOf(account);
  return digestOf([others, fleet, known]);
}

/**
 * Reads a snapshot of this origin that is as it was taken. Whoever makes the digest anew is not found out: it keeps
 * mistakes away, and is no signature.
 *
 * @throws ControlError
 */
export function readSnapshot(given: unknown, origin: Origin): Snapshot {
  checkOrigin(given, origin);
  const snapshot = Object(given);
  if (snapshot.digest !== snapshotDigest(snapshot)) {
    throw new ControlError('SNAPSHOT_INVALID', 'The snapshot was edited after it was taken.', {
      field: 'digest',
      hint: 'Use a snapshot as it was taken. A world of your own making begins with a fixture: --fixture, or PUT /_control/fixture.',
    });
  }
  const read = readForm(given);
  if ('problem' in read) throw invalid(read.problem.pointer, read.problem.message);
  return read.value;
}

/**
 * Puts what was saved of a world in place of what is in this one; listeners stay.
 *
 * @throws ControlError for what a world cannot go on from; the world is then not to be used any more
 */
export function loadState(state: WorldState, saved: Snapshot): void {
  const { timeline, fleet, ids, delayedReads, rateLimit, faults, companion, clock } = saved;
  try {
    within('/timeline', () => state.timeline.restore(timeline));
    within('/fleet', () => state.fleet.restore(fleet));
    state.ids.restore(ids ?? {});
    state.tokens.restore(saved.tokensIssued, saved.tokensRevoked);
    if (rateLimit) within('/rateLimit', () => state.rateLimit?.restore(rateLimit, timeline.now));
    within('/delayedReads', () => state.delayedReads.restore(delayedReads, timeline.now));
    within('/faults', () => refused(ControlError, () => state.faults.restore(faults)));
    within('/companion', () => {
      const isHere = state.companion !== undefined || companion === null;
      mustHold(isHere, '', 'belongs to a story, and no story is played here');
      refused(Error, () => state.companion?.restore(companion));
    });
    within('/clock', () => refused(ClockError, () => state.clock.restore(clock)));
  } catch (error) {
    if (error instanceof StateError) throw invalid(error.pointer, error.problem);
    throw error;
  }
}

/** Turns a part's own errors into a StateError. */
function refused(kind: new (...args: never) => Error, look: () => void): void {
  try {
    look();
  } catch (error) {
    if (error instanceof StateError || !(error instanceof kind)) throw error;
    const field = 'field' in error && typeof error.field === 'string' ? `/${error.field}` : '';
    throw new StateError(field, `cannot be: ${error.message.replace(/\.$/, '')}`);
  }
}

function invalid(pointer: string, problem: string): ControlError {
  return new ControlError(
    'SNAPSHOT_INVALID',
    `The snapshot cannot be restored: ${excerpt(pointer)} ${problem}.`,
    {
      field: pointer,
      hint: 'Use a snapshot as it was taken.',
    },
  );
}

function checkOrigin(given: unknown, { profile, seed }: Origin): void {
  const snapshot = (given ?? {}) as { readonly [name: string]: unknown };
  if (snapshot.format !== FORMAT) {
    throw new ControlError('SNAPSHOT_INVALID', 'This is not a snapshot of Roadtest.', {
      hint: 'GET /_control/snapshot gives one.',
    });
  }
  if (snapshot.version !== VERSION) {
    throw new ControlError(
      'SNAPSHOT_VERSION',
      `The snapshot has version ${shown(snapshot.version)}; this Roadtest reads ${VERSION}.`,
      { field: 'version' },
    );
  }
  if (snapshot.profile !== profile) {
    throw new ControlError(
      'SNAPSHOT_PROFILE',
      `The snapshot speaks the profile ${shown(snapshot.profile)}, this simulator ${quoted(profile)}.`,
      { field: 'profile', hint: 'Start the simulator with the profile that the snapshot was taken with.' },
    );
  }
  if (snapshot.seed !== seed) {
    throw new ControlError(
      'SNAPSHOT_INVALID',
      `The snapshot was taken at seed ${shown(snapshot.seed)}, this simulator has ${seed}.`,
      { field: 'seed', hint: 'Start the simulator with the seed of the snapshot.' },
    );
  }
}

/** A value from outside, as far as an error quotes it. */
function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'undefined', 200);
}
