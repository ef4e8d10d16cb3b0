/** The devices of the account (sections 1 and 4.2). */

import { MINUTE } from '../../contracts/kit/durations.ts';
import { itemAt } from '../../contracts/kit/items.ts';
import { checkOptions, type OptionNames } from '../../contracts/kit/option-names.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import type { Answers } from '../../contracts/specification/openings/index.ts';
import type { Account } from './account.ts';
import { type Core, numberOf, requireDevice } from './core.ts';
import { MAX_DEVICES } from './deviceColumns.ts';
import { FleetError } from './errors.ts';
import type { Groups } from './records/groups.ts';
import { groupsWith, type MembershipPolicy, sharesDevices } from './records/memberships.ts';
import { type Description, describeDevice } from './seed/vehicles.ts';
import type { DevicesState } from './state.ts';
import type { Device, DeviceId, EpochMs, Group, IdGiven } from './types.ts';

/** A device that has reported within this time is online. */
const ONLINE_FOR = 15 * MINUTE;

export interface DeviceQuery {
  groupId?: number;
  /** Leaves out expired devices. */
  usedOnly?: boolean;
  offset?: number;
  limit?: number;
}

/** Facts that a new device may be given. */
type NewDevice = Partial<Description & Pick<Device, 'groupId' | 'groupIds'>>;

const describedNames: OptionNames<Description> = {
  name: true,
  model: true,
  licencePlate: true,
  imei: true,
  phone: true,
};
const createdNames: OptionNames<NewDevice> = { ...describedNames, groupId: true, groupIds: true };
const queryNames: OptionNames<DeviceQuery> = { groupId: true, usedOnly: true, offset: true, limit: true };

export type DeviceEvents = 'device-created' | 'device-removed';
export type DevicePolicy = MembershipPolicy & Answers<'limits.default'>;

export class Devices {
  readonly #core: Core<DeviceEvents>;
  readonly #policy: DevicePolicy;
  readonly #account: Account;
  readonly #groups: Groups;
  /** True if a device can be in several groups. */
  readonly #isShared: boolean;
  #seed: number;
  #described = new Map<DeviceId, Partial<Description>>();

  constructor(
    core: Core<DeviceEvents>,
    policy: DevicePolicy,
    account: Account,
    groups: Groups,
    seed: number,
  ) {
    this.#core = core;
    this.#policy = policy;
    this.#account = account;
    this.#groups = groups;
    this.#isShared = sharesDevices(policy);
    this.#seed = seed;
  }

  /** How many devices there are, expired ones included. */
  get count(): number {
    return this.#core.columns.count - this.#core.columns.removed;
  }

  /** The highest number that a device was given: `count`, unless some were removed. */
  get last(): DeviceId {
    return this.#core.columns.count;
  }

  /** Returns whether a device answers to an id. */
  has(id: IdGiven): boolean {
    return this.#answering(id) !== undefined;
  }

  /** A device as it is now; `undefined` for an id that names none. */
  get(id: IdGiven): Device | undefined {
    const answering = this.#answering(id);
    return answering === undefined ? undefined : this.#view(answering);
  }

  /** Returns whether there is a device of a number, whatever answers to its id. */
  isThere(id: DeviceId): boolean {
    return this.#core.columns.has(id);
  }

  /** Returns whether a device is expired. Like `isOffline` it makes nothing: both are asked for whole fleets at once. */
  isExpired(id: DeviceId): boolean {
    return this.#core.columns.licenceOf(id) === 'expired';
  }

