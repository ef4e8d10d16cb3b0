/** Steps on groups and users. */

import type { Entry, Event, Family, Taken } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import type { AnyId } from '../profile/facts.ts';
import type { WriteOperation } from '../profile/openings.ts';
import { familyOperations, listedBy } from '../specification/operations.ts';
import type { Answer } from '../suite/answer.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { corrupted, readsAsRefusal } from '../suite/cases/accepted.ts';
import type { AnyFacts } from '../suite/cases/records/compare.ts';
import { freshFacts } from '../suite/cases/records/fresh.ts';
import { type Read, readOnce } from '../suite/cases/records/reading.ts';
import { change, create, replacement } from '../suite/cases/records/writing.ts';
import { breakOffIn } from '../suite/transport/failures.ts';
import type { Came, Scene, SceneRecord } from './scene.ts';
import { saysNothing } from './served.ts';
import type { Step } from './steps.ts';
import { entryTexts, readableTexts } from './texts.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

export const recordActs = {
  async create(scene: Scene, { family, record }: Of<'create'>): Promise<Came> {
    const { context } = scene;
    const { id, sent } = await create(context, family, freshFacts(context, family));
    scene.records.set(`${family} ${record}`, { family, id });
    return { ...base(scene, { family, id }), kind: 'created', texts: readableTexts(context, family, sent) };
  },

  async replace(scene: Scene, step: Of<'replace'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    const { context } = scene;
    const { family, id } = record;
    const wish = freshFacts(context, family);
    const operation = familyOperations[family].replace;
    let taken = await write(context, operation, id, replacement(context, family, wish));
    // Some deployments want the id of the path in the body too.
    if (taken === 'refused')
      taken = await write(context, operation, id, replacement(context, family, { ...wish, id }));
    return { ...base(scene, record), kind: 'replaced', texts: readableTexts(context, family, wish), taken };
  },

  async update(scene: Scene, step: Of<'update'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    const { context } = scene;
    const { family, id } = record;
    const facts = freshFacts(context, family);
    const { name, description } = facts;
    const wish: AnyFacts = step.fact === 'other' && description !== undefined ? { description } : { name };
    const taken = await write(context, familyOperations[family].update, id, change(context, family, wish));
    return { ...base(scene, record), kind: 'updated', texts: readableTexts(context, family, wish), taken };
  },

  /** A write that is not taken changes nothing. */
  async spoil(scene: Scene, step: Of<'spoil'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    const { context } = scene;
    const { family, id } = record;
    const operation = familyOperations[family][step.by];
    const wish = freshFacts(context, family);
    const body =
      step.by === 'replace'
        ? replacement(context, family, wish)
        : change(context, family, { name: wish.name });
    const answer = await context.call(operation, { id, body: corrupted(body), provoking: true });
    // A deployment that makes something of it may have made anything of it.
    const taken = !saysNothing(answer) && readsAsRefusal(context, answer) ? 'refused' : 'unanswered';
    return { ...base(scene, record), kind: 'updated', texts: {}, taken };
  },

  async delete(scene: Scene, step: Of<'delete'>): Promise<Came> {
    const record = writableOf(scene, step);
    if (!record) return undefined;
    scene.deleted.add(record);
    const { context } = scene;
    const { family, id } = record;
    const operation = familyOperations[family].delete;
    const taken = await answered(context.call(operation, { id }), (answer) =>
      takenBy(context, operation, id, answer),
    );
    return { ...base(scene, record), kind: 'deleted', taken };
  },

  async read(scene: Scene, step: Of<'read'>): Promise<Came> {
    const record = recordOf(scene, step);
    if (!record) return undefined;
    const { context } = scene;
    const look = async (): Promise<Event> => {
      const read = await readOnce(context, record.family, record.id);
      const found = read.found || (await isMissing(context, record.family, read));
      return {
        ...base(scene, record),
        kind: 'read',
        found,
        texts: found ? readableTexts(context, record.family, read.facts, true) : {},
      };
    };
    return context.eventually(look, scene.explains);
  },

  async list(scene: Scene, { family }: Of<'list'>): Promise<Came> {
    const { context } = scene;
    const look = async (): Promise<Event> => {
      const list = await context.list(listedBy[familyOperations[family].list]);
      const entries = list.records.map((facts): Entry => entryTexts(facts));
      const twice = list.repeated.map((id): Entry => ({ id: String(id), texts: {} }));
      // Without known paging there may be more pages than were seen.
      const complete =
        list.complete &&
        list.issues.length === 0 &&
        context.profile.openings['operations.paging'] !== undefined;
      return { at: context.clock.now(), kind: 'listed', family, entries: [...entries, ...twice], complete };
    };
    return context.eventually(look, scene.explains);
  },
};

/**
 * A record that may be written to. Where the id of a deleted one may be given to another, what is sent there may change the record
 * of another client.
 */
function writableOf(scene: Scene, step: { family: Family; record: number }): SceneRecord | undefined {
  const record = recordOf(scene, step);
  return record && scene.deleted.has(record) && !keepsIds(scene) ? undefined : record;
}

/** Whether the profile says that no id is given again. */
export function keepsIds({ context }: Scene): boolean {
  return context.profile.openings['records.id-reuse'] === 'never';
}

function recordOf({ records }: Scene, { family, record }: { family: Family; record: number }) {
  return records.get(`${family} ${record}`);
}

function base(
  { context }: Scene,
  { family, id }: SceneRecord,
): { at: number; family: Family; record: string } {
  return { at: context.clock.now(), family, record: String(id) };
}

async function write(context: CaseContext, operation: WriteOperation, id: AnyId, body: Json): Promise<Taken> {
  return answered(context.call(operation, { id, body }), (answer) => takenBy(context, operation, id, answer));
}

/** A write whose connection is cut may have happened or not, and may happen yet: the history goes on without it. */
async function answered(sending: Promise<Answer>, read: (answer: Answer) => Promise<Taken>): Promise<Taken> {
  try {
    return await read(await sending);
  } catch (error) {
    if (breakOffIn(error)?.kind === 'cut') return 'unanswered';
    throw error;
  }
}

/** By what the profile says of the answer, without a further request. */
async function takenBy(
  context: CaseContext,
  operation: WriteOperation,
  id: AnyId,
  answer: Answer,
): Promise<Taken> {
  if (context.probes.shows({ operation, answer, id, good: true })) return 'taken';
  return readsAsRefusal(context, answer) ? 'refused' : 'unclear';
}

/** `false`: the answer is that of a record that is not there. `undefined`: it does not say. */
async function isMissing(
  context: CaseContext,
  family: Family,
  { answer, facts }: Read,
): Promise<false | undefined> {
  if (facts.id !== undefined && facts.id !== null) return false;
  const kind = await context.fingerprints.kind(familyOperations[family].read, answer);
  return kind === 'absent' && !saysNothing(answer) ? false : undefined;
}
