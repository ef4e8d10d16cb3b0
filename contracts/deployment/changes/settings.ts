/** The settings that a run changes and puts back: how each is read, put back, and called. */

import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { FactsOf, SettingFacts, SettingName } from '../journal/entries.ts';
import { licenceOf, readLimits, showsLimits } from '../reading/device.ts';

/** The means to read and put back settings. The controls are such as write nothing down. */
export type SettingAccess = Pick<Deployment, 'call' | 'lens' | 'controls'> & {
  requestToken(): Promise<Answer>;
};

interface Setting<S extends SettingName> {
  /** Facts that nothing shows are absent. Throws `Unreached` where what should show them does not answer. */
  read(access: SettingAccess, id: AnyId): Promise<Partial<FactsOf<S>>>;
  /** Throws `Unreached` where it does not work. */
  put(access: SettingAccess, id: AnyId, facts: Partial<FactsOf<S>>): Promise<unknown>;
  name(id: AnyId): string;
  /** Whether it is looked at before it is put back by the run, too: others may have put it back. */
  looksFirst: boolean;
}

const table: { readonly [S in SettingName]: Setting<S> } = {
  'api-access': {
    async read({ requestToken }) {
      const { json } = await requestToken();
      return { enabled: fieldOf(json, 'success') === true };
    },
    put: async ({ controls }, _, { enabled }) => controls.setApiEnabled(enabled === true),
    name: () => 'API access',
    looksFirst: false,
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
    looksFirst: true,
  },
  licence: {
    async read(access, id) {
      const state = await licenceOf(access, id);
      return state === undefined ? {} : { licence: state };
    },
    async put({ controls }, id, { licence }) {
      if (licence === 'used' && !(await controls.activate(id)).activated)
        throw new Unreached('the deployment refused to activate it', 'controls.activate');
    },
    name: (id) => `licence of device ${id}`,
    looksFirst: true,
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
    looksFirst: false,
  },
};

type AnySetting = Omit<Setting<SettingName>, 'read' | 'put'> & {
  read(access: SettingAccess, id: AnyId): Promise<SettingFacts>;
  put(access: SettingAccess, id: AnyId, facts: SettingFacts): Promise<unknown>;
};

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
