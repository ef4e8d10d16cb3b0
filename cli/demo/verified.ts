/** The end of the proof: the service is held to the document by the contract suite, over HTTP like any deployment. */
import { summarise } from '../../contracts/report/summary.ts';
import type { Run } from '../../contracts/verify/run.ts';
import type { Io } from '../command.ts';

/** One line on what was judged. */
export function verifiedLine(run: Run, io: Pick<Io, 'colors'>): string {
  const { green, red } = io.colors;
  const { counts, judged, requests, milliseconds } = summarise(run);
  const broken = run.outcomes.filter(({ verdict }) => ['fail', 'error', 'suspect'].includes(verdict));
  const unjudged = counts.inconclusive + counts['left-open'];
  const open = unjudged === 0 ? 'none inconclusive' : `${unjudged} inconclusive`;
  const verdict =
    broken.length === 0
      ? green('all hold')
      : red(`${broken.length} broken: ${broken.map(({ id }) => id).join(', ')}`);
  const effort = `${requests} requests in ${(milliseconds / 1000).toFixed(1)} s`;
  return `Held to the interface document by the contract suite: ${judged} rules judged, ${verdict}, ${open} (${effort}).`;
}

/** Returns whether every rule was judged, and holds. */
export function isVerified(run: Run): boolean {
  return run.exitCode === 0 && !run.interrupted && summarise(run).counts.inconclusive === 0;
}
