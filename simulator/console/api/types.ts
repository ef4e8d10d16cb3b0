/**
 * What the control API answers with. Times are ISO 8601 UTC, ids as the profile writes them, positions degrees
 * (WGS 84), speeds km/h, courses degrees clockwise from north.
 */
import type { FeatureCollection } from 'geojson';

export type { ShownEvent as FleetEvent } from '../../../contracts/specification/events/index.ts';

export type Channel = 'email' | 'sms';
/** A device, group or user id, as the profile writes it: text or a number. */
export type Id = string | number;

export interface WorldView {
  /** Another one whenever another world takes the place: reset, snapshot, story. */
  world: string;
  story: string | null;
  seed: number;
}

export interface ClockView {
  now: string;
  speed: number | 'max';
  frozen: boolean;
  until: string | null;
  advancing: boolean;
}

export interface Account {
  userName: string;
  apiEnabled: boolean;
  timeZone: string;
  licences: { total: number; used: number; available: number };
}

/** The settings of section 2 of the interface; `null` is no limit set. */
export interface LimitSettings {
  expires: boolean;
  expirationDate: string | null;
  dailyEmail: number | null;
  dailySms: number | null;
}
export interface Limits extends LimitSettings {
  usage: { email: number; sms: number };
}

export interface Device {
  id: Id;
  /** The fleet's own number, from 1. */
  number?: number;
  name: string;
  model: string;
  licencePlate: string;
  imei: string;
  phone: string;
  groupId: Id | null;
  status: 'online' | 'offline' | 'unknown';
  licence: 'used' | 'expired';
  expiresAt: string | null;
  lastSeenAt: string | null;
  limits: Limits;
}

export interface DeviceLocation {
  deviceTime: string;
  receivedAt?: string;
  latitude: number;
  longitude: number;
  altitude?: number | null;
  speed?: number | null;
  course?: number | null;
  accuracy?: number | null;
  satellites?: number | null;
  ignition?: boolean | null;
  battery?: number | null;
  fuel?: number | null;
  odometer?: number | null;
  attributes?: { [name: string]: unknown } | null;
}

export type WithheldReason = 'daily-limit' | 'device-expired';

export interface Notification {
  channel: Channel;
  userId: Id;
  outcome: 'sent' | 'withheld';
  reason: WithheldReason | null;
}

export interface Alert {
  id: Id;
  deviceId: Id;
  type: string;
  severity: 'info' | 'warning' | 'critical';
  raisedAt: string;
  text: string;
  notifications: Notification[];
}

export interface Message {
  id: number;
  at: string;
  deviceId: Id;
  channel: Channel;
  recipient: string;
  subject: string;
  alertId: Id | null;
  outcome: 'sent' | 'withheld';
  reason: WithheldReason | null;
}

export interface Deadline {
  at: string;
  kind: 'token-expiry' | 'device-expiry' | 'day-end';
  deviceId?: Id;
  [fact: string]: unknown;
}

export interface JournalEntry {
  sequence: number;
  /** Real time. */
  receivedAt: string;
  simulatedAt: string;
  milliseconds: number;
  operation: string | null;
  request: { method: string; target: string; headers: { [name: string]: string }; body: string };
  /** Status `null`: the connection was cut. */
  reply: { status: number | null; headers: { [name: string]: string }; body: string };
}

export interface FaultRule {
  operation: string;
  latency: number;
  errors: number;
  drops: number;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  family: string;
  section: string;
  guarded: boolean;
  pathId: 'device' | 'group' | 'user' | null;
  summary: string;
}
export interface Rule {
  id: string;
  sections: string[];
  text: string;
  basis: string;
  [fact: string]: unknown;
}
export interface Opening {
  id: string;
  sections: string[];
  open: string;
  default: string;
  /** The answers that rest on it: operations that succeed, and refusals such as `unauthenticated`. */
  shapes: string[];
}
export interface Specification {
  operations: Operation[];
  rules: Rule[];
  openings: Opening[];
}

export interface StorySummary {
  name: string;
  title: string;
  summary: string;
  devices: number;
  /** ISO 8601 duration, or milliseconds. */
  duration: string | number;
  chapters: number | readonly (string | { title: string })[];
}

export interface StoryProblem {
  line: number;
  column: number;
  code: string;
  message: string;
  hint?: string;
}

export type LatLon = readonly [latitude: number, longitude: number];

export interface StoryEntry {
  /** Its place in the story's timeline; expectations and events of the story name it. */
  entry: number;
  at: string;
  label: string;
  kind: 'chapter' | 'caption' | 'action' | 'expectation' | 'trigger';
  line: number;
}

export interface StoryExpectation {
  entry: number;
  label: string;
  line: number;
  /** `null`: not yet judged. */
  met: boolean | null;
  wanted?: unknown;
  actual?: unknown;
}

export interface StorySite {
  name: string;
  at: LatLon;
  area?: { circle: { centre: LatLon; radius: number } } | { polygon: readonly LatLon[] };
}

export interface StoryView {
  name: string;
  title: string;
  summary: string;
  seed: number;
  start: string;
  end: string;
  timeZone: string;
  devices: number;
  chapters: { at: string; title: string }[];
  /** Those whose time is known beforehand. */
  entries: StoryEntry[];
  sites: StorySite[];
  routes: FeatureCollection;
  /** The bundled town; properties `{ class, name? }`. */
  roads: FeatureCollection | null;
  expectations: StoryExpectation[];
}

export type StoryChoice =
  | { name: string | null; seed?: number }
  | { file: string; text: string; seed?: number };

export const INJECTIONS = ['sos', 'power-cut', 'dropout', 'theft', 'speeding'] as const;
export type Injection = (typeof INJECTIONS)[number];

export type Verdict = 'pass' | 'fail' | 'suspect' | 'inconclusive' | 'not-applicable' | 'drift' | 'error';

export interface VerificationOutcome {
  id: string;
  rule: string;
  section: string;
  verdict: Verdict;
  reason: string;
  expected?: string;
  observed?: string;
  unlock?: string[];
  milliseconds: number;
}

export interface VerificationObservation {
  opening: string;
  observed: string;
  pinned?: string;
  drift: boolean;
}

export interface VerificationView {
  state: 'none' | 'running' | 'done' | 'failed';
  /** Why the verification itself failed. */
  error?: string;
  progress?: { done: number; total: number };
  report?: {
    profile: string | null;
    startedAt: string;
    finishedAt: string;
    exitCode: number;
    outcomes: VerificationOutcome[];
    observations: VerificationObservation[];
    problem?: { code: string; message: string; hint?: string };
  };
}
