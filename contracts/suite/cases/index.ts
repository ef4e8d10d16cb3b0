/**
 * All cases, area by area. Each rule of the ledger has exactly one; a rule that holds for each
 * operation or channel is judged by the same case for each of them. Histories judge most areas.
 */

import { casesByHistories } from '../../directed/cases.ts';
import type { Area } from '../../specification/rules/rule.ts';
import type { CasesOf } from '../case.ts';
import { deviceCases } from './devices/index.ts';

export const cases: CasesOf<Area> = {
  ...deviceCases,
  ...casesByHistories('token', 'auth', 'operations', 'groups', 'users', 'limits', 'expiry', 'licences'),
};
