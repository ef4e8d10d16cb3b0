/**
 * Settings changed, and put back. A record that the run made needs no guard. Anything else is changed only if it can be put
 * back: what it is comes from a read or from the profile, and is in the journal before the change.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
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

/** The settings of a run: each as it was before the run changed it, and the last change that is announced. */
const changesOf = perRun(() => ({
  was: new Map<string, SettingFacts>(),
  turns: new Map<string, Promise<unknown>>(),
}));

/** Messages move them, too: they are only put back where they are seen to be what the run wrote. */
const counters: ReadonlySet<string> = new Set(['usageEmail', 'usageSms']);

export type Guard = ReturnType<typeof guardOf>;

/** Guards the changes by the controls of a history. */
export function guardOf(deployment: Deployment) {
  const { journal } = deployment;
  const changes = changesOf(deployment);
  /** The changes that were begun here. */
  const begun = new Set<number>();
  /** Tells whether a device of others may have expired. */
  let mayExpire = false;

  const announce = async (key: SettingKey, set: SettingFacts, former: typeof formerly): Promise<void> => {
    const name = nameOf(key);
    const open = journal.ledger.open.find((change) => isOf(key, settingOf(change)));
    const known = { ...only(changes.was.get(name) ?? {}, (fact) => !counters.has(fact)), ...was(open) };
    const missing = Object.keys(set).filter((fact) => !(fact in known));
    const before = missing.length > 0 ? { ...(await former(key, missing)), ...known } : known;
    const number = open?.number ?? journal.next();
    await journal.announce(lineOf(number, key, before, set));
    changes.was.set(name, before);
    // Licences are for the whole run: what was made meanwhile goes on needing them.
    if (key.call !== 'setLicences') begun.add(number);
    if (key.call === 'activate') mayExpire = true;
  };

  const formerly = ({ call, id = '' }: SettingKey, facts: readonly string[]) =>
    settings[call].former(quiet(deployment), id, facts);

  /** Before a setting is changed: it may be when this resolves. One at a time for each setting. */
  const begin = (key: SettingKey, set: SettingFacts, former = formerly): Promise<void> => {
    const name = nameOf(key);
    const turn = (changes.turns.get(name) ?? Promise.resolve()).then(() => announce(key, set, former));
    changes.turns.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
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
      const known = changes.was.get(nameOf({ call: 'setLimits', id })) ?? {};
      if (!expiry.every((fact) => fact in known)) await noteExpiry(id);
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

function isOf(key: SettingKey, setting: SettingKey | undefined): boolean {
  return setting !== undefined && nameOf(setting) === nameOf(key);
}

function was(open: Change | undefined): SettingFacts {
  return (open && settingOf(open)?.was) ?? {};
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

/**
 * Puts settings that are open in a journal back to what they were. A sweep does so only where they are still what the run set, as
 * far as it can be read: what others have changed since is theirs. The run itself looks at few, and must not rely on a look where
 * a write may be read a moment later than it is made.
 *
 * @param done takes what came of each
 */
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

async function putBack(deployment: Deployment, change: SettingChange, isSweep: boolean): Promise<PutBack> {
  const { call, was, sets, id = '' } = change;
  const { read, put, name } = settings[call];
  const looksAtAll = isSweep || call === 'setLicences' || call === 'activate';
  const looked = (fact: string) => looksAtAll || counters.has(fact);
  const due = new Set<string>();
  const theirs = new Map<string, string>();
  try {
    const reading = Object.keys(was).some(looked) ? read(deployment, id) : Promise.resolve({});
    const found: SettingFacts = await (looksAtAll ? reading : reading.catch(unlessTold));
    for (const [fact, before] of Object.entries(was)) {
      const now = looked(fact) ? found[fact] : undefined;
      const isOurs = sets.some((set) => fact in set && set[fact] === now);
      // Licences that are read may be older than the last change: setting them to the values read does no harm.
      const isUncertain = !isSweep && call === 'setLicences' && now === before;
      if (now === undefined ? !counters.has(fact) : (isOurs && now !== before) || isUncertain) due.add(fact);
      else if (now !== undefined && now !== before && !counters.has(fact))
        theirs.set(fact, `${inWords({ [fact]: now })} is read; it was ${inWords({ [fact]: before })}`);
    }
    if (expiry.some((fact) => due.has(fact))) for (const fact of expiry) due.add(fact);
    const facts = only(was, (fact) => due.has(fact) && !theirs.has(fact));
    const isDue = Object.keys(facts).length > 0;
    if (isDue) await put(deployment, id, facts);
    if (theirs.size > 0)
      return {
        outcome: 'left',
        words: `${name(id)}, changed by others since: ${[...theirs.values()].join('; ')}`,
      };
    return {
      outcome: isDue ? 'restored' : 'as-before',
      words: `${name(id)}: ${inWords(isDue ? facts : was)}`,
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
  if (!isUntold(error)) throw error;
  return {};
}
