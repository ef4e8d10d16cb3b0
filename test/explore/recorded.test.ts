/** An exploration is recorded, and judged from the recording as it was judged itself. */
import { describe, expect, it } from 'vitest';
import { runOf } from '../../contracts/explore/as-run.ts';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { judgedAgain } from '../../contracts/recording/judging.ts';
import { readRecording } from '../../contracts/recording/reading.ts';
import { recordingOf, sealed } from '../../contracts/recording/writing.ts';
import { concluded } from '../../contracts/report/conclude.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { sequenceFaults } from '../faults/sequences.ts';
import { oneIn, turns } from '../sample.ts';
import { type Bounds, exploreSimulator } from './exploring.ts';

const inTurn = turns(1);

interface Both {
  explored: Exploration;
  judged: Run;
  text: string;
}

/** An exploration, and what its recording gives. */
async function both(defect: Parameters<typeof exploreSimulator>[0], bounds: Bounds): Promise<Both> {
  let text = '';
  const explored = await exploreSimulator(defect, bounds, {}, (evidence, run) => {
    text = JSON.stringify(sealed(JSON.stringify(recordingOf(run, evidence))));
  });
  const judged = concluded(judgedAgain(readRecording(text, 'it')), { baseline: [], requirements: [] });
  return { explored, judged, text };
}

const badIn = ({ outcomes }: Run): string[] =>
  outcomes.flatMap(({ id, verdict }) =>
    verdict === 'fail' || verdict === 'suspect' ? [`${verdict} ${id}`] : [],
  );

describe('the verdict of a recording is that of the exploration', () => {
  it.runIf(inTurn()).each(oneIn(60, Object.keys(sequenceFaults), { whole: 4 }))(
    'with the fault %s',
    async (name) => {
      const { rules, around } = sequenceFaults[name] ?? {};
      const defect = { ...(rules && { rules: rules() }), ...(around && { around: around() }) };
      const { explored, judged } = await both(defect, { seed: 1, requests: 4_000 });
      expect(badIn(judged)).toEqual(badIn(runOf(explored)));
      expect(judged.exitCode).toBe(explored.exitCode);
    },
  );

  it.runIf(inTurn())('where nothing is wrong', async () => {
    const { explored, judged, text } = await both({}, { seed: 3, requests: 400 });
    expect([badIn(judged), judged.exitCode, explored.exitCode]).toEqual([[], 0, 0]);
    expect(judged.outcomes.length).toBeGreaterThan(10);
    expect(text).not.toContain('demo-key');
  });
});
