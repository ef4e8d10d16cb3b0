/** The file of a baseline: its format, published as JSON Schema, and how it is read and written. */
import { stringify } from 'yaml';
import { documentValidator } from '../kit/ajv.ts';
import { documentBounds } from '../kit/bounds.ts';
import { DocumentError, type ReadDocument, readDocument } from '../kit/document.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { describe, list, object, optional, type Static, string, text } from '../kit/schema.ts';
import { schemaCheck } from '../kit/schema-issues.ts';
import { suggestion } from '../kit/suggest.ts';
import { quoted, visible } from '../kit/untrusted.ts';
import { ledger } from '../specification/ledger.ts';
import { rules } from '../specification/rules/index.ts';
import { ReportError } from './errors.ts';

const entry = object({
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
});

/** An entry of a baseline: a failure that is known and accepted. */
export type BaselineEntry = Static<typeof entry>;

/** The JSON Schema (draft 7) of a baseline, published as `roadtest/baseline.schema.json`. */
export const baselineSchema: { readonly [keyword: string]: unknown } = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A baseline for roadtest',
  ...list(entry),
};

const issuesIn = schemaCheck(documentValidator(baselineSchema));
const knownIds: ReadonlySet<string> = new Set([...rules, ...ledger].map(({ id }) => id));

/**
 * Reads a baseline: a list of entries, in YAML or JSON.
 *
 * @param file the name that errors begin with
 * @throws ReportError `BASELINE_SYNTAX`, `BASELINE_INVALID`
 */
export function parseBaseline(given: string, file: string): BaselineEntry[] {
  const { data, place } = documentIn(given, file);
  if (data === null) return [];
  const refuse = (path: readonly (string | number)[], what: string, hint = EXAMPLE) =>
    new ReportError('BASELINE_INVALID', visible(`${file}:${place(path).line}: ${what}.`), hint);
  const [issue] = issuesIn(data);
  if (issue) throw refuse(splitPointer(issue.pointer), issue.message, issue.hint);
  const entries = data as BaselineEntry[];
  for (const [index, { id, until }] of entries.entries()) {
    if (entries.findIndex((one) => one.id === id) < index)
      throw refuse([index], `${quoted(id)} is given twice`);
    if (!knownIds.has(id)) throw refuse([index], `no rule is called ${quoted(id)}`, suggestion(id, knownIds));
    if (until !== undefined && !isDay(until)) throw refuse([index], `${quoted(until)} is no day`);
  }
  return entries;
}

const EXAMPLE = 'An entry is written as: - { id: limits/stops-at-limit/sms, until: 2026-12-31 }';

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

function isDay(given: string): boolean {
  const at = Date.parse(`${given}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(given);
}
