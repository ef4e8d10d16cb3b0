/** Once before all workers: they draw by one seed, which is told, so that a run can be repeated. */
import process from 'node:process';
import { SEED } from './sample.ts';

export default function setup(): void {
  process.env.ROADTEST_SEED = `${SEED}`;
  process.stderr.write(`Tests are drawn by seed ${SEED}; ROADTEST_SEED=${SEED} draws them again.\n`);
}
