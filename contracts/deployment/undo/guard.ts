/**
 * Guards the changes by the controls of a history. A record that the run made needs no guard. Anything
 * else is changed only if it can be put back: it is read, or the profile states what it is.
 */

import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { LimitsChange } from '../controls/api.ts';
import { takesDate } from '../controls/limits.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Do } from '../journal/entries.ts';
import type { SettingFacts, SettingKey } from '../journal/setting.ts';
import { putBackOpen } from './putting-back.ts';
import { quiet, settings } from './settings.ts';

export type Guard = ReturnType<typeof guardOf>;

/** Facts that are put back together: the one cannot be set without the other on every deployment. */
const expiry = ['expires', 'expirationDate'];
const isExpiry = (fact: string) => expiry.includes(fact);

export function guardOf(deployment: Deployment) {
  const { journal, changes, profile, tokens } = deployment;
  /** The changes that were begun here. */
  const begun = new Set<number>();
  /** Tells whether a device of others may have expired. */
  let mayExpire = false;

  const begin = async (
    key: SettingKey,
    set: SettingFacts,
    former: (facts: readonly string[]) => Promise<SettingFacts>,
  ): Promise<void> => void begun.add(await changes.begin(key, set, former));

  /** The profile's limits of a device that it names. */
  const toldLimits = (device: AnyId): SettingFacts => {
    const { device: devices = [], limits = {} } = profile.known ?? {};
    return devices.some((one) => String(one) === String(device)) ? limits : {};
  };

  /** The expiry settings as they are now, where they can be read. */
  const seen = async (device: AnyId): Promise<SettingFacts> => {
    const read = pick(await settings.setLimits.read(quiet(deployment), device), isExpiry);
    if (Object.keys(read).length > 0) await begin({ call: 'setLimits', id: device }, read, async () => read);
    return read;
  };

  return {
    effect: (effect: Do, once?: boolean) => journal.effect(effect, once),
    changed: (key: SettingKey, set: SettingFacts) => changes.changed(key, set),

    apiAccess: (enabled: boolean) =>
      begin({ call: 'setApiEnabled' }, { enabled }, async () => {
        const { json } = await tokens.first();
        const isSignedIn = fieldOf(json, 'success') === true && typeof fieldOf(json, 'token') === 'string';
        const was = isSignedIn || profile.known?.apiEnabled;
        if (was !== undefined) return { enabled: was };
        const reason = 'nothing shows whether API access is on, so it could not be restored';
        throw new Unreached(reason, 'known.apiEnabled');
      }),

    limits: (device: AnyId, change: LimitsChange) =>
      begin({ call: 'setLimits', id: device }, { ...change }, async (facts) => {
        const read = await settings.setLimits.read(quiet(deployment), device);
        const known = { ...toldLimits(device), ...read };
        const unknown = facts.find((fact) => known[fact] === undefined);
        const isDated = facts.some(isExpiry);
        if (unknown === undefined)
          return pick(known, (fact) => facts.includes(fact) || (isDated && isExpiry(fact)));
        throw new Unreached(
          `the device ${device} was not made by this run and its ${unknown} cannot be read, so it could not be restored`,
          ...(['controls.createDevice', 'controls.readLimits', 'known.limits'] as const),
        );
      }),

    /** An activation may change the expiry settings of a device: they are looked at before and after. */
    async activation(device: AnyId): Promise<void> {
      await journal.effect({ call: 'activate', id: device });
      if (!changes.knows({ call: 'setLimits', id: device }, expiry)) await seen(device);
    },

    async activated(device: AnyId): Promise<void> {
      await changes.changed({ call: 'setLimits', id: device }, await seen(device));
    },

    /** A device is about to be given an expiry, by which it may expire: then it is activated again. */
    async licence(device: AnyId): Promise<void> {
      const { undoing: controls } = deployment;
      const isEnough = profile.openings['activation.also'] !== 'needs-date' || takesDate({ controls });
      if (!controls.has('activate') || !isEnough) {
        const reason = `the device ${device} was not made by this run, and could not be activated again once it expires`;
        throw new Unreached(reason, 'controls.createDevice', 'controls.activate');
      }
      mayExpire = true;
      const used = async () => ({ licence: 'used' });
      await begin({ call: 'activate', id: device }, { licence: 'expired' }, used);
    },

    /** For the whole run: what was made meanwhile goes on needing them. */
    async licences(total: number): Promise<void> {
      await changes.begin({ call: 'setLicences' }, { total }, async () => {
        const was = await settings.setLicences.read(quiet(deployment), '');
        if (was.total !== undefined) return was;
        const reason =
          'it is not known how many licences the account has, so the number could not be restored';
        throw new Unreached(reason, 'controls.readLicences');
      });
    },

    /**
     * Puts back what was begun here, as far as possible; the rest stays open. A device that is to be in use again may need one of
     * the licences that the run took away.
     */
    async putBack(): Promise<void> {
      await putBackOpen(
        deployment,
        ({ number }, { call }) => begun.has(number) || (call === 'setLicences' && mayExpire),
      );
    },
  };
}

function pick(facts: SettingFacts, isWanted: (fact: string) => boolean): SettingFacts {
  return Object.fromEntries(Object.entries(facts).filter(([fact]) => isWanted(fact)));
}
