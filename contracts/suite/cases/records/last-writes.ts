/**
 * The last writes of a family, which nothing else that the run does comes between: a PUT, a PATCH, and the DELETE of all
 * that the history left. A list that is kept until some other write shows after one of them what was there before.
 */
import type { AnyId } from '../../../profile/facts.ts';
import { familyOperations, listedBy } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, suspect } from '../../finding.ts';
import { licenceOf } from '../../reading/device.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { sharedDevices } from '../devices/own.ts';
import { outdatedText } from './coming-back.ts';
import { type AnyFacts, difference, ownTexts } from './compare.ts';
import type { Family } from './family.ts';
import { freshFacts } from './fresh.ts';
import { historyOf, leftByHistory } from './history.ts';
import { entryOf, listUntil, pagesOf, type Read, type RecordList, readOnce, readUntil } from './reading.ts';
import type { Deleted, Step } from './steps.ts';
import type { Left } from './walk.ts';
import { replace, update, type Written } from './writing.ts';

/** The requests of a PUT and a PATCH, each with reads and lists around it, and a look at a member; the deletes take the place of the clean-up. */
export const LAST_WRITES = 10;
/** After what was seen wrong in one. */
const MORE_READINGS = 2;

/** The first of the last writes that the list does not follow, or that another record does; `undefined` where there is none. */
export async function judgeLastWrites(context: CaseContext, family: Family): Promise<Finding | undefined> {
  const history = await historyOf(context, family).catch(unlessUnreached);
  const left = leftByHistory(context).get(family) ?? [];
  const [first] = left;
  const last = left.at(-1);
  if (!history || !first || !last) return undefined;
  const [stays, moves] = first === last ? [] : membersOf(context, family);
  const both = moves === undefined ? {} : { deviceIds: [stays, moves] };
  const one = moves === undefined ? {} : { deviceIds: [moves] };
  // What is kept of the list is from before the first of them.
  await context.list(listedBy[familyOperations[family].list]).catch(unlessUnreached);
  const put = await change(context, family, first, 'PUT', both);
  const patched = put.outdated ? undefined : await change(context, family, last, 'PATCH', one);
  return (
    put.outdated ??
    patched?.outdated ??
    (stays !== undefined && put.written && patched?.written
      ? await judgeMember(context, put.written, patched.written, stays)
      : undefined) ??
    (await deleteLeft(
      context,
      family,
      left,
      history.deleted.flatMap((step) => carriedOut(step)),
    ))
  );
}

/** Two devices of the run, where the profile says that a group with devices can be deleted. */
function membersOf(context: CaseContext, family: Family): readonly AnyId[] {
  const { lens, profile, controls } = context;
  const isFree = family === 'group' && profile.openings['groups.delete-devices'] === 'stay';
  if (!isFree || !lens.body('group').facts.includes('deviceIds')) return [];
  const own = sharedDevices(context).filter((id) => controls.isMade(id));
  return own.length < 2 ? [] : own.slice(-2);
}

interface LastChange {
  /** Where it was read as it was written, with all that was to be written. */
  written?: Written;
  /** The record is listed as it was before. */
  outdated?: Finding | undefined;
}

/** @param more what is written too, where it is taken */
async function change(
  context: CaseContext,
  family: Family,
  { id }: Left,
  method: 'PUT' | 'PATCH',
  more: AnyFacts,
): Promise<LastChange> {
  const before = await readOnce(context, family, id);
  if (!before.found) return {};
  const write = (facts: AnyFacts) => {
    const fresh = freshFacts(context, family);
    return method === 'PUT'
      ? replace(context, family, id, before, { ...fresh, ...facts })
      : update(context, family, id, before, { name: fresh.name, ...facts });
  };
  const isTaken = ({ after, wish }: Written) =>
    after.found && difference(family, wish, after.facts) === undefined;
  const whole = await write(more);
  const isWhole = isTaken(whole);
  const written = isWhole || Object.keys(more).length === 0 ? whole : await write({});
  // What a write does to its record is for other rules.
  if (!isTaken(written)) return {};
  const outdated = await judgeListed(context, family, written, method);
  return { outdated, ...(isWhole && { written }) };
}

