/**
 * Services with one rule of the document broken: beside the product's one of each rule (`simulator/deviations`) those
 * that are for our own tests alone. A file here has the further ones of the file of its name there.
 *
 * - `further.ts`     what a table of them is
 * - `dangers/`       services that get a known danger wrong
 * - `history/`       faults that show only after certain sequences of calls
 * - `forgotten.ts` `returning.ts`   what some are made with
 */
import type { RuleId } from '../../contracts/specification/rules/index.ts';
import type { Area } from '../../contracts/specification/rules/rule.ts';
import type { Deviation } from '../../simulator/deviations/deviation.ts';
import { deviations as ofProduct } from '../../simulator/deviations/index.ts';
import { authDeviations } from './bearers.ts';
import { deviceDeviations } from './devices.ts';
import { expiryDeviations } from './expiry.ts';
import type { Further } from './further.ts';
import { licenceDeviations } from './licences.ts';
import { limitDeviations } from './limits.ts';
import { operationDeviations } from './operations.ts';
import { groupDeviations, userDeviations } from './records.ts';
import { tokenDeviations } from './token.ts';

const further: Further<Area> = {
  ...tokenDeviations,
  ...authDeviations,
  ...operationDeviations,
  ...deviceDeviations,
  ...groupDeviations,
  ...userDeviations,
  ...limitDeviations,
  ...expiryDeviations,
  ...licenceDeviations,
};

/** All deviations from a rule: first the product's, then the further ones. */
export function deviationsFrom(rule: RuleId): readonly [Deviation, ...Deviation[]] {
  return [ofProduct[rule], ...(further[rule] ?? [])];
}
