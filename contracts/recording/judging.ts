/** A recording judged again: the same outcomes as in its run, by the same version. */

import type { JudgedId } from '../specification/judged.ts';
import { judgedIdIn, ledger } from '../specification/ledger.ts';
import { openings } from '../specification/openings/index.ts';
import { areaOf } from '../specification/rules/index.ts';
import type { Evidence, Evidenced } from '../verify/evidence.ts';
import { notJudged, outcomeOf } from '../verify/outcome.ts';
import type { Observation, Outcome, Run } from '../verify/run.ts';
import { outcomesOf } from '../verify/settling.ts';
import { sharpnessOf } from '../verify/sharpness.ts';
import type { RecordedHistory, Recording } from './recording.ts';

/** The run of a recording with the outcomes that follow from it. Its exit code is that of nothing: it is to be concluded. */
export function judgedAgain(recording: Recording): Run {
  const { run, known, asked } = recording;
  const evidence = evidenceIn(recording);
  const outcomes = outcomesOf(evidence, run);
  const gone = asked.filter((id) => judgedIdIn(id) === undefined);
  return {
    format: 'roadtest-run',
    version: 1,
    ...run,
    observations: run.observations.flatMap(observationIn),
    outcomes: inOrder([...outcomes, ...newTo(known, asked)]),
    sharpness: sharpnessOf(evidence, outcomes),
    staleBaseline: [],
    warnings: [
      ...run.warnings,
      ...(gone.length > 0 ? [`Not judged, since this version has no such rule: ${gone.join(', ')}.`] : []),
    ],
    exitCode: 0,
  };
}

/** The outcomes of rules that there were not when it was made, of areas that it was to judge as a whole. */
function newTo(known: readonly string[], asked: readonly string[]): Outcome[] {
  const before = new Set(known);
  const left = new Set(known.filter((id) => !asked.includes(id)).map((id) => id.split('/', 1)[0]));
  return ledger
    .filter(({ id }) => !before.has(id) && !left.has(areaOf(id)))
    .map((judged) => outcomeOf(judged, notJudged(NEW)));
}

const NEW = 'It is not in the recording, which was made before there was this rule.';

function inOrder(outcomes: readonly Outcome[]): Outcome[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return ledger.flatMap(({ id }) => byId.get(id) ?? []);
}

function observationIn({ opening, ...seen }: Recording['run']['observations'][number]): Observation[] {
  const row = openings.find(({ id }) => id === opening);
  return row ? [{ opening: row.id, ...seen }] : [];
}

function evidenceIn(recording: Recording): Evidence {
  const { circumstances, asked, rounds, issued, tokenAnswers, instead } = recording;
  const histories = recording.histories.map(evidencedIn);
  return {
    ...{ circumstances, asked: idsIn(asked), issued, tokenAnswers, instead },
    rounds: rounds.map(({ shown, due, ...round }) => ({
      ...round,
      due: idsIn(due),
      shown: shown.flatMap((index) => histories[index] ?? []),
    })),
  };
}

function evidencedIn({ answers, about, untaken, brokeOff, ...history }: RecordedHistory): Evidenced {
  return {
    ...history,
    about: idsIn(about),
    untaken: untaken.map(({ rules, ...one }) => ({ ...one, ...(rules && { rules: idsIn(rules) }) })),
    brokeOff,
    answerTo: (fact) => answers[fact] ?? undefined,
  };
}

function idsIn(texts: readonly string[]): JudgedId[] {
  return texts.flatMap((text) => judgedIdIn(text) ?? []);
}
