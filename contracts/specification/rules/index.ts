/** Every sentence of the document that a deployment can be held to. One file for each area. */

import { itemAt } from '../../kit/items.ts';
import { rowOf } from '../../kit/option-names.ts';
import { tableOf } from '../../kit/tables.ts';
import type { Need } from '../needs.ts';
import { authRules, operationRules } from './access.ts';
import { expiryRules, licenceRules } from './licences.ts';
import { limitRules } from './limits.ts';
import { deviceRules, groupRules, userRules } from './records.ts';
import { type Area, areas, type Basis, type RuleRow } from './rule.ts';
import { tokenRules } from './token.ts';

export type { Area, Basis, Expansion } from './rule.ts';

const rows = [
  ...tokenRules,
  ...authRules,
  ...operationRules,
  ...deviceRules,
  ...groupRules,
  ...userRules,
  ...limitRules,
  ...expiryRules,
  ...licenceRules,
];

/**
 * The name of a rule. It never changes.
 *
 * @example
 * import type { RuleId } from 'roadtest/specification';
 *
 * const id: RuleId = 'token/issued';
 * console.log(id); // token/issued
 */
export type RuleId = (typeof rows)[number]['id'];

/**
 * One rule of the interface document that a deployment is judged by.
 *
 * @example
 * import { type Rule, rules } from 'roadtest/specification';
 *
 * const implied: Rule[] = rules.filter(({ basis }) => basis === 'implied');
 * console.log(implied.length > 0); // true
 */
export interface Rule extends RuleRow {
  id: RuleId;
  basis: Basis;
  needs: readonly Need[];
}

/**
 * All rules, area by area.
 *
 * @example
 * import { rules } from 'roadtest/specification';
 *
 * console.log(rules.some(({ id }) => id === 'token/issued')); // true
 */
export const rules: readonly Rule[] = rows.map((row) => ({ basis: 'stated', needs: [], ...row }));

const byId = tableOf(rules, (row) => row);

/**
 * The rule of an id.
 *
 * @throws OptionError for an id that no rule has
 *
 * @example
 * import { rule } from 'roadtest/specification';
 *
 * console.log(rule('token/issued').basis); // stated
 */
export function rule(id: RuleId): Rule {
  return rowOf(byId, id, 'rule');
}

/** The area of a rule, by its id or by that of what is judged of it. */
export function areaOf(id: `${Area}/${string}`): Area {
  return itemAt(
    areas.filter((area) => id.startsWith(`${area}/`)),
    0,
  );
}
