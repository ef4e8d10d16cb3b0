/** Puts a simulator together: clock, fleet, public API and control API, all of one world. */

import { completeProfile } from '../contracts/profile/complete.ts';
import { defaultProfile } from '../contracts/profile/default.ts';
import { compileLens } from '../contracts/profile/lens/compile.ts';
import type { Profile } from '../contracts/profile/profile.ts';
import { controlBodyLimit, createControlApi, isControl } from './control/api.ts';
import { EventFrames } from './control/event-stream.ts';
import { Faults } from './control/faults.ts';
import { WorldIdentity } from './control/identity.ts';
import { inShort, RequestJournal, type ServedRequest } from './control/journal.ts';
import type { ControlExtension } from './control/routes/route.ts';
import { WorldSecrets } from './control/secrets.ts';
import {
  adoptWorld,
  type Following,
  restoreUnseen,
  type Snapshot,
  takeSnapshot,
} from './control/snapshot.ts';
import { type ExportedSnapshot, exportedSnapshot, type SnapshotOptions } from './control/snapshot-key.ts';
import { Fleet } from './fleet/fleet.ts';
import type { FleetOptions } from './fleet/options.ts';
import { checkWhole } from './fleet/options.ts';
import { Collection } from './fleet/records/collection.ts';
import { type FleetRules, fleetRules } from './fleet/rules/index.ts';
import type { EpochMs, Group, User } from './fleet/types.ts';
import { toFetch } from './hosts/fetch.ts';
import type { CallHead, Handle } from './http/call.ts';
import { createDelayedReads } from './http/consistency.ts';
import { requirePerformable, requireProfile } from './http/performable.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { type HttpRules, httpRules } from './http/rules.ts';
import { createService } from './http/service.ts';
import { TokenBook } from './http/tokens.ts';
import type { WorldPlugin, WorldPluginFactory } from './plugin.ts';
import { parseInstant } from './time/calendar.ts';
import { Clock, type ClockOptions, type Speed } from './time/clock.ts';
import { type Pace, platformPace } from './time/pace.ts';
import { Timeline } from './time/timeline.ts';
import type { ResetOptions, RestoreOptions, World } from './world.ts';
import type { WorldState } from './world-state.ts';

/** The rules of the document as the simulator performs them, each a named function. */
export type Rules = FleetRules & HttpRules;

/** The rules of the document, for callers that replace one of them. */
export const documentRules: Rules = { ...fleetRules, ...httpRules };

/**
 * The options of `createSimulator`. All have a default.
 *
 * @example
 * import { createSimulator, type SimulatorOptions } from 'roadtest';
 *
 * const options: SimulatorOptions = { at: '2026-03-02T08:00:00Z', devices: 100, timeZone: 'Europe/Berlin' };
 * console.log(createSimulator(options).fleet.devices.count); // 100
 */
export interface SimulatorOptions {
  /**
   * How the openings of the document are filled. Default: the default profile. One that contradicts itself is
   * refused; its form is checked by the types, or by `checkProfile` of `roadtest/profile`.
   */
  profile?: Profile;
  /** Everything that looks like chance comes from it. Default 1. */
  seed?: number;
  /** The simulated moment of the start. Default 2026-01-05T08:00:00Z, a Monday. */
  at?: EpochMs | string;
  /** Devices at the start. Default 10. */
  devices?: number;
  /** Simulated seconds per real second once the clock runs. Default 1. */
  speed?: Speed;
  /** Whether the clock is frozen until it is moved. Default true. */
  frozen?: boolean;
  /**
   * The world begins as it was when this snapshot was taken, its clock included, in place of a new fleet. Default:
   * a new fleet. `seed` is then that of the snapshot, unless it is given. The object must not be changed later.
   */
  snapshot?: unknown;
  /** The account's time zone. Default UTC. */
  timeZone?: string;
  /** Groups at the start. Default: one for four devices, from 1 to 12. */
  groups?: number;
  /** Users at the start, with the account's own, which is user 1. Default 5. */
  users?: number;
  /** Licences of the account. Default: one per device. */
  licences?: number;
  /** Default `demo`. */
  userName?: string;
  /** Default `demo-key`. */
  apiKey?: string;
  /** Locations kept per device. Default 100. */
  historyPerDevice?: number;
  /** Requests kept in the journal. Default 200. */
  journalSize?: number;
  /** Longest request body in bytes, but for snapshots. Default 1 MiB. */
  bodyLimit?: number;
  /** Asked for by the control API, where given. */
  controlToken?: string;
  /** Names beside the loopback ones under which the control API may be called. */
  hostNames?: readonly string[];
  /** Adds to the world of the start, such as what devices will report; called again at each reset. */
  prepare?: (fleet: Fleet, now: EpochMs) => void;
  /** A plugin of this world; its state is part of snapshots. */
  companion?: WorldPluginFactory;
  /** The name of the story that is played in this world, for those who look on. */
  story?: string;
  /** Routes to answer under `/_control` beside the simulator's own. */
  controls?: readonly ControlExtension[];
  /** Rules to put in the place of the document's own: for trying out what a broken service looks like. */
  rules?: Partial<Rules>;
  /** Called with each call of the public API when it is answered: a log of requests. Its secrets are taken out. It must not throw. */
  onRequest?: (request: ServedRequest) => void;
  /** Where real time comes from. Default: the platform. */
  pace?: Pace;
}

