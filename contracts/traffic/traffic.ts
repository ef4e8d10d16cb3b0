/**
 * The traffic of clients, judged call by call. Facts of one subject make a history, until no reading explains it any more, or
 * it has grown long: then another begins, of which nothing is known. Calls that were under way together may have happened in
 * any order; where too many were, or a write may still be on its way, nothing follows.
 */
import { describeAnswer } from '../deployment/reading/describe.ts';
import type { Event } from '../judge/event.ts';
import { explain, Judge } from '../judge/judge.ts';
import { durationMs } from '../kit/durations.ts';
import type { Step } from '../play/steps.ts';
import type { EpochMs } from '../profile/facts.ts';
import { compileLens } from '../profile/lens/compile.ts';
import type { Profile } from '../profile/profile.ts';
import type { JudgedId } from '../specification/judged.ts';
import { ledger } from '../specification/ledger.ts';
import { knownBy } from '../verify/directed/known.ts';
import type { Circumstances, Evidence, Evidenced } from '../verify/evidence.ts';
import { evidenceOf } from '../verify/unplanned.ts';
import { factsOf, type Reader, type Subject, subjectsOf, type Understood, type Unread } from './facts.ts';
import type { Passed } from './passed.ts';

/** Facts of one history, and numbers of records in it. */
const LONGEST = 200;
const MOST_NUMBERS = 1_000;
/** Calls under way together whose orders are looked at. */
const MOST_TOGETHER = 8;
/** How long a write may be on its way where the profile does not say, and at least, in ms. */
const SETTLES = 5_000;
const LEAST = 300;

interface Called {
  readonly understood: Understood;
  readonly passed: Passed;
}

/** A history that goes on. */
interface Running {
  judge: Judge;
  readonly facts: Event[];
  readonly steps: Step[];
  readonly exchanges: number[][];
  readonly answers: (string | null)[];
  readonly numbers: Map<string, number>;
}

/** The calls of a subject that are under way, or were together with one that is. */
interface Together {
  underWay: number;
  calls: Called[];
  /** Tells whether there were so many that no order of them is looked for. */
  isTooMany: boolean;
}

export class Judging {
  readonly #profile: Pick<Profile, 'openings'>;
  readonly #showsCredentials: boolean;
  readonly #circumstances: Circumstances;
  readonly #reader: Reader;
  readonly #running = new Map<Subject, Running>();
  readonly #together = new Map<Subject, Together>();
  readonly #written = new Map<Subject, EpochMs>();
  readonly #ended: Evidenced[] = [];
  readonly #unread = new Map<string, number>();
  #passed = 0;
  #judged = 0;

  /** @param showsCredentials whether it is known which token a call had: nothing is said of tokens otherwise */
  constructor(profile: Pick<Profile, 'openings'>, showsCredentials: boolean) {
    this.#profile = profile;
    this.#showsCredentials = showsCredentials;
    const nothing = { controls: [], partly: [], told: [], untold: [] };
    this.#circumstances = { profile, ...nothing, showsLimits: false, readOnly: false };
    this.#reader = {
      profile,
      lens: compileLens(profile.openings, { basePath: '', ids: 'opaque' }),
      tokens: new Map(),
      numberOf: (subject, id) => numberIn(this.#of(subject), id),
    };
  }

  /** A call goes out: those that are answered before it is may come before or after it. */
  begin({ operation }: Pick<Passed, 'operation'>): void {
    for (const subject of subjectsOf(operation)) {
      const together = this.#together.get(subject) ?? { underWay: 0, calls: [], isTooMany: false };
      together.underWay++;
      this.#together.set(subject, together);
    }
  }

