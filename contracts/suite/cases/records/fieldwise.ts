/**
 * Whether each field of a record is written by itself and leaves the others (`dangers/fields.ts`). Whether a deployment keeps a field
 * is open until it has kept two different values of it; from then on a write of it that was taken is not to be lost.
 */
import { exactJsonText } from '../../../kit/exact-json.ts';
import { itemAt } from '../../../kit/items.ts';
import { entriesOf } from '../../../kit/tables.ts';
import type { AnyId } from '../../../profile/facts.ts';
import { type FieldWrite, fieldWrites, wholeWrites } from '../../../specification/dangers/fields.ts';
import { familyOperations } from '../../../specification/operations.ts';
import type { CaseContext } from '../../case-context.ts';
import { type Finding, fail, type HasExchange, Unreached } from '../../finding.ts';
import { breakOffIn, unlessUnreached } from '../../transport/failures.ts';
import { wasAccepted } from '../accepted.ts';
import { ownDevices } from '../devices/own.ts';
import { type AnyFacts, difference, without } from './compare.ts';
import type { Family } from './family.ts';
import { freshFacts } from './fresh.ts';
import { listedValues } from './further.ts';
import { PHONES } from './phones.ts';
import { type Read, readOnce, readUntil, volatileFacts } from './reading.ts';
import { create, replace, update, type Written } from './writing.ts';

type FieldRule = 'created-can-be-read' | 'replaced' | 'updated-keeps-rest';

export interface FieldFinding {
  rule: FieldRule;
  finding: Finding;
}

/** A value of a fact that was sent and taken, and not read afterwards. */
interface Lost {
  rule: FieldRule;
  fact: string;
  value: unknown;
  does: string;
  answers: readonly HasExchange[];
  differs: string;
}

/** What the writes of a record's fields, one by one, were seen to break. */
export function fieldwiseOf(context: CaseContext, family: Family): Promise<FieldFinding[]> {
  return context.shared(`the fields of a ${family}, one by one`, () => new Fieldwise(context, family).go());
}

const rows = entriesOf<string, FieldWrite>(fieldWrites);

/** The most requests of both families together: each write is read back. */
export function fieldwiseRequests(family: Family): number {
  return 2 * rows.filter(([, row]) => row.of === family).length + 8;
}

class Fieldwise {
  readonly #context: CaseContext;
  readonly #family: Family;
  readonly #found: FieldFinding[] = [];
  readonly #lost: Lost[] = [];
  /** Values of facts that were sent and read again, as texts. */
  readonly #kept = new Map<string, Set<string>>();
  readonly #values: Values;

  constructor(context: CaseContext, family: Family) {
    this.#context = context;
    this.#family = family;
    this.#values = new Values(context, family);
  }

