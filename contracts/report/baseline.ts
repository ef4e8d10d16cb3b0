/**
 * The baseline: failures that are known and accepted, so that only new ones fail a build. An entry
 * whose failure is gone is stale and fails the run itself: it would hide the next one.
 */
import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import { visible } from '../kit/untrusted.ts';
import { didYouMean } from '../profile/suggest.ts';
import { expand, rules } from '../specification/index.ts';
import type { Outcome, Run } from '../suite/run.ts';
import { ReportError } from './errors.ts';
import { withStanding } from './summary.ts';

export interface BaselineEntry {
  /** What is judged (`limits/stops-at-limit/sms`), or a rule for all that is judged for it (`limits/stops-at-limit`). */
  id: string;
  /** Why it is accepted; kept for the reader of the file. */
  reason?: string;
}

const MAX_LENGTH = 1_048_576;
const knownIds = new Set<string>(rules.flatMap((rule) => [rule.id, ...expand(rule).map(({ id }) => id)]));

/**
 * Reads a baseline: a list of entries, in YAML or JSON.
 *
 * @param file the name that errors begin with
 * @throws ReportError `BASELINE_SYNTAX`, `BASELINE_INVALID`
 */
export function parseBaseline(text: string, file: string): BaselineEntry[] {
  if (text.length > MAX_LENGTH)
    throw new ReportError('BASELINE_SYNTAX', `${file} has more than ${MAX_LENGTH} characters.`);
  const lines = new LineCounter();
  const at = (offset: number | undefined) => `${file}:${lines.linePos(offset ?? 0).line}`;
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [slip] = document.errors;
  if (slip)
    throw new ReportError(
      'BASELINE_SYNTAX',
      visible(`${at(slip.pos[0])}: ${slip.message}`),
      'Write it in YAML or JSON.',
    );
  if (document.contents === null) return [];
  if (!isSeq(document.contents)) throw notOne(at(0), 'a baseline is a list of entries');

  const entries: BaselineEntry[] = [];
  for (const node of document.contents.items) {
    const place = at(node?.range?.[0]);
    if (!isMap(node)) throw notOne(place, 'an entry is an object with an id');
    const entry = entryOf(
      node.items.map(({ key, value }) => [plainOf(key), plainOf(value)]),
      place,
    );
    if (entries.some(({ id }) => id === entry.id)) throw notOne(place, `"${entry.id}" stands there twice`);
    entries.push(entry);
  }
  return entries;
}

function entryOf(fields: [unknown, unknown][], place: string): BaselineEntry {
  const given: { id?: string; reason?: string } = {};
  for (const [name, value] of fields) {
    if (name !== 'id' && name !== 'reason') throw notOne(place, `an entry has no "${String(name)}"`);
    if (typeof value !== 'string') throw notOne(place, `"${name}" is text`);
    given[name] = value;
  }
  const { id } = given;
  if (id === undefined) throw notOne(place, 'an entry has an id');
  if (!knownIds.has(id)) throw notOne(place, `no rule is called "${id}"`, didYouMean(id, [...knownIds]));
  return given.reason === undefined ? { id } : { id, reason: given.reason };
}

function plainOf(node: unknown): unknown {
  return isScalar(node) ? node.value : undefined;
}

function notOne(place: string, what: string, hint?: string): ReportError {
  return new ReportError(
    'BASELINE_INVALID',
    visible(`${place}: ${what}.`),
    hint ?? 'An entry is written as: - id: limits/stops-at-limit/sms',
  );
}

/** The run with its accepted failures marked, and the entries told that fail no more. */
export function applyBaseline(run: Run, entries: readonly BaselineEntry[]): Run {
  const marked = ({ accepted: _, ...outcome }: Outcome): Outcome => {
    const accepts = outcome.verdict === 'fail' && entries.some((entry) => covers(entry, outcome));
    return accepts ? { ...outcome, accepted: true } : outcome;
  };
  return {
    ...run,
    outcomes: run.outcomes.map(marked),
    staleBaseline: entries.filter((entry) => isStale(entry, run.outcomes)).map(({ id }) => id),
  };
}

function covers({ id }: BaselineEntry, outcome: Outcome): boolean {
  return outcome.id === id || outcome.rule === id;
}

/** What this run left out or could not reach may still fail: then nothing is known of the entry. */
function isStale(entry: BaselineEntry, outcomes: readonly Outcome[]): boolean {
  const own = outcomes.filter((outcome) => covers(entry, outcome));
  const gone = ({ verdict }: Outcome) =>
    verdict === 'pass' || verdict === 'drift' || verdict === 'not-applicable';
  return own.length > 0 && own.every(gone);
}

/** A baseline that accepts what fails in this run, for a person to write the reasons into. */
export function baselineOf(run: Run): string {
  const entries: BaselineEntry[] = withStanding(run, 'fail', 'accepted').map(({ id }) => ({
    id,
    reason: '',
  }));
  const head = '# Failures that are known and accepted. An entry that fails no more fails the run.\n';
  return head + stringify(entries);
}
