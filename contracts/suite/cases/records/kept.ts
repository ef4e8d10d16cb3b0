/**
 * Whether free texts come back as they were sent. What a deployment refuses it need not keep. Some records are written at once,
 * again and again, each with another text, and read by the list.
 */
import type { AnyId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Case, Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, Unreached } from '../../finding.ts';
import { breakOffIn } from '../../transport/failures.ts';
import { type AnyFacts, changing, difference } from './compare.ts';
import { type Family, unlock } from './family.ts';
import { freshFacts, repeatedNames } from './fresh.ts';
import { entryOf, listUntil, pagesOf, type RecordList, readOnce, readUntil } from './reading.ts';
import { firstOfClass, marked, othersOfClass, packed, turnOf } from './texts.ts';
import { create, sendReplace, sendUpdate } from './writing.ts';

/** The facts of a family in which a text is free. */
const free: { readonly [F in Family]: readonly string[] } = {
  group: ['name', 'description'],
  user: ['name'],
};

/** So many records are written at once: of groups one for each class of texts that are alone. */
const RECORDS: { readonly [F in Family]: number } = { group: firstOfClass.length, user: 5 };
/** A list of more pages costs more than a read of each record. */
const MOST_PAGES = 3;
/** Writes of each record, with that which creates it. */
const PASSES: { readonly [F in Family]: number } = { group: 5, user: 7 };
/** Beside the list after each pass: of a record by its id, and of a list that is not as its records are. */
const MORE = 6;

type Verb = 'replace' | 'update';

/** One write of each record: what is sent of its free facts, by its number. */
interface Pass {
  verb: Verb;
  texts(record: number): { readonly [fact: string]: string };
}

/** A record that texts are written to. */
interface Subject {
  id: AnyId;
  number: number;
  /** All that it was created with. */
  facts: AnyFacts;
  mark: string;
  /** The answer to its last write. */
  answer: Answer;
  /** As it was last read. */
  last: AnyFacts | undefined;
}

export const keptCases = {
  'groups/kept-as-sent': keptCase('group'),
  'users/kept-as-sent': keptCase('user'),
} satisfies Cases;

function keptCase(family: Family): Case {
  return {
    touches: 'records',
    cost: {
      requests: (RECORDS[family] + 1) * PASSES[family] - RECORDS[family] + MORE,
      creates: Array.from({ length: RECORDS[family] }, () => family),
    },
    judge: (context) => judgeTexts(context, family),
  };
}

async function judgeTexts(context: CaseContext, family: Family): Promise<Finding> {
  const facts = freshFacts(context, family);
  const trial = new Trial(context, family);
  const packs = packed(markOf(context, facts).length);
  let altered = await trial.create(createdWith(context, facts, packs));
  for (const pass of altered ? [] : passesOf(context, family, await trial.shown(), packs))
    altered ??= await trial.write(pass);
  if (altered) return altered;
  if (trial.kept.length === 0)
    return inconclusive('No text that was sent was taken and read again.', ...unlock[family]);
  return pass('The texts that were sent came back as they were.', ...trial.kept);
}

/** The run's mark as the name of a fresh record carries it. */
function markOf(context: CaseContext, { name }: AnyFacts): string {
  const found = typeof name === 'string' ? new RegExp(`${context.nonce}[-\\d]*`).exec(name)?.[0] : undefined;
  return found ?? context.nonce;
}

/** The texts of new records: the name of what is made carries the mark of the run. */
function createdWith(context: CaseContext, facts: AnyFacts, packs: readonly string[]): Pass['texts'] {
  const turn = context.chance.number('texts of creates', firstOfClass.length);
  return (record) => {
    const name = turnOf(packs, record, 0);
    if (!('description' in facts)) return { name };
    const isPacked = record < packs.length;
    return { name, description: isPacked ? turnOf(packs, record, 1) : turnOf(firstOfClass, record, turn) };
  };
}

/** Whether a fact that is not free carries the mark too. */
function marksElsewhere({ nonce }: CaseContext, family: Family, facts: AnyFacts): boolean {
  return Object.entries(facts).some(
    ([fact, value]) =>
      !free[family].includes(fact) && typeof value === 'string' && value.toLowerCase().includes(nonce),
  );
}

