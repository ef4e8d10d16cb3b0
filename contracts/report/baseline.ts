/**
 * The baseline applied: failures that are known and accepted, so that only new ones fail a build; what is suspect or left
 * open can be accepted, too. An entry whose failure is gone is stale, one whose day has passed is expired. Both fail the run
 * itself: a stale one would hide the next failure, an expired one hides what was to be mended by then.
 */
import type { Outcome, Run } from '../verify/run.ts';
import type { BaselineEntry } from './baseline-file.ts';
import { withStatus } from './summary.ts';
import { isAcceptable } from './verdicts.ts';

/** The run with its accepted failures marked, and the entries listed that are stale or expired. */
export function applyBaseline(run: Run, entries: readonly BaselineEntry[]): Run {
  const valid = inForce(entries, run.startedAt);
  // Another history may still break the rule.
  const stale = run.explored ? [] : entries.filter((entry) => isStale(entry, run.outcomes));
  const expired = entries
    .filter((entry) => !stale.includes(entry) && !valid.includes(entry))
    .map(({ id, ticket, until = '' }) => ({ id, until, ...(ticket !== undefined && { ticket }) }));
  return {
    ...run,
    outcomes: run.outcomes.map((outcome) => acceptedBy(valid, outcome)),
    staleBaseline: stale.map(({ id }) => id),
    ...(expired.length > 0 && { expiredBaseline: expired }),
  };
}

/** The entries that accept something at a moment, in ISO 8601 UTC: the day of `until` is the last one. */
export function inForce(entries: readonly BaselineEntry[], moment: string): BaselineEntry[] {
  return entries.filter(({ until }) => !until || until >= moment.slice(0, until.length));
}

/** The faults of the baseline of a run: a stable code, the entry, what to do. */
export function baselineFaults({ staleBaseline, expiredBaseline = [] }: Run) {
  return [
    ...staleBaseline.map((id) => ({
      ...{ code: 'BASELINE_STALE', id, message: 'The rule passes now: remove the entry.' },
    })),
    ...expiredBaseline.map(({ id, until, ticket }) => ({
      ...{ code: 'BASELINE_EXPIRED', id },
      message: `It was accepted until ${until}${ticket ? ` (${ticket})` : ''}: mend the deployment, or set another day.`,
    })),
  ];
}

/** The outcome, marked where an entry accepts it. */
export function acceptedBy(
  entries: readonly BaselineEntry[],
  { accepted: _, acceptance: __, ...outcome }: Outcome,
): Outcome {
  const entry = isAcceptable(outcome) ? entries.find((one) => covers(one, outcome)) : undefined;
  if (!entry) return outcome;
  const { id: ___, ...said } = entry;
  const acceptance = Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''));
  return { ...outcome, accepted: true, ...(Object.keys(acceptance).length > 0 && { acceptance }) };
}

/** The words of the entry that accepts an outcome: `known to the vendor (OPS-17, until 2026-12-31)`; nothing without any. */
export function acceptedFor({ acceptance = {} }: Pick<Outcome, 'acceptance'>): string | undefined {
  const { reason, ticket, until } = acceptance;
  const bounds = [...(ticket ? [ticket] : []), ...(until ? [`until ${until}`] : [])].join(', ');
  if (bounds === '') return reason;
  return reason === undefined ? bounds : `${reason} (${bounds})`;
}

function covers({ id }: BaselineEntry, outcome: Outcome): boolean {
  return outcome.id === id || outcome.rule === id;
}

/** A rule that this run left out or could not reach may still fail: then nothing is known of the entry. */
function isStale(entry: BaselineEntry, outcomes: readonly Outcome[]): boolean {
  const own = outcomes.filter((outcome) => covers(entry, outcome));
  return own.length > 0 && own.every(({ verdict }) => gone.has(verdict));
}

const gone: ReadonlySet<Outcome['verdict']> = new Set(['pass', 'drift', 'not-applicable']);

/**
 * A baseline that accepts what fails or was left open in this run: entries that are there already stay as they are, but for
 * the stale ones. What is suspect may be gone with the next run, and is not accepted by itself.
 */
export function baselineOf(run: Run, entries: readonly BaselineEntry[] = []): BaselineEntry[] {
  const kept = entries.filter((entry) => !isStale(entry, run.outcomes));
  const wanting = withStatus(run, 'fail', 'left-open', 'accepted');
  const added = wanting.filter((outcome) => !kept.some((entry) => covers(entry, outcome)));
  return [...kept, ...added.map(({ id }) => ({ id, reason: '' }))];
}
