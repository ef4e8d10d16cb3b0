/**
 * Settings changed, and put back. A record that the run made needs no guard. Anything else is changed only if it can be put
 * back: what it is comes from a read or from the profile, and is in the journal before the change.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import { only } from '../../kit/fields.ts';
import { inTurn } from '../../kit/in-turn.ts';
import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type Controls, takesDate } from '../controls/api.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { Do, EntryOf, SettingCall } from '../journal/entries.ts';
import {
  type Change,
  type Ledger,
  type SettingChange,
  type SettingFacts,
  type SettingKey,
  settingOf,
} from '../journal/ledger.ts';
import { farAhead } from '../reading/dates.ts';
import { licenceOf, readLimits, showsLimits } from '../reading/device.ts';
import { perRun } from '../sharing/per-run.ts';
import { isUntold } from '../sharing/unbound.ts';

/** The deployments here have controls that write nothing down: they read, or put back what was written down. */
interface Setting {
  name(id: AnyId): string;
  /** Facts that nothing shows are absent. Throws `Unreached` where what should show them does not answer. */
  read(deployment: Deployment, id: AnyId): Promise<SettingFacts>;
  /** Returns what it is before these facts of it are changed: read, or stated by the profile. Throws `Unreached` where one of them could not be restored. */
  former(deployment: Deployment, id: AnyId, facts: readonly string[]): Promise<SettingFacts>;
  /** Throws `Unreached` where it does not work. */
  put(deployment: Deployment, id: AnyId, facts: SettingFacts): Promise<unknown>;
}

/** Facts that are put back together: the one cannot be set without the other on every deployment. */
const expiry: readonly string[] = ['expires', 'expirationDate'];
/** Messages move them, too: they are only put back where they are seen to be what the run wrote. */
const counters: readonly string[] = ['usageEmail', 'usageSms'];

/** In the order to put them back in: licences of the account, then dates, then the users of one. */
const settings: { readonly [C in SettingCall]: Setting } = {
  setApiEnabled: {
    name: () => 'API access',
    read: async ({ requestToken }) => ({ enabled: fieldOf((await requestToken()).json, 'success') === true }),
    async former({ tokens }) {
      const { json } = await tokens.first();
      if (fieldOf(json, 'success') === true && typeof fieldOf(json, 'token') === 'string')
        return { enabled: true };
      throw new Unreached('nothing shows whether API access is on, so it could not be restored', 'account');
    },
    put: ({ controls }, _, { enabled }) => controls.setApiEnabled(enabled === true),
  },
  setLicences: {
    name: () => 'the licences of the account',
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
  },
  setLimits: {
    name: (id) => `limits of device ${id}`,
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
  },
  activate: {
    name: (id) => `licence of device ${id}`,
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
  },
};

/**
 * Activates a device that is not in use, with a date where it is refused without one. Section 3: a device that is refused while a licence is
 * free uses one already, unless it is read as expired, or could have lacked a date.
 */
