/** A badge for a page of a project: JSON of an endpoint of shields.io. */
import type { Run } from '../verify/run.ts';
import { headlineOf } from './headline.ts';
import { summarise } from './summary.ts';
import type { Status } from './verdicts.ts';

/** Colours that shields.io knows by name. */
const colours: { readonly [S in Status]: string } = {
  pass: 'brightgreen',
  accepted: 'yellowgreen',
  drift: 'yellow',
  inconclusive: 'yellow',
  'left-open': 'orange',
  suspect: 'orange',
  fail: 'red',
  error: 'critical',
  'not-applicable': 'lightgrey',
};

export function renderBadge(run: Run): string {
  const summary = summarise(run);
  const { words, status } = headlineOf(run, summary);
  const { counts, applicable } = summary;
  const holding = status === 'pass' && counts.pass > 0 ? `${counts.pass} of ${applicable} hold` : words;
  const message = run.problem ? 'could not run' : holding;
  const badge = {
    schemaVersion: 1,
    label: 'contract',
    message: message.toLowerCase(),
    color: run.problem ? 'lightgrey' : colours[status],
    isError: run.exitCode !== 0,
  };
  return `${JSON.stringify(badge, null, 2)}\n`;
}
