/** The course of the history of one family, step by step. */
import type { AnyId } from '../../../profile/facts.ts';
import { familyOperations, listedBy } from '../../../specification/operations.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext, Made } from '../../case-context.ts';
import { fail, suspect, Unreached } from '../../finding.ts';
import { readPage } from '../../reading/list.ts';
import { breakOffIn, unlessUnreached } from '../../transport/failures.ts';
import { isAtLength, isAtOnce, judgeAtRest, judgeWritesAtOnce } from './at-once.ts';
import { comeBack, isFromBefore, outdatedText, ownRule, type Stray, type Verb } from './coming-back.ts';
import { type AnyFacts, difference, isAnother, ownTexts, without } from './compare.ts';
import { type Act, type CourseAct, courseOf } from './course.ts';
import type { Family } from './family.ts';
import { type Beside, type Foreign, foreignRecord } from './foreign.ts';
import { bareFacts, freshFacts, leaked, repeatedNames, textsOf } from './fresh.ts';
import { type FurtherFacts, furtherFacts } from './further.ts';
import { lookAtGone, lostWithGone, replaceGone, updateGone } from './gone.ts';
import { observeRefusedPart, putInPart } from './left-out.ts';
import { entryOf, listUntil, type Read, type RecordList, readUntil } from './reading.ts';
import { type Changed, type Created, type Deleted, type History, type Listing, step } from './steps.ts';
import { create, replace, update, type Written } from './writing.ts';

/** A record that the history left, as it was last read. */
export interface Left {
  id: AnyId;
  facts: AnyFacts;
}

interface Walked {
  history: History;
  left: readonly Left[];
}

/** One record of the history. */
interface Track {
  id: AnyId;
  /** What the run last wrote of it. */
  sent: AnyFacts;
  last: Read;
  gone: boolean;
  /** What was done to it, step by step. */
  past: string[];
  /** Its first text as it was created. */
  first: AnyFacts;
  /** Texts that it had before its last change. */
  earlier: Set<unknown>;
  by: Verb;
  /** How many acts of the course there had been when it was last looked at. */
  seen: number;
}

const unseen = { atOnce: () => undefined, atRest: () => undefined };

/** Goes through the history of one family. */
export class Walk {
  readonly #context: CaseContext;
  readonly #family: Family;
  readonly #tracks: Track[] = [];
  readonly #acts: Verb[] = [];
  /** The record that the last step was about. */
  #at: Track | undefined;
  readonly #history: History;
  #further: FurtherFacts | undefined;

  constructor(context: CaseContext, family: Family) {
    this.#context = context;
    this.#family = family;
    this.#history = { family, created: [], replaced: [], updated: [], deleted: [], strays: [], ...unseen };
  }