  async go(): Promise<FieldFinding[]> {
    await this.#values.prepare();
    const { id, read } = await this.#create();
    let before = read;
    if (!before.found) return [];
    before = await this.#replace(id, before);
    for (const [what, row] of rows) {
      if (row.of !== this.#family || !before.found) continue;
      before = await this.#update(id, before, what, row);
    }
    return [...this.#found, ...this.#lost.flatMap((lost) => this.#judged(lost))];
  }

  /** With all facts; where that is refused, with those of any new record. */
  async #create(): Promise<{ id: AnyId; read: Read }> {
    const context = this.#context;
    const family = this.#family;
    const plain = freshFacts(context, family);
    const facts = { ...plain, ...this.#whole('created', {}) };
    const made = await create(context, family, facts).catch((error: unknown) => {
      if (!(error instanceof Unreached) || breakOffIn(error)) throw error;
      return create(context, family, plain);
    });
    const { id, sent, answer } = made;
    const read = await readUntil(context, family, id, ({ found }) => found);
    if (read.found) this.#note(sent, read, 'created-can-be-read', `a POST`, [answer, read.answer]);
    return { id, read };
  }

  /** All facts but the name are others. */
  async #replace(id: AnyId, before: Read): Promise<Read> {
    const { name } = before.facts;
    const wish = {
      ...freshFacts(this.#context, this.#family),
      ...this.#whole('replaced', before.facts),
      ...(name !== undefined && { name }),
    };
    const written = await replace(this.#context, this.#family, id, before, wish);
    const { answer, after } = written;
    if (!after.found) return after;
    if (await this.#isTaken('replace', written))
      this.#note(wish, after, 'replaced', 'a PUT that keeps the name', [before.answer, answer, after.answer]);
    return after;
  }

  async #update(id: AnyId, before: Read, what: string, { fact, value }: FieldWrite): Promise<Read> {
    const context = this.#context;
    const family = this.#family;
    const wanted = this.#values.of(fact, value, before.facts);
    if (wanted === undefined) return before;
    const wish = { [fact]: wanted };
    const written = await update(context, family, id, before, wish);
    const { answer, after } = written;
    // One that is disabled may not be readable: it is enabled again by the row that follows.
    if (!after.found) return { ...after, facts: before.facts, found: fact === 'disabled' };
    if (!before.answer.json || !(await this.#isTaken('update', written))) return after;
    const does = `a PATCH of ${what}`;
    const answers = [before.answer, answer, after.answer];
    this.#note(wish, after, 'updated-keeps-rest', does, answers);
    const rest = without(before.facts, new Set([fact]));
    if (difference(family, rest, after.facts) !== undefined) {
      const still = without(rest, await volatileFacts(context, family, id));
      const again = await readOnce(context, family, id);
      const lost = again.found ? difference(family, still, again.facts) : undefined;
      if (lost !== undefined)
        this.#found.push({
          rule: 'updated-keeps-rest',
          finding: fail(`${does} to leave the other fields`, lost, ...answers),
        });
    }
    return after;
  }

  async #isTaken(verb: 'replace' | 'update', { id, wish, body, answer, after }: Written): Promise<boolean> {
    if (difference(this.#family, wish, after.facts) === undefined) return true;
    const operation = familyOperations[this.#family][verb];
    return (await wasAccepted(this.#context, operation, { id, body, answer })) === 'taken';
  }

  /** Which facts were kept, and which were lost. */
  #note(
    sent: AnyFacts,
    { facts }: Read,
    rule: FieldRule,
    does: string,
    answers: readonly HasExchange[],
  ): void {
    for (const [fact, value] of Object.entries(sent)) {
      const differs = difference(this.#family, { [fact]: value }, facts);
      if (differs !== undefined) this.#lost.push({ rule, fact, value, does, answers, differs });
      else this.#kept.set(fact, new Set([...(this.#kept.get(fact) ?? []), exactJsonText(value)]));
    }
  }

  #judged({ rule, fact, value, does, answers, differs }: Lost): FieldFinding[] {
    const kept = [...(this.#kept.get(fact) ?? [])];
    // One channel, or one record, may be none that the deployment has here.
    const items = Array.isArray(value) ? value.map((item) => exactJsonText(item)) : [];
    const isKnown = kept.length > 1 && items.every((item) => kept.some((one) => one.includes(item)));
    if (!isKnown) return [];
    return [
      {
        rule,
        finding: fail(
          `${does} to be read as it was sent, as other values of ${fact} are`,
          differs,
          ...answers,
        ),
      },
    ];
  }

  #whole(when: 'created' | 'replaced', now: AnyFacts): AnyFacts {
    const facts = wholeWrites
      .filter(({ of }) => of === this.#family)
      .map((row) => [row.fact, this.#values.of(row.fact, row[when], now)] as const);
    return Object.fromEntries(facts.filter(([, value]) => value !== undefined));
  }
}

/** The values of a run. */
class Values {
  readonly #context: CaseContext;
  readonly #family: Family;
  #records: readonly AnyId[] = [];
  #lists: { readonly [fact: string]: readonly string[] } = {};
  #number = 0;

  constructor(context: CaseContext, family: Family) {
    this.#context = context;
    this.#family = family;
  }

  async prepare(): Promise<void> {
    const context = this.#context;
    if (this.#family === 'group') {
      this.#records = await devicesFor(context);
      return;
    }
    this.#lists = {
      phone: context.chance.shuffled('phones, one by one', PHONES),
      country: await listedValues(context, 'countries'),
      timeZone: await listedValues(context, 'timeZones'),
    };
    if (this.#has('groupIds')) this.#records = await groupsFor(context);
  }

  /** `undefined`: there is no place for the fact, or no value for it. */
  of(fact: string, value: FieldWrite['value'], now: AnyFacts): unknown {
    if (!this.#has(fact)) return undefined;
    if ('plain' in value) return value.plain;
    if ('records' in value)
      return this.#records.length < 2
        ? undefined
        : value.records.map((place) => itemAt(this.#records, place));
    if (value.own === 'same') return now[fact];
    const values = this.#lists[value.own];
    if (!values) return freshFacts(this.#context, this.#family)[fact];
    return values.length < 3 ? undefined : itemAt(values, this.#number++ % values.length);
  }

  #has(fact: string): boolean {
    const { lens } = this.#context;
    const places: readonly string[][] = [
      [...lens.body(this.#family).facts],
      [...lens.reply(this.#family).facts],
    ];
    return places.every((facts) => facts.includes(fact));
  }
}

/** Devices that may be put into a group, which may be deleted with them in it. */
async function devicesFor(context: CaseContext): Promise<readonly AnyId[]> {
  const isFree =
    context.profile.openings['groups.delete-devices'] === 'stay' && context.controls.has('createDevice');
  const places: readonly string[] = context.lens.body('group').facts;
  if (!isFree || !places.includes('deviceIds')) return [];
  return (await ownDevices(context, 2).catch(unlessUnreached)) ?? [];
}

async function groupsFor(context: CaseContext): Promise<readonly AnyId[]> {
  const make = async () => [(await context.make.group()).id, (await context.make.group()).id];
  return (await make().catch(unlessUnreached)) ?? [];
}