/** What is written after the create, each time with another text for each record. */
function passesOf(context: CaseContext, family: Family, shown: AnyFacts, packs: readonly string[]): Pass[] {
  const further = context.thorough ? Math.ceil(othersOfClass.length / RECORDS[family]) : 0;
  const turns = Array.from({ length: further }, (_, turn) => turn * RECORDS[family]);
  const name = (verb: Verb, turn: number, some: readonly string[]): Pass => ({
    verb,
    texts: (record) => ({ name: turnOf(some, record, turn) }),
  });
  if (family === 'group' && 'description' in shown && 'name' in shown) {
    const both = (verb: Verb, turn: number, some: readonly string[]): Pass[] => [
      {
        verb,
        texts: (record) => ({ name: turnOf(packs, record, turn), description: turnOf(some, record, turn) }),
      },
      {
        verb,
        texts: (record) => ({ name: turnOf(some, record, turn), description: turnOf(packs, record, turn) }),
      },
    ];
    const rest = turns.flatMap((turn) => [
      ...both('replace', turn, othersOfClass),
      ...both('update', turn + 1, othersOfClass),
    ]);
    return [...both('replace', 1, firstOfClass), ...both('update', 2, firstOfClass), ...rest];
  }
  if (family === 'group' || !marksElsewhere(context, family, shown))
    return [name('replace', 1, packs), name('update', 2, packs)];
  const ofAll = (some: readonly string[]) =>
    Array.from({ length: Math.ceil(some.length / RECORDS.user) }, (_, part) => part * RECORDS.user).flatMap(
      (turn) => [name('replace', turn, some), name('update', turn + 1, some)],
    );
  return [...ofAll(firstOfClass), ...ofAll(packed(0)), ...(context.thorough ? ofAll(othersOfClass) : [])];
}

/** The records that the texts are written to, and what became of them. */
class Trial {
  readonly #context: CaseContext;
  readonly #family: Family;
  #subjects: Subject[] = [];
  /** Whether the list shows all that is needed. */
  #isByList = true;
  /** Answers in which a text was as it had been sent. */
  readonly kept: Answer[] = [];

  constructor(context: CaseContext, family: Family) {
    this.#context = context;
    this.#family = family;
  }

