/**
 * The baseline: failures that are known and accepted, so that only new ones fail a build; what is suspect or
 * left open can be accepted, too. An entry
 * whose failure is gone is stale and fails the run itself: it would hide the next one.
 */
import { stringify } from 'yaml';
import { documentBounds } from '../kit/bounds.ts';
import { DocumentError, type ReadDocument, readDocument } from '../kit/document.ts';
import { didYouMean } from '../kit/suggest.ts';
import { quoted, visible } from '../kit/untrusted.ts';
import { expand } from '../specification/judged.ts';
import { rules } from '../specification/rules/index.ts';
import type { Outcome, Run } from '../verify/run.ts';
import { ReportError } from './errors.ts';
import { withStatus } from './summary.ts';
import { isAcceptable } from './verdicts.ts';

export interface BaselineEntry {
  /** A judged id (`limits/stops-at-limit/sms`), or a rule for all that is judged for it (`limits/stops-at-limit`). */
  id: string;
  /** Why it is accepted; kept for the reader of the file. */
  reason?: string;
}

const knownIds = new Set<string>(rules.flatMap((rule) => [rule.id, ...expand(rule).map(({ id }) => id)]));

/**
 * Reads a baseline: a list of entries, in YAML or JSON.
 *
 * @param file the name that errors begin with
 * @throws ReportError `BASELINE_SYNTAX`, `BASELINE_INVALID`
 */
export function parseBaseline(text: string, file: string): BaselineEntry[] {
  const { data, place } = documentIn(text, file);
  if (data === null) return [];
  const at = (...path: number[]) => `${file}:${place(path).line}`;
  if (!Array.isArray(data)) throw notOne(at(), 'a baseline is a list of entries');
  const ids = new Set<string>();
  return data.map((item: unknown, index) => {
    const entry = entryOf(item, at(index));
    if (ids.has(entry.id)) throw notOne(at(index), `${quoted(entry.id)} is given twice`);
    ids.add(entry.id);
    return entry;
  });
}

function documentIn(text: string, file: string): ReadDocument {
  try {
    return readDocument(text, documentBounds.baseline);
  } catch (error) {
    const [problem] = error instanceof DocumentError ? error.problems : [];
    if (!problem) throw error;
    const message = `${file}:${problem.line}: ${problem.message} (${problem.code}).`;
    throw new ReportError('BASELINE_SYNTAX', visible(message), problem.hint);
  }
}

function entryOf(item: unknown, place: string): BaselineEntry {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    throw notOne(place, 'an entry is an object with an id');
  const given: { id?: string; reason?: string } = {};
  for (const [name, value] of Object.entries(item)) {
    if (name !== 'id' && name !== 'reason')
      throw notOne(place, `${quoted(name)} is no field of an entry, which has id and reason`);
    if (typeof value !== 'string') throw notOne(place, `${quoted(name)} is text`);
    given[name] = value;
  }
  const { id } = given;
  if (id === undefined) throw notOne(place, 'an entry has an id');
  if (!knownIds.has(id)) throw notOne(place, `no rule is called ${quoted(id)}`, didYouMean(id, knownIds));
  return given.reason === undefined ? { id } : { id, reason: given.reason };
}

function notOne(place: string, what: string, hint?: string): ReportError {
  return new ReportError(
    'BASELINE_INVALID',
    visible(`${place}: ${what}.`),
    hint ?? 'An entry is written as: - id: limits/stops-at-limit/sms',
  );
}

/** The run with its accepted failures marked, and the stale entries listed. */
export function applyBaseline(run: Run, entries: readonly BaselineEntry[]): Run {
  return {
    ...run,
    outcomes: run.outcomes.map((outcome) => acceptedBy(entries, outcome)),
    staleBaseline: entries.filter((entry) => isStale(entry, run.outcomes)).map(({ id }) => id),
  };
}

/** The outcome, marked where an entry accepts it. */
export function acceptedBy(entries: readonly BaselineEntry[], { accepted: _, ...outcome }: Outcome): Outcome {
  const accepts = isAcceptable(outcome) && entries.some((entry) => covers(entry, outcome));
  return accepts ? { ...outcome, accepted: true } : outcome;
}

function covers({ id }: BaselineEntry, outcome: Outcome): boolean {
  return outcome.id === id || outcome.rule === id;
}

/** A rule that this run left out or could not reach may still fail: then nothing is known of the entry. */
function isStale(entry: BaselineEntry, outcomes: readonly Outcome[]): boolean {
  const own = outcomes.filter((outcome) => covers(entry, outcome));
  const gone = ({ verdict }: Outcome) =>
    verdict === 'pass' || verdict === 'drift' || verdict === 'not-applicable';
  return own.length > 0 && own.every(gone);
}

/** A baseline that accepts what fails in this run, for a person to write the reasons into. */
export function baselineOf(run: Run): string {
  const entries: BaselineEntry[] = withStatus(run, 'fail', 'accepted').map(({ id }) => ({
    id,
    reason: '',
  }));
  const head = '# Failures that are known and accepted. An entry whose rule passes now fails the run.\n';
  return head + stringify(entries);
}
