/** The life of a record, from create to delete, lived once in a run and looked at by six rules. */

import type { Json } from '../../../kit/json.ts';
import type { AnyId, Facts, WritableFacts } from '../../../profile/facts.ts';
import { familyOperations, listedBy } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { Kit, Listed, Made } from '../../kit.ts';
import { wasTaken } from '../taken.ts';
import { type AnyFacts, difference } from './compare.ts';
import type { Family } from './family.ts';

export interface Read {
  answer: Answer;
  facts: AnyFacts;
  /** Places that could not be read. */
  issues: string[];
  /** Whether it is the record that was asked for. */
  found: boolean;
}

export interface Written {
  wish: AnyFacts;
  before: Read;
  body: Json;
  answer: Answer;
  after: Read;
}

export interface Life {
  family: Family;
  made: Made<Family>;
  read: Read;
  listed: Step<{ page: Listed<'groups' | 'users'>; found: boolean }>;
  updated: Step<Written>;
  replaced: Step<Written>;
  deleted: Step<Deleted>;
}

/** A record that was deleted, and the neighbour that was created beside it. */
export interface Deleted {
  id: AnyId;
  before: Read;
  answer: Answer;
  after: Read;
  list: Listed<'groups' | 'users'>;
  listed: boolean;
  neighbour: { before: Read; after: Read };
}

/** What came of a part of the life. One that could not be taken throws when it is looked at, and does not end the others. */
export type Step<T> = () => T;

export function lifeOf(kit: Kit, family: Family): Promise<Life> {
  return kit.shared(`the life of a ${family}`, () => live(kit, family));
}

async function live(kit: Kit, family: Family): Promise<Life> {
  const made = await kit.make[family]();
  const read = await readUntil(kit, family, made.id, ({ found }) => found);
  const listed = await step(() => list(kit, family, made, true));
  let last = read;
  const updated = await step(async () => {
    const written = await update(kit, family, made.id, last);
    last = written.after;
    return written;
  });
  const replaced = await step(async () => {
    const written = await replace(kit, family, made.id, last);
    last = written.after;
    return written;
  });
  const deleted = await step(() => remove(kit, family, made, last));
  return { family, made, read, listed, updated, replaced, deleted };
}

async function update(kit: Kit, family: Family, id: AnyId, before: Read): Promise<Written> {
  const next: AnyFacts = kit.make.facts(family);
  const fact = Object.keys(next).find((name) => typeof next[name] === 'string') ?? 'name';
  const wish = { [fact]: next[fact] };
  const patch = kit.lens.patch(family) as { write(change: AnyFacts, current?: AnyFacts): Json };
  const body = before.found ? patch.write(wish, before.facts) : patch.write(wish);
  const answer = await kit.call(familyOperations[family].update, { id, body });
  const after = await readUntil(
    kit,
    family,
    id,
    ({ facts }) => difference(family, wish, facts) === undefined,
  );
  return { wish, before, body, answer, after };
}

async function replace(kit: Kit, family: Family, id: AnyId, before: Read): Promise<Written> {
  const operation = familyOperations[family].replace;
  const facts = kit.make.facts(family) as AnyFacts;
  const wish = { ...facts, ...('description' in facts && { description: `${facts.description} Replaced.` }) };
  const lens = kit.lens.body(family) as { write(facts: AnyFacts): Json };
  let body = lens.write(wish);
  let answer = await kit.call(operation, { id, body });
  if ((await wasTaken(kit, operation, { id, answer })) === 'refused') {
    // Some deployments want the id of the path in the body too.
    body = lens.write({ ...wish, id });
    answer = await kit.call(operation, { id, body });
  }
  const after = await readUntil(
    kit,
    family,
    id,
    ({ facts }) => difference(family, wish, facts) === undefined,
  );
  return { wish, before, body, answer, after };
}

/** The same with two records that are new, while nobody else deletes anything. */
export async function deleteAnother(kit: Kit, family: Family): Promise<Deleted> {
  const made = await kit.make[family]();
  return remove(kit, family, made, await readUntil(kit, family, made.id, ({ found }) => found));
}

async function remove(kit: Kit, family: Family, made: Made<Family>, before: Read): Promise<Deleted> {
  const beside = await kit.make[family]();
  const neighbour = await readUntil(kit, family, beside.id, ({ found }) => found);
  const answer = await kit.call(familyOperations[family].delete, { id: made.id });
  const after = await readUntil(kit, family, made.id, ({ found }) => !found);
  if (!after.found) await kit.make.gone(family, made.id);
  const { page, found } = await list(kit, family, made, false);
  const spared = await readUntil(kit, family, beside.id, ({ found }) => found);
  const neighbours = { before: neighbour, after: spared };
  return { id: made.id, before, answer, after, list: page, listed: found, neighbour: neighbours };
}

/** The list, once the record stands in it or no longer does; by its name where the list tells no ids. */
async function list(kit: Kit, family: Family, { id, sent }: Made<Family>, wanted: boolean) {
  const has = ({ records }: Listed<'groups' | 'users'>) =>
    (records as Facts<Family, AnyId>[]).some((record) =>
      record.id === undefined || record.id === null
        ? record.name === sent.name
        : String(record.id) === String(id),
    );
  const page = await kit.eventually(
    () => kit.list(listedBy[familyOperations[family].list]),
    (listed) => has(listed) === wanted,
  );
  return { page, found: has(page) };
}

function readUntil(kit: Kit, family: Family, id: AnyId, done: (read: Read) => boolean): Promise<Read> {
  return kit.eventually(() => readOnce(kit, family, id), done);
}

async function readOnce(kit: Kit, family: Family, id: AnyId): Promise<Read> {
  const answer = await kit.call(familyOperations[family].read, { id });
  const { facts, issues } = kit.lens.reply(family).read(answer.json);
  return {
    answer,
    facts,
    issues: issues.map(({ pointer, expected, found }) => `${pointer}: expected ${expected}, found ${found}`),
    found:
      facts.id !== undefined && facts.id !== null
        ? String(facts.id) === String(id)
        : isIdless(kit, family, facts),
  };
}

/** Where a record is read without its id, its name says that there is one. */
function isIdless(kit: Kit, family: Family, facts: WritableFacts<Family, AnyId>): boolean {
  return !kit.lens.reply(family).facts.includes('id' as never) && facts.name !== undefined;
}

async function step<T>(take: () => Promise<T>): Promise<Step<T>> {
  try {
    const taken = await take();
    return () => taken;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
