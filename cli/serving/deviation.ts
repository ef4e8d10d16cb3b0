/** `--deviate RULE`: the deviation that an id names. */
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { type Defect, defectOf, scopeOf } from '../../simulator/deviations/apply.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { CliError } from '../command.ts';

export interface ChosenDeviation extends Defect {
  /** What the service does, to be read after "It". */
  does: string;
}

/**
 * The deviation from a rule (`limits/stops-at-limit`), or from what is judged of it for one operation
 * or channel (`limits/stops-at-limit/sms`).
 *
 * @throws CliError UNKNOWN_ID
 */
export function deviationFrom(id: string): ChosenDeviation {
  const entries = rules.flatMap((rule) => [
    { id: rule.id, rule: rule.id, scope: scopeOf({}) },
    ...expand(rule).map((judged) => ({ id: judged.id, rule: rule.id, scope: scopeOf(judged) })),
  ]);
  const found = entries.find((entry) => entry.id === id);
  if (found) {
    const [deviation] = deviations[found.rule];
    return { does: deviation.does, ...defectOf(deviation, found.scope) };
  }
  const names = entries.map((entry) => entry.id);
  throw new CliError('UNKNOWN_ID', `Unknown rule ${quoted(id)}.`, {
    hint: suggestion(id, names) ?? 'roadtest rules prints them all.',
  });
}