  async go(): Promise<Walked> {
    const { created, replaced, updated, deleted } = this.#history;
    // What is listed before the first create is to be so after the last.
    await step(() => this.#context.fingerprints.withToken(familyOperations[this.#family].list));
    this.#further = await furtherFacts(this.#context, this.#family);
    const isLong = isAtLength(this.#context, this.#family);
    for (const act of courseOf(this.#context.chance, this.#family, { isLong, all: this.#context.thorough })) {
      if (act.gone) await step(() => this.#writeGone(act));
      else if (act.verb === 'create') created.push(await step(() => this.#create(act)));
      else if (act.verb === 'delete') deleted.push(await step(() => this.#delete(act)));
      else if (act.verb === 'replace') replaced.push(await step(() => this.#replace(act)));
      else updated.push(await step(() => this.#update(act)));
      // Without its first record there is no history.
      if (this.#tracks.length === 0) created[0]?.();
      this.#acts.push(act.verb);
      if (this.#at) Object.assign(this.#at, { by: act.verb, seen: this.#acts.length });
    }
    // What each of the others is after the last write.
    await step(async () => {
      const left = this.#tracks.filter(({ gone, seen }) => !gone && seen < this.#acts.length);
      for (const track of left) await this.#comeBack(track);
    });
    await step(() => this.#lookForContradictions());
    const left = this.#tracks.find(({ gone }) => !gone);
    if (left) await this.#finish(left);
    const standing = this.#tracks.filter(({ gone, last }) => !gone && last.found);
    return { history: this.#history, left: standing.map(({ id, last: { facts } }) => ({ id, facts })) };
  }

  /** Whether facts that need not be kept are kept for some. */
  async #lookForContradictions(): Promise<void> {
    const { list } = familyOperations[this.#family];
    const { json } = await this.#context.fingerprints.withToken(list);
    const { records } = readPage(this.#context.lens, listedBy[list], json);
    const finding = this.#further?.contradiction(this.#family, records);
    if (finding) this.#history.strays.push({ rule: 'created-can-be-read', finding });
  }

  /** What is done last with a record that is left. */
  async #finish(track: Track): Promise<void> {
    const context = this.#context;
    const family = this.#family;
    if (isAtOnce(context, 'replace', family)) {
      this.#history.atOnce = await step(async () => {
        const { last, broken } = await judgeWritesAtOnce(context, family, track.id, () =>
          freshFacts(context, family),
        );
        track.last = last;
        return broken;
      });
    }
    if (!context.thorough || !track.last.found) return;
    const texts = ownTexts(family, track.sent, track.last.facts, '');
    this.#history.atRest = await step(() => judgeAtRest(context, family, track.id, texts));
  }

  async #create(act: CourseAct): Promise<Created> {
    const context = this.#context;
    const family = this.#family;
    const whole = await this.#createWith(act);
    const { id, answer } = whole;
    this.#observeId(id, answer);
    const read = await readUntil(context, family, id, ({ found }) => found);
    this.#further?.saw(family, whole.sent, read);
    const binding = this.#further?.binding(whole.sent) ?? whole.sent;
    // A name that another record has may be kept with a mark of its own.
    const { name } = act.like === undefined ? {} : read.facts;
    const sent = typeof name === 'string' ? { ...binding, name } : binding;
    const made = { ...whole, sent };
    const leak = act.bare && read.found ? leaked(context, whole.sent, read.facts) : undefined;
    if (leak !== undefined) {
      const finding = fail(`the ${family} ${id} to hold what was sent for it`, leak, answer, read.answer);
      this.#history.strays.push({ rule: 'created-can-be-read', finding });
    }
    const first = this.#wish(undefined, sent);
    const by = 'create';
    const track: Track = {
      id,
      sent,
      last: read,
      gone: false,
      past: [by],
      first,
      earlier: new Set(),
      by,
      seen: 0,
    };
    this.#tracks.push(track);
    this.#at = track;
    const gone = this.#goneOne(act.after);
    if (gone && String(gone.id) !== String(id))
      this.#note(await lookAtGone(context, family, gone, 'another was created'));
    const does = `the ${ordinal(this.#tracks.length)} ${family} of the run's history`;
    return { does, made, read, answer, ...(await this.#around(act, track)) };
  }

  /** A new record; one that is refused with facts that it need not take is created without them. */
  async #createWith({ bare = false, after, like }: CourseAct): Promise<Made<Family>> {
    const context = this.#context;
    const family = this.#family;
    const alike = like === undefined ? undefined : await this.#createLike(like);
    if (alike) return alike;
    // A name that was used before may be used again.
    const { name } = this.#goneOne(after)?.sent ?? {};
    const fresh = { ...freshFacts(context, family), ...(name !== undefined && { name }) };
    const more = bare ? {} : this.#further?.ofNew();
    const facts = bare ? bareFacts(context, family, fresh) : { ...fresh, ...more };
    const isUsual = after === undefined && Object.keys(facts).join() === Object.keys(fresh).join();
    if (isUsual) return create(context, family, fresh);
    try {
      return await create(context, family, facts);
    } catch (error) {
      // What breaks off over facts that need not be there is one finding; the history goes on without them.
      if (!(error instanceof Unreached)) throw error;
      if (!bare) this.#further?.refused();
      const plain = await create(context, family, freshFacts(context, family));
      if (breakOffIn(error)) this.#brokeOff(error, plain);
      return plain;
    }
  }

  /** A record with the texts of another; `undefined` where each is to have its own. */
  async #createLike(record: number): Promise<Made<Family> | undefined> {
    const context = this.#context;
    const family = this.#family;
    const other = this.#tracks[record];
    if (!other || !isToldById(context, family)) return undefined;
    const facts = freshFacts(context, family);
    const free = ['name', 'description'].filter((fact) => fact in facts && fact in other.sent);
    const same = Object.fromEntries(free.map((fact) => [fact, other.sent[fact]]));
    if (typeof same.name === 'string') repeatedNames(context).add(same.name);
    return create(context, family, { ...facts, ...this.#further?.ofNew(), ...same }).catch(unlessUnreached);
  }

  #brokeOff({ message }: Unreached, { answer }: Made<Family>): void {
    const reason = `A create with further facts broke off, and one without them did not: ${message}.`;
    this.#history.strays.push({ rule: 'created-can-be-read', finding: suspect(reason, answer) });
  }

  #goneOne(record: number | undefined): Track | undefined {
    const track = record === undefined ? undefined : this.#tracks[record];
    return track?.gone ? track : undefined;
  }

  /** A write of a record that is gone, where no other record can have come to its id. */
  async #writeGone({ verb, record, beside }: CourseAct): Promise<void> {
    const track = this.#goneOne(record);
    if (!track || this.#context.profile.openings['records.id-reuse'] !== 'never') return;
    this.#at = track;
    if (verb === 'update')
      return this.#note(await updateGone(this.#context, this.#family, track, this.#wish()));
    if (verb === 'replace') {
      const wish = freshFacts(this.#context, this.#family);
      return this.#note(await replaceGone(this.#context, this.#family, track, wish));
    }
    const answer = await this.#context.call(familyOperations[this.#family].delete, { id: track.id });
    const around = await this.#around({ verb, record, ...(beside && { beside }) }, track);
    this.#note(lostWithGone(this.#family, track.id, answer, around.beside));
  }

  #note(stray: Stray | undefined): void {
    if (stray) this.#history.strays.push(stray);
  }

  /** Whether a new record has the id of one that is gone. One that has not does not show that none ever will. */
  #observeId(id: AnyId, answer: Answer): void {
    const gone = this.#tracks.filter((track) => track.gone);
    if (gone.length === 0) return;
    const pinned = this.#context.profile.openings['records.id-reuse'];
    if (gone.some((track) => String(track.id) === String(id)))
      this.#context.observe('records.id-reuse', 'reused', answer);
    else if (pinned === 'never') this.#context.observe('records.id-reuse', 'never', answer);
  }

  async #update(act: CourseAct): Promise<Changed> {
    const track = await this.#goTo(act);
    const wish = act.of === 'back' ? track.first : this.#wish(act.of);
    const written = await update(this.#context, this.#family, track.id, this.#unsettle(track), wish);
    return this.#changed(act, track, written, `PATCH of ${Object.keys(wish).join()}`);
  }

  async #replace(act: CourseAct): Promise<Changed> {
    const track = await this.#goTo(act);
    const wish = {
      ...freshFacts(this.#context, this.#family),
      ...this.#further?.ofChange(this.#family, track.last.facts),
    };
    const foreign = await this.#foreign(act);
    const before = this.#unsettle(track);
    const part = act.partial
      ? await putInPart(this.#context, this.#family, track.id, before, wish)
      : undefined;
    if (part?.taken === 'taken') {
      track.sent = without(track.sent, new Set(part.left));
      return this.#changed(act, track, part.written, 'PUT of a part');
    }
    const written = await replace(this.#context, this.#family, track.id, before, wish);
    if (part) observeRefusedPart(this.#context, this.#family, part, written);
    return this.#changed(act, track, written, 'PUT', foreign);
  }

  async #changed(
    act: CourseAct,
    track: Track,
    written: Written,
    what: string,
    foreign?: Foreign,
  ): Promise<Changed> {
    const isWritten = ({ facts }: Read) => difference(this.#family, written.wish, facts) === undefined;
    const readable = isWritten(written.after);
    const again =
      readable && act.again
        ? await readUntil(this.#context, this.#family, track.id, isWritten)
        : written.after;
    const does = this.#done(track, what);
    for (const value of Object.values(written.before.facts)) track.earlier.add(value);
    if (readable) track.sent = { ...track.sent, ...written.wish };
    track.last = again;
    return { ...written, does, again, ...(await this.#around(act, track, foreign)) };
  }

  async #delete(act: CourseAct): Promise<Deleted> {
    const context = this.#context;
    const family = this.#family;
    const track = await this.#goTo(act);
    const { id } = track;
    const foreign = await this.#foreign(act);
    const before = this.#unsettle(track);
    const answer = await context.call(familyOperations[family].delete, { id });
    const isGone = ({ found, facts }: Read) => !found || isAnother(family, before.facts, facts);
    const read = await readUntil(context, family, id, isGone);
    track.last = before;
    track.gone = isGone(read);
    // An id that was given again is that of another record.
    const after = { ...read, found: !track.gone };
    if (track.gone) await context.make.gone(family, id);
    const does = this.#done(track, 'DELETE');
    return { does, id, before, answer, after, ...(await this.#around(act, track, foreign)) };
  }

  async #foreign({ foreign = false }: CourseAct): Promise<Foreign | undefined> {
    return foreign ? foreignRecord(this.#context, this.#family) : undefined;
  }

  /** A write whose reply is lost may have been carried out: until it was read back it is not known how the record is. */
  #unsettle(track: Track): Read {
    const { last } = track;
    track.last = { ...last, found: false };
    return last;
  }

  /** The record of an act, read before it is changed. */
  async #goTo({ record }: Act): Promise<Track> {
    // Where it could not be created, the reason comes again.
    this.#history.created[record]?.();
    const track = this.#tracks[record];
    if (!track)
      throw new Unreached(`the ${ordinal(record + 1)} ${this.#family} of the history could not be made`);
    // What was looked at after the last act is not read again.
    if (this.#at !== track && track.seen < this.#acts.length) await this.#comeBack(track);
    this.#at = track;
    return track;
  }

  /** Reads a record that the history left, and looks whether it is as it was then. */
  async #comeBack(track: Track): Promise<void> {
    const { read, stray } = await comeBack(this.#context, this.#family, track, this.#acts.slice(track.seen));
    track.seen = this.#acts.length;
    track.last = read;
    this.#note(stray);
  }

  /** What is beside a record after a step, and the list. */
  async #around({ beside = [], list = false }: CourseAct, track: Track, foreign?: Foreign) {
    const others = beside.flatMap((record) => this.#tracks[record] ?? []).filter((one) => !one.gone);
    const seen: Beside[] = [];
    for (const other of others) if (other !== track) seen.push(await this.#look(other));
    if (foreign) seen.push(await foreign.look());
    return { beside: seen, listing: list ? await this.#list(track) : undefined };
  }

  async #look(track: Track): Promise<Beside> {
    const family = this.#family;
    const { id, last: before } = track;
    const texts = ownTexts(family, track.sent, before.facts, this.#context.nonce);
    const differs = ({ facts }: Read) => difference(family, texts, facts);
    const after = await readUntil(this.#context, family, id, (read) => !differs(read) && read.found);
    track.last = after;
    const lost = differs(after);
    if (lost !== undefined && isFromBefore(family, track.earlier, texts, after)) {
      const expected = `the ${family} ${id} to be read as it was left`;
      this.#note({ rule: ownRule[track.by], finding: fail(expected, lost, before.answer, after.answer) });
    }
    track.seen = this.#acts.length + 1;
    return { id, before, after, differs: lost };
  }

  async #list(track: Track): Promise<Listing> {
    const family = this.#family;
    const { id, sent, gone, last, earlier } = track;
    const entry = (list: RecordList) => {
      const found = entryOf(list, { id, name: sent.name });
      return found && gone && isAnother(family, last.facts, found) ? undefined : found;
    };
    const texts = ownTexts(family, sent, last.facts, this.#context.nonce);
    const outdated = (list: RecordList) => outdatedText(family, earlier, texts, entry(list) ?? {});
    const isDone = (list: RecordList) =>
      gone ? entry(list) === undefined : entry(list) !== undefined && outdated(list) === undefined;
    const list = await listUntil(this.#context, family, isDone);
    return { list, entry: entry(list), outdated: outdated(list) };
  }

  /** The facts of a PATCH: the first text of a record, or a second one where there is one, or both. */
  #wish(of?: Act['of'], facts = freshFacts(this.#context, this.#family)): AnyFacts {
    const [first = 'name', second = first] = textsOf(this.#family, facts, this.#context.nonce);
    if (of === 'emptied' && second === 'description') return { description: '' };
    const names = of === 'both' ? [first, second] : [of === 'second' ? second : first];
    return Object.fromEntries(names.map((name) => [name, facts[name]]));
  }

  /** Adds to the past of a record; gives the step in words. */
  #done(track: Track, what: string): string {
    const before = track.past.join(', ');
    track.past.push(what);
    return `${what} after ${before}`;
  }
}

/** Whether records are told apart by their ids alone, also one that has just been created. */
function isToldById({ lens }: CaseContext, family: Family): boolean {
  const { create } = familyOperations[family];
  const facts: readonly string[] = lens.reply(family).facts;
  return lens.answer(create).kind !== 'nothing' && facts.includes('id');
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function ordinal(number: number): string {
  return ordinals[number - 1] ?? `${number}th`;
}
