/**
 * Settings changed, and put back. A record that the run made needs no guard. Anything else is changed only if it can be put
 * back: what it is comes from a read or from the profile, and is in the journal before the change.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import { defined, only } from '../../kit/fields.ts';
import { inTurn } from '../../kit/in-turn.ts';
import { fieldOf } from '../../kit/json.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type Controls, takesDate } from '../controls/api.ts';
import type { Deployment } from '../deployment.ts';
import { type Unlock, Unreached } from '../finding.ts';
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
  /** The facts before the run changes any, where no read shows them; `isTold`: nothing is read then. */
  told?(deployment: Deployment, id: AnyId): SettingFacts | Promise<SettingFacts>;
  readonly isTold?: true;
  /** Things that would show what it was. */
  readonly unlock: readonly Unlock[];
  /** Throws `Unreached` where it does not work. */
  put(deployment: Deployment, id: AnyId, facts: SettingFacts): Promise<unknown>;
}

/** Facts that are put back together: the one cannot be set without the other on every deployment. */
const expiry: readonly string[] = ['expires', 'expirationDate'];

/** In the order to put them back in: licences of the account, then dates, then the users of one. */
const settings: { readonly [C in SettingCall]: Setting } = {
  setApiEnabled: {
    name: () => 'API access',
    read: async ({ requestToken }) => ({ enabled: fieldOf((await requestToken()).json, 'success') === true }),
    // A further token may end the one that is in force.
    isTold: true,
    async told({ tokens }) {
      const { json } = await tokens.first();
      return fieldOf(json, 'success') === true && fieldOf(json, 'token') !== undefined
        ? { enabled: true }
        : {};
    },
    unlock: ['account'],
    put: ({ controls }, _, { enabled }) => controls.setApiEnabled(enabled === true),
  },
  setLicences: {
    name: () => 'the licences of the account',
    async read({ controls }) {
      const { total } = controls.has('readLicences') ? await controls.readLicences() : {};
      return defined({ total });
    },
    unlock: ['controls.readLicences'],
    put: ({ controls }, _, { total }) => controls.setLicences(Number(total)),
  },
  setLimits: {
    name: (id) => `limits of device ${id}`,
    async read(deployment, id) {
      if (!deployment.controls.has('readLimits') && !showsLimits(deployment)) return {};
      const { exchange: _, licence: __, ...limits } = await readLimits(deployment, id);
      return limits;
    },
    told({ profile }, id) {
      const { device = [], limits = {} } = profile.known ?? {};
      return device.some((one) => String(one) === String(id)) ? limits : {};
    },
    unlock: ['controls.createDevice', 'controls.readLimits', 'known.limits'],
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
  // It is about to be given an expiry, by which it may expire: then it is activated again.
  activate: {
    name: (id) => `licence of device ${id}`,
    read: async (deployment, id) => defined({ licence: await licenceOf(deployment, id) }),
    isTold: true,
    told(deployment) {
      const { controls, profile } = deployment;
      const isEnough = profile.openings['activation.also'] !== 'needs-date' || takesDate(deployment);
      return controls.has('activate') && isEnough ? { licence: 'used' } : {};
    },
    unlock: ['controls.createDevice', 'controls.activate'],
    put: useLicence,
  },
};

/**
 * Activates a device that is not in use; a date that the activation takes is for nothing else, and goes again. Section 3: a device
 * that is refused while a licence is free uses one already, unless it is read as expired, or could have lacked a date.
 */
async function useLicence(deployment: Deployment, id: AnyId): Promise<void> {
  const { controls, profile, clock } = deployment;
  if ((await licenceOf(deployment, id)) === 'used') return;
  const before = only(await settings.setLimits.read(deployment, id), (fact) => expiry.includes(fact));
  if ((await controls.activate(id, farAhead(clock.now()))).activated) {
    if (takesDate(deployment) && 'expires' in before) await settings.setLimits.put(deployment, id, before);
    return;
  }
  const { available = 0 } = controls.has('readLicences') ? await controls.readLicences() : {};
  const mayLackDate =
    !takesDate(deployment) && (profile.openings['activation.also'] ?? 'needs-date') === 'needs-date';
  if (available === 0 || mayLackDate || (await licenceOf(deployment, id)) === 'expired')
    throw new Unreached('the deployment refused to activate it', 'controls.activate');
}

/** By setting: what it was before the run changed it, as far as that is known. */
const formerlyIn = perRun(() => new Map<string, { was?: SettingFacts }>());

export type Guard = ReturnType<typeof guardOf>;

/** Guards the changes by the controls of a history. */
export function guardOf(deployment: Deployment) {
  const { journal } = deployment;
  const known = formerlyIn(deployment);
  /** The changes that were begun here. */
  const begun = new Set<number>();
  /** Tells whether a device of others may have expired. */
  let mayExpire = false;

  const formerOf = async ({ call, id = '' }: SettingKey): Promise<SettingFacts> => {
    const { told, isTold, read } = settings[call];
    const said = await told?.(quiet(deployment), id);
    return { ...said, ...(!isTold && (await read(quiet(deployment), id))) };
  };

  /** Before a setting is changed: it may be when this resolves. One at a time for each setting. */
  const begin = (key: SettingKey, set: SettingFacts, facts = Object.keys(defined(set))): Promise<void> => {
    const { call, id } = key;
    const state = known.get(keyOf(key)) ?? {};
    known.set(keyOf(key), state);
    return inTurn(state, async () => {
      const was = state.was ?? (await formerOf(key));
      state.was = was;
      const missing = facts.find((fact) => was[fact] === undefined);
      const { name, unlock } = settings[call];
      if (missing !== undefined)
        throw new Unreached(
          `nothing shows what ${missing} was of ${name(id ?? '')}, which the run did not make, so that it could not be restored`,
          ...unlock,
        );
      const isDated = facts.some((fact) => expiry.includes(fact));
      const undo = only(was, (fact) => facts.includes(fact) || (isDated && expiry.includes(fact)));
      const open = journal.ledger.open.find((change) => {
        const setting = settingOf(change);
        return setting !== undefined && keyOf(setting) === keyOf(key);
      });
      const number = open?.number ?? journal.next();
      const at = id !== undefined && { id };
      const line =
        call === 'activate'
          ? { do: { call: 'setLimits', ...at, expires: true }, undo: { call, ...at } }
          : { do: { call, ...at, ...set }, undo: { call, ...at, ...undo } };
      await journal.announce({ number, ...line } as Omit<EntryOf<'change'>, 'entry'>);
      // Licences are for the whole run: what was made meanwhile goes on needing them.
      if (call !== 'setLicences') begun.add(number);
      if (call === 'activate') mayExpire = true;
    });
  };

  /** An activation may change the expiry settings of a device, as far as they can be read. */
  const noteExpiry = async (id: AnyId): Promise<void> => {
    const read = await settings.setLimits.read(quiet(deployment), id);
    const shown = only(read, (fact) => expiry.includes(fact));
    if (Object.keys(shown).length > 0) await begin({ call: 'setLimits', id }, shown);
  };

  return {
    begin,
    effect: (effect: Do) => journal.effect(effect),
    async activation(id: AnyId): Promise<void> {
      await journal.effect({ call: 'activate', id });
      await noteExpiry(id);
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
 * have been bought. It does not rely on a look, where a write may be read a moment later than it is made: what reads as it was is
 * set once more.
 */
async function putBack(deployment: Deployment, change: SettingChange, isSweep: boolean): Promise<PutBack> {
  const { call, was, sets, id = '' } = change;
  const { read, put, name } = settings[call];
  const facts = Object.keys(was);
  try {
    const shown = isSweep || call === 'setLicences' ? await read(deployment, id) : {};
    const isOurs = (fact: string) =>
      [undefined, was[fact], ...sets.map((set) => set[fact])].includes(shown[fact]);
    const ours = only(was, isOurs);
    const isDue = Object.keys(ours).some((fact) => !isSweep || shown[fact] !== was[fact]);
    if (isDue) await put(deployment, id, ours);
    const theirs = facts.filter((fact) => !isOurs(fact));
    if (theirs.length === 0) return isDue ? { restored: `${name(id)}: ${inWords(ours)}` } : {};
    const [now, before] = [shown, was].map((all) => inWords(only(all, (fact) => theirs.includes(fact))));
    return { left: `${name(id)}, changed by others since: ${now} is read; it was ${before}` };
  } catch (error) {
    if (!isUntold(error)) throw error;
    // A fact that could not be changed need not be put back.
    const now = await read(deployment, id).catch((failure: unknown): SettingFacts => {
      if (isUntold(failure)) return {};
      throw failure;
    });
    return facts.every((fact) => now[fact] === was[fact])
      ? {}
      : { left: toBeRestored(change, error.message) };
  }
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
