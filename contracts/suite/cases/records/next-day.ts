/** Whether what was deleted is still gone on the next day. */
import { HOUR } from '../../../kit/durations.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail } from '../../finding.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { isAnother } from './compare.ts';
import type { Family } from './family.ts';
import { historyOf } from './history.ts';
import { listUntil, pagesOf, type RecordList } from './reading.ts';
import type { Deleted, Step } from './steps.ts';

/** A day can have 25 hours, and what its end sets off may take a while. */
const UNTIL_NEXT_DAY = 30 * HOUR;

/** A failure when a record that was deleted is listed again; `undefined` too where the next day cannot be reached. */
export async function backNextDay(context: CaseContext, family: Family): Promise<Finding | undefined> {
  const { deleted } = await historyOf(context, family);
  const gone = deleted.flatMap(carriedOut);
  // To a full hour, so that cases which wait for the next day wait for the same moment.
  const nextDay = Math.ceil((context.clock.now() + UNTIL_NEXT_DAY) / HOUR) * HOUR;
  if (gone.length === 0 || !context.clock.canReach(nextDay)) return undefined;
  await context.clock.reach(nextDay);
  const backIn = (list: RecordList) => gone.find((one) => isListed(list, one, family));
  const list = await listUntil(context, family, (seen) => backIn(seen) === undefined);
  const back = backIn(list);
  if (!back) return undefined;
  const expected = `the ${family} ${back.id} to be gone on the day after its DELETE, too`;
  return fail(
    expected,
    'it is listed again',
    back.answer,
    back.after.answer,
    ...pagesOf(context, family, list, back.id),
  );
}

/** Those that were gone after their DELETE. */
function carriedOut(step: Step<Deleted>): Deleted[] {
  try {
    const taken = step();
    return taken.after.found ? [] : [taken];
  } catch (error) {
    unlessUnreached(error);
    return [];
  }
}

/** By its id, unless another record has that now. */
function isListed({ records }: RecordList, { id, before }: Deleted, family: Family): boolean {
  return records.some((entry) => String(entry.id) === String(id) && !isAnother(family, before.facts, entry));
}
