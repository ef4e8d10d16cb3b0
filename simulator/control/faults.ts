/**
 * Faults that a tester switches on: slow answers, errors, cut connections, by operation.
 *
 * The first rule that names the operation decides. Chance comes from a generator of our own with
 * a state that snapshots keep, so that the same calls meet the same faults.
 */

import { bitsOf, nextState, shareOf } from '../../contracts/kit/random.ts';
import { integer, list, number, object, oneOf, type Static } from '../../contracts/kit/schema.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { type OperationId, operations } from '../../contracts/specification/operations.ts';
import { ControlError } from './errors.ts';

const MAX_LATENCY = 60_000;
const share = number({ minimum: 0, maximum: 1 });

export const faultRule = object({
  /** An operation of the document, or `*` for each of them. */
  operation: oneOf('*', ...operations.map(({ id }) => id)),
  /** Real milliseconds that an answer waits. */
  latency: number({ minimum: 0, maximum: MAX_LATENCY }),
  /** Share of calls from 0 to 1 that are answered with the profile's status for a failure. */
  errors: share,
  /** Share of calls from 0 to 1 whose connection is cut instead. */
  drops: share,
});
export type FaultRule = Static<typeof faultRule>;

/** The rules, and the state of the random numbers. */
export const faultState = object({
  rules: list(faultRule),
  chance: integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
});
export type FaultState = Static<typeof faultState>;

export interface Fault {
  latency: number;
  outcome: 'answer' | 'error' | 'drop';
}

export class Faults {
  #rules: FaultRule[] = [];
  #chance: number;

  constructor(seed: number) {
    this.#chance = seed >>> 0;
  }

  get rules(): FaultRule[] {
    return this.#rules;
  }

  /** Replaces all rules. Throws a ControlError and changes nothing when one is not understood. */
  set(rules: unknown): void {
    if (!Array.isArray(rules)) throw invalid('rules', 'must be a list of fault rules');
    this.#rules = rules.map(ruleFrom);
  }

  /** The fault of the next call of `operation`; `undefined` when no rule names it. */
  next(operation: OperationId): Fault | undefined {
    if (this.#rules.length === 0) return undefined;
    const rule = this.#rules.find((each) => each.operation === '*' || each.operation === operation);
    if (!rule) return undefined;
    const roll = this.#roll();
    const outcome = roll < rule.drops ? 'drop' : roll < rule.drops + rule.errors ? 'error' : 'answer';
    return { latency: rule.latency, outcome };
  }

  save(): FaultState {
    return { rules: this.#rules, chance: this.#chance };
  }

  /** Throws as `set` does. */
  restore(state: FaultState): void {
    this.set(state.rules);
    this.#chance = state.chance;
  }

  adopt(other: Faults): void {
    this.#rules = other.#rules;
    this.#chance = other.#chance;
  }

  /** A number from 0 up to 1, and a new state. */
  #roll(): number {
    this.#chance = nextState(this.#chance) >>> 0;
    return shareOf(bitsOf(this.#chance));
  }
}

function ruleFrom(given: unknown, index: number): FaultRule {
  const at = `rules/${index}`;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalid(at, 'must be an object');
  const {
    operation = '*',
    latency = 0,
    errors = 0,
    drops = 0,
    ...unknown
  } = given as { [name: string]: unknown };
  const unknownField = Object.keys(unknown)[0];
  if (unknownField) throw invalid(`${at}/${excerpt(unknownField)}`, 'is not part of a fault rule');
  if (operation !== '*' && !operations.some((each) => each.id === operation)) {
    throw invalid(
      `${at}/operation`,
      'must be the id of an operation, or *',
      'roadtest rules lists the operations.',
    );
  }
  const rule = {
    operation: operation as OperationId | '*',
    latency: numberWithin(latency, 0, MAX_LATENCY, `${at}/latency`),
    errors: numberWithin(errors, 0, 1, `${at}/errors`),
    drops: numberWithin(drops, 0, 1, `${at}/drops`),
  };
  if (rule.errors + rule.drops > 1)
    throw invalid(at, 'asks for more faults than calls: errors and drops add up to more than 1');
  return rule;
}

function numberWithin(value: unknown, least: number, most: number, field: string): number {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw invalid(field, `must be a number from ${least} to ${most}`);
}

function invalid(field: string, problem: string, hint?: string): ControlError {
  return new ControlError('FAULTS_INVALID', `${field} ${problem}.`, { field, ...(hint && { hint }) });
}
