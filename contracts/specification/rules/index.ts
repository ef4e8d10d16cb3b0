/** Every sentence of the document that a deployment can be held to. One file for each area. */

import { itemAt } from '../../kit/items.ts';
import { tableOf } from '../../kit/tables.ts';
import { authRules, operationRules } from './access.ts';
import { expiryRules, licenceRules } from './licences.ts';
import { limitRules } from './limits.ts';
import { deviceRules, groupRules, userRules } from './records.ts';
import { type Area, areas, type RuleRow } from './rule.ts';
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

export type RuleId = (typeof rows)[number]['id'];

export interface Rule extends RuleRow {
  id: RuleId;
}

/** All rules, area by area. */
export const rules: readonly Rule[] = rows;

const byId = tableOf(rules, (row) => row);

/** The rule of an id. */
export function rule(id: RuleId): Rule {
  return byId[id];
}

/** The area of a rule. */
export function areaOf(id: RuleId): Area {
  return itemAt(
    areas.filter((area) => id.startsWith(`${area}/`)),
    0,
  );
}
