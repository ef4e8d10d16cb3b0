/**
 * A deployment profile: how one deployment fills what the interface document leaves open.
 *
 * The simulator performs a profile (whatever it does not say comes from the default profile), the
 * contract suite reads a deployment by it (what it does not say stays unknown there).
 */
import type { Duration, GivenOpenings, Json, JsonPointer, Openings } from './openings.ts';

export interface Profile {
  /** Version of the profile format. */
  roadtest: 1;
  name: string;
  description?: string;
  /** Path prefix of every operation: `''` or `/fleet/v2`. */
  basePath?: string;
  /** Answers by opening id. What is given here is promised: the suite reports a deviation as drift. */
  openings: GivenOpenings;
  /** Ids that exist on the deployment, for cases that need one and cannot read it from a list. */
  known?: { device?: (string | number)[]; group?: (string | number)[]; user?: (string | number)[] };
  /** Facts for what the suite creates, under their canonical names; `{nonce}` is replaced. */
  samples?: { [R in 'location' | 'alert' | 'group' | 'user']?: { [fact: string]: Json } };
  /** How a tester brings about what the API does not offer. */
  controls?: Controls;
}

/** A profile in which every opening is answered. */
export interface CompleteProfile extends Profile {
  basePath: string;
  openings: Openings;
}

export type ControlName =
  | 'setApiEnabled' // {enabled}
  | 'readLimits' // {deviceId} → expires, expirationDate, dailyEmail, dailySms, usageEmail, usageSms
  | 'setLimits' // {deviceId} and the same facts
  | 'send' // {deviceId} {channel} {count} → sent, withheld
  | 'activate' // {deviceId} → activated
  | 'readLicences' // → total, used, available
  | 'createDevice' // → deviceId
  | 'advance'; // {by}

/** One way to do it. `none` says that the deployment offers no way. */
export type Control =
  | {
      by: 'http';
      method: string;
      /** Relative to the base address, or absolute; `{name}` is replaced. */
      url: string;
      headers?: { [name: string]: string };
      body?: Json;
      /** Where the facts of the answer stand. */
      reads?: { [fact: string]: JsonPointer };
    }
  | { by: 'command'; command: string[]; timeout?: Duration; reads?: { [fact: string]: JsonPointer } }
  | { by: 'person'; instruction: string; asks?: { [fact: string]: string } }
  | { by: 'none' };

export type Controls = { [C in ControlName]?: Control };
