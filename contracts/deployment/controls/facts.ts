/** The facts in the answer of a control, read by the profile's pointers into the types that histories reckon with. */
import type { AnyId } from '../../profile/facts.ts';
import { opaqueId } from '../../profile/lens/ids.ts';
import type { JsonPointer } from '../../profile/openings.ts';
import { follow, parsePointer } from '../../profile/pointer.ts';
import type { HasExchange } from '../finding.ts';

/** The values of an answer by fact, as they are there; a fact that is not there is absent. */
export type ControlFacts = { readonly [fact: string]: unknown };

/** The result of a control that was performed. */
export interface Performed extends HasExchange {
  /** `refused`: the deployment, or the command in its place, said no. */
  outcome: 'done' | 'refused';
  /** How it said so, for a report: `answered 409`. */
  said: string;
  /** The status of the reply, where there was one. */
  status?: number;
  facts: ControlFacts;
}

/** Reads the facts that a profile has a place for. */
export function readFacts(json: unknown, reads: { readonly [fact: string]: JsonPointer } = {}): ControlFacts {
  const found: { [fact: string]: unknown } = {};
  for (const [fact, pointer] of Object.entries(reads)) {
    const value = follow(json, parsePointer(pointer));
    if (value !== undefined) found[fact] = value;
  }
  return found;
}

/** Converts a fact to its type; `undefined` for anything else. People and scripts answer in text. */
export const as = {
  number(value: unknown): number | undefined {
    if (typeof value === 'bigint') return Number(value);
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
    if (typeof value !== 'string' || value.trim() === '') return undefined;
    return as.number(Number(value));
  },
  boolean(value: unknown): boolean | undefined {
    if (typeof value === 'boolean') return value;
    const word = String(value).trim().toLowerCase();
    if (['true', 'on', 'yes', '1'].includes(word)) return true;
    return ['false', 'off', 'no', '0'].includes(word) ? false : undefined;
  },
  /** A limit; `null` is none. */
  limit(value: unknown): number | null | undefined {
    return isNone(value) ? null : as.number(value);
  },
  /** The date of a date, or of a date and time; `null` is none. */
  date(value: unknown): string | null | undefined {
    if (isNone(value)) return null;
    return typeof value === 'string' ? /^\s*(\d{4}-\d\d-\d\d)/.exec(value)?.[1] : undefined;
  },
  /** Returns whether a device counts as a used licence. */
  licence(value: unknown): 'used' | 'expired' | undefined {
    const word = String(value).trim().toLowerCase();
    return word === 'used' || word === 'expired' ? word : undefined;
  },
  id(value: unknown): AnyId | undefined {
    return opaqueId(typeof value === 'string' ? value.trim() : value);
  },
};

function isNone(value: unknown): boolean {
  return (
    value === null || (typeof value === 'string' && ['', 'none', 'null'].includes(value.trim().toLowerCase()))
  );
}
