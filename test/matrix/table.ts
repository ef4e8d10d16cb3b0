/** The matrix as text: a line for each rule. */

import { rules } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import type { Verdict } from '../../contracts/verify/run.ts';
import { variants } from '../foreign/variants.ts';
import { mutants } from '../mutants/mutants.ts';
import type { Job, Result } from './jobs.ts';

type Of<K extends Job['kind']> = Extract<Job, { kind: K }>;

/** The columns, and what stands over some of them. */
const columns: readonly (readonly [over: string, name: string])[] = [
  ['', 'rule'],
  ['', 'mutants'],
  ['', 'caught'],
  ['lawful,', 'pass'],
  ['with', 'n/a'],
  ['profile', 'open'],
  ['without', 'pass'],
  ['one', 'open'],
  ['foreign', 'server'],
  ['broken,', 'caught'],
];

export function tableOf(results: readonly Result[]): string {
  const lines = rules.map((rule) => {
    const ids = expand(rule).map(({ id }) => id as string);
    const broken = results.filter((result) => breaks(result.job).some((id) => ids.includes(id)));
    const ofMutants = mutants.map((_, mutant) => broken.filter(({ job }) => isOf(job, mutant)));
    const judged = ofMutants.filter((runs) => runs.length > 0);
    const ofVariants = broken.filter(({ job }) => job.kind === 'foreign');
    const known = results.filter(({ job }) => job.kind === 'permutant' && job.withProfile);
    const unknown = results.filter(({ job }) => job.kind === 'permutant' && !job.withProfile);
    const foreign = results.filter(({ job }) => isLawfulForeign(job));
    return [
      rule.id,
      judged.length,
      judged.filter((runs) => runs.every((result) => fails(result, ids))).length,
      share(known, ids, 'pass'),
      share(known, ids, 'not-applicable'),
      share(known, ids, 'inconclusive'),
      share(unknown, ids, 'pass'),
      share(unknown, ids, 'inconclusive'),
      foreign.length === 0 ? '' : wordFor(foreign[0] as Result, ids),
      ofVariants.length === 0
        ? ''
        : `${ofVariants.filter((result) => fails(result, ids)).length}/${ofVariants.length}`,
    ].map(String);
  });
  return laidOut([columns.map(([over]) => over), columns.map(([, name]) => name), ...lines]);
}

/** The ids that are to fail in a run. */
function breaks(job: Job): readonly string[] {
  if (job.kind === 'mutant') return mutants[job.mutant]?.breaks ?? [];
  if (job.kind === 'foreign' && job.variant !== undefined) return variants[job.variant]?.breaks ?? [];
  return [];
}

/** A mutant speaks several dialects: a run in each. */
function isOf(job: Job, mutant: number): boolean {
  return job.kind === 'mutant' && job.mutant === mutant;
}

function isLawfulForeign(job: Job): job is Of<'foreign'> {
  return job.kind === 'foreign' && job.variant === undefined && job.withProfile;
}

function fails({ verdicts }: Result, ids: readonly string[]): boolean {
  return ids.some((id) => verdicts.fail?.includes(id));
}

/** The share of a verdict among all that a rule judges over some runs, in percent. */
function share(results: readonly Result[], ids: readonly string[], verdict: Verdict): string {
  const had = results.flatMap(({ verdicts }) => (verdicts[verdict] ?? []).filter((id) => ids.includes(id)));
  const percent = (100 * had.length) / (results.length * ids.length);
  if (had.length === 0) return '·';
  return percent > 0 && percent < 1 ? '<1 %' : `${Math.floor(percent)} %`;
}

function wordFor({ verdicts }: Result, ids: readonly string[]): string {
  if (ids.every((id) => verdicts.pass?.includes(id))) return 'pass';
  const others = (['fail', 'error', 'inconclusive', 'not-applicable'] as const).filter((verdict) =>
    ids.some((id) => verdicts[verdict]?.includes(id)),
  );
  return others.join(', ').replace('not-applicable', 'n/a').replace('inconclusive', 'open');
}

function laidOut(rows: readonly string[][]): string {
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] as number) : cell.padStart(widths[column] as number);
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}
