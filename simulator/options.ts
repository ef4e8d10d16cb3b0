/** The options of a simulator. */

import { type OptionNames, unknownName } from '../contracts/kit/option-names.ts';
import type { Profile } from '../contracts/profile/profile.ts';
import type { ServedRequest } from './control/journal.ts';
import type { TokenHolder } from './control/roles.ts';
import type { FaultRule } from './faults/index.ts';
import type { Fixture } from './fixture/schema.ts';
import { FleetError } from './fleet/errors.ts';
import type { Fleet } from './fleet/fleet.ts';
import { type FleetRules, fleetRules } from './fleet/rules/index.ts';
import type { EpochMs } from './fleet/types.ts';
import { type HttpRules, httpRules } from './http/rules.ts';
import type { AddedRoutes, WorldPluginFactory } from './plugin.ts';
import type { Speed } from './time/clock.ts';
import type { Moment } from './time/moments.ts';
import type { Pace } from './time/pace.ts';
import type { World } from './world.ts';

/** The rules of the document as the simulator performs them, each a named function. */
export type Rules = FleetRules & HttpRules;

/** The rules of the document, for callers that replace one of them. */
export const documentRules: Rules = { ...fleetRules, ...httpRules };

/** The profile of a simulator as it performs it. */
export interface Dialect extends Pick<World, 'profile' | 'lens'> {
  readonly seed: number;
}

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
  /** In place of `profile`: that of another simulator, which is not compiled anew. It counts at the same seed alone. */
  dialect?: Dialect;
  /** Everything that looks like chance comes from it. Default 1. */
  seed?: number;
  /** The simulated moment of the start: milliseconds since 1970 UTC, ISO 8601, or a `Date`. Default 2026-01-05T08:00:00Z, a Monday. */
  at?: Moment;
  /** Devices at the start. Default 10. */
  devices?: number;
  /** Simulated seconds per real second once the clock runs. Default 1. */
  speed?: Speed;
  /** True if the clock is frozen until it is moved. Default true. */
  frozen?: boolean;
  /**
   * The world begins as it was when this snapshot was taken, its clock included, in place of a new fleet. Default:
   * a new fleet. `seed` is then that of the snapshot, unless it is given. The object must not be changed later.
   */
  snapshot?: unknown;
  /**
   * The world begins with these devices, groups, users and alerts, by this clock, in place of made-up ones: data of the
   * form of `Fixture`, or what `parseFixture` of `roadtest/fixture` reads. Default: none. What other options say counts
   * more; `devices`, `groups`, `users`, `licences` and `snapshot` cannot be given beside it.
   */
  fixture?: Fixture;
  /** The account's time zone. Default UTC. */
  timeZone?: string;
  /**
   * When a day ends and daily counters start again, such as `04:00`, or with a time zone, `00:00 UTC`. Default: midnight
   * in the account's time zone. A profile that says otherwise counts for more.
   */
  dayEnds?: string;
  /** Groups at the start. Default: one for four devices, from 1 to 12. */
  groups?: number;
  /** Users at the start, with the account's own, which is user 1. Default 5. */
  users?: number;
  /** Licences of the account. Where they are fewer than devices, the last devices begin expired. Default: one per device. */
  licences?: number;
  /** Default `demo`. */
  userName?: string;
  /** Default `demo-key`. */
  apiKey?: string;
  /** Locations kept per device. Default 100. */
  historyPerDevice?: number;
  /** Calls kept in the journal. Default 10,000, the newest 1,000 of them with headers and bodies. */
  journalSize?: number;
  /** Longest request body in bytes, but for snapshots. Default 1 MiB. */
  bodyLimit?: number;
  /**
   * Fields, query parameters and headers that are not read, such as misspelt ones, are reported with the names that were
   * probably meant: as notes in the journal and the request log (`warn`), or by refusals (`refuse`). Default: they are not.
   */
  strict?: 'warn' | 'refuse';
  /** The faults of the start, in place of those of a fixture (see `faults.set`); a snapshot has its own. Default: none. */
  faults?: readonly FaultRule[];
  /** The name of this world among others: tokens of another world are refused. Default: none. */
  world?: string;
  /** Asked for by the control API, where given. */
  controlToken?: string;
  /** The holders of further tokens of this world, each with a role. */
  holders?: readonly TokenHolder[];
  /** Names beside the loopback ones under which the control API may be called. */
  hostNames?: readonly string[];
  /** Origins of pages that may use the control API beside the server's own, such as `http://localhost:5173`. */
  origins?: readonly string[];
  /** Adds to the world of the start, such as what devices will report; called again at each reset. */
  prepare?: (fleet: Fleet, now: EpochMs) => void;
  /** A plugin of this world; its state is part of snapshots. */
  companion?: WorldPluginFactory;
  /** The name of the story that is played in this world, for those who look on. */
  story?: string;
  /** Routes to answer under `/_control` beside the simulator's own. */
  controls?: AddedRoutes;
  /** Rules to put in the place of the document's own: for trying out what a broken service looks like. */
  rules?: Partial<Rules>;
  /** Called with each call of the public API when it is answered: a log of requests. Its secrets are taken out. It must not throw. */
  onRequest?: (request: ServedRequest) => void;
  /** Source of real time. Default: the platform. */
  pace?: Pace;
}

export const simulatorOptionNames: OptionNames<SimulatorOptions> = {
  profile: true,
  dialect: true,
  seed: true,
  at: true,
  devices: true,
  speed: true,
  frozen: true,
  snapshot: true,
  fixture: true,
  timeZone: true,
  dayEnds: true,
  groups: true,
  users: true,
  licences: true,
  userName: true,
  apiKey: true,
  historyPerDevice: true,
  journalSize: true,
  bodyLimit: true,
  strict: true,
  faults: true,
  world: true,
  controlToken: true,
  holders: true,
  hostNames: true,
  origins: true,
  prepare: true,
  companion: true,
  story: true,
  controls: true,
  rules: true,
  onRequest: true,
  pace: true,
};

/** Refuses an option that there is not: throws a FleetError `OPTION_INVALID`. */
export function checkOptionNames(given: object): void {
  const unknown = unknownName(given, simulatorOptionNames);
  if (unknown === undefined) return;
  throw new FleetError('OPTION_INVALID', `Unknown option ${unknown.name} for a simulator.`, {
    field: unknown.name,
    hint: unknown.hint,
  });
}
