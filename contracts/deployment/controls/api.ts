/** The controls of a tester beside the API, as histories use them. */
import type { AnyId } from '../../profile/facts.ts';
import type { ControlName } from '../../profile/profile.ts';
import type { Channel } from '../../specification/judged.ts';
import type { HasExchange } from '../finding.ts';

/** Limits of a device; "no limit" is `null`. */
export interface LimitsChange {
  expires?: boolean;
  /** YYYY-MM-DD. */
  expirationDate?: string | null;
  dailyEmail?: number | null;
  dailySms?: number | null;
  usageEmail?: number;
  usageSms?: number;
}

/** The same as they are read: a fact that the deployment does not report is absent. */
export interface LimitsRead extends LimitsChange, HasExchange {
  /** Tells whether the device counts as a used licence. */
  licence?: 'used' | 'expired';
}

export interface LicencesRead extends HasExchange {
  total?: number;
  used?: number;
  available?: number;
}

/** Tells whether the deployment, or a command in its place, did what was asked or said no, and how: `answered 409`. */
export interface SettingsTaken extends HasExchange {
  outcome: 'done' | 'refused';
  said: string;
  /** The status of the reply, where there was one. */
  status?: number;
}

/** The controls of a tester beside the API. Each throws `Unreached` with `controls.<name>` where it is not offered or fails for another cause than a refusal. */
export interface Controls {
  has(name: ControlName): boolean;
  /** Returns whether the control has a place for a value. */
  takes(name: ControlName, value: string): boolean;
  /** Returns whether the answer of a control gives a fact, by the profile. */
  returns(name: ControlName, fact: string): boolean;
  /** Tells whether the deployment is a simulator of ours, recognised by its control API. */
  readonly simulator: boolean;
  setApiEnabled(enabled: boolean): Promise<HasExchange>;
  readLimits(deviceId: AnyId): Promise<LimitsRead>;
  /** `refused`: the deployment said no. Whether anything took effect is for `readLimits` and `send` to show. */
  setLimits(deviceId: AnyId, change: LimitsChange): Promise<SettingsTaken>;
  send(deviceId: AnyId, channel: Channel, count: number): Promise<HasExchange & { sent: number }>;
  /** Returns whether the run ever gave a device an expiry. */
  wasDated(deviceId: AnyId): boolean;
  /** A new expiration date (YYYY-MM-DD) is only given where the control has a place for it. */
  activate(deviceId: AnyId, expirationDate?: string): Promise<HasExchange & { activated: boolean }>;
  readLicences(): Promise<LicencesRead>;
  setLicences(total: number): Promise<HasExchange>;
  /** Makes a device that counts as a used licence, wherever the tester can bring that about; named by a mark where the control takes one. */
  createDevice(mark: string): Promise<HasExchange & { id: AnyId }>;
  /** A device that the run made uses no licence any more. */
  removeDevice(deviceId: AnyId): Promise<HasExchange>;
  /** Brings the deployment's time forward by so many ms, and returns when it has settled. */
  advance(by: number): Promise<HasExchange>;
}

/** Limits and counters of a device by channel. */
export const limitOf = { email: 'dailyEmail', sms: 'dailySms' } as const satisfies {
  [C in Channel]: keyof LimitsChange;
};
export const usageOf = { email: 'usageEmail', sms: 'usageSms' } as const satisfies {
  [C in Channel]: keyof LimitsRead;
};

/** Returns whether a new expiration date can be given with an activation. */
export function takesDate({ controls }: { readonly controls: Pick<Controls, 'takes'> }): boolean {
  return controls.takes('activate', 'expirationDate');
}
