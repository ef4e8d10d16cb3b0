/** The fleet: one object that holds a whole account and everything in it. Synchronous. */
import type { Timeline } from '../time/index.ts';
import type { FleetRules } from './rules/index.ts';
import type {
  Account,
  Alert,
  AlertReport,
  CalendarDate,
  Channel,
  Device,
  DeviceId,
  EpochMs,
  Group,
  GroupContent,
  Happening,
  Limits,
  LimitSettings,
  Location,
  LocationReport,
  Message,
  Policy,
  User,
  UserContent,
  WithheldReason,
} from './types.ts';

export interface FleetOptions {
  timeline: Timeline;
  policy: Policy;
  seed: number;
  devices: number;
  groups?: number;
  users?: number;
  /** The account's time zone (IANA). */
  timeZone: string;
  /** Default: as many as devices. */
  licences?: number;
  userName: string;
  apiKey: string;
  /** Locations kept for each device; default 100. */
  historyPerDevice?: number;
  outboxSize?: number;
  alertsSize?: number;
  logSize?: number;
  /** Rules to put in place of the fleet's own. */
  rules?: Partial<FleetRules>;
}

export interface FleetAccount {
  readonly userName: string;
  readonly apiKey: string;
  readonly apiEnabled: boolean;
  readonly ownUserId: number;
  view(): Account;
  setApiEnabled(on: boolean): void;
  setLicenceTotal(total: number): void;
  setApiKey(key: string): void;
}

export interface DeviceQuery {
  groupId?: number;
  offset?: number;
  limit?: number;
}

export interface Devices {
  readonly count: number;
  has(id: DeviceId): boolean;
  get(id: DeviceId): Device | undefined;
  list(query?: DeviceQuery): Device[];
  total(query?: DeviceQuery): number;
  create(facts: Partial<Device>): Device;
}

export interface Mail {
  recipient: string;
  subject: string;
  alertId: number | null;
}

export interface Sending {
  sent: number;
  withheld: number;
  reason: WithheldReason | null;
}

export interface DeviceLimits {
  get(id: DeviceId): Limits;
  set(id: DeviceId, change: Partial<LimitSettings>): Limits;
  send(id: DeviceId, channel: Channel, count: number, mail?: Mail): Sending;
}

export interface Licences {
  activate(id: DeviceId, options?: { expirationDate?: CalendarDate }): Device;
}

export interface Locations {
  record(id: DeviceId, report: LocationReport, receivedAt?: EpochMs): Location;
  last(id: DeviceId): Location | undefined;
  between(id: DeviceId, from: EpochMs, to: EpochMs): Location[];
  plan(id: DeviceId, reports: readonly LocationReport[]): number;
}

export interface Alerts {
  raise(id: DeviceId, report: AlertReport): Alert;
  between(id: DeviceId, from: EpochMs, to: EpochMs): Alert[];
  recent(limit: number): Alert[];
}

export interface Records<R, Content> {
  readonly size: number;
  get(id: number): R | undefined;
  wasDeleted(id: number): boolean;
  list(): readonly R[];
  create(content: Partial<Content>): R;
  replace(id: number, content: Partial<Content>): R;
  update(id: number, change: Partial<Content>): R;
  delete(id: number): void;
  readonly collection: Promise<unknown>;
  settled(): Promise<void>;
}

export interface Outbox {
  readonly sent: number;
  readonly withheld: number;
  list(query?: { deviceId?: number; limit?: number }): Message[];
}

export interface HappeningLog {
  /** The sequence of the newest happening; 0 before the first. */
  readonly head: number;
  readonly counts: Readonly<Record<Happening['kind'], number>>;
  append(kind: Happening['kind'], facts?: { [fact: string]: unknown }): void;
  since(sequence: number, limit: number): Happening[];
  onHappening(listener: (happening: Happening) => void): () => void;
  digest(): string;
}

export interface Tokens {
  issued(tokenId: string, expiresAt: EpochMs): void;
}

/** A whole fleet as JSON. */
export interface FleetState {
  version: 1;
}

export declare class Fleet {
  readonly account: FleetAccount;
  readonly devices: Devices;
  readonly limits: DeviceLimits;
  readonly licences: Licences;
  readonly locations: Locations;
  readonly alerts: Alerts;
  readonly groups: Records<Group, GroupContent>;
  readonly users: Records<User, UserContent>;
  readonly outbox: Outbox;
  readonly log: HappeningLog;
  readonly tokens: Tokens;
  readonly rules: FleetRules;
  constructor(options: FleetOptions);
  save(): FleetState;
  restore(state: FleetState): void;
}
