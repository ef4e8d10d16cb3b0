/** Two runs compared: what changed from one to the next, and what each change may come of. */
import { mapTable, namesOf } from '../../contracts/kit/tables.ts';
import type { Status } from '../../contracts/report/verdicts.ts';
import { type Cause, causesOf, differing } from './causes.ts';
import type { PastRun, Subject } from './past-run.ts';

/** Kinds of changes, those that want attention first. */
export const kinds = {
  'new-failure': { title: 'New failures', word: ['new failure', 'new failures'], worse: true },
  'no-longer-accepted': {
    title: 'Accepted before, not accepted now',
    word: ['no longer accepted', 'no longer accepted'],
    worse: true,
  },
  'new-drift': { title: 'New drift', word: ['new drift', 'new drifts'], worse: true },
  'lost-reach': { title: 'Lost reach', word: ['check out of reach', 'checks out of reach'], worse: true },
  accepted: { title: 'Accepted by the baseline', word: ['accepted', 'accepted'], worse: false },
  'still-failing': { title: 'Still failing', word: ['still failing', 'still failing'], worse: false },
  fixed: { title: 'Fixed', word: ['fixed', 'fixed'], worse: false },
  'gained-reach': {
    title: 'Gained reach',
    word: ['check within reach', 'checks within reach'],
    worse: false,
  },
} as const;

export type Kind = keyof typeof kinds;

export interface Change {
  kind: Kind;
  id: string;
  rule: string;
  /** The status before and after; `null` where it was no part of the run. */
  before: Status | null;
  after: Status | null;
  /** The reason for its present status; for a check that the later run does not have, the reason for its earlier one. */
  reason: string;
  /** The causes that it may have: one, or one of these. None for what stayed as it was. */
  causes: Cause[];
}

/** A report without what was judged. */
export type Facts = Omit<PastRun, 'subjects'>;

export interface Diff {
  format: 'roadtest-diff';
  version: 1;
  before: Facts;
  after: Facts;
  /** All that differs by the two reports: the deployment always may. */
  differing: Cause[];
  changes: Change[];
  /** How many changes there are of each kind. */
  counts: { [K in Kind]: number };
  /** 1 where something is worse, 0 otherwise. */
  exitCode: 0 | 1;
}

type Standing = 'bad' | 'accepted' | 'drift' | 'open' | 'good';

const standings: { readonly [S in Status]: Standing } = {
  fail: 'bad',
  error: 'bad',
  suspect: 'bad',
  accepted: 'accepted',
  drift: 'drift',
  'left-open': 'open',
  inconclusive: 'open',
  'not-applicable': 'open',
  pass: 'good',
};

/** The kind of a change by what it was and what it is: a row for what was, a column for what is; nothing where none is told. */
const kindsOf: { readonly [Before in Standing]: { readonly [After in Standing]?: Kind } } = {
  bad: { bad: 'still-failing', accepted: 'accepted', drift: 'new-drift', open: 'lost-reach', good: 'fixed' },
  accepted: {
    bad: 'no-longer-accepted',
    accepted: 'still-failing',
    drift: 'new-drift',
    open: 'lost-reach',
    good: 'fixed',
  },
  drift: {
    bad: 'new-failure',
    accepted: 'accepted',
    drift: 'still-failing',
    open: 'lost-reach',
    good: 'fixed',
  },
  open: { bad: 'new-failure', accepted: 'accepted', drift: 'new-drift', good: 'gained-reach' },
  good: { bad: 'new-failure', accepted: 'accepted', drift: 'new-drift', open: 'lost-reach' },
};

/** Returns whether a check, or a pinned opening, was found to hold, whatever it was before. */
export function isGood(status: Status): boolean {
  return standings[status] === 'good';
}

export function diffOf(before: PastRun, after: PastRun): Diff {
  const among = differing(before, after);
  const ids = [...new Set([...before.subjects.keys(), ...after.subjects.keys()])];
  const changes = ids
    .flatMap((id) => changeOf(before.subjects.get(id), after.subjects.get(id), among))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const countOf = (kind: Kind) => changes.filter((change) => change.kind === kind).length;
  const counts = mapTable(kinds, (_, kind) => countOf(kind));
  return {
    ...{ format: 'roadtest-diff', version: 1, before: factsOf(before), after: factsOf(after) },
    ...{ differing: among, changes, counts },
    exitCode: changes.some(({ kind }) => kinds[kind].worse) ? 1 : 0,
  };
}

const order = namesOf(kinds);

function changeOf(
  before: Subject | undefined,
  after: Subject | undefined,
  among: readonly Cause[],
): Change[] {
  const standing = (subject: Subject | undefined) => (subject ? standings[subject.status] : 'open');
  const kind = kindsOf[standing(before)][standing(after)];
  const now = after ?? before;
  if (!kind || !now || isUnseenOpening(now, kind, before)) return [];
  const change = {
    kind,
    id: now.id,
    rule: now.rule,
    reason: after ? after.reason : 'It was no part of the run.',
  };
  const same = before?.status === after?.status;
  return [
    {
      ...{ ...change, before: before?.status ?? null, after: after?.status ?? null },
      causes: same ? [] : causesOf(before, after, among),
    },
  ];
}

/** An opening that is compared in only one of the runs is not reported, unless it had drifted before. */
function isUnseenOpening({ pinned }: Subject, kind: Kind, before: Subject | undefined): boolean {
  const ofReach = kind === 'lost-reach' || kind === 'gained-reach';
  return pinned !== undefined && ofReach && before?.status !== 'drift';
}

function factsOf({ subjects: _, ...facts }: PastRun): Facts {
  return facts;
}
