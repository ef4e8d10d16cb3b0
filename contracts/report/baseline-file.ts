/** The file of a baseline: its format, published as JSON Schema, and how it is read and written. */
import { stringify } from 'yaml';
import { documentBounds } from '../kit/bounds.ts';
import { DocumentError, type ReadDocument, readDocument } from '../kit/document.ts';
import { describe, list, object, optional, type Static, string, text } from '../kit/schema.ts';
import { didYouMean } from '../kit/suggest.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import { quoted, visible } from '../kit/untrusted.ts';
import { expand } from '../specification/judged.ts';
import { rules } from '../specification/rules/index.ts';
import { ReportError } from './errors.ts';

const fields = {
  id: describe(
    'A judged id, such as limits/stops-at-limit/sms, or a rule for all that is judged for it.',
    text,
  ),
  reason: optional(describe('Why it is accepted, for the reader of the file.', string())),
  ticket: optional(describe('Where it is to be mended, such as OPS-17.', string())),
  until: optional(
    describe(
      'The last day on which it is accepted, in UTC, such as 2026-12-31. Default: for ever.',
      string({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    ),
  ),
};
const entry = object(fields);

/** An entry of a baseline: a failure that is known and accepted. */
export type BaselineEntry = Static<typeof entry>;

/** The JSON Schema (draft 7) of a baseline, published as `roadtest/baseline.schema.json`. */
export const baselineSchema: { readonly [keyword: string]: unknown } = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A baseline for roadtest',
  ...list(entry),
};

const knownIds = new Set<string>(rules.flatMap((rule) => [rule.id, ...expand(rule).map(({ id }) => id)]));

/**
 * Reads a baseline: a list of entries, in YAML or JSON.
 *
 * @param file the name that errors begin with
 * @throws ReportError `BASELINE_SYNTAX`, `BASELINE_INVALID`
 */
export function parseBaseline(given: string, file: string): BaselineEntry[] {
  const { data, place } = documentIn(given, file);
  if (data === null) return [];
  const at = (...path: number[]) => `${file}:${place(path).line}`;
  if (!Array.isArray(data)) throw notOne(at(), 'a baseline is a list of entries');
  const ids = new Set<string>();
  return data.map((item: unknown, index) => {
    const read = entryOf(item, at(index));
    if (ids.has(read.id)) throw notOne(at(index), `${quoted(read.id)} is given twice`);
    ids.add(read.id);
    return read;
  });
}

/** A baseline as text: JSON where the name of the file says so, otherwise YAML. */
export function baselineText(entries: readonly BaselineEntry[], file: string): string {
  if (/\.json$/i.test(file)) return `${JSON.stringify(entries, null, 2)}\n`;
  return `# Failures that are known and accepted. An entry whose rule passes now, or whose day has passed, fails the run.\n${stringify(entries)}`;
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
  const given: { [F in keyof BaselineEntry]?: string } = {};
  for (const [name, value] of Object.entries(item)) {
    const field = nameIn(fields, name);
    if (!field)
      throw notOne(
        place,
        `${quoted(name)} is no field of an entry; the fields are ${namesOf(fields).join(', ')}`,
      );
    if (typeof value !== 'string') throw notOne(place, `${quoted(name)} is text`);
    given[field] = value;
  }
  const { id, until } = given;
  if (id === undefined) throw notOne(place, 'an entry has an id');
  if (!knownIds.has(id)) throw notOne(place, `no rule is called ${quoted(id)}`, didYouMean(id, knownIds));
  if (until !== undefined && !isDay(until))
    throw notOne(place, `${quoted(until)} is no day`, 'A day is written as 2026-12-31.');
  return { ...given, id };
}

function isDay(given: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(given);
}

function notOne(place: string, what: string, hint?: string): ReportError {
  return new ReportError(
    'BASELINE_INVALID',
    visible(`${place}: ${what}.`),
    hint ?? 'An entry is written as: - id: limits/stops-at-limit/sms',
  );
}
