/** A run in a few words of ours: the head of a page, of a comment. */
import { plural } from '../kit/phrases.ts';
import type { Run } from '../verify/run.ts';
import { historiesAlone, type Summary } from './summary.ts';
import type { Status } from './verdicts.ts';

export interface Headline {
  words: string;
  /** The status that gives the colour. */
  status: Status;
}

/** The run in a few words. Nothing is said to hold that an exit code other than 0 denies. */
export function headlineOf(run: Run, summary: Summary): Headline {
  const { counts, judged, applicable, missing, drifted } = summary;
  const whole = judged === applicable && missing.length === 0;
  const lines: [boolean, Status, string][] = [
    [counts.fail > 0, 'fail', plural(counts.fail, 'failure')],
    [run.staleBaseline.length > 0, 'fail', 'The baseline is stale'],
    [run.expiredBaseline !== undefined, 'fail', 'The baseline has expired'],
    [run.fault !== undefined, 'error', 'The suite itself broke'],
    [counts.error > 0, 'error', `The suite broke in ${plural(counts.error, 'case')}`],
    [run.journalLost !== undefined, 'error', 'The journal could not be written'],
    [counts.suspect > 0, 'suspect', `${plural(counts.suspect, 'check is', 'checks are')} suspect`],
    [run.gone === true, 'suspect', 'The deployment did not answer to the end'],
    [judged === 0 && !historiesAlone(run), 'inconclusive', 'Nothing was judged'],
    [run.interrupted, 'inconclusive', 'Ended early'],
    [counts['left-open'] > 0, 'left-open', `${plural(counts['left-open'], 'check')} left open`],
    [run.exitCode === 3, 'inconclusive', 'Too much stayed open'],
    [counts.drift + drifted > 0, 'drift', 'No rule is broken, but there is drift'],
    [counts.accepted > 0, 'accepted', 'Every failure is accepted'],
    [whole, 'pass', 'Every rule holds'],
  ];
  const [, status, words] = lines.find(([applies]) => applies) ?? [true, 'pass', 'Everything judged holds'];
  return { words, status };
}
