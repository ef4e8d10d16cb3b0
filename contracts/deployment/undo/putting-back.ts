/** Settings put back. */

import type { Deployment } from '../deployment.ts';
import type { Change, Ledger } from '../journal/ledger.ts';
import { expiry, only, type SettingChange, type SettingFacts, settingOf } from '../journal/setting.ts';
import { isUntold } from '../sharing/unbound.ts';
import { inWords, quiet, settings } from './settings.ts';

export interface PutBack {
  /** `left`: it is for a person to decide, or could not be done. */
  outcome: 'restored' | 'as-before' | 'left';
  words: string;
}

/** In the order to put them back in, the last change first: licences of the account, then dates, then who uses one. */
const ranks: readonly SettingChange['call'][] = ['setLicences', 'setLimits', 'activate'];
/** Looked at before they are put back by the run, too: others may have put them back. */
const looksFirst: ReadonlySet<string> = new Set(['setLicences', 'activate']);
/** Messages move them, too: they are only put back where they are seen to be what the run wrote. */
const counters: ReadonlySet<string> = new Set(['usageEmail', 'usageSms']);

/**
 * Puts settings that are open in a journal back to what they were. With `look`, only where they are still what the run set, as far
 * as it can be read: what others have changed since is theirs. The run itself need not look, and must not where a write may be read
 * a moment later than it is made.
 *
 * @param done takes what came of each
 */
export async function putBackOpen(
  deployment: Deployment,
  ledger: Ledger,
  look: boolean,
  isWanted: (setting: SettingChange, change: Change) => boolean,
  done: (change: Change, came: PutBack) => Promise<void>,
): Promise<void> {
  const all = ledger.open.flatMap((change) => {
    const setting = settingOf(change);
    return setting && isWanted(setting, change) ? [{ change, setting }] : [];
  });
  const rank = ({ setting }: { setting: SettingChange }) => ranks.indexOf(setting.call);
  for (const { change, setting } of all.toReversed().toSorted((one, other) => rank(one) - rank(other))) {
    if (look) deployment.until.throwIfAborted();
    await done(change, await putBack(deployment, setting, look));
  }
}

async function putBack(deployment: Deployment, change: SettingChange, look: boolean): Promise<PutBack> {
  const { call, was, id = '' } = change;
  const { read, put, name } = settings[call];
  const undoer = quiet(deployment);
  try {
    // Counters are looked at in any case.
    const isRead = look || looksFirst.has(call);
    const isNeeded = isRead || Object.keys(was).some((fact) => counters.has(fact));
    const all = isNeeded ? await read(undoer, id).catch(isRead ? thrown : nothingWhenUntold) : {};
    const present = isRead ? all : only(all, (fact) => counters.has(fact));
    const { due, foreign } = sorted(change, present, !look);
    const isDue = Object.keys(due).length > 0;
    if (isDue) await put(undoer, id, due);
    if (foreign.length > 0) return { outcome: 'left', words: foreignInWords(name(id), foreign, change) };
    return { outcome: isDue ? 'restored' : 'as-before', words: `${name(id)}: ${inWords(isDue ? due : was)}` };
  } catch (error) {
    const why = whyNot(error);
    // A fact that could not be changed need not be put back.
    const now = await read(undoer, id).catch(nothingWhenUntold);
    if (Object.entries(was).every(([fact, value]) => now[fact] === value))
      return { outcome: 'as-before', words: `${name(id)}: ${inWords(was)}` };
    return { outcome: 'left', words: toBeRestored(change, why) };
  }
}

export function toBeRestored({ call, id = '', was }: SettingChange, why: string): string {
  return `${settings[call].name(id)}, to be restored to ${inWords(was)}: ${why}`;
}

/** The facts to put back, and those that are neither what they were nor what the run set. */
function sorted(
  { call, was, sets }: SettingChange,
  present: SettingFacts,
  isRunItself: boolean,
): { due: SettingFacts; foreign: Foreign[] } {
  const due = new Set<string>();
  const foreign: Foreign[] = [];
  for (const [fact, before] of Object.entries(was)) {
    const now = present[fact];
    const wasSet = sets.some((set) => fact in set && set[fact] === now);
    // Licences that are read may be older than the last change by the run: setting them to the values read does no harm.
    const again = isRunItself && call === 'setLicences' && now === before;
    if (now === undefined ? !counters.has(fact) : again || (wasSet && now !== before)) due.add(fact);
    else if (now !== undefined && !wasSet && now !== before && !counters.has(fact))
      foreign.push({ fact, now });
  }
  const others = new Set(foreign.map(({ fact }) => fact));
  if (expiry.some((fact) => due.has(fact))) for (const fact of expiry) due.add(fact);
  return { due: only(was, (fact) => due.has(fact) && !others.has(fact)), foreign };
}

interface Foreign {
  fact: string;
  now: unknown;
}

function foreignInWords(name: string, foreign: readonly Foreign[], { was, sets }: SettingChange): string {
  const each = foreign.map(({ fact, now }) => {
    const set = sets.filter((one) => fact in one).map((one) => inWords({ [fact]: one[fact] }));
    const ours = set.length === 0 ? '' : `, and the run set ${[...new Set(set)].join(' or ')}`;
    return `${inWords({ [fact]: now })} is read; it was ${inWords({ [fact]: was[fact] })}${ours}`;
  });
  return `${name}, changed by others since: ${each.join('; ')}`;
}

function thrown(error: unknown): never {
  throw error;
}

function nothingWhenUntold(error: unknown): SettingFacts {
  whyNot(error);
  return {};
}

/** Throws what is no matter of the deployment or the profile. */
function whyNot(error: unknown): string {
  if (!isUntold(error)) throw error;
  return error.message;
}
