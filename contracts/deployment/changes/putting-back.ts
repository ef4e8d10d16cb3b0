/** One change undone. */

import { ProfileError } from '../../profile/errors.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import type { SettingFacts } from '../journal/entries.ts';
import type { OpenChange } from '../journal/reading.ts';
import { inWords, type SettingAccess, settings, undoer } from './settings.ts';

export interface PutBack {
  /** `left`: it is for a person to decide, or could not be done. */
  outcome: 'restored' | 'as-before' | 'left';
  words: string;
}

/** Looked at before they are put back by the run, too: others may have put them back. */
const looksFirst: ReadonlySet<string> = new Set(['licences', 'licence']);
/** Messages move them, too: they are only put back where they are seen to be what the run wrote. */
const counters: ReadonlySet<string> = new Set(['usageEmail', 'usageSms']);
/** The one cannot be set without the other on every deployment. */
const expiry = ['expires', 'expirationDate'] as const;

/** Returns changes in the order to put them back in: the last one first, but licences of the account, then dates, then who uses one. */
export function lastFirst<C extends Pick<OpenChange, 'setting'>>(changes: readonly C[]): C[] {
  const rank = ({ setting }: C) => ['licences', 'limits', 'licence'].indexOf(setting);
  return changes.toReversed().toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Puts a setting back to what it was. With `look`, only where it is still what the run set, as far as it
 * can be read: what others have changed since is theirs. The run itself need not look, and must not where a
 * write may be read a moment later than it is made.
 */
export async function putBack(change: OpenChange, access: SettingAccess, look: boolean): Promise<PutBack> {
  const { was, id = '' } = change;
  const setting = settings[change.setting];
  const name = setting.name(id);
  try {
    const { due, foreign } = sorted(
      change,
      await present(change, access, id, look || looksFirst.has(change.setting)),
      !look,
    );
    if (Object.keys(due).length > 0) await setting.put(access, id, due);
    if (foreign.length > 0) return { outcome: 'left', words: foreignInWords(name, foreign, change) };
    const restored = Object.keys(due).length > 0;
    return {
      outcome: restored ? 'restored' : 'as-before',
      words: `${name}: ${inWords(restored ? due : was)}`,
    };
  } catch (error) {
    const why = whyNot(error);
    // A fact that could not be changed need not be put back.
    const now = await setting.read(access, id).catch(nothingWhenUntold);
    const asBefore = Object.entries(was).every(([fact, value]) => now[fact] === value);
    if (asBefore) return { outcome: 'as-before', words: `${name}: ${inWords(was)}` };
    return { outcome: 'left', words: `${name}, to be restored to ${inWords(was)}: ${why}` };
  }
}

/** Reads the facts of a setting that count; none where it need not be read, or nothing shows it. */
async function present(
  change: OpenChange,
  access: SettingAccess,
  id: AnyId,
  look: boolean,
): Promise<SettingFacts> {
  const { read } = settings[change.setting];
  if (look) return read(access, id);
  const isCounter = (fact: string) => counters.has(fact);
  if (!Object.keys(change.was).some(isCounter)) return {};
  return only(await read(access, id).catch(nothingWhenUntold), isCounter);
}

/** The facts to put back, and those that are neither what they were nor what the run set. */
function sorted(
  { setting, was, sets }: OpenChange,
  present: SettingFacts,
  isRunItself: boolean,
): { due: SettingFacts; foreign: Foreign[] } {
  const due = new Set<string>();
  const foreign: Foreign[] = [];
  for (const [fact, before] of Object.entries(was)) {
    const now = present[fact];
    const wasSet = sets.some((set) => fact in set && set[fact] === now);
    // Licences that are read may be older than the last change by the run: setting them to the values read does no harm.
    const again = isRunItself && setting === 'licences' && now === before;
    if (now === undefined ? !counters.has(fact) : again || (wasSet && now !== before)) due.add(fact);
    else if (now !== undefined && !wasSet && now !== before && !counters.has(fact))
      foreign.push({ fact, now });
  }
  const others = new Set(foreign.map(({ fact }) => fact));
  if (expiry.some((fact) => due.has(fact))) for (const fact of expiry) due.add(fact);
  return { due: only(was, (fact) => due.has(fact) && !others.has(fact)), foreign };
}

/** Puts back what the run has changed and is wanted; gives what is left, in words. */
export async function putBackOpen(
  deployment: Deployment,
  isWanted: (change: OpenChange) => boolean,
): Promise<string[]> {
  const { undoLog } = deployment;
  const left: string[] = [];
  for (const open of lastFirst(undoLog.open.filter(isWanted))) {
    const { outcome, words } = await putBack(open, undoer(deployment), false);
    if (outcome === 'left') left.push(words);
    else await undoLog.close(open);
  }
  return left;
}

interface Foreign {
  fact: string;
  now: unknown;
}

function foreignInWords(name: string, foreign: readonly Foreign[], { was, sets }: OpenChange): string {
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

function nothingWhenUntold(error: unknown): SettingFacts {
  whyNot(error);
  return {};
}

/** Throws what is no matter of the deployment or the profile. */
function whyNot(error: unknown): string {
  const reported =
    error instanceof Unreached || (error instanceof ProfileError && error.code === 'PROFILE_UNBOUND');
  if (!reported) throw error;
  return error.message;
}
