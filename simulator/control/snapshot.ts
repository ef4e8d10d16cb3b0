/** The whole world as JSON, out and in. A restored world goes on exactly as the one it was taken of. */
import type { FleetState } from '../fleet/fleet.ts';
import type { DelayedReads } from '../http/consistency.ts';
import type { RateLimitState } from '../http/rate-limit.ts';
import type { Speed } from '../time/clock.ts';
import type { TimelineState } from '../time/timeline.ts';
import type { WorldState } from '../world.ts';
import { ControlError } from './errors.ts';
import type { FaultState } from './faults.ts';

const FORMAT = 'roadtest-snapshot';
const VERSION = 1;

/** What a world has to share with a snapshot to go on from it. */
export interface Origin {
  /** Name of the profile that the world speaks. */
  profile: string;
  seed: number;
}

export interface Snapshot extends Origin {
  format: typeof FORMAT;
  version: typeof VERSION;
  clock: { speed: Speed; frozen: boolean; until: number | null };
  timeline: TimelineState;
  fleet: FleetState;
  tokensIssued: number;
  rateLimit: RateLimitState | null;
  delayedReads: ReturnType<DelayedReads['save']>;
  faults: FaultState;
  /** Of what plays along; `null` where nothing does. */
  companion: unknown;
}

/** Shares nothing with the world: it stays as it is while the world goes on. */
export function takeSnapshot(origin: Origin, state: WorldState): Snapshot {
  const { speed, frozen, until } = state.clock.view();
  return {
    format: FORMAT,
    version: VERSION,
    profile: origin.profile,
    seed: origin.seed,
    clock: { speed, frozen, until },
    timeline: state.timeline.save(),
    fleet: state.fleet.save(),
    tokensIssued: state.tokens.issued,
    rateLimit: state.rateLimit?.save() ?? null,
    delayedReads: state.delayedReads.save(),
    faults: state.faults.save(),
    companion: state.companion?.save() ?? null,
  };
}

/** Puts a checked snapshot in the place of a world's state. */
export function restoreSnapshot(state: WorldState, snapshot: Snapshot): void {
  state.timeline.restore(snapshot.timeline);
  state.fleet.restore(snapshot.fleet);
  state.tokens.issued = snapshot.tokensIssued;
  if (snapshot.rateLimit) state.rateLimit?.restore(snapshot.rateLimit);
  state.delayedReads.restore(snapshot.delayedReads);
  state.faults.restore(snapshot.faults);
  state.companion?.restore(snapshot.companion);
  state.clock.restore(snapshot.clock);
}

/**
 * Makes sure that `given` is a snapshot of this format, version and origin, and that all of it can be
 * restored: it is, into a world that nobody sees. Throws a ControlError otherwise.
 */
export function checkedSnapshot(given: unknown, origin: Origin, unseen: WorldState): Snapshot {
  const snapshot = ofOrigin(given, origin);
  try {
    const place = differingPlace(snapshot, takeSnapshot(origin, unseen));
    if (place !== undefined) throw new TypeError(`${place} is missing or of another type`);
    restoreSnapshot(unseen, snapshot);
  } catch (error) {
    throw new ControlError(
      'SNAPSHOT_INVALID',
      `The snapshot cannot be restored: ${(error as Error).message.replace(/\.$/, '')}.`,
      {
        hint: 'Use a snapshot as it was taken.',
      },
    );
  } finally {
    unseen.clock.stop();
  }
  return snapshot;
}

function ofOrigin(given: unknown, { profile, seed }: Origin): Snapshot {
  const snapshot = given as Snapshot;
  if (typeof given !== 'object' || given === null || snapshot.format !== FORMAT) {
    throw new ControlError('SNAPSHOT_INVALID', 'This is not a snapshot of Roadtest.', {
      hint: 'GET /_control/snapshot gives one.',
    });
  }
  if (snapshot.version !== VERSION) {
    throw new ControlError(
      'SNAPSHOT_VERSION',
      `The snapshot has version ${String(snapshot.version)}; this Roadtest reads ${VERSION}.`,
      { field: 'version' },
    );
  }
  if (snapshot.profile !== profile) {
    throw new ControlError(
      'SNAPSHOT_PROFILE',
      `The snapshot speaks the profile "${snapshot.profile}", this simulator "${profile}".`,
      { field: 'profile', hint: 'Start the simulator with the profile that the snapshot was taken with.' },
    );
  }
  if (snapshot.seed !== seed) {
    throw new ControlError(
      'SNAPSHOT_INVALID',
      `The snapshot was taken at seed ${snapshot.seed}, this simulator has ${seed}.`,
      { field: 'seed', hint: `Start the simulator with seed ${snapshot.seed}.` },
    );
  }
  return snapshot;
}

/**
 * The first place at which a value is of another type than in a snapshot of our own. What is `null` in
 * ours, and the items of lists, are left to whoever restores them.
 */
function differingPlace(given: unknown, own: unknown, at = ''): string | undefined {
  if (own === null) return undefined;
  if (typeOf(given) !== typeOf(own)) return at;
  if (typeOf(own) !== 'object') return undefined;
  for (const [name, part] of Object.entries(own as object)) {
    const place = differingPlace((given as { [name: string]: unknown })[name], part, `${at}/${name}`);
    if (place !== undefined) return place;
  }
  return undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
