/** `createSimulator`: a service with one world at a time, and the change from one world to another. */

import { mapTable } from '../contracts/kit/tables.ts';
import { isControl } from './control/guard.ts';
import { type JournalControl, journalControl } from './control/journal-control.ts';
import type { ExportedSnapshot, Snapshot, SnapshotOptions } from './control/snapshot.ts';
import { type CreatedWorld, createWorld } from './create-world.ts';
import type { CountedRule, FaultRule } from './faults/index.ts';
import { besideFixture } from './fixture/options.ts';
import type { Fleet, SaveOptions } from './fleet/fleet.ts';
import { Collection } from './fleet/records/collection.ts';
import type { Group, User } from './fleet/types.ts';
import { toFetch } from './hosts/fetch.ts';
import type { CallHead, Handle } from './http/call.ts';
import type { Dialect, SimulatorOptions } from './options.ts';
import type { WorldPlugin } from './plugin.ts';
import { spokenProfile } from './spoken-profile.ts';
import type { Pace } from './time/pace.ts';
import type { ResetOptions, World } from './world.ts';

/**
 * The faults that a tester switches on: ordered rules, of which the first that meets a call decides.
 *
 * @example
 * import { createSimulator, type FaultControl } from 'roadtest';
 *
 * const simulator = createSimulator();
 * const faults: FaultControl = simulator.faults;
 * faults.set([{ operation: 'createGroup', cut: 'after', times: 1 }]);
 * console.log(faults.counted[0]?.hits); // 0
 */
export interface FaultControl {
  readonly rules: readonly FaultRule[];
  /** The rules, each with how often it was used. */
  readonly counted: readonly CountedRule[];
  /**
   * Replaces all rules; their counts begin anew. A rule that names no operation meets each.
   * Throws a ControlError `FAULTS_INVALID`, and changes nothing, when one is not understood.
   */
  set(rules: readonly FaultRule[]): void;
}

/**
 * A running simulator: the service, its clock and what is in it.
 *
 * @example
 * import { createSimulator, type Simulator } from 'roadtest';
 *
 * const simulator: Simulator = createSimulator();
 * const reply = await simulator.fetch(new Request('http://localhost/api/devices'));
 * console.log(reply.status); // 401
 */
export interface Simulator {
  /** The whole service as one function from call to reply. */
  readonly handle: Handle;
  /** The same as a `fetch`: of an address only path and query count, `simulator.fetch('/api/devices', { headers })`. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
  /**
   * The fake clock: `advance`, `set`, `now` and `interrupt`. It takes milliseconds since 1970 UTC, a `Date`, ISO 8601,
   * and in `advance` the words of the control API, `{ by: 'PT90M' }` or `{ to: '2026-01-06T00:00:00Z' }`; `now` gives milliseconds.
   */
  readonly clock: World['clock'];
  /** The account with everything in it, synchronous and in canonical facts (`roadtest`'s types of records). */
  readonly fleet: Fleet;
  /** The messages of the account, sent and withheld: `outbox.list({ deviceId: 'dev-1' })`. The same as `fleet.outbox`. */
  readonly outbox: Fleet['outbox'];
  /** Every event: `events.since(0, 100)`, `events.onEvent(listener)`. The same as `fleet.log`. */
  readonly events: Fleet['log'];
  /** Refusals, cut connections, lost answers, limits and more: `faults.set([{ operation: 'listDevices', status: 503, nth: 2 }])`. */
  readonly faults: FaultControl;
  /** The last calls of the public API. */
  readonly journal: JournalControl;
  /**
   * Groups and users as collections with the queries of @msw/data: the same records as in `fleet` and the API.
   *
   * @example
   * const night = await simulator.db.groups.create({ name: 'Night shift', deviceIds: [1] });
   * await simulator.db.groups.update((query) => query.where({ id: night.id }), {
   *   data: (group) => void group.deviceIds.push(2),
   * });
   */
  readonly db: { readonly groups: Collection<Group>; readonly users: Collection<User> };
  /** The profile that is performed, every opening answered. */
  readonly profile: World['profile'];
  /** Writes and reads the dialect of the profile. Another one once an id is chosen: ask for it at each use. */
  readonly lens: World['lens'];
  readonly seed: number;
  /** The profile as it was compiled: another simulator that is given it need not do so again. */
  readonly dialect: Dialect;
  /** About how many bytes it takes: devices, locations, what is kept of messages, events and calls, and of the beginning. */
  readonly bytes: number;
  /** Source of real time. */
  readonly pace: Pace;
  /** The plugin of this world, if it has one. */
  readonly companion: WorldPlugin | undefined;
  /**
   * Longest request body in bytes, by the head of the call: a snapshot may be longer than other bodies, and
   * a call that the control API refuses has none. Hosts ask before they read.
   */
  readonly bodyLimit: (head: CallHead) => number;
  /**
   * Back to the world's own beginning: what `createSimulator` made, or the snapshot that was restored last. The
   * clock is frozen or runs as it did then. With `toStart` back to what `createSimulator` made in any case.
   */
  reset(options?: ResetOptions): void;
  /** How the clock is to run after a reset, where it was set otherwise since the beginning. */
  resetsTo(clock: Partial<Snapshot['clock']>): void;
  /**
   * Begins another world in place of this one, as `createSimulator` would with these options over those it was
   * made with. `handle`, `fetch` and a server go on with the new world; `clock` and `fleet` are then others.
   * Throws what `createSimulator` throws, and then nothing has changed.
   */
  restart(options?: SimulatorOptions): void;
  /** The whole world as JSON, without the API key unless that is asked for. */
  snapshot(options?: SnapshotOptions): ExportedSnapshot;
  /**
   * Goes on from a snapshot, which is the beginning from now on (see `reset`). The API key stays where it has none.
   * Throws a ControlError, and changes nothing, when it does not fit.
   */
  restore(snapshot: unknown): void;
  /** This moment, to go back to: sooner taken than a snapshot, for those that take many and keep them in the process. */
  save(options?: SaveOptions): Snapshot;
  /** Goes on from what this simulator saved. A `reset` goes where it went before. */
  load(saved: Snapshot): void;
  /** Ends the clock; no timer is left. */
  stop(): void;
}

