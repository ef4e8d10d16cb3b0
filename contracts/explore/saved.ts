/** A history in a file, to be played again. It is data: checked as a whole before anything is sent. */
import { formOf } from '../kit/form.ts';
import { jsonIn } from '../kit/json.ts';
import { constant, list, object, type Static, string } from '../kit/schema.ts';
import { excerpt } from '../kit/untrusted.ts';
import { type Step, stepSchema } from '../play/steps.ts';

/** More steps than any history needs. */
const MOST_STEPS = 200;

const savedSchema = object({
  format: constant('roadtest-history'),
  version: constant(1),
  /** The rules that were broken, by their ids: for people. */
  broken: list(list(string({ maxLength: 200 }), { maxItems: 10 }), { maxItems: 100 }),
  steps: list(stepSchema, { minItems: 1, maxItems: MOST_STEPS }),
});

export type SavedHistory = Static<typeof savedSchema>;

const readForm = formOf(savedSchema);

/** The history of a file, or what is wrong with it. */
export function readHistory(text: string): { history: SavedHistory } | { problem: string } {
  const json = jsonIn(text, 8);
  return json === undefined ? { problem: 'it is not JSON' } : historyIn(json);
}

/** The same of a value that was read already. */
export function historyIn(json: unknown): { history: SavedHistory } | { problem: string } {
  const read = readForm(json);
  if ('problem' in read)
    return { problem: `${excerpt(read.problem.pointer) || 'it'} ${read.problem.message}` };
  return { history: read.value };
}

export function savedHistory(broken: readonly (readonly string[])[], steps: readonly Step[]): SavedHistory {
  return {
    format: 'roadtest-history',
    version: 1,
    broken: broken.map((set) => [...set]),
    steps: [...steps],
  };
}
