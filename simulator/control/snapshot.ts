/** The whole world as JSON, out and in. A restored world goes on exactly as the one it was taken of. */
import type { FleetState } from '../fleet/fleet.ts';
import type { DelayedReads } from '../http/consistency.ts';
import type { RateLimitState } from '../http/rate-limit.ts';
import type { Speed } from '../time/clock.ts';
import type { TimelineState } from '../time/timeline.ts';
import type { World } from '../world.ts';
import { ControlError } from './errors.ts';
import type { FaultState } from './faults.ts';

const FORMAT = 'roadtest-snapshot';
const VERSION = 1;

export interface Snapshot {
  format: typeof FORMAT;
  version: typeof VERSION;
  /** Name of the profile that the world spoke. */
  profile: string;
  seed: number;
  clock: { speed: Speed; frozen: boolean; until: number | null };
  timeline: TimelineState;
  fleet: FleetState;
  tokensIssued: number;
  rateLimit: RateLimitState | null;
  delayedReads: ReturnType<DelayedReads['save']>;
  faults: FaultState;
}

/** The parts of a snapshot, and of what type each is. */
const parts: { readonly [P in keyof Snapshot]: 'string' | 'number' | 'object' } = {
  format: 'string',
  version: 'number',
  profile: 'string',
  seed: 'number',
  clock: 'object',
  timeline: 'object',
  fleet: 'object',
  tokensIssued: 'number',
  rateLimit: 'object',
  delayedReads: 'object',
  faults: 'object',
};

export function takeSnapshot(world: World, seed: number): Snapshot {
  const { speed, frozen, until } = world.clock.view();
  return {
    format: FORMAT,
    version: VERSION,
    profile: world.profile.name,
    seed,
    clock: { speed, frozen, until },
    timeline: world.timeline.save(),
    fleet: world.fleet.save(),
    tokensIssued: world.tokens.issued,
    rateLimit: world.rateLimit?.state ?? null,
    delayedReads: world.delayedReads.save(),
    faults: world.faults.save(),
  };
}

/** Checks that `given` is a snapshot of this format, version and seed. Throws a ControlError otherwise. */
export function checkedSnapshot(given: unknown, profile: string, seed: number): Snapshot {
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
      {
        field: 'version',
      },
    );
  }
  for (const [part, type] of Object.entries(parts)) {
    if (typeof (snapshot as unknown as { [part: string]: unknown })[part] === type) continue;
    throw new ControlError('SNAPSHOT_INVALID', `The snapshot has no good ${part}.`, { field: part });
  }
  if (snapshot.profile !== profile) {
    throw new ControlError(
      'SNAPSHOT_PROFILE',
      `The snapshot speaks the profile "${snapshot.profile}", this simulator "${profile}".`,
      {
        field: 'profile',
        hint: 'Start the simulator with the profile that the snapshot was taken with.',
      },
    );
  }
  if (snapshot.seed !== seed) {
    throw new ControlError(
      'SNAPSHOT_INVALID',
      `The snapshot was taken at seed ${snapshot.seed}, this simulator has ${seed}.`,
      {
        field: 'seed',
        hint: `Start the simulator with seed ${snapshot.seed}.`,
      },
    );
  }
  return snapshot;
}

/** Puts a checked snapshot in the place of the world's own state. */
export function restoreSnapshot(world: World, snapshot: Snapshot): void {
  world.timeline.restore(snapshot.timeline);
  world.fleet.restore(snapshot.fleet);
  world.tokens.issued = snapshot.tokensIssued;
  if (world.rateLimit && snapshot.rateLimit) world.rateLimit.state = snapshot.rateLimit;
  world.delayedReads.restore(snapshot.delayedReads);
  world.faults.restore(snapshot.faults);
  world.clock.restore(snapshot.clock);
}
