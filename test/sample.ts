/** Draws, and their seed: each build draws others, and `npm run whole` takes all. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** The part of `npm run whole` that is run, such as `2/4`; `undefined` in each build. */
const PART = process.env.ROADTEST_PART;
export const WHOLE = PART !== undefined;

/** The bound of a test that takes long on a busy machine: whole runs, the whole library, other programs. */
export const LONG = { timeout: 600_000 };

/**
 * The seed turns with the commit, so that what one build leaves out runs in a later one; `ROADTEST_SEED=7 npm test` draws
 * another sample. `test/seed.ts` hands it to all workers.
 */
export const SEED = Number(process.env.ROADTEST_SEED ?? commits('.'));

/** The number of commits up to the one that is checked out; 1 where no repository of git is. */
function commits(folder: string): number {
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return Number(stdout) || 1;
}

/** The rows of the part of `npm run whole` that is run; without parts all. */
export function inPart<T>(rows: readonly T[]): T[] {
  const [part = 1, parts = 1] = (PART ?? '1/1').split('/').map(Number);
  return rows.filter((_, place) => place % parts === part - 1);
}

/**
 * So many of these rows in each build, from one on that the seed draws; with `npm run whole` those of its part.
 *
 * @param whole where all of them would take hours: one in so many there
 */
export function drawn<T>(count: number, rows: readonly T[], whole = 1): T[] {
  if (WHOLE) return inPart(rows.filter((_, place) => place % whole === SEED % whole));
  return Array.from({ length: count }, (_, place) => rows[(SEED * count + place) % rows.length] as T);
}
