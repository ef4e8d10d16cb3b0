/** Many runs: a row for each check that was ever not a pass, a column for each run. */
import { groupedBy } from '../../contracts/kit/items.ts';
import { type Status, statusOrder } from '../../contracts/report/verdicts.ts';
import { type Cause, type Diff, differing, diffOf, type Facts, factsOf, isGood } from './diff.ts';
import type { PastRun } from './past-run.ts';

export interface Column extends Facts {
  /** How many checks have each status, as in the report of the run, and openings that drifted; what does not occur is left out. */
  counts: { [S in Status]?: number };
  /** All that differs from the run before, beside the seed and the deployment itself; for another deployment `target`. */
  changed: (Cause | 'target')[];
}

export interface Row {
  id: string;
  /** The status in each run, the oldest first; `null` where it was no part of it. */
  cells: (Status | null)[];
  /** How often it turned between a pass and anything else from one run to the next, where nothing else differs by the reports. */
  turns: number;
  /** Turned so often that it is not one fault that came and went. */
  flaky: boolean;
}

export interface History {
  format: 'roadtest-history-of-runs';
  version: 1;
  /** The oldest first. */
  columns: Column[];
  /** The worst now come first. */
  rows: Row[];
  /** The last run beside the one before it; absent where there is one run. */
  latest?: Diff;
}

/** So many turns: it broke and was well again, more than once. */
const FLAKY_TURNS = 4;

export function historyOf(given: readonly PastRun[]): History {
  const runs = given.toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  const columns = runs.map((run, index) => columnOf(run, runs[index - 1]));
  const ids = [...new Set(runs.flatMap(({ subjects }) => [...subjects.keys()]))];
  const worstNow = ({ cells }: Row) =>
    statusOrder.indexOf(cells.findLast((status) => status !== null) ?? 'pass');
  const rows = ids
    .map((id) => rowOf(id, runs, columns))
    .filter(({ cells }) => cells.some((status) => status !== null && !isGood(status)))
    .toSorted((a, b) => worstNow(a) - worstNow(b) || b.turns - a.turns || (a.id < b.id ? -1 : 1));
  const [before, last] = runs.slice(-2);
  return {
    ...{ format: 'roadtest-history-of-runs', version: 1, columns, rows },
    ...(before && last && { latest: diffOf(before, last) }),
  };
}

function columnOf(run: PastRun, before: PastRun | undefined): Column {
  const counted = [...run.subjects.values()].filter(
    ({ pinned, status }) => pinned === undefined || status === 'drift',
  );
  const counts = [...groupedBy(counted, ({ status }) => status)].map(([status, own]) => [status, own.length]);
  const others = before
    ? differing(before, run).filter((cause) => cause !== 'seed' && cause !== 'deployment')
    : [];
  const target = before && before.target !== run.target ? (['target'] as const) : [];
  return { ...factsOf(run), counts: Object.fromEntries(counts), changed: [...target, ...others] };
}

function rowOf(id: string, runs: readonly PastRun[], columns: readonly Column[]): Row {
  const cells = runs.map(({ subjects }) => subjects.get(id)?.status ?? null);
  const turns = columns.filter(({ changed }, index) => {
    const [before, now] = [cells[index - 1], cells[index]];
    return before && now && changed.length === 0 && isGood(before) !== isGood(now);
  }).length;
  return { id, cells, turns, flaky: turns >= FLAKY_TURNS };
}
