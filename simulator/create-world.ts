/** Puts one world together: clock, fleet, public API and control API. */

import { isDeepEqual } from '../contracts/kit/json.ts';
import { checkOptions } from '../contracts/kit/option-names.ts';
import { isTimeZone } from '../contracts/kit/times.ts';
import { quoted } from '../contracts/kit/untrusted.ts';
import { completeProfile } from '../contracts/profile/complete.ts';
import { defaultProfile } from '../contracts/profile/default.ts';
import { ChosenIds } from '../contracts/profile/lens/chosen-ids.ts';
import { compileLens, compileLensWith } from '../contracts/profile/lens/compile.ts';
import type { Lens } from '../contracts/profile/lens/lens.ts';
import type { Profile } from '../contracts/profile/profile.ts';
import { defaultAnswers } from '../contracts/specification/openings/index.ts';
import { fixtureBytes, fleetBytes, worldBytes } from './bytes.ts';
import { controlBodyLimit, isControl } from './control/guard.ts';
import { WorldIdentity } from './control/identity.ts';
import { inShort, JOURNAL_SIZE, RequestJournal } from './control/journal.ts';
import { WorldSecrets } from './control/secrets.ts';
import {
  exportedSnapshot,
  loadState,
  readSnapshot,
  type Snapshot,
  takeSnapshot,
} from './control/snapshot.ts';
import { Faults } from './faults/index.ts';
import { asFixture } from './fixture/form.ts';
import { besideFixture, withFixture } from './fixture/options.ts';
import { settleFixture } from './fixture/settle.ts';
import { FleetError } from './fleet/errors.ts';
import { Fleet } from './fleet/fleet.ts';
import type { FleetOptions } from './fleet/options.ts';
import { checkWhole } from './fleet/options.ts';
import type { Call, CallHead, Handle, Reply } from './http/call.ts';
import { createDelayedReads } from './http/consistency.ts';
import { requirePerformable } from './http/performable.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { type HttpRules, httpRules } from './http/rules.ts';
import { createService } from './http/service.ts';
import { TokenBook } from './http/tokens.ts';
import { checkOptionNames, type Dialect, type SimulatorOptions } from './options.ts';
import { Clock, type ClockOptions } from './time/clock.ts';
import { instantOf } from './time/moments.ts';
import { platformPace } from './time/pace.ts';
import { Timeline } from './time/timeline.ts';
import type { World } from './world.ts';
import type { WorldState } from './world-state.ts';

/** The parts that a new world has before anything happens in it. */
type Made = Pick<WorldState, 'fleet' | 'ids' | 'faults'>;
/** How the clock runs: see `clock.set`. */
type ClockMode = Snapshot['clock'];

const DEVICES = 10;
export const DEFAULT_START = Date.UTC(2026, 0, 5, 8);
const MEBIBYTE = 1024 * 1024;
/** Longest body that can be asked for. */
const LONGEST_BODY = 500 * MEBIBYTE;

function checkStrict(strict: unknown): void {
  if (strict === undefined || strict === 'warn' || strict === 'refuse') return;
  throw new FleetError('OPTION_INVALID', `${quoted(strict)} is not a valid value for strict.`, {
    field: 'strict',
    hint: 'warn, for a note on each call, or refuse.',
  });
}

function compileDialect(given: Profile | undefined, seed: number): Dialect {
  const profile = completeProfile(given ?? defaultProfile);
  const lens = compileLens(profile.openings, { basePath: profile.basePath, seed });
  // The default profile is known to be good; its start does not pay for a check.
  if (given) requirePerformable(profile, lens);
  return { profile, lens, seed };
}

/** A snapshot fits the seed that it was taken at alone. */
function seedOf(snapshot: unknown): number | undefined {
  const { seed }: { seed?: unknown } = Object(snapshot);
  return typeof seed === 'number' && Number.isSafeInteger(seed) ? seed : undefined;
}

/** The time zone of the account, from which the days of expiry follow. */
function timeZoneOf(snapshot: unknown): string | undefined {
  const { fleet }: { fleet?: { account?: { timeZone?: unknown } } } = Object(snapshot);
  const timeZone = Object(fleet?.account).timeZone;
  return typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : undefined;
}

/**
 * One world with its two APIs: clock, fleet, public API and control API.
 *
 * @throws ProfileError, ClockError, FleetError, ControlError for options that are not valid, each with a stable code
 */