  /** The facts of one of the records as it is read by its id. */
  async shown(): Promise<AnyFacts> {
    const [first] = this.#subjects;
    return first ? (await readOnce(this.#context, this.#family, first.id)).facts : {};
  }

  /** New records; where none is taken so, one with usual texts. */
  async create(texts: Pass['texts']): Promise<Finding | undefined> {
    const context = this.#context;
    const family = this.#family;
    const made = await Promise.all(
      Array.from({ length: RECORDS[family] }, async (_, number): Promise<Subject | undefined> => {
        const plain = freshFacts(context, family);
        const mark = markOf(context, plain);
        const facts = { ...plain, ...this.#placed(texts(number), mark) };
        const one = await create(context, family, facts).catch(unlessRefused);
        return one && { id: one.id, number, facts, mark, answer: one.answer, last: undefined };
      }),
    );
    this.#subjects = made.filter((one) => one !== undefined);
    if (this.#subjects.length > 0) return this.#judge(texts);
    const { id, sent, answer } = await create(context, family, freshFacts(context, family));
    const { facts } = await readUntil(context, family, id, ({ found }) => found);
    this.#subjects = [{ id, number: 0, facts: sent, mark: markOf(context, sent), answer, last: facts }];
    return undefined;
  }

  async write({ verb, texts }: Pass): Promise<Finding | undefined> {
    const context = this.#context;
    const family = this.#family;
    await Promise.all(
      this.#subjects.map(async (subject) => {
        const { id, number, facts, mark, last } = subject;
        const known = { found: last !== undefined, facts: last ?? {} };
        const wish = this.#placed(texts(number), mark);
        const sent =
          verb === 'update'
            ? await sendUpdate(context, family, id, known, wish)
            : await sendReplace(context, family, id, known, { ...facts, ...wish });
        subject.answer = sent.answer;
      }),
    );
    return this.#judge(texts);
  }

  /** Those that the record has a place for. Names that are used more than once are known to be. */
  #placed(texts: { readonly [fact: string]: string }, mark: string): AnyFacts {
    const places: readonly string[] = this.#context.lens.body(this.#family).facts;
    const placed = Object.entries(texts)
      .filter(([fact]) => places.includes(fact))
      .map(([fact, text]) => [fact, marked(text, mark)]);
    const facts: AnyFacts = Object.fromEntries(placed);
    if (typeof facts.name === 'string') repeatedNames(this.#context).add(facts.name);
    return facts;
  }

  /** Reads all of them, and finds the first that holds something else than was sent and than it held before. */
  async #judge(texts: Pass['texts']): Promise<Finding | undefined> {
    const family = this.#family;
    const wishes = new Map(
      this.#subjects.map((subject) => [subject, this.#placed(texts(subject.number), subject.mark)]),
    );
    const read = await this.#read(wishes);
    let found: Finding | undefined;
    for (const [subject, wish] of wishes) {
      const facts = read.get(subject);
      if (!facts) continue;
      const { last } = subject;
      const isAltered = (fact: string, now: AnyFacts) =>
        last === undefined || changing(family, { [fact]: last[fact] }, now).length > 0;
      const altered = changing(family, wish, facts).filter((fact) => fact in facts && isAltered(fact, facts));
      if (altered.length > 0) found ??= await this.#confirmed(subject, wish, altered);
      else if (changing(family, wish, facts).length === 0) this.kept.push(subject.answer);
      subject.last = { ...last, ...facts };
    }
    return found;
  }

  /** By the list where it shows them, otherwise one by one. */
  async #read(wishes: ReadonlyMap<Subject, AnyFacts>): Promise<Map<Subject, AnyFacts>> {
    const context = this.#context;
    const family = this.#family;
    const isAsSent = (facts: AnyFacts | undefined, wish: AnyFacts) =>
      facts !== undefined && difference(family, wish, facts) === undefined;
    if (this.#isByList) {
      const entryIn = (list: RecordList, { id }: Subject) => entryOf(list, { id, name: undefined });
      const list = await listUntil(context, family, (seen) =>
        [...wishes].every(([subject, wish]) => isAsSent(entryIn(seen, subject), wish)),
      );
      const entries = this.#subjects.map((subject) => [subject, entryIn(list, subject)] as const);
      this.#isByList =
        list.pages.length <= MOST_PAGES &&
        entries.every(([subject, entry]) =>
          Object.keys(wishes.get(subject) ?? {}).every((fact) => entry && fact in entry),
        );
      const shown = entries.flatMap(([subject, entry]) => (entry ? [[subject, entry] as const] : []));
      if (this.#isByList) return new Map(shown);
    }
    const reads = [...wishes].map(async ([subject, wish]) => {
      const { facts, found } = await readUntil(context, family, subject.id, (one) =>
        isAsSent(one.facts, wish),
      );
      return found ? [[subject, facts] as const] : [];
    });
    return new Map((await Promise.all(reads)).flat());
  }

  /** A failure where the record is read by its id otherwise too, or else is listed so once more. */
  async #confirmed(
    subject: Subject,
    wish: AnyFacts,
    altered: readonly string[],
  ): Promise<Finding | undefined> {
    const context = this.#context;
    const family = this.#family;
    const { id, answer } = subject;
    const sent = Object.fromEntries(altered.map((fact) => [fact, wish[fact]]));
    const read = await readUntil(
      context,
      family,
      id,
      ({ facts }) => difference(family, sent, facts) === undefined,
    );
    const differs = read.found ? difference(family, sent, read.facts) : undefined;
    const expected = `the ${family} to be read with the texts that were sent`;
    if (differs !== undefined)
      return fail(expected, [differs, ...read.issues].join('; '), answer, read.answer);
    if (!read.found) return undefined;
    const list = await listUntil(context, family, (seen) => {
      const entry = entryOf(seen, { id, name: undefined });
      return entry !== undefined && difference(family, sent, entry) === undefined;
    });
    const listed = difference(family, sent, entryOf(list, { id, name: undefined }) ?? {});
    const shown = pagesOf(context, family, list, id);
    return listed === undefined
      ? undefined
      : fail(`the ${family} to be in the list with the texts that were sent`, listed, read.answer, ...shown);
  }
}

/** A refusal of what need not be taken. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Unreached) || breakOffIn(error)) throw error;
}
