/**
 * The whole world as JSON, out and in. A restored world goes on exactly as the one it was taken of.
 *
 * A snapshot is untrusted data. It carries a digest of itself: an edited one is refused, and so is one of another form. A
 * whole world is made of it that no caller sees, and only then the world that is served takes all of it over, by steps
 * that cannot fail.
 */
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
import { digestOf } from '../../contracts/recording/digest.ts';
import { faultState } from '../faults/index.ts';
import type { SaveOptions } from '../fleet/fleet.ts';
import type { History } from '../fleet/locations/history.ts';
import { fleetState } from '../fleet/state/index.ts';
import { delayedReadsState } from '../http/consistency.ts';
import { rateLimitState } from '../http/rate-limit.ts';
import { checkMode } from '../time/checks.ts';
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

const readSnapshot = formOf(snapshotForm);

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
 * Refuses what is no snapshot of this origin, and one that is not as it was taken. Whoever makes the digest anew is not
 * found out: it keeps mistakes away, and is no signature.
 *
 * @throws ControlError
 */
export function requireAsTaken(given: unknown, origin: Origin): void {
  checkOrigin(given, origin);
  const snapshot = Object(given);
  if (snapshot.digest === snapshotDigest(snapshot)) return;
  throw new ControlError('SNAPSHOT_INVALID', 'The snapshot was edited after it was taken.', {
    field: 'digest',
    hint: 'Use a snapshot as it was taken. A world of your own making begins with a fixture: --fixture, or PUT /_control/fixture.',
  });
}

/**
 * Goes on from what should be a snapshot of this origin, in a world that has just been made and that no caller sees.
 * Throws a ControlError for anything that a world could not go on from.
 *
 * @param history of all locations, where the snapshot was taken without histories
 * @returns what goes on as soon as it is seen: the clock, and what plays along
 */
export function restoreUnseen(
  unseen: WorldState,
  given: unknown,
  origin: Origin,
  history?: History,
): Following {
  checkOrigin(given, origin);
  const read = readSnapshot(given);
  if ('problem' in read) throw invalid(read.problem.pointer, read.problem.message);
  try {
    restore(unseen, read.value, history);
  } catch (error) {
    if (error instanceof StateError) throw invalid(error.pointer, error.problem);
    throw error;
  }
  return read.value;
}

export type Following = Pick<Snapshot, 'clock' | 'companion'>;

/** The world that is served takes over another one, which is not used any more. Nothing here fails. */
export function adoptWorld(served: WorldState, other: WorldState, { clock, companion }: Following): void {
  served.timeline.adopt(other.timeline);
  served.fleet.adopt(other.fleet);
  served.ids.adopt(other.ids);
  served.tokens.adopt(other.tokens);
  if (other.rateLimit) served.rateLimit?.adopt(other.rateLimit);
  served.delayedReads.adopt(other.delayedReads);
  served.faults.adopt(other.faults);
  // It has been restored once already, in the other world.
  served.companion?.restore(companion);
  served.clock.restore(clock);
}

function restore(unseen: WorldState, snapshot: Snapshot, history: History | undefined): void {
  const { timeline, fleet, delayedReads, rateLimit, faults } = snapshot;
  within('/timeline', () => unseen.timeline.restore(timeline));
  within('/clock', () => checkClock(snapshot));
  within('/fleet', () => unseen.fleet.restore(fleet, history));
  for (const resource of chosenResources)
    for (const [id, outer] of snapshot.ids?.[resource] ?? []) unseen.ids.choose(resource, id, outer);
  unseen.tokens.restore(snapshot.tokensIssued, snapshot.tokensRevoked);
  if (rateLimit) within('/rateLimit', () => unseen.rateLimit?.restore(rateLimit, timeline.now));
  within('/delayedReads', () => unseen.delayedReads.restore(delayedReads, timeline.now));
  within('/faults', () => refused(ControlError, () => unseen.faults.restore(faults)));
  within('/companion', () => {
    const { companion } = unseen;
    mustHold(
      companion !== undefined || snapshot.companion === null,
      '',
      'belongs to a story, and no story is played here',
    );
    refused(Error, () => companion?.restore(snapshot.companion));
  });
}

function checkClock({ clock, timeline }: Snapshot): void {
  refused(ClockError, () => checkMode(clock, timeline.now));
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
