/** What the chapters of the day share: who takes part, and the parts of answers that they read. */
import type { DemoDay } from '../../scenarios/index.ts';
import type { Client } from './client.ts';
import type { Teller } from './teller.ts';

export interface Story {
  client: Client;
  teller: Teller;
  day: DemoDay;
  /** When work begins, in milliseconds since 1970 UTC. */
  start: number;
  /** A device for each van, in the same order. */
  devices: Device[];
  /** The van with the loose sensor. */
  loose: Device;
  /** The van whose time is up at midnight. */
  leaving: Device;
}

export interface Device {
  id: string;
  name: string;
}
export interface Account {
  licences: { total: number; used: number; available: number };
}
export interface Limits {
  dailyEmail: number | null;
  usage: { email: number; sms: number };
}
export interface Outbox {
  messages: { channel: string; outcome: string; reason: string | null }[];
}
export interface Receipt {
  happened: { kind: string; deviceId?: string }[];
}
/** An alert as it was taken: who was told of it. */
export interface Notified {
  notifications: { channel: string; outcome: string }[];
}

export const minute = 60_000;
export const hour = 60 * minute;

export function isoOf(time: number): string {
  return new Date(time).toISOString();
}

export function dateOf(time: number): string {
  return isoOf(time).slice(0, 10);
}

/** Moves the simulated clock; the receipt says what happened on the way. */
export function advanceTo(client: Client, time: number): Promise<Receipt> {
  return client.control<Receipt>('POST', '/clock/advance', { to: isoOf(time) });
}
