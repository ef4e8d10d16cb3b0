/** Settings that a run changes and puts back, as the journal has them. */
import type { AnyId } from '../../profile/facts.ts';
import { isSetting } from './entries.ts';
import type { Change } from './ledger.ts';

/** A setting by the call that puts it back. */
export interface SettingKey {
  readonly call: 'setApiEnabled' | 'setLicences' | 'setLimits' | 'activate';
  /** The device that it is of. */
  readonly id?: AnyId;
}

export type SettingFacts = { readonly [fact: string]: unknown };

/** A change of a setting: what it was, and all that the run may have set it to, in order. */
export interface SettingChange extends SettingKey {
  readonly was: SettingFacts;
  readonly sets: readonly SettingFacts[];
}

/** The setting that a change is about; `undefined` for one that makes a record. */
export function settingOf({ undo, done }: Change): SettingChange | undefined {
  if (!undo || !isSetting(undo)) return undefined;
  const { call } = undo;
  const key = { call, ...('id' in undo && { id: undo.id }) };
  // An expiry that was set may have let the device expire.
  if (call === 'activate') return { ...key, was: { licence: 'used' }, sets: [{ licence: 'expired' }] };
  const sets = done.flatMap((one) => (one.call === call ? [factsOf(one)] : []));
  return { ...key, was: factsOf(undo), sets };
}

/** The facts that are wanted. */
export function only(facts: SettingFacts, isWanted: (fact: string) => boolean): SettingFacts {
  return Object.fromEntries(Object.entries(facts).filter(([fact]) => isWanted(fact)));
}

/** Facts that are put back together: the one cannot be set without the other on every deployment. */
export const expiry: readonly string[] = ['expires', 'expirationDate'];

function factsOf({ call: _, id: __, ...facts }: { call: string; id?: unknown }): SettingFacts {
  return facts;
}
