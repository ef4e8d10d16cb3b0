/** The cases of all rules: histories judge them. */
import { casesByHistories } from '../directed/cases.ts';
import { type Area, areas } from '../specification/rules/rule.ts';
import type { CasesOf } from './case.ts';

export const cases: CasesOf<Area> = casesByHistories(...areas);
