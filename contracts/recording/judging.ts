/** A recording judged again: the same outcomes as in its run, by the same version. */
import type { JudgedId } from '../specification/judged.ts';
import { judgedIdIn, ledger } from '../specification/ledger.ts';
import { openings } from '../specification/openings/index.ts';
import { noticedBy } from '../verify/coverage.ts';
import type { Evidence, Evidenced } from '../verify/evidence.ts';
import type { Observation, Run } from '../verify/run.ts';
import { outcomesOf } from '../verify/settling.ts';
import type { Recording } from './recording.ts';

/** The run of a recording with the outcomes that follow from it. Its exit code is that of nothing: it is to be concluded. */
export function judgedAgain(recording: Recording): Run {
  const { run, asked } = recording;
  const evidence = evidenceIn(recording);
  const outcomes = outcomesOf(evidence, run as Run);
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const gone = asked.filter((id) => judgedIdIn(id) === undefined);
  return {
    ...(run as Omit<Run, 'format' | 'version'>),
    format: 'roadtest-run',
    version: 1,
    observations: run.observations.filter(({ opening }) =>
      openings.some(({ id }) => id === opening),
    ) as Observation[],
    outcomes: ledger.flatMap(({ id }) => byId.get(id) ?? []),
    ...noticedBy(evidence, outcomes),
    staleBaseline: [],
    warnings: [
      ...run.warnings,
      ...(gone.length > 0 ? [`Not judged, since this version has no such rule: ${gone.join(', ')}.`] : []),
    ],
    exitCode: 0,
  };
}

function evidenceIn({
  circumstances,
  asked,
  rounds,
  issued,
  tokenAnswers,
  instead,
  ...of
}: Recording): Evidence {
  const histories = of.histories.map(({ about, untaken, brokeOff, ...history }) => ({
    ...{ ...history, about: idsIn(about), brokeOff },
    untaken: untaken.map(({ rules, ...one }) => ({ ...one, ...(rules && { rules: idsIn(rules) }) })),
  })) as Evidenced[];
  return {
    ...{ circumstances, asked: idsIn(asked), issued, tokenAnswers, instead },
    rounds: rounds.map(({ shown, due, ...round }) => ({
      ...round,
      due: idsIn(due),
      shown: shown.flatMap((index) => histories[index] ?? []),
    })),
  };
}

function idsIn(texts: readonly string[]): JudgedId[] {
  return texts.flatMap((text) => judgedIdIn(text) ?? []);
}