async function useLicence(deployment: Deployment, id: AnyId): Promise<void> {
  const { controls, profile, clock } = deployment;
  if ((await licenceOf(deployment, id)) === 'used' || (await controls.activate(id)).activated) return;
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

/** By setting: what it was before the run changed it. */
const formerlyIn = perRun(() => new Map<string, { was: SettingFacts }>());

export type Guard = ReturnType<typeof guardOf>;

/** Guards the changes by the controls of a history. */
export function guardOf(deployment: Deployment) {
  const { journal } = deployment;
  const known = formerlyIn(deployment);
  /** The changes that were begun here. */
  const begun = new Set<number>();
  /** Tells whether a device of others may have expired. */
  let mayExpire = false;

  const stateOf = (key: SettingKey) => {
    const state = known.get(keyOf(key)) ?? { was: {} };
    known.set(keyOf(key), state);
    return state;
  };

  /** Before a setting is changed: it may be when this resolves. One at a time for each setting. */
  const begin = (key: SettingKey, set: SettingFacts, read?: SettingFacts): Promise<void> => {
    const { call, id } = key;
    const state = stateOf(key);
    return inTurn(state, async () => {
      const open = journal.ledger.open.find((change) => {
        const setting = settingOf(change);
        return setting !== undefined && keyOf(setting) === keyOf(key);
      });
      const before = open ? state.was : only(state.was, (fact) => !counters.includes(fact));
      const missing = Object.keys(set).filter((fact) => !(fact in before));
      const former = async () => read ?? settings[call].former(quiet(deployment), id ?? '', missing);
      state.was = { ...(missing.length > 0 && (await former())), ...before };
      const number = open?.number ?? journal.next();
      const at = id !== undefined && { id };
      const line =
        call === 'activate'
          ? { do: { call: 'setLimits', ...at, expires: true }, undo: { call, ...at } }
          : { do: { call, ...at, ...set }, undo: { call, ...at, ...state.was } };
      await journal.announce({ number, ...line } as Omit<EntryOf<'change'>, 'entry'>);
      // Licences are for the whole run: what was made meanwhile goes on needing them.
      if (call !== 'setLicences') begun.add(number);
      if (call === 'activate') mayExpire = true;
    });
  };

  /** An activation may change the expiry settings of a device, as far as they can be read. */
  const noteExpiry = async (id: AnyId): Promise<void> => {
    const read = only(await settings.setLimits.read(quiet(deployment), id), (fact) => expiry.includes(fact));
    if (Object.keys(read).length > 0) await begin({ call: 'setLimits', id }, read, read);
  };

  return {
    begin,
    effect: (effect: Do) => journal.effect(effect),
    async activation(id: AnyId): Promise<void> {
      await journal.effect({ call: 'activate', id });
      const { was } = stateOf({ call: 'setLimits', id });
      if (!expiry.every((fact) => fact in was)) await noteExpiry(id);
    },
    activated: noteExpiry,
    /**
     * Puts back what was begun here, as far as possible; the rest stays open. A device that is to be in use again may need one of
     * the licences that were taken away.
     */
    async putBack(): Promise<void> {
      const isOwn = ({ number }: Change, { call }: SettingKey) =>
        begun.has(number) || (call === 'setLicences' && mayExpire);
      for await (const { change, left } of putBackOpen(quiet(deployment), journal.ledger, false, isOwn))
        if (left === undefined) await journal.undone(change);
    },
  };
}

/** The same deployment with controls that write nothing down: for reads, and for putting back. */
export function quiet(deployment: Deployment): Deployment {
  return Object.create(deployment, { controls: { get: () => deployment.undoing } });
}

function keyOf({ call, id }: SettingKey): string {
  return exactJsonText([call, id === undefined ? null : String(id)]);
}

/** In words: what was put back, and what is left, since a person has to decide or it could not be done. */
interface PutBack {
  restored?: string;
  left?: string;
}

/** Puts settings that are open in a journal back to what they were, the last change of each kind first, and gives what came of each. */
export async function* putBackOpen(
  deployment: Deployment,
  ledger: Ledger,
  isSweep: boolean,
  isWanted: (change: Change, setting: SettingChange) => boolean,
): AsyncGenerator<PutBack & { change: Change }> {
  const open = ledger.open.toReversed();
  for (const call of Object.keys(settings))
    for (const change of open) {
      const setting = settingOf(change);
      if (setting?.call !== call || !isWanted(change, setting)) continue;
      deployment.until.throwIfAborted();
      yield { change, ...(await putBack(deployment, setting, isSweep)) };
    }
}

/**
 * Puts one setting back. A sweep looks first, and leaves what others have changed since; so does the run with licences, which may
 * have been bought. It must not rely on a look, where a write may be read a moment later than it is made: what reads as it was is
 * set once more. Beside licences it looks at counters alone, which messages have moved where they are not as set.
 */
async function putBack(deployment: Deployment, change: SettingChange, isSweep: boolean): Promise<PutBack> {
  const { call, was, sets, id = '' } = change;
  const { read, put, name } = settings[call];
  const facts = Object.keys(was);
  const isCounter = (fact: string) => counters.includes(fact);
  try {
    const shown =
      isSweep || call === 'setLicences'
        ? await read(deployment, id)
        : facts.some(isCounter)
          ? only(await readIfTold(deployment, change), isCounter)
          : {};
    const isOurs = (fact: string) =>
      shown[fact] === undefined
        ? !isCounter(fact)
        : shown[fact] === was[fact] || sets.some((set) => set[fact] === shown[fact]);
    const ours = only(was, isOurs);
    const isDue = Object.keys(ours).some(
      (fact) => shown[fact] !== was[fact] || (!isSweep && call === 'setLicences'),
    );
    if (isDue) await put(deployment, id, ours);
    const changed = facts
      .filter((fact) => !isOurs(fact) && !isCounter(fact))
      .map(
        (fact) =>
          `${inWords(only(shown, (one) => one === fact))} is read; it was ${inWords({ [fact]: was[fact] })}`,
      );
    if (changed.length > 0) return { left: `${name(id)}, changed by others since: ${changed.join('; ')}` };
    return isDue ? { restored: `${name(id)}: ${inWords(ours)}` } : {};
  } catch (error) {
    if (!isUntold(error)) throw error;
    // A fact that could not be changed need not be put back.
    const now = await readIfTold(deployment, change);
    return facts.every((fact) => now[fact] === was[fact])
      ? {}
      : { left: toBeRestored(change, error.message) };
  }
}

function readIfTold(deployment: Deployment, { call, id = '' }: SettingKey): Promise<SettingFacts> {
  return settings[call].read(deployment, id).catch((error: unknown) => {
    if (isUntold(error)) return {};
    throw error;
  });
}

export function toBeRestored({ call, id = '', was }: SettingChange, why: string): string {
  return `${settings[call].name(id)}, to be restored to ${inWords(was)}: ${why}`;
}

/** `dailyEmail 5, dailySms none, expires on`. */
function inWords(facts: SettingFacts): string {
  const word = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : (value ?? 'none'));
  return Object.entries(facts)
    .map(([fact, value]) => `${fact} ${word(value)}`)
    .join(', ');
}
