/** The next steps after a run: what to add, ready to paste, how many checks it unlocks, and how long that takes. */
import { controlNames, controlSnippet, openingSnippet } from '../profile/snippets.ts';
import { expand, type Judged } from '../specification/judged.ts';
import { type OpeningId, openings } from '../specification/openings/index.ts';
import { rules } from '../specification/rules/index.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { lockedOf } from './unlock.ts';

export interface Step {
  /** The number of checks that it unlocks. */
  readonly checks: number;
  /** To be read before a colon. */
  readonly do: string;
  /** Lines to paste. */
  readonly lines: readonly string[];
}

/** So many steps are named, the largest first. */
const MOST = 3;

export function nextSteps(run: Run): Step[] {
  const locked = lockedOf(run).flatMap(({ unlock, outcomes }) =>
    outcomes.map((outcome) => ({ unlock, outcome })),
  );
  const steps = [patience(locked), controls(run, locked), ...answers(locked)].filter(
    (step) => step !== undefined,
  );
  return steps
    .filter(({ checks }) => checks > 0)
    .toSorted((a, b) => b.checks - a.checks)
    .slice(0, MOST);
}

interface Open {
  readonly unlock: readonly string[];
  readonly outcome: Outcome;
}

/** Seconds beyond the end of a token: clocks of both sides, and the requests around it. */
const SLACK = 100;

/** A longer wait, where the end of a token is all that is waited for. */
function patience(locked: readonly Open[]): Step | undefined {
  const waiting = locked.filter(({ unlock }) => unlock.includes('patience'));
  const seconds = waiting.map(({ outcome }) =>
    Number(/lives (\d+) s, too long/.exec(outcome.reason)?.[1] ?? 0),
  );
  const longest = Math.max(0, ...seconds);
  if (longest === 0) return undefined;
  const wait = longest + SLACK;
  const minutes = Math.ceil(wait / 60);
  return {
    checks: waiting.length,
    do: `wait for the end of a token, ${minutes} min`,
    lines: [`--patience ${wait}`],
  };
}

/** All controls that are missed, since most rules need more than one of them; none that a rule was judged by. */
function controls(run: Run, locked: readonly Open[]): Step | undefined {
  const needing = locked.filter(({ unlock }) => unlock.some((one) => one.startsWith('controls.')));
  const only = needing.filter(({ unlock }) => unlock.every((one) => openingOf(one) === undefined));
  const judged = run.outcomes.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  const there = new Set(judged.flatMap(neededControls));
  const missed = new Set(
    only.flatMap(({ unlock, outcome }) => [
      ...unlock.map((one) => one.replace('controls.', '')),
      ...neededControls(outcome),
    ]),
  );
  const names = controlNames.filter((name) => missed.has(name) && !there.has(name));
  if (names.length === 0) return undefined;
  const lines = ['controls:', ...names.map((name) => `  ${controlSnippet(name)}`)];
  return { checks: only.length, do: 'say how a tester brings about what the API does not offer', lines };
}

/** The controls that a rule cannot be judged without. */
function neededControls({ id }: Outcome): string[] {
  const needs = judgedIds.get(id)?.needs ?? [];
  return needs.flatMap((need) => (need.startsWith('do:') ? [need.slice('do:'.length)] : []));
}

const judgedIds: ReadonlyMap<string, Judged> = new Map(rules.flatMap(expand).map((one) => [one.id, one]));

/** An opening that is all that is missed for some checks. */
function answers(locked: readonly Open[]): Step[] {
  const alone = new Map<OpeningId, number>();
  for (const { unlock } of locked) {
    const one = unlock.length === 1 ? openingOf(unlock[0]) : undefined;
    if (one !== undefined) alone.set(one, (alone.get(one) ?? 0) + 1);
  }
  return [...alone].map(([id, checks]) => ({
    checks,
    do: `say ${openings.find((opening) => opening.id === id)?.open ?? id}`,
    lines: ['openings:', `  ${openingSnippet(id)}`],
  }));
}

function openingOf(unlock: string | undefined): OpeningId | undefined {
  return openings.find(({ id }) => id === unlock)?.id;
}