  /** Returns whether a device has reported, but not lately. */
  isOffline(id: DeviceId): boolean {
    return statusOf(this.#core.columns.lastSeenAt(id), this.#core.timeline.now) === 'offline';
  }

  /** The ids of the groups that a device is in, in their order. */
  groupsOf(id: DeviceId): number[] {
    const first = this.#core.columns.groupOf(id);
    if (first === null) return [];
    return this.#isShared ? groupsWith(id, this.#groups.kept()) : [first];
  }

  /** The name of a device. */
  nameOf(id: DeviceId): string {
    return this.#description(id).name;
  }

  /** Devices by id, or those of one group in its order; from the `offset`-th on, at most `limit`. */
  list(given: DeviceQuery = {}): Device[] {
    checkOptions(given, queryNames, 'devices.list');
    const { offset = 0, limit = Number.POSITIVE_INFINITY, ...query } = given;
    const members = this.#found(query);
    const end = Math.min(offset + limit, members?.length ?? this.count);
    const devices: Device[] = [];
    for (let place = offset; place < end; place++) devices.push(this.#view(members?.[place] ?? place + 1));
    return devices;
  }

  /** How many devices `list` would give without `offset` and `limit`. */
  total(query: DeviceQuery = {}): number {
    checkOptions(query, queryNames, 'devices.total');
    return this.#found(query)?.length ?? this.count;
  }

  /** How many devices are so. It describes none of them: it is asked of large fleets again and again. */
  countWhere(matches: (state: Pick<Device, 'licence' | 'status'>) => boolean): number {
    const { columns, timeline } = this.#core;
    let count = 0;
    for (let id = 1; id <= columns.count; id++) {
      if (!columns.has(id)) continue;
      const status = statusOf(columns.lastSeenAt(id), timeline.now);
      if (matches({ licence: columns.licenceOf(id), status })) count++;
    }
    return count;
  }

  /**
   * Adds a device; what is not said of it is made up from the seed. Without a free licence it starts
   * expired: it is in the list, uses no licence, and can be activated once one is free.
   * Throws `RECORD_INVALID`, `UNKNOWN_REFERENCE`, `FLEET_FULL`.
   */
  create(facts: NewDevice): Device {
    return this.#view(itemAt(this.createSeveral(facts, 1), 0));
  }

  /** The same for several devices that are alike. Returns their ids. */
  createSeveral(facts: NewDevice, count: number): DeviceId[] {
    const { columns, rules, log } = this.#core;
    checkOptions(facts, createdNames, 'devices.create');
    const description = descriptionIn(facts);
    const groups = this.#groupsFor(facts);
    if (columns.count + count > MAX_DEVICES) {
      const max = MAX_DEVICES.toLocaleString('en');
      throw new FleetError(
        'FLEET_FULL',
        `A fleet has at most ${max} devices, and ones that were removed count.`,
        {
          hint: 'Start with a new world.',
        },
      );
    }
    const first = columns.add(count);
    this.begin(first, count);
    const ids = Array.from({ length: count }, (_, place) => first + place);
    for (const id of ids) {
      const licence = rules.licenceOfNewDevice({ deviceId: id, available: this.#account.licencesAvailable });
      columns.setLicence(id, licence);
      this.#account.setLicencesUsed(this.#account.licencesUsed + rules.licencesTaken({ licence }));
      if (Object.keys(description).length > 0) this.#described.set(id, description);
      log.append('device-created', { deviceId: id, licence, ...description });
    }
    for (const { id, deviceIds } of groups) this.#groups.amend(id, { deviceIds: deviceIds.concat(ids) });
    for (const id of ids) columns.setGroup(id, groups[0]?.id ?? null);
    return ids;
  }

  /** The groups that a new device is to be in, by their ids. */
  #groupsFor({ groupId = null, groupIds = groupId === null ? [] : [groupId] }: NewDevice): Group[] {
    this.checkGroupCount(groupIds.length);
    const inOrder = [...new Set(groupIds)].sort((a, b) => a - b);
    return inOrder.map((id) => {
      const group = this.#groups.peek(id);
      if (group) return group;
      throw new FleetError('UNKNOWN_REFERENCE', `Group ${id} of the device does not exist.`, {
        field: 'groupId',
        missing: { resource: 'group', id },
      });
    });
  }

  /** Throws `RECORD_INVALID` for more groups than a device can be in. */
  checkGroupCount(count: number): void {
    if (count < 2 || this.#isShared) return;
    throw new FleetError('RECORD_INVALID', 'A device can be in one group only.', {
      field: 'groupIds',
      hint: 'Name one group, or serve a profile whose devices have a place for groupIds.',
    });
  }

  /** Takes a device out of its groups and the fleet, with its licence: `Fleet.remove`, which ends what it awaits, calls it. */
  remove(id: DeviceId): void {
    const { columns, rules, log } = this.#core;
    for (const groupId of this.groupsOf(id)) {
      const deviceIds = this.#groups.peek(groupId)?.deviceIds ?? [];
      this.#groups.amend(groupId, { deviceIds: deviceIds.filter((one) => one !== id) });
    }
    columns.setGroup(id, null);
    const taken = rules.licencesTaken({ licence: columns.licenceOf(id) });
    columns.remove(id);
    this.#account.setLicencesUsed(this.#account.licencesUsed - taken);
    log.append('device-removed', { deviceId: id, licencesUsed: this.#account.licencesUsed });
  }

  /** Says what a device is called and looks like, in place of what the seed makes up. Throws `UNKNOWN_DEVICE`, `RECORD_INVALID`. */
  describe(id: IdGiven, facts: Partial<Description>): void {
    const device = requireDevice(this.#core, id);
    checkOptions(facts, describedNames, 'devices.describe');
    this.#described.set(device, { ...this.#described.get(device), ...descriptionIn(facts) });
  }

  /** Gives new rows of the columns what every device begins with. */
  begin(first: DeviceId, devices: number): void {
    const { columns, rules } = this.#core;
    const { email, sms } = this.#policy['limits.default'];
    const expires = rules.expiresByDefault();
    for (let id = first; id < first + devices; id++) {
      if (email !== null) columns.setLimit(id, 'email', email);
      if (email !== null) columns.setLimitInForce(id, 'email', email);
      if (sms !== null) columns.setLimit(id, 'sms', sms);
      if (sms !== null) columns.setLimitInForce(id, 'sms', sms);
      if (expires) columns.setExpiry(id, true, null);
    }
  }

  save(): DevicesState {
    return { seed: this.#seed, described: structuredClone([...this.#described]) };
  }

  restore(state: DevicesState): void {
    this.#seed = state.seed;
    this.#described = new Map(structuredClone(state.described));
  }

  #answering(id: IdGiven): DeviceId | undefined {
    const number = numberOf(this.#core, 'device', id);
    if (number === undefined) return undefined;
    return this.#core.rules.deviceAnswering(number, this.#core.columns.has(number));
  }

  #members(groupId: number): readonly DeviceId[] {
    return this.#groups.peek(groupId)?.deviceIds ?? [];
  }

  /** The ids that a query finds; `undefined` for all. */
  #found({ groupId, usedOnly = false }: DeviceQuery): readonly DeviceId[] | undefined {
    const members = groupId === undefined ? undefined : this.#members(groupId);
    const { columns } = this.#core;
    const ids = members ?? (columns.removed > 0 || usedOnly ? columns.present : undefined);
    if (!usedOnly || ids === undefined) return ids;
    return ids.filter((id) => !this.isExpired(id));
  }

  #description(id: DeviceId): Description {
    return { ...describeDevice(this.#seed, id), ...this.#described.get(id) };
  }

  #view(id: DeviceId): Device {
    const { columns, timeline } = this.#core;
    const lastSeenAt = columns.lastSeenAt(id);
    const { name, model, licencePlate, imei, phone } = this.#description(id);
    return {
      id,
      name,
      model,
      licencePlate,
      imei,
      phone,
      groupId: columns.groupOf(id),
      groupIds: this.groupsOf(id),
      status: statusOf(lastSeenAt, timeline.now),
      licence: columns.licenceOf(id),
      expiresAt: columns.expiresAt(id),
      lastSeenAt,
    };
  }
}

function statusOf(lastSeenAt: EpochMs | null, now: EpochMs): Device['status'] {
  if (lastSeenAt === null) return 'unknown';
  return now - lastSeenAt <= ONLINE_FOR ? 'online' : 'offline';
}

function descriptionIn(facts: Partial<Device>): Partial<Description> {
  const description: Partial<Description> = {};
  for (const field of namesOf(describedNames)) {
    const value = facts[field];
    if (value === undefined) continue;
    if (typeof value !== 'string') {
      throw new FleetError('RECORD_INVALID', `The ${field} of a device must be a string.`, { field });
    }
    description[field] = value;
  }
  return description;
}