/**
 * Throws a ProfileError, ClockError or FleetError, each with a stable code, for invalid options.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 *
 * const simulator = createSimulator({ seed: 7, devices: 3 });
 * await simulator.clock.advance(simulator.clock.now() + 3_600_000);
 * console.log(simulator.fleet.devices.count); // 3
 * simulator.stop();
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  let world = createWorld(options);
  const handle: Handle = (call) => (isControl(call.target) ? world.control(call) : world.service(call));
  const bodyLimit = (head: CallHead): number => world.bodyLimit(head);
  return Object.assign(
    membersOf(() => world),
    {
      handle,
      fetch: toFetch(handle, bodyLimit),
      bodyLimit,
      reset: (given) => world.reset(given),
      resetsTo: (clock) => world.resetsTo(clock),
      restart(changed = {}) {
        const { dialect, ...own } = beginningAnew(options, changed);
        const keepsDialect = dialect !== undefined && changed.profile === undefined;
        const next = createWorld({ ...own, ...(keepsDialect && { dialect }), ...changed });
        world.stop();
        world = next;
      },
      snapshot: (given) => world.snapshot(given),
      restore: (snapshot) => world.restore(snapshot),
      save: (given) => world.save(given),
      load: (saved) => world.load(saved),
      stop: () => world.stop(),
    } satisfies Omit<Simulator, keyof OfWorld>,
  );
}

type OfWorld = Pick<
  Simulator,
  | ('clock' | 'fleet' | 'outbox' | 'events' | 'faults' | 'journal' | 'db' | 'profile')
  | ('lens' | 'dialect' | 'bytes' | 'seed' | 'pace' | 'companion')
>;

/** The members that are those of the present world, each asked for at its use: another world may take its place. */
function membersOf(world: () => CreatedWorld): OfWorld {
  const members: { readonly [Name in keyof OfWorld]: () => OfWorld[Name] } = {
    clock: () => world().clock,
    fleet: () => world().fleet,
    outbox: () => world().fleet.outbox,
    events: () => world().fleet.log,
    faults: () => world().faults,
    journal: () => journalControl(world()),
    db: () => ({ groups: new Collection(world().fleet.groups), users: new Collection(world().fleet.users) }),
    profile: () => spokenProfile(world()),
    lens: () => world().lens,
    dialect: () => world().dialect,
    bytes: () => world().bytes(),
    seed: () => world().seed,
    pace: () => world().pace,
    companion: () => world().companion,
  };
  const getters = mapTable(members, (get) => ({ get, enumerable: true, configurable: true }));
  return Object.defineProperties({} as OfWorld, getters);
}

/** The options of a world that stay when another one begins in its place with changed options. */
function beginningAnew(options: SimulatorOptions, changed: SimulatorOptions): SimulatorOptions {
  if (changed.fixture) return besideFixture(changed.fixture, options);
  const { fixture, ...others } = options;
  const isOther = changed.devices !== undefined || changed.snapshot !== undefined;
  return isOther || fixture === undefined ? others : { ...others, fixture };
}
