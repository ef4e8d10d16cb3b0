/** The settings that a run changes and puts back: how each is read, put back, and called. */

import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import { takesDate } from '../controls/limits.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { FactsOf, SettingFacts, SettingName } from '../journal/entries.ts';
import { farAhead } from '../reading/dates.ts';
import { licenceOf, readLimits, showsLimits } from '../reading/device.ts';

/** A deployment whose controls write nothing down. */
export type SettingAccess = Pick<
  Deployment,
  'call' | 'lens' | 'controls' | 'profile' | 'requestToken' | 'clock'
>;

export function undoer(deployment: Deployment): SettingAccess {
  const { call, lens, undoing: controls, profile, requestToken, clock } = deployment;
  return { call, lens, controls, profile, requestToken, clock };
}

interface Setting<S extends SettingName> {
  /** Facts that nothing shows are absent. Throws `Unreached` where what should show them does not answer. */
  read(access: SettingAccess, id: AnyId): Promise<Partial<FactsOf<S>>>;
  /** Throws `Unreached` where it does not work. */
  put(access: SettingAccess, id: AnyId, facts: Partial<FactsOf<S>>): Promise<unknown>;
  name(id: AnyId): string;
}

const table: { readonly [S in SettingName]: Setting<S> } = {
  'api-access': {
    async read({ requestToken }) {
      const { json } = await requestToken();
      return { enabled: fieldOf(json, 'success') === true };
    },
    put: async ({ controls }, _, { enabled }) => controls.setApiEnabled(enabled === true),
    name: () => 'API access',
  },
  licences: {
    async read({ controls }) {
      if (!controls.has('readLicences')) return {};
      const { total } = await controls.readLicences();
      return total === undefined ? {} : { total };
    },
    async put({ controls }, _, { total }) {
      if (total !== undefined) await controls.setLicences(total);
    },
    name: () => 'the licences of the account',
  },
  licence: {
    async read(access, id) {
      const state = await licenceOf(access, id);
      return state === undefined ? {} : { licence: state };
    },
    async put(access, id, { licence }) {
      if (licence === 'used') await useLicence(access, id);
    },
    name: (id) => `licence of device ${id}`,
  },
  limits: {
    async read(access, id) {
      if (!access.controls.has('readLimits') && !showsLimits(access)) return {};
      const { exchange: _, licence: __, ...limits } = await readLimits(access, id);
      return limits;
    },
    async put({ controls }, id, facts) {
      const { outcome } = await controls.setLimits(id, facts);
      if (outcome === 'refused') throw new Unreached('the deployment refused it', 'controls.setLimits');
    },
    name: (id) => `limits of device ${id}`,
  },
};

type AnySetting = Omit<Setting<SettingName>, 'read' | 'put'> & {
  read(access: SettingAccess, id: AnyId): Promise<SettingFacts>;
  put(access: SettingAccess, id: AnyId, facts: SettingFacts): Promise<unknown>;
};

/**
 * Activates a device, with a date where it is refused without one. Section 3: a device that is refused while a licence is
 * free uses one already, unless it is read as expired, or could have lacked a date.
 */
async function useLicence(access: SettingAccess, id: AnyId): Promise<void> {
  const { controls, profile, clock } = access;
  if ((await controls.activate(id)).activated) return;
  if (takesDate(access)) {
    const { expires, expirationDate = null } = await table.limits.read(access, id);
    const { activated } = await controls.activate(id, farAhead(clock.now()));
    // The date of the activation goes again.
    if (activated && expires !== undefined) await table.limits.put(access, id, { expires, expirationDate });
    if (activated) return;
  }
  const { available = 0 } = controls.has('readLicences') ? await controls.readLicences() : {};
  const mayLackDate =
    !takesDate(access) && (profile.openings['activation.also'] ?? 'needs-date') === 'needs-date';
  if (available === 0 || mayLackDate || (await licenceOf(access, id)) === 'expired')
    throw new Unreached('the deployment refused to activate it', 'controls.activate');
}

export const settings: { readonly [S in SettingName]: AnySetting } = table;

/** `dailyEmail 5, dailySms none`. */
export function inWords(facts: SettingFacts): string {
  return Object.entries(facts)
    .map(([fact, value]) => `${fact} ${wordOf(value)}`)
    .join(', ');
}

function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value ?? 'none');
}
