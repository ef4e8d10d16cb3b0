/** Further deviations from the rules of an area, beside the product's one of each. */
import type { RuleId } from '../../contracts/specification/rules/index.ts';
import type { Area } from '../../contracts/specification/rules/rule.ts';
import type { Deviation } from '../../simulator/deviations/deviation.ts';

export type Further<A extends Area> = {
  readonly [R in Extract<RuleId, `${A}/${string}`>]?: readonly Deviation[];
};
