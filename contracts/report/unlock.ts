/** The outcomes that were not reached, by what would make them reachable, and that in words. */
import { nameIn } from '../kit/tables.ts';
import { controlFacts } from '../profile/controls.ts';
import { openings } from '../specification/openings/index.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { statusOf } from './verdicts.ts';

export interface Locked {
  /** Says what would unlock the outcomes; empty where nothing is known to. */
  unlock: string[];
  /** Each of it in words. */
  words: string[];
  /** Why, each reason once. */
  reasons: string[];
  outcomes: Outcome[];
}

/** The outcomes that were not reached, largest group first; at last those with no known way to reach them. */
export function lockedOf(run: Run): Locked[] {
  const groups = new Map<string, Locked>();
  const isSaid = saidBy(run);
  for (const outcome of run.outcomes) {
    if (statusOf(outcome) !== 'inconclusive') continue;
    const unlock = [...new Set(outcome.unlock)].filter((one) => !isSaid(one)).sort();
    const key = JSON.stringify(unlock);
    const group = groups.get(key) ?? { unlock, words: unlock.map(inWords), reasons: [], outcomes: [] };
    groups.set(key, group);
    if (!group.reasons.includes(outcome.reason)) group.reasons.push(outcome.reason);
    group.outcomes.push(outcome);
  }
  return [...groups.values()].sort(
    (a, b) =>
      Number(a.unlock.length === 0) - Number(b.unlock.length === 0) || b.outcomes.length - a.outcomes.length,
  );
}

/** Openings that are answered part by part: a profile that says one of them may say more. */
const inParts: readonly string[] = [
  'operations.envelope',
  'operations.status',
  'operations.query',
  'errors.status',
];

/** Returns whether a profile says an opening already, so that saying it unlocks nothing. */
function saidBy({ observations }: Run): (unlock: string) => boolean {
  const said = new Set<string>(
    observations.flatMap(({ opening, pinned, notCompared }) =>
      pinned !== undefined || notCompared !== undefined ? [opening] : [],
    ),
  );
  return (unlock) => said.has(unlock) && !inParts.includes(unlock) && !unlock.startsWith('records.');
}

/** The steps that a person who runs the suite can take: to be read after "needs". */
const known: { readonly [unlock: string]: string } = {
  writing: 'a run that may create records: run without --read-only',
  messages: 'more messages than the run may send: raise its cap',
  account: 'an account that lets it be reached: its role, its free licences, no lock-out',
  clock: 'a deployment whose time is shown by Date or by iat, and moved by the control advance',
  time: 'more time than the run may take: raise its bound',
  patience: 'a longer wait than the run allows: raise its patience',
  journal: 'a journal that can be written: name another file with --journal',
  'known.limits': 'a profile with the limits that its known devices have, so that they can be restored',
  'known.apiEnabled': 'a profile that says whether API access is on, so that it can be restored',
};

const openingWords = new Map<string, string>(openings.map(({ id, open }) => [id, open]));

/** Puts a thing that unlocks into words; gives it back where there are none. */
export function inWords(unlock: string): string {
  const own = Object.hasOwn(known, unlock) ? known[unlock] : undefined;
  if (own) return own;
  const open = openingWords.get(unlock);
  if (open) return `a profile that says ${open}`;
  const [kind, name = ''] = unlock.split('.');
  const control = kind === 'controls' && nameIn(controlFacts, name);
  if (control) return `a profile with a way to ${controlFacts[control].does}`;
  if (kind === 'known') return `a profile with the id of a ${name} that exists`;
  if (kind === 'samples') return `a profile with a sample to send: ${name}`;
  return unlock;
}
