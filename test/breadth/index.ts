/**
 * Breakages of breadth: services that break the document in one small way each, thought out from the document alone.
 * They show how much a default run finds beyond its own tables: `breadth.test.ts` judges each by a whole run.
 *
 * - `breakage.ts`   what a breakage is
 * - `token-answers.ts` `token-forms.ts` `credentials.ts` `bearers.ts` `ways-round.ts` `operations.ts` `devices.ts`
 *   `locations.ts` `texts.ts` `writes.ts` `deletions.ts` `lists.ts` `limits.ts` `expiry.ts` `licences.ts` `kinds.ts` `later.ts`   the rows, by subject
 * - `wrapping.ts` `of-records.ts` `signatures.ts`   what they are made with
 * - `judging.ts`    what a default run says of one
 */
import { bearers } from './bearers.ts';
import type { Breakage } from './breakage.ts';
import { credentials } from './credentials.ts';
import { deletionBreakages } from './deletions.ts';
import { deviceBreakages } from './devices.ts';
import { expiryBreakages } from './expiry.ts';
import { kinds } from './kinds.ts';
import { later } from './later.ts';
import { licenceBreakages } from './licences.ts';
import { limitBreakages } from './limits.ts';
import { listBreakages } from './lists.ts';
import { locationBreakages } from './locations.ts';
import { missingOperations } from './operations.ts';
import { textBreakages } from './texts.ts';
import { tokenAnswers } from './token-answers.ts';
import { tokenForms } from './token-forms.ts';
import { waysRound } from './ways-round.ts';
import { writeBreakages } from './writes.ts';

export const breakages: readonly Breakage[] = [
  ...tokenAnswers,
  ...tokenForms,
  ...credentials,
  ...bearers,
  ...waysRound,
  ...missingOperations,
  ...deviceBreakages,
  ...locationBreakages,
  ...textBreakages,
  ...writeBreakages,
  ...deletionBreakages,
  ...listBreakages,
  ...limitBreakages,
  ...expiryBreakages,
  ...licenceBreakages,
  ...kinds,
  ...later,
];
