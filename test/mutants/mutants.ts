/** The simulators with one rule broken that the matrix runs: the deviations from each rule, scope by scope. */

import { type OperationId, type Rule, rules } from '../../contracts/specification/index.ts';
import { expand } from '../../contracts/specification/judged.ts';
import { type Defect, defectOf, scopeOf } from '../../simulator/deviations/apply.ts';
import type { Affected, Deviation, Scope } from '../../simulator/deviations/deviation.ts';
import { deviationsFrom } from '../deviations/index.ts';

export interface Mutant {
  /** The deviation: those in several scopes have one mutant for each. */
  deviation: Deviation;
  /** The fault, to be read after "a simulator that". */
  what: string;
  /** The judged ids that must fail. */
  breaks: readonly string[];
  /** Ids, or beginnings of ids, that may fail as well. */
  also: readonly string[];
  /** Made anew for each run, since a defect may have state. */
  defect(): Defect;
  /** Whether it is judged in the default dialect alone: it wraps the service, or needs what others do not answer. */
  plain: boolean;
  /** Only a thorough run surely finds it. */
  thorough: boolean;
}

/** A list, a record, posts, a create, a change, a delete, a choice: enough to see that each is judged apart. */
const sample: ReadonlySet<OperationId | undefined> = new Set([
  'listDevices',
  'lastLocation',
  'postAlerts',
  'createGroup',
  'listTimeZones',
  'updateUser',
  'deleteUser',
]);

export const mutants: readonly Mutant[] = rules.flatMap((rule) =>
  deviationsFrom(rule.id).flatMap((deviation, index) =>
    scopesOf(rule, deviation, index).map((scope) => mutantOf(rule, deviation, scope)),
  ),
);

/** Each channel; each operation for the first deviation of a rule on all of them, a sample for the others. */
function scopesOf(rule: Rule, { everywhere }: Deviation, index: number): Scope[] {
  if (rule.per === undefined || everywhere) return [scopeOf({})];
  const isSampled = rule.per === 'guarded-operation' || (rule.per === 'operation' && index > 0);
  return expand(rule)
    .filter(({ operation }) => !isSampled || sample.has(operation))
    .map(scopeOf);
}

function mutantOf(rule: Rule, deviation: Deviation, scope: Scope): Mutant {
  const breaks = affectedIds(deviation.breaks ?? [rule.id], scope);
  return {
    deviation,
    what: `${breaks[0]}: ${deviation.does}`,
    breaks,
    also: affectedIds(deviation.also ?? [], scope),
    defect: () => defectOf(deviation, scope),
    plain: (deviation.around !== undefined && !deviation.inAllDialects) || deviation.needsIds === true,
    thorough: deviation.thorough ?? false,
  };
}

/** The ids, or beginnings of ids, of what is judged of these rules in a scope. */
export function affectedIds(affected: readonly Affected[], scope: Scope): string[] {
  return affected.flatMap((one) => {
    const rule = rules.find(({ id }) => id === one);
    if (!rule) return [one];
    return expand(rule)
      .filter(({ operation }) => operation === undefined || scope.operations.has(operation))
      .filter(({ channel }) => channel === undefined || scope.channels.has(channel))
      .map(({ id }) => id);
  });
}
