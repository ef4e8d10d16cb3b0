/**
 * Guards the changes by the controls of a history. A record that the run made needs no guard. Anything
 * else is changed only if it can be put back: it is read, or the profile states what it is.
 */

import type { AnyId } from '../../profile/facts.ts';
import type { Deployment } from '../deployment.ts';
import type { Do } from '../journal/entries.ts';
import { expiry, only, type SettingFacts, type SettingKey } from '../journal/setting.ts';
import { putBackOpen } from './putting-back.ts';
import { quiet, settings } from './settings.ts';

export type Guard = ReturnType<typeof guardOf>;

export function guardOf(deployment: Deployment) {
  const { journal, changes } = deployment;
  /** The changes that were begun here. */
  const begun = new Set<number>();
  /** Tells whether a device of others may have expired. */
  let mayExpire = false;

  /** Before a setting is changed. */
  const begin = async (
    key: SettingKey,
    set: SettingFacts,
    former = (facts: readonly string[]) => settings[key.call].former(quiet(deployment), key.id ?? '', facts),
  ): Promise<void> => {
    const number = await changes.begin(key, set, former);
    // Licences are for the whole run: what was made meanwhile goes on needing them.
    if (key.call !== 'setLicences') begun.add(number);
    if (key.call === 'activate') mayExpire = true;
  };

  /** The expiry settings as they are now, where they can be read. */
  const seen = async (device: AnyId): Promise<SettingFacts> => {
    const all = await settings.setLimits.read(quiet(deployment), device);
    const read = only(all, (fact) => expiry.includes(fact));
    if (Object.keys(read).length > 0) await begin({ call: 'setLimits', id: device }, read, async () => read);
    return read;
  };

  return {
    begin,
    effect: (effect: Do) => journal.effect(effect),
    changed: (key: SettingKey, set: SettingFacts) => changes.changed(key, set),

    /** An activation may change the expiry settings of a device: they are looked at before and after. */
    async activation(device: AnyId): Promise<void> {
      await journal.effect({ call: 'activate', id: device });
      if (!changes.knows({ call: 'setLimits', id: device }, expiry)) await seen(device);
    },

    async activated(device: AnyId): Promise<void> {
      await changes.changed({ call: 'setLimits', id: device }, await seen(device));
    },

    /**
     * Puts back what was begun here, as far as possible; the rest stays open. A device that is to be in use again may need one of
     * the licences that were taken away.
     */
    putBack: () =>
      putBackOpen(
        deployment,
        journal.ledger,
        false,
        ({ call }, { number }) => begun.has(number) || (call === 'setLicences' && mayExpire),
        async (change, { outcome }) => (outcome === 'left' ? undefined : changes.close(change)),
      ),
  };
}
