/** The settings that a run changes and puts back: how each is read, put back, and called. */

import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type Controls, takesDate } from '../controls/api.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { SettingCall } from '../journal/entries.ts';
import type { SettingFacts } from '../journal/ledger.ts';
import { farAhead } from '../reading/dates.ts';
import { licenceOf, readLimits, showsLimits } from '../reading/device.ts';

/** The deployments here have controls that write nothing down: they read, or put back what was written down. */
interface Setting {
  /** Facts that nothing shows are absent. Throws `Unreached` where what should show them does not answer. */
  read(deployment: Deployment, id: AnyId): Promise<SettingFacts>;
  /** Returns what it is before these facts of it are changed: read, or stated by the profile. Throws `Unreached` where one of them could not be restored. */
  former(deployment: Deployment, id: AnyId, facts: readonly string[]): Promise<SettingFacts>;
  /** Throws `Unreached` where it does not work. */
  put(deployment: Deployment, id: AnyId, facts: SettingFacts): Promise<unknown>;
  name(id: AnyId): string;
}

/** Facts that are put back together: the one cannot be set without the other on every deployment. */
export const expiry: readonly string[] = ['expires', 'expirationDate'];

export const settings: { readonly [C in SettingCall]: Setting } = {
  setApiEnabled: {
    read: async ({ requestToken }) => ({ enabled: fieldOf((await requestToken()).json, 'success') === true }),
    async former({ tokens, profile }) {
      const { json } = await tokens.first();
      const isSignedIn = fieldOf(json, 'success') === true && typeof fieldOf(json, 'token') === 'string';
      const enabled = isSignedIn || profile.known?.apiEnabled;
      if (enabled !== undefined) return { enabled };
      const reason = 'nothing shows whether API access is on, so it could not be restored';
      throw new Unreached(reason, 'known.apiEnabled');
    },
    put: ({ controls }, _, { enabled }) => controls.setApiEnabled(enabled === true),
    name: () => 'API access',
  },
  setLicences: {
    async read({ controls }) {
      const { total } = controls.has('readLicences') ? await controls.readLicences() : {};
      return total === undefined ? {} : { total };
    },
    async former(deployment) {
      const was = await settings.setLicences.read(deployment, '');
      if (was.total !== undefined) return was;
      const reason = 'it is not known how many licences the account has, so the number could not be restored';
      throw new Unreached(reason, 'controls.readLicences');
    },
    put: ({ controls }, _, { total }) => controls.setLicences(Number(total)),
    name: () => 'the licences of the account',
  },
  setLimits: {
    async read(deployment, id) {
      if (!deployment.controls.has('readLimits') && !showsLimits(deployment)) return {};
      const { exchange: _, licence: __, ...limits } = await readLimits(deployment, id);
      return limits;
    },
    async former(deployment, id, facts) {
      const { device = [], limits = {} } = deployment.profile.known ?? {};
      const told = device.some((one) => String(one) === String(id)) ? limits : {};
      const known: SettingFacts = { ...told, ...(await settings.setLimits.read(deployment, id)) };
      const unknown = facts.find((fact) => known[fact] === undefined);
      const isDated = facts.some((fact) => expiry.includes(fact));
      if (unknown === undefined)
        return only(known, (fact) => facts.includes(fact) || (isDated && expiry.includes(fact)));
      throw new Unreached(
        `the device ${id} was not made by this run and its ${unknown} cannot be read, so it could not be restored`,
        ...(['controls.createDevice', 'controls.readLimits', 'known.limits'] as const),
      );
    },
    async put({ controls }, id, facts) {
      // An activation may have changed what the control has no place for: the rest is put back all the same.
      const able = only(facts, (fact) => controls.takes('setLimits', fact));
      const lacking = Object.keys(facts).find((fact) => !(fact in able));
      const change = able as Parameters<Controls['setLimits']>[1];
      const isRefused =
        Object.keys(able).length > 0 && (await controls.setLimits(id, change)).outcome === 'refused';
      if (isRefused) throw new Unreached('the deployment refused it', 'controls.setLimits');
      if (lacking !== undefined)
        throw new Unreached(`the control setLimits has no place for {${lacking}}`, 'controls.setLimits');
    },
    name: (id) => `limits of device ${id}`,
  },
  activate: {
    async read(deployment, id) {
      const licence = await licenceOf(deployment, id);
      return licence === undefined ? {} : { licence };
    },
    /** It is about to be given an expiry, by which it may expire: then it is activated again. */
    async former(deployment, id) {
      const { controls, profile } = deployment;
      const isEnough = profile.openings['activation.also'] !== 'needs-date' || takesDate(deployment);
      if (controls.has('activate') && isEnough) return { licence: 'used' };
      const reason = `the device ${id} was not made by this run, and could not be activated again once it expires`;
      throw new Unreached(reason, 'controls.createDevice', 'controls.activate');
    },
    put: useLicence,
    name: (id) => `licence of device ${id}`,
  },
};

/**
 * Activates a device, with a date where it is refused without one. Section 3: a device that is refused while a licence is
 * free uses one already, unless it is read as expired, or could have lacked a date.
 */
async function useLicence(deployment: Deployment, id: AnyId): Promise<void> {
  const { controls, profile, clock } = deployment;
  if ((await controls.activate(id)).activated) return;
  if (takesDate(deployment)) {
    const { expires, expirationDate = null } = await settings.setLimits.read(deployment, id);
    const { activated } = await controls.activate(id, farAhead(clock.now()));
    // The date of the activation goes again.
    if (activated && expires !== undefined)
      await settings.setLimits.put(deployment, id, { expires, expirationDate });
    if (activated) return;
  }
  const { available = 0 } = controls.has('readLicences') ? await controls.readLicences() : {};
  const mayLackDate =
    !takesDate(deployment) && (profile.openings['activation.also'] ?? 'needs-date') === 'needs-date';
  if (available === 0 || mayLackDate || (await licenceOf(deployment, id)) === 'expired')
    throw new Unreached('the deployment refused to activate it', 'controls.activate');
}

/** The facts that are wanted. */
export function only(facts: SettingFacts, isWanted: (fact: string) => boolean): SettingFacts {
  return Object.fromEntries(Object.entries(facts).filter(([fact]) => isWanted(fact)));
}

/** `dailyEmail 5, dailySms none, expires on`. */
export function inWords(facts: SettingFacts): string {
  const word = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : (value ?? 'none'));
  return Object.entries(facts)
    .map(([fact, value]) => `${fact} ${word(value)}`)
    .join(', ');
}
