/**
 * The traffic of clients, judged call by call. Facts of one subject make a history, until no reading explains it any more, or
 * it has grown long: then another begins, of which nothing is known. So it is where a write was under way together with another
 * call; and where a write may still be on its way, a read says nothing.
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
import { operation as operationOf } from '../specification/operations.ts';
import { knownBy } from '../verify/directed/known.ts';
import type { Circumstances, Evidence, Evidenced } from '../verify/evidence.ts';
import { evidenceOf } from '../verify/unplanned.ts';
import { factsOf, type Reader, type Subject, subjectsOf, type Understood, type Unread } from './facts.ts';
import type { Passed } from './passed.ts';

/** Facts of one history, and numbers of records in it. */
const LONGEST = 200;
const MOST_NUMBERS = 1_000;
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

/** The calls of a subject that are under way. */
interface UnderWay {
  calls: number;
  writes: number;
  /** Tells whether a write was under way together with another call: what came of either may have come of both. */
  isMixed: boolean;
}

/** Returns whether a call may change what other calls of a subject show. */
function writes(subject: Subject, operation: Passed['operation']): number {
  const { method } = operationOf(operation);
  return Number(subject === 'tokens' ? operation === 'issueToken' : method !== 'GET');
}

export class Judging {
  readonly #profile: Pick<Profile, 'openings'>;
  readonly #showsCredentials: boolean;
  readonly #circumstances: Circumstances;
  readonly #reader: Reader;
  readonly #running = new Map<Subject, Running>();
  readonly #underWay = new Map<Subject, UnderWay>();
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

  /** A call goes out. */
  begin({ operation }: Pick<Passed, 'operation'>): void {
    for (const subject of subjectsOf(operation)) {
      const own = this.#underWay.get(subject) ?? { calls: 0, writes: 0, isMixed: false };
      const writing = writes(subject, operation);
      own.isMixed ||= own.writes > 0 || (writing > 0 && own.calls > 0);
      this.#underWay.set(subject, own);
      own.calls++;
      own.writes += writing;
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
      const own = this.#underWay.get(subject);
      if (!own) continue;
      own.calls--;
      own.writes -= writes(subject, passed.operation);
      if (own.calls === 0) this.#underWay.delete(subject);
      const known = own.isMixed ? [] : facts.filter((fact) => fact.subject === subject);
      for (const understood of known) this.#see(subject, { understood, passed });
      if (!own.isMixed) continue;
      if (writes(subject, passed.operation) > 0) this.#written.set(subject, passed.ended);
      if (own.calls === 0) this.#close(subject);
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

  /** The fact of a call, after those before it. */
  #see(subject: Subject, call: Called): void {
    if (!this.#isSettled(subject, call)) return;
    const { understood, passed } = call;
    const running = this.#of(subject);
    running.facts.push(understood.fact);
    running.steps.push(understood.step);
    running.exchanges.push([passed.exchange]);
    running.answers.push(passed.answer ? describeAnswer(passed.answer) : null);
    running.judge = running.judge.after(understood.fact);
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
