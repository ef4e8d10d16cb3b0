/** A record as it is read by its id, and as it is in the list. */
import type { AnyId, Facts, WritableFacts } from '../../../profile/facts.ts';
import { familyOperations, listedBy } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext, Listed } from '../../case-context.ts';
import { pagesShowing } from '../../reading/list.ts';
import { contentOf } from '../../reading/success.ts';
import { type AnyFacts, changing } from './compare.ts';
import type { Family } from './family.ts';

export interface Read {
  answer: Answer;
  facts: AnyFacts;
  /** Places that could not be read. */
  issues: string[];
  /** Whether it is the record that was asked for. */
  found: boolean;
}

export type RecordList = Listed<'groups' | 'users'>;

export async function readOnce(context: CaseContext, family: Family, id: AnyId): Promise<Read> {
  const answer = await context.call(familyOperations[family].read, { id });
  const { facts, issues } = context.lens.reply(family).read(contentOf(answer));
  return {
    answer,
    facts,
    issues: issues.map(({ pointer, expected, found }) => `${pointer}: expected ${expected}, found ${found}`),
    found:
      facts.id !== undefined && facts.id !== null
        ? String(facts.id) === String(id)
        : isIdless(context, family, facts),
  };
}

/** Reads again for as long as a write may need to become readable. */
export function readUntil(
  context: CaseContext,
  family: Family,
  id: AnyId,
  done: (read: Read) => boolean,
): Promise<Read> {
  return context.eventually(() => readOnce(context, family, id), done);
}

/** The facts that change from one read to the next although nothing is written: asked twice. */
export async function volatileFacts(
  context: CaseContext,
  family: Family,
  id: AnyId,
): Promise<ReadonlySet<string>> {
  const one = await readOnce(context, family, id);
  const other = await readOnce(context, family, id);
  return new Set(changing(family, one.facts, other.facts));
}

/** The list, read again until `done` or until every write has had its time. */
export function listUntil(
  context: CaseContext,
  family: Family,
  done: (list: RecordList) => boolean,
): Promise<RecordList> {
  return context.eventually(() => context.list(listedBy[familyOperations[family].list]), done);
}

/** The pages of a list, those last that show a record. */
export function pagesOf({ lens }: CaseContext, family: Family, { pages }: RecordList, id: AnyId): Answer[] {
  return pagesShowing(lens, listedBy[familyOperations[family].list], pages, id);
}

/** The entry of a record in a list; by its name where the list shows no ids. */
export function entryOf(
  { records }: RecordList,
  { id, name }: { id: AnyId; name: unknown },
): AnyFacts | undefined {
  return (records as Facts<Family, AnyId>[]).find((record) =>
    record.id === undefined || record.id === null ? record.name === name : String(record.id) === String(id),
  );
}

/** Where a record is read without its id, its name says that there is one. */
function isIdless(context: CaseContext, family: Family, facts: WritableFacts<Family, AnyId>): boolean {
  return !context.lens.reply(family).facts.includes('id' as never) && facts.name !== undefined;
}
