/** The finding of a whole default run on a breakage. */
import type { Run } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { quickHost } from '../matrix/host.ts';
import { SEED } from '../sample.ts';
import type { Breakage } from './breakage.ts';

const demo = { baseUrl: 'http://127.0.0.1:4010', credentials: { userName: 'demo', apiKey: 'demo-key' } };

/** How far a run comes with a breakage, best first. */
export type Finding = 'own rule' | 'other rule' | 'suspect' | 'drift' | 'missed';

export interface Judged {
  finding: Finding;
  /** The ids that failed; where none did, those that were suspected. */
  ids: string[];
  run: Run;
}

export async function judged(breakage: Breakage, seed = SEED): Promise<Judged> {
  const simulator = deviantSimulator(defectOf(breakage));
  const host = quickHost(simulator.fetch, `breadth${seed}`, toDirect(simulator.handle));
  const run = await verify({ ...demo, profile: simulator.profile, seed }, host);
  simulator.stop();
  const failed = idsOf(run, 'fail');
  if (failed.some((id) => isOf(breakage, id))) return { finding: 'own rule', ids: failed, run };
  if (failed.length > 0) return { finding: 'other rule', ids: failed, run };
  const suspected = idsOf(run, 'suspect');
  if (suspected.length > 0) return { finding: 'suspect', ids: suspected, run };
  const isDrifting = run.observations.some(({ drift }) => drift) || idsOf(run, 'drift').length > 0;
  return { finding: isDrifting ? 'drift' : 'missed', ids: [], run };
}

function idsOf({ outcomes }: Run, verdict: Run['outcomes'][number]['verdict']): string[] {
  return outcomes.filter((outcome) => outcome.verdict === verdict).map(({ id }) => id);
}

/** Whether it is one of what a breakage breaks: an id, or one of its operations or channels. */
function isOf({ breaks }: Breakage, id: string): boolean {
  return breaks.some((one) => id === one || id.startsWith(one.endsWith('/') ? one : `${one}/`));
}
