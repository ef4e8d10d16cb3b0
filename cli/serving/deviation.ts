/** `--deviate RULE`: the deviation that an id names. */
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { type Defect, defectOf, scopeOf } from '../../simulator/deviations/apply.ts';
import { historyFaults } from '../../simulator/deviations/history/index.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { CliError } from '../command.ts';

/** How the ids of history faults begin. */
const HISTORY = 'history/';

export interface ChosenDeviation extends Defect {
  /** What the service does, to be read after "It". */
  does: string;
}

/**
 * The deviation from a rule (`limits/stops-at-limit`), or from what is judged of it for one operation
 * or channel (`limits/stops-at-limit/sms`), or a fault that shows only after certain calls (`history/fourth-put`).
 *
 * @throws CliError UNKNOWN_ID
 */
export function deviationFrom(id: string): ChosenDeviation {
  const fault = id.startsWith(HISTORY) ? historyFaults[id.slice(HISTORY.length)] : undefined;
  if (fault) {
    const { does, rules: replaced, around } = fault;
    return { does, ...(replaced && { rules: replaced() }), ...(around && { around: around() }) };
  }
  const entries = rules.flatMap((rule) => [
    { id: rule.id, rule: rule.id, scope: scopeOf({}) },
    ...expand(rule).map((judged) => ({ id: judged.id, rule: rule.id, scope: scopeOf(judged) })),
  ]);
  const found = entries.find((entry) => entry.id === id);
  if (found) {
    const [deviation] = deviations[found.rule];
    return { does: deviation.does, ...defectOf(deviation, found.scope) };
  }
  const names = [
    ...entries.map((entry) => entry.id),
    ...Object.keys(historyFaults).map((name) => `${HISTORY}${name}`),
  ];
  throw new CliError('UNKNOWN_ID', `Unknown rule ${quoted(id)}.`, {
    hint: suggestion(id, names) ?? 'roadtest rules prints them all.',
  });
}
