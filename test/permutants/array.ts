/** A covering array: each pair of levels that is possible stands together in some row. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { criteria, make, sorters } from 'covertable';
import manifest from '../../package.json' with { type: 'json' };
import { factorNames, impossible, isPossible, levelsOf, type Row, withheld } from './factors.ts';

/** The parts of a permutant. */
export interface Draw {
  /** Tells it from the others. */
  label: string;
  row: Row;
  /** The part of the document that it withholds as well (`withheld.ts`). */
  withholds?: string;
}

/** The seed with the fewest rows among those that were tried. */
const SEED = 13;

/** One row in so many is drawn a second time, for each thing that can be withheld. */
const ONE_IN = 35;

/** The covering array, and after it those that withhold something. */
export function allDraws(): Draw[] {
  const drawn = coveringArray().map((row, index): Draw => ({ row, label: `#${index + 1}` }));
  const poor = Object.keys(withheld).flatMap((withholds, offset) =>
    drawn
      .filter((_, index) => index % ONE_IN === offset)
      .map(({ row, label }): Draw => ({ row, withholds, label: `${label} with ${withholds}` })),
  );
  return [...drawn, ...poor];
}

const levels = Object.fromEntries(factorNames.map((factor) => [factor, levelsOf(factor)]));

/**
 * The same at each call by the same seed. To work it out takes seconds, so that it is kept on the disk for the other files and the next
 * run, by all that it is made of.
 */
export function coveringArray(seed = SEED): Row[] {
  const source = readFileSync(fileURLToPath(import.meta.url), 'utf8');
  const madeOf = JSON.stringify([levels, impossible, source, manifest.devDependencies.covertable, seed]);
  const name = createHash('sha256').update(madeOf).digest('hex').slice(0, 16);
  const file = fileURLToPath(new URL(`../artefacts/cache/covering-array-${name}.json`, import.meta.url));
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const rows = workedOut(seed);
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, JSON.stringify(rows));
  renameSync(beside, file);
  return rows;
}

export function workedOut(seed = SEED): Row[] {
  // A copy: the row of the library throws for a factor that it has no level of yet.
  const preFilter = (row: object): boolean => isPossible({ ...row });
  const rows = make(levels, { sorter: sorters.hash, criterion: criteria.simple, preFilter, seed });
  return completed(rows as unknown as Row[]);
}

/** Adds the pairs that the library leaves out where some pairs are excluded: each gets a row like one that is there. */
function completed(rows: readonly Row[]): Row[] {
  const all = [...rows];
  for (const pair of uncovered(rows)) {
    if (
      all.some((row) =>
        factorNames.every((factor) => pair[factor] === undefined || pair[factor] === row[factor]),
      )
    )
      continue;
    const alike = all.find((row) => isPossible({ ...row, ...pair }));
    if (!alike) throw new Error(`No row can hold ${JSON.stringify(pair)}.`);
    all.push({ ...alike, ...pair });
  }
  return all;
}

/** The pairs of levels that are possible, and that no row holds. */
export function uncovered(rows: readonly Row[]): Row[] {
  const two = factorNames.flatMap((a, index) => factorNames.slice(index + 1).map((b) => [a, b] as const));
  return two.flatMap(([a, b]) => {
    const covered = new Set(rows.map((row) => `${row[a]} × ${row[b]}`));
    return levelsOf(a).flatMap((levelA) =>
      levelsOf(b)
        .filter((levelB) => !covered.has(`${levelA} × ${levelB}`))
        .map((levelB): Row => ({ [a]: levelA, [b]: levelB }))
        .filter(isPossible),
    );
  });
}