/**
 * Groups and users, with the queries of @msw/data.
 *
 * @example
 * const night = await simulator.db.groups.create({ name: 'Night shift', deviceIds: [1] });
 * await simulator.db.groups.update((query) => query.where({ id: night.id }), {
 *   data: (group) => void group.deviceIds.push(2),
 * });
 */
export interface Database {
  readonly groups: Collection<Group>;
  readonly users: Collection<User>;
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
  /** The same for `Request` and `Response`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The fake clock: `advance`, `set`, `now` and `interrupt`, in milliseconds since 1970 UTC. */
  readonly clock: World['clock'];
  /** The account with everything in it, synchronous and in canonical facts (`roadtest`'s types of records). */
  readonly fleet: Fleet;
  /** Groups and users as collections to query and edit from a test: the same records as in `fleet` and the API. */
  readonly db: Database;
  /** The profile that is performed, every opening answered. */
  readonly profile: World['profile'];
  /** Writes and reads the dialect of the profile. */
  readonly lens: World['lens'];
  readonly seed: number;
  /** Where real time comes from. */
  readonly pace: Pace;
  /** What plays along in this world, if anything does. */
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
  resetsTo(clock: Partial<ClockMode>): void;
  /**
   * Begins another world in place of this one, as `createSimulator` would with these options over those it was
   * made with. `handle`, `fetch` and a server go on with the new world; `clock` and `fleet` are then others.
   * Throws what `createSimulator` throws, and then nothing has changed.
   */
  restart(options?: SimulatorOptions): void;
  /** The whole world as JSON, without the API key unless that is asked for. */
  snapshot(options?: SnapshotOptions): ExportedSnapshot;
  /**
   * Goes on from a snapshot, which is the beginning from now on (see `reset`), unless `passing` says that it is not.
   * The API key stays where it has none. Throws a ControlError, and changes nothing, when it does not fit.
   */
  restore(snapshot: unknown, options?: RestoreOptions): void;
  /** Ends the clock; no timer is left. */
  stop(): void;
}

/** How the clock runs: see `clock.set`. */
type ClockMode = Snapshot['clock'];

const DEFAULT_START = Date.UTC(2026, 0, 5, 8);
const MEBIBYTE = 1024 * 1024;
/** Longest body that can be asked for. */
const LONGEST_BODY = 500 * MEBIBYTE;

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
  const handle: Handle = (call) => world.handle(call);
  const bodyLimit = (head: CallHead): number => world.bodyLimit(head);
  return {
    handle,
    fetch: toFetch(handle, bodyLimit),
    bodyLimit,
    get clock() {
      return world.clock;
    },
    get fleet() {
      return world.fleet;
    },
    get db() {
      return world.db;
    },
    get profile() {
      return world.profile;
    },
    get lens() {
      return world.lens;
    },
    get seed() {
      return world.seed;
    },
    get pace() {
      return world.pace;
    },
    get companion() {
      return world.companion;
    },
    reset: (given) => world.reset(given),
    resetsTo: (clock) => world.resetsTo(clock),
    restart(changed = {}) {
      const next = createWorld({ ...options, ...changed });
      world.stop();
      world = next;
    },
    snapshot: (given) => world.snapshot(given),
    restore: (snapshot, given) => world.restore(snapshot, given),
    stop: () => world.stop(),
  };
}

/** A snapshot fits the seed that it was taken at alone. */
function seedOf(snapshot: unknown): number | undefined {
  const { seed }: { seed?: unknown } = Object(snapshot);
  return typeof seed === 'number' && Number.isSafeInteger(seed) ? seed : undefined;
}

