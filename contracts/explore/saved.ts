/** A history in a file, to be played again. It is data: checked as a whole before anything is sent. */
import { formOf } from '../kit/form.ts';
import { jsonIn } from '../kit/json.ts';
import { constant, list, object, type Static, string } from '../kit/schema.ts';
import { excerpt } from '../kit/untrusted.ts';
import { stepSchema } from '../play/steps.ts';
import type { FailedHistory } from '../verify/run.ts';

/** More steps than any history needs. */
export const MAX_STEPS = 200;

const savedSchema = object({
  format: constant('roadtest-history'),
  version: constant(1),
  /** The rules that were broken, by their ids: for people. */
  broken: list(list(string({ maxLength: 200 }), { maxItems: 10 }), { maxItems: 100 }),
  steps: list(stepSchema, { minItems: 1, maxItems: MAX_STEPS }),
});

const readForm = formOf(savedSchema);

/** The history of a file, or what is wrong with it. */
export function readHistory(text: string): { history: Static<typeof savedSchema> } | { problem: string } {
  const json = jsonIn(text, 8);
  if (json === undefined) return { problem: 'it is not JSON' };
  const read = readForm(json);
  if ('value' in read) return { history: read.value };
  return { problem: `${excerpt(read.problem.pointer) || 'it'} ${read.problem.message}` };
}

/** The file of a failure. */
export function savedHistory({ broken, history: steps }: Pick<FailedHistory, 'broken' | 'history'>): object {
  return { format: 'roadtest-history', version: 1, broken, steps };
}