/** A finding when the record is read as it was written, and listed as it was before. */
async function judgeListed(
  context: CaseContext,
  family: Family,
  { id, before, answer, after }: Written,
  method: string,
): Promise<Finding | undefined> {
  const earlier = new Set(Object.values(before.facts));
  const texts = ownTexts(family, after.facts, after.facts, context.nonce);
  const outdated = (list: RecordList) =>
    outdatedText(family, earlier, texts, entryOf(list, { id, name: undefined }) ?? {});
  const observed = outdated(await listUntil(context, family, (list) => outdated(list) === undefined));
  if (observed === undefined) return undefined;
  const pages = await pagesWith(context, family, id, (list) => outdated(list) !== undefined);
  if (pages.length === 0) return undefined;
  const expected = `the ${family} ${id} to be in the list as it is read after a ${method}`;
  return fail(expected, observed, answer, after.answer, ...pages);
}

/** One of two devices of a group that came to another: whether the first group keeps it is open, but it keeps the other. */
async function judgeMember(
  context: CaseContext,
  { id, after: before }: Written,
  { id: other, answer }: Written,
  stays: AnyId,
): Promise<Finding | undefined> {
  const isIn = ({ facts }: Read) =>
    !Array.isArray(facts.deviceIds) || facts.deviceIds.map(String).includes(String(stays));
  const after = await readUntil(context, 'group', id, isIn);
  // Where an expired device is shown is open.
  if (!after.found || isIn(after) || (await licenceOf(context, stays)) !== 'used') return undefined;
  return suspect(
    `The device ${stays} is no longer in the group ${id} since another one came to the group ${other}.`,
    before.answer,
    answer,
    after.answer,
  );
}

/**
 * What the history left is deleted, which the clean-up would do otherwise: a finding when one of them is there or listed
 * afterwards, though its DELETE was answered as one that was carried out.
 */
async function deleteLeft(
  context: CaseContext,
  family: Family,
  left: readonly Left[],
  done: readonly Answer[],
): Promise<Finding | undefined> {
  if (done.length === 0) return undefined;
  const answers = new Map<string, Answer>();
  for (const { id } of left)
    answers.set(String(id), await context.call(familyOperations[family].delete, { id }));
  leftByHistory(context).delete(family);
  const isLeft = (list: RecordList, id: AnyId) => entryOf(list, { id, name: undefined }) !== undefined;
  const list = await listUntil(context, family, (seen) => !left.some(({ id }) => isLeft(seen, id)));
  for (const { id } of left) {
    const answer = answers.get(String(id));
    const read = isLeft(list, id) ? await readOnce(context, family, id) : undefined;
    if (!read?.found) await context.make.gone(family, id);
    if (!read || !answer || !done.some(({ fingerprint }) => fingerprint === answer.fingerprint)) continue;
    if (!read.found) {
      const pages = await pagesWith(context, family, id, (seen) => isLeft(seen, id));
      if (pages.length === 0) continue;
      const expected = `the ${family} ${id} to be in no list after its DELETE`;
      return fail(expected, 'it is listed, and cannot be read', answer, read.answer, ...pages);
    }
    return suspect(
      `The ${family} ${id} is still there, though its DELETE was answered as one that was carried out.`,
      answer,
      read.answer,
    );
  }
  return undefined;
}

/** The pages of two more readings of the list; none where one of them is not as the first was. */
async function pagesWith(
  context: CaseContext,
  family: Family,
  id: AnyId,
  isAsBefore: (list: RecordList) => boolean,
) {
  const { list } = familyOperations[family];
  const readings: RecordList[] = [];
  for (let reading = 0; reading < MORE_READINGS; reading++) readings.push(await context.list(listedBy[list]));
  return readings.every(isAsBefore) ? readings.flatMap((list) => pagesOf(context, family, list, id)) : [];
}

/** The answer to a DELETE after which the record was gone. */
function carriedOut(step: Step<Deleted>): Answer[] {
  try {
    const { after, answer } = step();
    return after.found ? [] : [answer];
  } catch (error) {
    unlessUnreached(error);
    return [];
  }
}
