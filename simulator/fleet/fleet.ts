/** The fleet: one object that holds a whole account and everything in it. Synchronous. */
import { Account, type AccountState } from './account.ts';
import { Alerts, type AlertsState } from './alerts.ts';
import type { Core } from './core.ts';
import { Day } from './day.ts';
import { DeviceColumns, type DeviceColumnsState } from './deviceColumns.ts';
import { Devices, type DevicesState } from './devices.ts';
import { FleetError } from './errors.ts';
import { Expiry, type ExpiryState } from './expiry.ts';
import { Licences } from './licences.ts';
import { DeviceLimits } from './limits.ts';
import { Locations, type LocationsState } from './locations/locations.ts';
import { HappeningLog, type LogState } from './log/happenings.ts';
import { checkOptions, type FleetOptions } from './options.ts';
import { Outbox, type OutboxState } from './outbox.ts';
import { createGroups, type Groups, type Users } from './records/groups.ts';
import type { RecordsState } from './records/records.ts';
import { createUsers } from './records/users.ts';
import { Reference } from './reference.ts';
import { type FleetRules, fleetRules } from './rules/index.ts';
import { type SeedFacts, seededGroupOf, seedGroups, seedUsers } from './seed/records.ts';
import { Tokens, type TokensState } from './tokens.ts';
import type { Channel, Group, User } from './types.ts';

export type { FleetOptions } from './options.ts';

/** A whole fleet as JSON. The events it awaits are saved with the timeline: the two belong together. */
export interface FleetState {
  version: 1;
  seed: SeedFacts;
  account: AccountState;
  columns: DeviceColumnsState;
  devices: DevicesState;
  expiry: ExpiryState;
  locations: LocationsState;
  alerts: AlertsState;
  outbox: OutboxState;
  groups: RecordsState<Group> | null;
  users: RecordsState<User> | null;
  tokens: TokensState;
  log: LogState;
}

export class Fleet {
  readonly account: Account;
  readonly devices: Devices;
  readonly limits: DeviceLimits;
  readonly licences: Licences;
  readonly locations: Locations;
  readonly alerts: Alerts;
  readonly groups: Groups;
  readonly users: Users;
  readonly outbox: Outbox;
  readonly tokens: Tokens;
  readonly log: HappeningLog;
  readonly reference: Reference;
  readonly rules: FleetRules;
  readonly #columns: DeviceColumns;
  readonly #expiry: Expiry;
  /** What the records of the beginning follow from. */
  #seed: SeedFacts;

  /** Throws `OPTION_INVALID`. A timeline serves one fleet. */
  constructor(options: FleetOptions) {
    checkOptions(options);
    const { timeline, policy, seed, devices, timeZone, userName, apiKey } = options;
    const {
      licences = devices,
      historyPerDevice = 100,
      outboxSize = 10_000,
      alertsSize = 10_000,
      logSize = 10_000,
    } = options;
    const groups = options.groups ?? Math.min(Math.max(Math.ceil(devices / 4), 1), 12);
    const users = options.users ?? 5;

    this.rules = { ...fleetRules, ...options.rules };
    this.log = new HappeningLog(timeline, logSize);
    this.#columns = new DeviceColumns();
    this.#seed = { seed, devices, groups, users, start: timeline.now, userName, timeZone };
    const core: Core = { timeline, timeZone, rules: this.rules, columns: this.#columns, log: this.log };

    this.reference = new Reference(this.rules);
    this.outbox = new Outbox(outboxSize);
    this.tokens = new Tokens(core);
    this.groups = createGroups(
      core,
      policy,
      () => this.users,
      () => seedGroups(this.#seed),
    );
    this.users = createUsers(core, policy, this.groups, () => seedUsers(this.#seed));
    this.account = new Account(core, {
      userName,
      apiKey,
      apiEnabled: true,
      timeZone,
      licenceTotal: licences,
      licencesUsed: 0,
    });
    this.devices = new Devices(core, policy, this.account, this.groups, seed);
    this.#expiry = new Expiry(core, policy, (id) => this.licences.expire(id));
    this.licences = new Licences(core, policy, this.account, this.#expiry, this.devices);
    this.limits = new DeviceLimits(core, policy, this.#expiry, this.outbox, {
      recipient: (channel) => this.#ownRecipient(channel),
      name: (id) => this.devices.nameOf(id),
    });
    this.locations = new Locations(core, policy, historyPerDevice);
    this.alerts = new Alerts(
      core,
      policy,
      { devices: this.devices, limits: this.limits, locations: this.locations, users: this.users },
      alertsSize,
    );

    this.#begin(devices, groups, licences);
    new Day(core, policy, this.limits).begin();
  }

  save(): FleetState {
    return {
      version: 1,
      seed: this.#seed,
      account: this.account.save(),
      columns: this.#columns.save(),
      devices: this.devices.save(),
      expiry: this.#expiry.save(),
      locations: this.locations.save(),
      alerts: this.alerts.save(),
      outbox: this.outbox.save(),
      groups: this.groups.save(),
      users: this.users.save(),
      tokens: this.tokens.save(),
      log: this.log.save(),
    };
  }

  /**
   * Puts a saved fleet in place of this one. Restore the timeline that was saved with it as well; from
   * then on everything goes on identically. Throws `STATE_VERSION`, and `STATE_INVALID` for a damaged
   * state; then this fleet is as it was.
   */
  restore(state: FleetState): void {
    if (state?.version !== 1) {
      throw new FleetError(
        'STATE_VERSION',
        `A saved fleet of version ${String(state?.version)} cannot be read.`,
        {
          field: 'version',
          hint: 'This release reads version 1.',
        },
      );
    }
    const before = this.save();
    try {
      this.#restore(state);
    } catch (error) {
      this.#restore(before);
      throw new FleetError(
        'STATE_INVALID',
        `The saved fleet is damaged: ${error instanceof Error ? error.message : String(error)}`,
        {
          hint: 'Use a state as it was saved.',
        },
      );
    }
  }

  /** The devices of the beginning: as many used licences as there are, the others expired. */
  #begin(devices: number, groups: number, licences: number): void {
    this.#columns.add(devices);
    this.devices.begin(1, devices);
    for (let id = 1; id <= devices; id++) this.#columns.setGroup(id, seededGroupOf(id, groups));
    const used = Math.min(devices, licences);
    for (let id = used + 1; id <= devices; id++) this.#columns.setLicence(id, 'expired');
    this.account.setLicencesUsed(used * this.rules.licencesTaken({ licence: 'used' }));
  }

  #restore(state: FleetState): void {
    this.#seed = { ...state.seed };
    this.account.restore(state.account);
    this.#columns.restore(state.columns);
    this.devices.restore(state.devices);
    this.#expiry.restore(state.expiry);
    this.locations.restore(state.locations);
    this.alerts.restore(state.alerts);
    this.outbox.restore(state.outbox);
    this.groups.restore(state.groups, () => seedGroups(this.#seed));
    this.users.restore(state.users, () => seedUsers(this.#seed));
    this.tokens.restore(state.tokens);
    this.log.restore(state.log);
    this.limits.restore();
  }

  #ownRecipient(channel: Channel): string {
    const own = this.users.peek(this.account.ownUserId);
    return (channel === 'email' ? own?.email : own?.phone) ?? '';
  }
}
