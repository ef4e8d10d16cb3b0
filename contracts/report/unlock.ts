/** Lets a run reach more: the outcomes that were not reached by what is missing, and the next steps, ready to paste. */
import { groupedBy } from '../kit/items.ts';
import { nameIn } from '../kit/tables.ts';
import { controlFacts } from '../profile/controls.ts';
import { controlNames, controlSnippet, openingSnippet } from '../profile/snippets.ts';
import { ledger } from '../specification/ledger.ts';
import { type OpeningId, openings } from '../specification/openings/index.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { withStatus } from './summary.ts';

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
  const said = new Set<string>(
    run.observations
      .filter(({ pinned, notCompared }) => pinned !== undefined || notCompared !== undefined)
      .map(({ opening }) => opening),
  );
  // A profile that says an opening already unlocks nothing by saying it.
  const unlocks = (one: string) => !said.has(one) || inParts.test(one);
  const open = withStatus(run, 'inconclusive').map((outcome) => ({
    outcome,
    unlock: [...new Set(outcome.unlock)].filter(unlocks).sort(),
  }));
  const otherwise = run.interrupted ? ['a run that goes on to its end'] : [];
  const isKnown = ({ unlock }: Locked) => Number(unlock.length > 0);
  return [...groupedBy(open, ({ unlock }) => unlock.join('\n')).values()]
    .map((own) => {
      const outcomes = own.map(({ outcome }) => outcome);
      const unlock = own[0]?.unlock ?? [];
      const reasons = [...new Set(outcomes.map(({ reason }) => reason))];
      const words = unlock.length > 0 ? unlock.map(inWords) : otherwise;
      return { unlock, words, reasons, outcomes };
    })
    .sort((a, b) => isKnown(b) - isKnown(a) || b.outcomes.length - a.outcomes.length);
}

/** Openings that are answered part by part: a profile that says one of them may say more. */
const inParts = /^(operations\.(envelope|status|query)|errors\.status|records\..*)$/;

/** The steps that a person who runs the suite can take: to be read after "needs". */
const known: { readonly [unlock: string]: string } = {
  writing: 'a run that may create records: run without --read-only',
  messages: 'more messages than the run may send: raise its cap',
  account: 'an account that lets it be reached: its role, its free licences, no lock-out',
  clock: 'a deployment whose time is shown by Date or by iat, and moved by the control advance',
  time: 'more time than the run may take: raise its bound',
  'max-advance': 'more days than the run may bring time forward by: raise its cap',
  patience: 'a longer wait than the run allows: raise its patience',
  journal: 'a journal that can be written: XDG_STATE_HOME names another folder',
  'known.limits': 'a profile with the limits that its known devices have, so that they can be restored',
  ...Object.fromEntries(openings.map(({ id, open }) => [id, `a profile that says ${open}`])),
};

/** Puts a thing that unlocks into words; gives it back where there are none. */
export function inWords(unlock: string): string {
  const own = Object.hasOwn(known, unlock) ? known[unlock] : undefined;
  if (own) return own;
  const [kind, name = ''] = unlock.split('.');
  const control = kind === 'controls' && nameIn(controlFacts, name);
  if (control) return `a profile with a way to ${controlFacts[control].does}`;
  if (kind === 'known') return `a profile with the id of a ${name} that exists`;
  return kind === 'samples' ? `a profile with a sample to send: ${name}` : unlock;
}

/** A next step after a run. */
export interface Step {
  /** The number of checks that it unlocks. */
  readonly checks: number;
  /** To be read before a colon. */
  readonly do: string;
  /** Lines to paste. */
  readonly lines: readonly string[];
}

/** So many steps are named, the largest first. */
const MAX_NEXT = 3;

export function nextSteps(run: Run): Step[] {
  if (run.problem || run.interrupted) return [];
  const groups = lockedOf(run);
  return [...patience(groups), ...controls(run, groups), ...groups.flatMap(answer)]
    .toSorted((a, b) => b.checks - a.checks)
    .slice(0, MAX_NEXT);
}

/** Seconds beyond the end of a token: clocks of both sides, and the requests around it. */
const SLACK = 100;

/** A longer wait, where the end of a token is all that is waited for. */
function patience(groups: readonly Locked[]): Step[] {
  const waiting = groups.flatMap(({ unlock, outcomes }) => (unlock.includes('patience') ? outcomes : []));
  const lives = waiting.map(({ reason }) => Number(/lives (\d+) s, too long/.exec(reason)?.[1] ?? 0));
  const longest = Math.max(0, ...lives);
  if (longest === 0) return [];
  const minutes = Math.ceil((longest + SLACK) / 60);
  const what = `wait for the end of a token, ${minutes} min`;
  return [{ checks: waiting.length, do: what, lines: [`--patience ${longest + SLACK}`] }];
}

/** All controls that are missed, since most rules need more than one of them; none that a rule was judged by. */
function controls(run: Run, groups: readonly Locked[]): Step[] {
  const only = groups.filter(
    ({ unlock }) =>
      unlock.some((one) => one.startsWith('controls.')) &&
      unlock.every((one) => openingOf(one) === undefined),
  );
  const outcomes = only.flatMap((group) => group.outcomes);
  const there = new Set(withStatus(run, 'pass', 'fail', 'accepted').flatMap(neededControls));
  const named = only.flatMap(({ unlock }) => unlock.map((one) => one.replace('controls.', '')));
  const missed = new Set([...named, ...outcomes.flatMap(neededControls)]);
  const names = controlNames.filter((name) => missed.has(name) && !there.has(name));
  if (names.length === 0) return [];
  const lines = ['controls:', ...names.map((name) => `  ${controlSnippet(name)}`)];
  return [
    { checks: outcomes.length, do: 'say how a tester brings about what the API does not offer', lines },
  ];
}

/** The controls that a rule cannot be judged without. */
function neededControls({ id }: Outcome): string[] {
  const needs = ledger.find((one) => one.id === id)?.needs ?? [];
  return needs.flatMap((need) => (need.startsWith('do:') ? [need.slice('do:'.length)] : []));
}

/** An opening that is all that is missed for some checks. */
function answer({ unlock, outcomes }: Locked): Step[] {
  const opening = unlock.length === 1 ? openingOf(unlock[0]) : undefined;
  if (!opening) return [];
  const lines = ['openings:', `  ${openingSnippet(opening.id as OpeningId)}`];
  return [{ checks: outcomes.length, do: `say ${opening.open}`, lines }];
}

function openingOf(unlock: string | undefined): (typeof openings)[number] | undefined {
  return openings.find(({ id }) => id === unlock);
}
