/** One setting put back. */

import type { Deployment } from '../deployment.ts';
import type { Change } from '../journal/ledger.ts';
import { type SettingChange, type SettingFacts, settingOf } from '../journal/setting.ts';
import { isUntold } from '../sharing/unbound.ts';
import { inWords, quiet, settings } from './settings.ts';

interface PutBack {
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
/** The one cannot be set without the other on every deployment. */
const expiry = ['expires', 'expirationDate'] as const;

/** The open changes of settings, in the order to put them back in. */
export function openSettings(changes: readonly Change[]): [Change, SettingChange][] {
  const all = changes.flatMap((change): [Change, SettingChange][] => {
    const setting = settingOf(change);
    return setting ? [[change, setting]] : [];
  });
  const rank = ([, { call }]: [Change, SettingChange]) => ranks.indexOf(call);
  return all.toReversed().toSorted((one, other) => rank(one) - rank(other));
}

/** Puts back what the run has changed and is wanted; gives what is left, in words. */
export async function putBackOpen(
  deployment: Deployment,
  isWanted: (change: Change, setting: SettingChange) => boolean,
): Promise<string[]> {
  const { journal, changes } = deployment;
  const left: string[] = [];
  for (const [change, setting] of openSettings(journal.ledger.open)) {
    if (!isWanted(change, setting)) continue;
    const { outcome, words } = await putBack(deployment, setting, false);
    if (outcome === 'left') left.push(words);
    else await changes.close(change);
  }
  return left;
}

/**
 * Puts a setting back to what it was. With `look`, only where it is still what the run set, as far as it
 * can be read: what others have changed since is theirs. The run itself need not look, and must not where a
 * write may be read a moment later than it is made.
 */
export async function putBack(
  deployment: Deployment,
  change: SettingChange,
  look: boolean,
): Promise<PutBack> {
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

function only(facts: SettingFacts, isWanted: (fact: string) => boolean): SettingFacts {
  return Object.fromEntries(Object.entries(facts).filter(([fact]) => isWanted(fact)));
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
