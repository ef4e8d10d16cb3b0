/**
 * Settings changed, and put back. A record that the run made needs no guard. Anything else is changed only if it can be put
 * back: what it is comes from a read or from the profile, and is in the journal before the change.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import { inTurn } from '../../kit/in-turn.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Deployment } from '../deployment.ts';
import type { Do, EntryOf } from '../journal/entries.ts';
import {
  type Change,
  type Ledger,
  type SettingChange,
  type SettingFacts,
  type SettingKey,
  settingOf,
} from '../journal/ledger.ts';
import { perRun } from '../sharing/per-run.ts';
import { isUntold } from '../sharing/unbound.ts';
import { expiry, inWords, only, settings } from './settings.ts';

/** Each setting as it was before the run changed it. */
const formerlyIn = perRun(() => new Map<string, { was: SettingFacts }>());

/** Messages move them, too: they are only put back where they are seen to be what the run wrote. */
const counters: ReadonlySet<string> = new Set(['usageEmail', 'usageSms']);

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
    const state = known.get(nameOf(key)) ?? { was: {} };
    known.set(nameOf(key), state);
    return state;
  };

  const formerly = ({ call, id = '' }: SettingKey, facts: readonly string[]) =>
    settings[call].former(quiet(deployment), id, facts);

  /** Before a setting is changed: it may be when this resolves. One at a time for each setting. */
  const begin = (key: SettingKey, set: SettingFacts, former = formerly): Promise<void> => {
    const state = stateOf(key);
    return inTurn(state, async () => {
      const isOpen = (change: Change) => {
        const setting = settingOf(change);
        return setting !== undefined && nameOf(setting) === nameOf(key);
      };
      const open = journal.ledger.open.find(isOpen);
      const known = open ? state.was : only(state.was, (fact) => !counters.has(fact));
      const missing = Object.keys(set).filter((fact) => !(fact in known));
      state.was = { ...(missing.length > 0 && (await former(key, missing))), ...known };
      const number = open?.number ?? journal.next();
      await journal.announce(lineOf(number, key, state.was, set));
      // Licences are for the whole run: what was made meanwhile goes on needing them.
      if (key.call !== 'setLicences') begun.add(number);
      if (key.call === 'activate') mayExpire = true;
    });
  };

  /** An activation may change the expiry settings of a device, as far as they can be read. */
  const noteExpiry = async (id: AnyId): Promise<void> => {
    const read = only(await settings.setLimits.read(quiet(deployment), id), (fact) => expiry.includes(fact));
    if (Object.keys(read).length > 0) await begin({ call: 'setLimits', id }, read, async () => read);
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
    putBack: () =>
      putBackOpen(
        deployment,
        journal.ledger,
        false,
        ({ call }, { number }) => begun.has(number) || (call === 'setLicences' && mayExpire),
        async (change, { outcome }) => (outcome === 'left' ? undefined : journal.undone(change)),
      ),
  };
}

/** The same deployment with controls that write nothing down: for reads, and for putting back. */
export function quiet(deployment: Deployment): Deployment {
  return Object.create(deployment, { controls: { get: () => deployment.undoing } });
}

function nameOf({ call, id }: SettingKey): string {
  return exactJsonText([call, id === undefined ? null : String(id)]);
}

function lineOf(number: number, { call, id }: SettingKey, before: SettingFacts, set: SettingFacts) {
  const at = id !== undefined && { id };
  const isActivation = call === 'activate';
  return {
    number,
    do: isActivation ? { call: 'setLimits', ...at, expires: true } : { call, ...at, ...set },
    undo: { call, ...at, ...(!isActivation && before) },
  } as Omit<EntryOf<'change'>, 'entry'>;
}

export interface PutBack {
  /** `left`: it is for a person to decide, or could not be done. */
  outcome: 'restored' | 'as-before' | 'left';
  words: string;
}

/** In the order to put them back in, the last change first: licences of the account, then dates, then the users of one. */
const ranks: readonly SettingChange['call'][] = ['setLicences', 'setLimits', 'activate'];

/** Puts settings that are open in a journal back to what they were. @param done takes what came of each */
export async function putBackOpen(
  deployment: Deployment,
  ledger: Ledger,
  isSweep: boolean,
  isWanted: (setting: SettingChange, change: Change) => boolean,
  done: (change: Change, came: PutBack) => Promise<void>,
): Promise<void> {
  const all = ledger.open.flatMap((change) => {
    const setting = settingOf(change);
    return setting && isWanted(setting, change) ? [{ change, setting }] : [];
  });
  const rank = ({ setting }: { setting: SettingChange }) => ranks.indexOf(setting.call);
  for (const { change, setting } of all.toReversed().toSorted((one, other) => rank(one) - rank(other))) {
    if (isSweep) deployment.until.throwIfAborted();
    await done(change, await putBack(quiet(deployment), setting, isSweep));
  }
}

/**
 * Puts one setting back, but for what others have changed since, as far as that can be read. A sweep looks at all. The run looks
 * at few, and must not rely on a look where a write may be read a moment later than it is made: what reads as it was is set once
 * more, which does no harm.
 */
async function putBack(deployment: Deployment, change: SettingChange, isSweep: boolean): Promise<PutBack> {
  const { call, was, sets, id = '' } = change;
  const { read, put, name } = settings[call];
  const isCounted = Object.keys(was).some((fact) => counters.has(fact));
  const mustLook = isSweep || call === 'setLicences' || call === 'activate';
  try {
    const reading = mustLook || isCounted ? read(deployment, id) : Promise.resolve({});
    const shown: SettingFacts = await (mustLook ? reading : reading.catch(unlessTold));
    const found = only(shown, (fact) => mustLook || counters.has(fact));
    const isOther = (fact: string) => found[fact] !== undefined && found[fact] !== was[fact];
    const isOurs = (fact: string) => sets.some((set) => fact in set && set[fact] === found[fact]);
    const ours = only(was, (fact) => isOurs(fact) || !(counters.has(fact) || isOther(fact)));
    const theirs = Object.keys(was).filter((fact) => !(fact in ours || counters.has(fact)));
    const isSure = isSweep || call === 'activate';
    const isDue = Object.keys(ours).some((fact) => !isSure || found[fact] !== was[fact]);
    if (isDue) await put(deployment, id, ours);
    const changed = theirs.map(
      (fact) => `${inWords({ [fact]: found[fact] })} is read; it was ${inWords({ [fact]: was[fact] })}`,
    );
    if (changed.length > 0)
      return { outcome: 'left', words: `${name(id)}, changed by others since: ${changed.join('; ')}` };
    return {
      outcome: isDue ? 'restored' : 'as-before',
      words: `${name(id)}: ${inWords(isDue ? ours : was)}`,
    };
  } catch (error) {
    if (!isUntold(error)) throw error;
    // A fact that could not be changed need not be put back.
    const now = await read(deployment, id).catch(unlessTold);
    const isAsBefore = Object.entries(was).every(([fact, value]) => now[fact] === value);
    if (isAsBefore) return { outcome: 'as-before', words: `${name(id)}: ${inWords(was)}` };
    return { outcome: 'left', words: toBeRestored(change, error.message) };
  }
}

export function toBeRestored({ call, id = '', was }: SettingChange, why: string): string {
  return `${settings[call].name(id)}, to be restored to ${inWords(was)}: ${why}`;
}

function unlessTold(error: unknown): SettingFacts {
  if (isUntold(error)) return {};
  throw error;
}
