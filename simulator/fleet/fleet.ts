/** The fleet: one object that holds a whole account and everything in it. Synchronous. */

import { within } from '../time/saved.ts';
import { Account } from './account.ts';
import { Alerts } from './alerts.ts';
import { type Core, requireDevice, requireRow } from './core.ts';
import { Day, type DayPolicy } from './day.ts';
import { DeviceColumns } from './deviceColumns.ts';
import { Devices } from './devices.ts';
import { Expiry } from './expiry.ts';
import { Licences } from './licences.ts';
import { DeviceLimits } from './limits.ts';
import { Locations } from './locations/locations.ts';
import { EventLog } from './log/events.ts';
import { checkOptions, type FleetOptions } from './options.ts';
import { Outbox } from './outbox.ts';
import { createGroups, type Groups, type Users } from './records/groups.ts';
import { sharesDevices } from './records/memberships.ts';
import { createUsers } from './records/users.ts';
import { Reference } from './reference.ts';
import { type FleetRules, fleetRules } from './rules/index.ts';
import { seededFirstGroupOf, seedGroups, seedUsers } from './seed/records.ts';
import { checkDeviceSettings, type DeviceSettings, settleDevices } from './settle.ts';
import type { FleetState, SeedFacts } from './state.ts';
import { Tokens } from './tokens.ts';
import type { Channel, DeviceId, IdGiven } from './types.ts';

export type { FleetOptions } from './options.ts';

/** Messages, alerts and events that are kept, of each the newest. */
const KEPT = 10_000;

export interface SaveOptions {
  /** The most locations of each device that are saved: they are nearly all of it. Default: those that are kept. */
  rows?: number;
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
  readonly log: EventLog;
  readonly reference: Reference;
  readonly rules: FleetRules;
  readonly #core: Core;
  readonly #columns: DeviceColumns;
  readonly #expiry: Expiry;
  readonly #day: Day;
  /** The facts from which the first records follow. */
  #seed: SeedFacts;
  readonly #seeded = {
    groups: () => seedGroups(this.#seed, this.#isShared),
    users: () => seedUsers(this.#seed),
  };
  /** True if a device can be in several groups. */
  readonly #isShared: boolean;

  /** Throws `OPTION_INVALID`. A timeline serves one fleet. */
  constructor(options: FleetOptions) {
    checkOptions(options);
    const { timeline, policy, seed, devices, timeZone, dayEnds, userName, apiKey } = options;
    const { licences = devices, historyPerDevice = 100 } = options;
    const groups = options.groups ?? Math.min(Math.max(Math.ceil(devices / 4), 1), 12);
    const users = options.users ?? 5;

    this.#isShared = sharesDevices(policy);
    this.rules = { ...fleetRules, ...options.rules };
    this.log = new EventLog(timeline, KEPT);
    this.#columns = new DeviceColumns();
    this.#seed = { seed, devices, groups, users, start: timeline.now, userName, timeZone };
    const account = (): Account => this.account;
    const core = {
      timeline,
      // A saved fleet brings its own.
      get timeZone() {
        return account().timeZone;
      },
      rules: this.rules,
      columns: this.#columns,
      log: this.log,
      readId: options.readId ?? (() => undefined),
    };

    this.#core = core;

    this.reference = new Reference(this.rules);
    this.outbox = new Outbox(KEPT, (id) => requireRow(core, id));
    this.tokens = new Tokens(core);
    this.groups = createGroups(core, policy, () => this.users, this.#seeded.groups);
    this.users = createUsers(core, policy, this.groups, this.#seeded.users);
    this.account = new Account(core, {
      userName,
      apiKey,
      apiEnabled: true,
      timeZone,
      ...(dayEnds !== undefined && { dayEnds }),
      licenceTotal: licences,
      licencesUsed: 0,
    });
    this.devices = new Devices(core, policy, this.account, this.groups, seed);
    this.#expiry = new Expiry(core, policy, {
      expire: (id) => this.licences.expire(id),
      revive: (id) => this.licences.revive(id),
    });
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
      KEPT,
    );

    this.#begin(devices, groups, licences);
    this.#day = new Day(core, policy, this.account, this.limits);
    this.#day.begin();
  }

  /**
   * Removes a device: it is not served any more, its licence is free, and its number is not given again. Messages and
   * alerts of it stay. Throws `UNKNOWN_DEVICE`.
   */
  remove(id: IdGiven): void {
    const device = requireDevice(this.#core, id);
    this.#expiry.cancel(device);
    this.devices.remove(device);
  }

  /** When a day ends: as the profile says, or what the account says where that is open. */
  get dayEnds(): DayPolicy {
    return this.#day.ends;
  }

  /** Checks what a device is to begin with: see settle.ts. The id may be of one that is still to be made. */
  checkSettings(id: DeviceId, settings: DeviceSettings): void {
    checkDeviceSettings(id, settings, this.#settled);
  }

  /**
   * Gives devices, to which nothing has happened yet, their first settings; see settle.ts. The settings must have been
   * checked.
   */
  settle(devices: readonly (readonly [DeviceId, DeviceSettings])[], licences = Infinity): void {
    const before = this.#columns.countMessages();
    settleDevices(devices, licences, this.#settled);
    this.outbox.sentEarlier(this.#columns.countMessages() - before);
  }

  save({ rows }: SaveOptions = {}): FleetState {
    return {
      version: 1,
      seed: this.#seed,
      account: this.account.save(),
      columns: this.#columns.save(),
      devices: this.devices.save(),
      expiry: this.#expiry.save(),
      locations: this.locations.save(rows),
      alerts: this.alerts.save(),
      outbox: this.outbox.save(),
      groups: this.groups.save(),
      users: this.users.save(),
      tokens: this.tokens.save(),
      log: this.log.save(),
    };
  }

  /**
   * Goes on from a saved fleet, whose timeline has been restored. Throws a StateError for a state that cannot be read;
   * the fleet is then not to be used any more.
   */
  restore(state: FleetState): void {
    this.#seed = { ...state.seed };
    this.account.restore(state.account);
    within('/columns', () => this.#columns.restore(state.columns));
    this.devices.restore(state.devices);
    this.#expiry.restore(state.expiry);
    within('/locations', () => this.locations.restore(state.locations));
    this.alerts.restore(state.alerts);
    this.outbox.restore(state.outbox);
    this.groups.restore(state.groups, this.#seeded.groups);
    this.users.restore(state.users, this.#seeded.users);
    this.tokens.restore(state.tokens);
    within('/log', () => this.log.restore(state.log));
    this.limits.restore();
  }

  /** The devices of the beginning: as many used licences as there are, the others expired. */
  #begin(devices: number, groups: number, licences: number): void {
    this.#columns.add(devices);
    this.devices.begin(1, devices);
    for (let id = 1; id <= devices; id++)
      this.#columns.setGroup(id, seededFirstGroupOf(id, groups, this.#isShared));
    const used = Math.min(devices, licences);
    for (let id = used + 1; id <= devices; id++) this.#columns.setLicence(id, 'expired');
    this.account.setLicencesUsed(used * this.rules.licencesTaken({ licence: 'used' }));
  }

  get #settled() {
    return { core: this.#core, account: this.account, expiry: this.#expiry, limits: this.limits };
  }

  #ownRecipient(channel: Channel): string {
    const own = this.users.peek(this.account.ownUserId);
    return (channel === 'email' ? own?.email : own?.phone) ?? '';
  }
}
