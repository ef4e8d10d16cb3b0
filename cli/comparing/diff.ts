/** Two runs compared: what changed from one to the next, and what may explain it by the reports. */
import { entriesOf, mapTable, namesOf } from '../../contracts/kit/tables.ts';
import type { Status } from '../../contracts/report/verdicts.ts';
import type { PastRun, Subject } from './past-run.ts';

/** Kinds of changes, those that want attention first. */
export const kinds = {
  'new-failure': { words: ['new failure', 'new failures'], worse: true },
  'no-longer-accepted': { words: ['no longer accepted', 'no longer accepted'], worse: true },
  'new-drift': { words: ['new drift', 'new drifts'], worse: true },
  'lost-reach': { words: ['check out of reach', 'checks out of reach'], worse: true },
  accepted: { words: ['accepted by the baseline', 'accepted by the baseline'], worse: false },
  'still-failing': { words: ['still failing', 'still failing'], worse: false },
  fixed: { words: ['fixed', 'fixed'], worse: false },
  'gained-reach': { words: ['check within reach', 'checks within reach'], worse: false },
} as const;

export type Kind = keyof typeof kinds;

/** All that can differ between two runs, in words. */
export const causes = {
  deployment: 'the deployment',
  profile: 'the profile',
  roadtest: 'the version of roadtest',
  options: 'the options',
  seed: 'the seed',
  ending: 'the early end of a run',
} as const;

export type Cause = keyof typeof causes;

export interface Change {
  kind: Kind;
  id: string;
  rule: string;
  /** The status before and after; `null` where it was no part of the run. */
  before: Status | null;
  after: Status | null;
  /** The reason for its present status; for a check that the later run does not have, the reason for its earlier one. */
  reason: string;
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

export function diffOf(before: PastRun, after: PastRun): Diff {
  const ids = [...new Set([...before.subjects.keys(), ...after.subjects.keys()])];
  const order = namesOf(kinds);
  const changes = ids
    .flatMap((id) => changeOf(before.subjects.get(id), after.subjects.get(id)))
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return {
    ...{ format: 'roadtest-diff', version: 1, before: factsOf(before), after: factsOf(after) },
    ...{ differing: differing(before, after), changes },
    counts: mapTable(kinds, (_, kind) => changes.filter((change) => change.kind === kind).length),
    exitCode: changes.some(({ kind }) => kinds[kind].worse) ? 1 : 0,
  };
}

export function factsOf({ subjects: _, ...facts }: PastRun): Facts {
  return facts;
}

type Rank = 'bad' | 'accepted' | 'drift' | 'open' | 'good';

const ranks: { readonly [S in Status]: Rank } = {
  ...({ fail: 'bad', error: 'bad', suspect: 'bad', accepted: 'accepted', drift: 'drift' } as const),
  ...({ 'left-open': 'open', inconclusive: 'open', 'not-applicable': 'open', pass: 'good' } as const),
};

/** Returns whether a check, or a pinned opening, was found to hold, whatever it was before. */
export function isGood(status: Status): boolean {
  return ranks[status] === 'good';
}

/** The kind of a change by what it was and what it is; nothing where none is told. */
function kindOf(before: Rank, after: Rank): Kind | undefined {
  const isSame = before === after;
  if (after === 'open' || after === 'good') {
    if (isSame) return undefined;
    return after === 'open' ? 'lost-reach' : before === 'open' ? 'gained-reach' : 'fixed';
  }
  if (isSame) return 'still-failing';
  if (after === 'accepted') return 'accepted';
  if (after === 'drift') return 'new-drift';
  return before === 'accepted' ? 'no-longer-accepted' : 'new-failure';
}

function changeOf(before: Subject | undefined, after: Subject | undefined): Change[] {
  const standing = (subject: Subject | undefined) => (subject ? ranks[subject.status] : 'open');
  const kind = kindOf(standing(before), standing(after));
  const now = after ?? before;
  if (!kind || !now) return [];
  // An opening that is compared in only one of the runs is not reported, unless it had drifted before.
  const isOfReach = kind === 'lost-reach' || kind === 'gained-reach';
  if (now.pinned !== undefined && isOfReach && before?.status !== 'drift') return [];
  const { id, rule } = now;
  const reason = after ? after.reason : 'It was no part of the run.';
  return [{ kind, id, rule, before: before?.status ?? null, after: after?.status ?? null, reason }];
}

/** The words of a report about a cause; `undefined` where it has none. */
const saidOf: { readonly [C in Exclude<Cause, 'deployment'>]: (run: PastRun) => unknown } = {
  profile: ({ profile, given }) => [profile, given?.profile],
  roadtest: ({ tool }) => tool,
  options: ({ given }) => given?.options,
  seed: ({ seed }) => seed,
  ending: ({ endedEarly }) => endedEarly,
};

/** All that differs by two reports. The deployment may have changed at any time, and is never ruled out by them. */
export function differing(before: PastRun, after: PastRun): Cause[] {
  const others = entriesOf(saidOf).flatMap(([cause, said]) => {
    const [one, other] = [said(before), said(after)];
    const isOther = one !== undefined && other !== undefined && JSON.stringify(one) !== JSON.stringify(other);
    return isOther ? [cause] : [];
  });
  return ['deployment', ...others];
}
