/** `--deviate RULE`: what it takes, and the deviation that an id names. */
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { type Defect, defectOf, scopeOf } from '../../simulator/deviations/apply.ts';
import { historyFaults } from '../../simulator/deviations/history.ts';
import { deviations } from '../../simulator/deviations/index.ts';
import { CliError } from '../command.ts';

export interface ChosenDeviation extends Defect {
  /** A description of the fault, to be read after "It". */
  does: string;
}

interface Offered {
  /** A rule (`limits/stops-at-limit`), or a fault that shows only after certain calls (`history/fourth-patch`). */
  id: string;
  /** A description of the fault, to be read after "It". */
  does: string;
  /** The ids of the same for one operation or channel alone (`limits/stops-at-limit/sms`). */
  judged: readonly string[];
}

const idsOf = ({ id, judged }: Offered) => [id, ...judged];

/** All that `--deviate` takes. */
export const offered: readonly Offered[] = [
  ...rules.map((rule) => ({
    id: rule.id,
    does: deviations[rule.id].does,
    judged: rule.per ? expand(rule).map(({ id }) => id) : [],
  })),
  ...Object.entries(historyFaults).map(([name, { does }]) => ({ id: `history/${name}`, does, judged: [] })),
];

/**
 * The deviations with an id, or with ids that begin like it.
 *
 * @throws CliError UNKNOWN_ID
 */
export function offeredBy(begin: string): readonly Offered[] {
  const start = begin.endsWith('/') ? begin : `${begin}/`;
  const found = offered.filter((one) => idsOf(one).includes(begin) || one.id.startsWith(start));
  if (found.length === 0) throw unknown(begin);
  return found;
}

/**
 * The deviation of an id.
 *
 * @throws CliError UNKNOWN_ID
 */
export function deviationFrom(id: string): ChosenDeviation {
  for (const rule of rules) {
    const scope = rule.id === id ? {} : expand(rule).find((judged) => judged.id === id);
    if (scope) return { does: deviations[rule.id].does, ...defectOf(deviations[rule.id], scopeOf(scope)) };
  }
  const [, name] = /^history\/(.+)$/.exec(id) ?? [];
  const fault = name !== undefined && Object.hasOwn(historyFaults, name) ? historyFaults[name] : undefined;
  if (!fault) throw unknown(id);
  return { does: fault.does, ...defectOf(fault) };
}

function unknown(id: string): CliError {
  return new CliError('UNKNOWN_ID', `Unknown deviation ${quoted(id)}.`, {
    hint: suggestion(id, offered.flatMap(idsOf)) ?? 'roadtest rules --deviations prints them all.',
  });
}
