/**
 * `npm test` runs samples of what takes long, `npm run test:whole` all of it. A sample is drawn by a seed, and keeps
 * what shows each fault at least once; what it leaves out are repetitions.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** Whether all is to be run. */
export const WHOLE = process.env.ROADTEST_WHOLE === 'yes';

/** The bound of a test that takes long on a busy machine: whole runs, the whole library, other programs. */
export const LONG = { timeout: 600_000 };

/**
 * The seed turns with the commit, so that what one build leaves out runs in a later one; `ROADTEST_SEED=7 npm test` draws
 * another sample. `test/seed.ts` hands it to all workers.
 */
export const SEED = Number(process.env.ROADTEST_SEED ?? commits('.'));

/** The number of commits up to the one that is checked out; 1 where no repository of git is. */
export function commits(folder: string): number {
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return Number(stdout) || 1;
}

/** How many cases fast-check draws of a law: a tenth of the count; with `npm run test:whole` all. */
export function runs(count: number): number {
  return WHOLE ? count : Math.ceil(count / 10);
}

/** The rows of the part of `npm run whole` that is run; without parts all. */
export function inPart<T>(rows: readonly T[]): T[] {
  const [part = 1, parts = 1] = (process.env.ROADTEST_PART ?? '1/1').split('/').map(Number);
  return rows.filter((_, place) => place % parts === part - 1);
}

/**
 * One in so many of these rows, at least one, in turn from one that the seed draws; in the whole mode all.
 *
 * @param whole where all of them would take hours: one in so many of the whole mode
 */
export function oneIn<T>(count: number, rows: readonly T[], { seed = SEED, whole = 1 } = {}): T[] {
  const step = Math.min(WHOLE ? whole : count, rows.length);
  const drawn = rows.filter((_, place) => (place + seed) % step === 0);
  return WHOLE ? inPart(drawn) : drawn;
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

/** So many times as seldom as a file asks for: all of it together is to end within minutes. */
const SELDOM = 4;

/**
 * Tests that take long take turns: of those of a file that ask, one in four times so many runs, in turn from one that the seed
 * draws; with `npm run test:whole` all. `it.runIf(inTurn())`
 *
 * @param first where a file begins to count, so that not all files of one such test leave it out at the same seed
 */
export function turns(count: number, first = 0, seed = SEED): () => boolean {
  let place = first;
  return () => WHOLE || (place++ + seed) % (SELDOM * count) === 0;
}