export function createWorld(given: SimulatorOptions) {
  checkOptionNames(given);
  const fixture = given.fixture === undefined ? undefined : asFixture(given.fixture);
  const options = fixture ? withFixture(fixture, given) : given;
  checkWhole('journalSize', options.journalSize, 0, 1_000_000);
  checkWhole('bodyLimit', options.bodyLimit, 0, LONGEST_BODY);
  checkStrict(options.strict);
  const seed = options.seed ?? seedOf(options.snapshot) ?? 1;
  const dialect = options.dialect?.seed === seed ? options.dialect : compileDialect(options.profile, seed);
  const { profile } = dialect;
  const { openings } = profile;
  const start = instantOf(options.at ?? DEFAULT_START);
  const pace = options.pace ?? platformPace;
  const timeZone = options.timeZone ?? timeZoneOf(options.snapshot) ?? 'UTC';
  const rules: HttpRules = { ...httpRules, ...options.rules };
  /** The dialect with the ids that were chosen in this world; without any, the dialect's own serves. */
  let ownLens: Lens | undefined;
  const fleetOptions: Omit<FleetOptions, 'timeline' | 'devices'> = {
    policy: openings,
    seed,
    timeZone,
    ...(options.dayEnds !== undefined &&
      options.dayEnds !== defaultAnswers['day.ends'] && { dayEnds: options.dayEnds }),
    userName: options.userName ?? 'demo',
    apiKey: options.apiKey ?? 'demo-key',
    ...(options.groups !== undefined && { groups: options.groups }),
    ...(options.users !== undefined && { users: options.users }),
    ...(options.licences !== undefined && { licences: options.licences }),
    ...(options.historyPerDevice !== undefined && { historyPerDevice: options.historyPerDevice }),
    ...(options.rules && { rules: options.rules }),
    readId: (resource, id) => (ownLens ?? dialect.lens).readPathId(resource, id),
  };
  const ids = openings['records.id'];
  /** A dialect of another simulator comes with its profile, or is taken for the default where it is like that. */
  const isPinned = options.profile
    ? options.profile.openings?.['records.id'] !== undefined
    : !isDeepEqual(ids, defaultAnswers['records.id']);
  const idChoice = { form: ids, isPinned, lens: dialect.lens };
  const origin = { profile: profile.name, seed };

  /** A world in which nothing has happened yet. */
  function newState(devices: number, clock: ClockOptions, prepare?: (made: Made) => void): WorldState {
    const timeline = new Timeline(start);
    const faults = new Faults(seed);
    const fleet = new Fleet({ ...fleetOptions, devices, timeline });
    const ids = new ChosenIds();
    prepare?.({ fleet, ids, faults });
    return {
      timeline,
      fleet,
      ids,
      clock: new Clock(timeline, pace, clock),
      tokens: new TokenBook(seed, options.world, rules),
      rateLimit: createRateLimit(openings),
      delayedReads: createDelayedReads(openings),
      faults,
      companion: options.companion?.({ fleet, timeline, faults }),
    };
  }

  /** The world as it is made here. */
  function stateAtStart(clock: ClockOptions): WorldState {
    if (options.snapshot !== undefined) {
      const state = stateOf(readSnapshot(options.snapshot, origin));
      options.prepare?.(state.fleet, state.timeline.now);
      return state;
    }
    const state = newState(options.devices ?? DEVICES, clock, ({ fleet, ids, faults }) => {
      if (fixture) settleFixture(fixture, { fleet, ids, faults, now: start, choice: idChoice });
      if (options.faults) faults.set(options.faults);
      options.prepare?.(fleet, start);
    });
    state.companion?.begin();
    return state;
  }

  /** Loads what was saved into a world that no caller sees; its clock does not run. */
  function stateOf(saved: Snapshot): WorldState {
    const state = newState(0, {});
    loadState(state, { ...saved, clock: { ...saved.clock, frozen: true } });
    return state;
  }

  const made = { speed: options.speed ?? 1, frozen: options.frozen ?? true };
  const state = stateAtStart(made);
  const saved: ClockMode | undefined = Object(options.snapshot).clock;
  if (saved) state.clock.restore(saved);
  /** The state that `reset` goes back to: how the clock runs then, and a snapshot where one was restored. */
  let clockStart: ClockMode = saved ?? { ...made, until: null };
  let restored: Snapshot | undefined;
  /** The bytes that are kept for a reset: a snapshot is about as large as the fleet in it. */
  const ofBeginning =
    (given.snapshot === undefined ? 0 : fleetBytes(state.fleet)) + (fixture ? fixtureBytes(fixture) : 0);
  let ofRestored = 0;
  let isStopped = false;
  const secrets = new WorldSecrets(
    state.fleet.account,
    [options.controlToken, ...(options.holders ?? []).map(({ token }) => token)],
    dialect.lens,
  );
  const { onRequest } = options;
  const world: World = {
    ...state,
    profile,
    get lens() {
      return ownLens ?? dialect.lens;
    },
    pace,
    rules,
    strict: options.strict,
    journal: new RequestJournal(
      options.journalSize ?? JOURNAL_SIZE,
      onRequest && ((entry) => onRequest(inShort(entry, secrets.redactor))),
    ),
    identity: new WorldIdentity(pace, seed, options.story ?? null),
    guard: {
      controlToken: options.controlToken,
      ...(options.holders && { holders: options.holders }),
      hostNames: options.hostNames ?? [],
      origins: options.origins ?? [],
    },
    secrets,
    waits: new Set(),
    get isStopped() {
      return isStopped;
    },
    idChoice,
    reset(options = {}) {
      checkOptions(options, { toStart: true }, 'reset');
      const { toStart = false } = options;
      if (toStart) [restored, ofRestored] = [undefined, 0];
      // The start is made anew from the seed, so that keeping it costs nothing.
      const first = restored ?? { ...takeSnapshot(origin, stateAtStart({})), clock: clockStart };
      world.journal.reset();
      world.load(first);
    },
    snapshot: (options) => exportedSnapshot(takeSnapshot(origin, world), options),
    restore: (given) => goOnFrom(readSnapshot(given, origin)),
    save: (options) => takeSnapshot(origin, world, options),
    load(saved) {
      loadState(world, saved);
      followIds();
      world.identity.replaced();
    },
    begin(fixture) {
      const { prepare: _, ...usual } = besideFixture(fixture, given);
      const next = createWorld({ ...usual, fixture, dialect });
      try {
        goOnFrom(next.save());
      } finally {
        next.stop();
      }
    },
    chooseId(resource, id, chosen) {
      world.ids.choose(resource, id, chosen);
      followIds();
    },
    resetsTo(clock) {
      checkOptions(clock, { speed: true, frozen: true, until: true }, 'resetsTo');
      if (restored) restored = { ...restored, clock: { ...restored.clock, ...clock } };
      else clockStart = { ...clockStart, ...clock };
    },
  };

  world.identity.onReplaced(() => endWaits('another world has taken the place of this one'));

  function endWaits(why: string): void {
    for (const end of [...world.waits]) end(why);
  }

  /** Makes what was saved the beginning from now on, once it was tried out. */
  function goOnFrom(saved: Snapshot): void {
    stateOf(saved);
    world.load(saved);
    [restored, ofRestored] = [world.save(), fleetBytes(world.fleet)];
  }

  /** Compiles a lens of the world's own at the first id that is chosen: worlds without chosen ids share one. */
  function followIds(): void {
    if (ownLens || world.ids.isEmpty) return;
    ownLens = lensWith(world.ids);
    service = createService(world);
  }

  function lensWith(ids: ChosenIds): Lens {
    return compileLensWith(ids, openings, { basePath: profile.basePath, seed });
  }

  let service: Handle;
  followIds();
  service ??= createService(world);
  let control: Handle | undefined;
  let loading: Promise<Handle> | undefined;
  /** Loaded when it is first called, once for all calls that come meanwhile; then it acts at once, as the service does. */
  async function answerControl(call: Call): Promise<Reply> {
    if (control) return control(call);
    loading ??= import('./control/api.ts').then(({ createControlApi }) =>
      createControlApi(world, options.controls),
    );
    control = await loading;
    return control(call);
  }
  const publicLimit = options.bodyLimit ?? MEBIBYTE;
  return Object.assign(world, {
    /** Performs the public API. */
    service: (call: Call) => service(call),
    /** Performs the control API. */
    control: answerControl,
    bodyLimit: (head: CallHead): number =>
      isControl(head.target) ? controlBodyLimit(head, world.guard, publicLimit) : publicLimit,
    dialect,
    seed,
    bytes: () => worldBytes(world.fleet, world.journal, ofBeginning + ofRestored),
    stop() {
      isStopped = true;
      world.clock.stop();
      endWaits('the world was stopped');
    },
  });
}

export type CreatedWorld = ReturnType<typeof createWorld>;