  /** It was answered, or given up. */
  end(passed: Passed): void {
    this.#passed++;
    const { facts: all, unread } = factsOf(passed, this.#reader);
    const facts = this.#showsCredentials ? all : all.filter(({ subject }) => subject !== 'tokens');
    if (facts.length > 0) this.#judged++;
    else this.#count(unread ?? 'whose credentials are of another kind or left out');
    for (const subject of subjectsOf(passed.operation)) {
      const together = this.#together.get(subject);
      if (!together) continue;
      together.underWay--;
      for (const understood of facts)
        if (understood.subject === subject) together.calls.push({ understood, passed });
      together.isTooMany ||= together.calls.length > MOST_TOGETHER;
      if (together.isTooMany) together.calls = [];
      if (together.underWay > 0) continue;
      this.#together.delete(subject);
      if (together.isTooMany) this.#close(subject);
      else this.#see(subject, together.calls);
    }
  }

  /** Calls of which nothing is said, by why; to be read as a sentence. */
  get unread(): string[] {
    return [...this.#unread].map(([why, count]) => `${count} of ${this.#passed} calls ${why}`);
  }

  get counts(): { passed: number; judged: number } {
    return { passed: this.#passed, judged: this.#judged };
  }

  /** Another call that is not of the interface, or was not looked at. */
  count(why: string): void {
    this.#passed++;
    this.#count(why);
  }

  #count(why: Unread | string): void {
    this.#unread.set(why, (this.#unread.get(why) ?? 0) + 1);
  }

  /** All that was seen, of the rules that it says something of. */
  evidence(): Evidence {
    for (const subject of [...this.#running.keys()]) this.#close(subject);
    const ids = ledger.map(({ id }) => id);
    return evidenceOf(ids, this.#ended, this.#circumstances);
  }

  #of(subject: Subject): Running {
    const known = this.#running.get(subject) ?? {
      judge: Judge.create({ known: knownBy(this.#circumstances) }),
      ...{ facts: [], steps: [], exchanges: [], answers: [], numbers: new Map<string, number>() },
    };
    this.#running.set(subject, known);
    return known;
  }

  /** The facts of calls: one after the other, or in any order. */
  #see(subject: Subject, calls: readonly Called[]): void {
    const settled = calls.filter((call) => this.#isSettled(subject, call));
    const [first, ...others] = settled;
    if (!first) return;
    const last = settled.at(-1) ?? first;
    const at = last.understood.fact.at;
    const event: Event =
      others.length === 0
        ? first.understood.fact
        : { at, kind: 'burst', calls: settled.map(({ understood }) => understood.fact) };
    const running = this.#of(subject);
    running.facts.push(event);
    running.steps.push(first.understood.step);
    running.exchanges.push(settled.map(({ passed }) => passed.exchange));
    running.answers.push(
      others.length === 0 && first.passed.answer ? describeAnswer(first.passed.answer) : null,
    );
    running.judge = running.judge.after(event);
    if (!running.judge.explains || running.facts.length >= LONGEST || running.numbers.size >= MOST_NUMBERS)
      this.#close(subject);
  }

  /** Returns whether nothing that was written of a subject can still be on its way when it is read. */
  #isSettled(subject: Subject, { understood: { fact }, passed }: Called): boolean {
    if (subject === 'tokens') return true;
    const isRead = fact.kind === 'read' || fact.kind === 'listed' || fact.kind === 'visited';
    if (!isRead) {
      if (fact.kind !== 'devices') this.#written.set(subject, passed.ended);
      return true;
    }
    const written = this.#written.get(subject);
    const isSettled = written === undefined || passed.began >= written + this.#settles();
    if (!isSettled) this.#count('so soon after a write that what was kept does not show');
    return isSettled;
  }

  #settles(): number {
    const { readableAfter } = this.#profile.openings.consistency ?? {};
    if (readableAfter === undefined) return SETTLES;
    const promised = durationMs(readableAfter);
    return promised === 0 ? 0 : Math.max(LEAST, 2 * promised);
  }

  /** The history of a subject ends: nothing is known of what follows. */
  #close(subject: Subject): void {
    const running = this.#running.get(subject);
    this.#running.delete(subject);
    if (!running || running.facts.length === 0) return;
    const { facts, steps, exchanges, answers, judge } = running;
    const failed = judge.explains ? 0 : 1;
    this.#ended.push({
      name: `${subject === 'tokens' ? subject : `${subject}s`}, part ${1 + this.#ended.length}`,
      about: failed > 0 ? likeliest(facts, this.#circumstances) : [],
      ...{ facts, steps, exchanges, answers, counts: true, failed, played: 1, untaken: [] },
      traffic: 'shared',
      brokeOff: undefined,
    });
  }
}

/** The rules that explain a history best, provided that no other client took part. */
function likeliest(facts: readonly Event[], circumstances: Circumstances): readonly JudgedId[] {
  return explain(facts, { known: knownBy(circumstances) })?.broken[0] ?? [];
}

function numberIn({ numbers }: Running, id: string): number {
  const known = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, known);
  return Math.min(known, MOST_NUMBERS);
}