/** One world with its two APIs. */
function createWorld(options: SimulatorOptions): Omit<Simulator, 'fetch' | 'restart'> {
  if (options.profile !== undefined) requireProfile(options.profile);
  checkWhole('journalSize', options.journalSize, 0, 1_000_000);
  checkWhole('bodyLimit', options.bodyLimit, 0, LONGEST_BODY);
  const profile = completeProfile(options.profile ?? defaultProfile);
  const { openings } = profile;
  const seed = options.seed ?? seedOf(options.snapshot) ?? 1;
  const lens = compileLens(openings, { basePath: profile.basePath, seed });
  // The default profile is known to be good; its start does not pay for a check.
  if (options.profile) requirePerformable(profile, lens);
  const start = typeof options.at === 'string' ? parseInstant(options.at) : (options.at ?? DEFAULT_START);
  const pace = options.pace ?? platformPace;
  const timeZone = options.timeZone ?? 'UTC';
  const rules: HttpRules = { ...httpRules, ...options.rules };
  const fleetOptions: Omit<FleetOptions, 'timeline' | 'devices'> = {
    policy: openings,
    seed,
    timeZone,
    userName: options.userName ?? 'demo',
    apiKey: options.apiKey ?? 'demo-key',
    ...(options.groups !== undefined && { groups: options.groups }),
    ...(options.users !== undefined && { users: options.users }),
    ...(options.licences !== undefined && { licences: options.licences }),
    ...(options.historyPerDevice !== undefined && { historyPerDevice: options.historyPerDevice }),
    ...(options.rules && { rules: options.rules }),
  };
  const origin = { profile: profile.name, seed };

  /** A world in which nothing has happened yet. */
  function newState(devices: number, clock: ClockOptions, prepare: SimulatorOptions['prepare']): WorldState {
    const timeline = new Timeline(start);
    const fleet = new Fleet({ ...fleetOptions, devices, timeline });
    prepare?.(fleet, start);
    const faults = new Faults(seed);
    return {
      timeline,
      fleet,
      clock: new Clock(timeline, pace, clock),
      tokens: new TokenBook(seed, rules),
      rateLimit: createRateLimit(openings),
      delayedReads: createDelayedReads(openings),
      faults,
      companion: options.companion?.({ fleet, timeline, faults }),
    };
  }

  /** The world as it is made here, and how its clock runs, where a snapshot says it. */
  function stateAtStart(clock: ClockOptions): { state: WorldState; clock?: ClockMode } {
    if (options.snapshot !== undefined) {
      const { state, following } = stateOf(options.snapshot, options.apiKey ?? 'demo-key');
      options.prepare?.(state.fleet, state.timeline.now);
      return { state, clock: following.clock };
    }
    const state = newState(options.devices ?? 10, clock, options.prepare);
    state.companion?.begin();
    return { state };
  }

  /** The world of a snapshot; its clock is still to be set. Not every snapshot holds the API key. */
  function stateOf(snapshot: unknown, apiKey: string): { state: WorldState; following: Following } {
    const state = newState(0, {}, undefined);
    state.fleet.account.setApiKey(apiKey);
    return { state, following: restoreUnseen(state, snapshot, origin) };
  }

  const made = { speed: options.speed ?? 1, frozen: options.frozen ?? true };
  const { state, clock: saved } = stateAtStart(made);
  if (saved) state.clock.restore(saved);
  /** What `reset` goes back to: how the clock runs then, and a snapshot, where it is not what was made here. */
  let clockStart: ClockMode = saved ?? { ...made, until: null };
  let restored: Snapshot | undefined;
  const secrets = new WorldSecrets(state.fleet.account, options.controlToken, lens);
  const { onRequest } = options;
  const world: World = {
    ...state,
    profile,
    lens,
    pace,
    rules,
    journal: new RequestJournal(
      options.journalSize ?? 200,
      onRequest && ((entry) => onRequest(inShort(entry, secrets.redactor))),
    ),
    identity: new WorldIdentity(pace, seed, options.story ?? null),
    guard: { controlToken: options.controlToken, hostNames: options.hostNames ?? [] },
    frames: new EventFrames(lens, secrets),
    secrets,
    reset({ toStart = false } = {}) {
      if (toStart) restored = undefined;
      // The start is made anew from the seed, so that keeping it costs nothing.
      const { state: first } = restored
        ? stateOf(structuredClone(restored), world.fleet.account.apiKey)
        : stateAtStart({});
      const clock = restored?.clock ?? clockStart;
      adoptWorld(world, first, { clock, companion: first.companion?.save() ?? null });
      world.journal.clear();
      world.identity.replaced();
    },
    snapshot: (options) => exportedSnapshot(takeSnapshot(origin, world), options),
    restore(given, { passing = false } = {}) {
      const { state: unseen, following } = stateOf(given, world.fleet.account.apiKey);
      adoptWorld(world, unseen, following);
      if (!passing) restored = takeSnapshot(origin, world);
      world.identity.replaced();
    },
    resetsTo(clock) {
      if (restored) restored = { ...restored, clock: { ...restored.clock, ...clock } };
      else clockStart = { ...clockStart, ...clock };
    },
  };

  const service = createService(world);
  const control = createControlApi(world, options.controls);
  const handle: Handle = (call) => (isControl(call.target) ? control(call) : service(call));
  const publicLimit = options.bodyLimit ?? MEBIBYTE;
  const bodyLimit = (head: CallHead): number =>
    isControl(head.target) ? controlBodyLimit(head, world.guard, publicLimit) : publicLimit;

  return {
    handle,
    clock: world.clock,
    fleet: world.fleet,
    db: { groups: new Collection(world.fleet.groups), users: new Collection(world.fleet.users) },
    profile,
    lens,
    seed,
    pace,
    companion: world.companion,
    bodyLimit,
    reset: world.reset,
    resetsTo: world.resetsTo,
    snapshot: world.snapshot,
    restore: world.restore,
    stop: () => world.clock.stop(),
  };
}
