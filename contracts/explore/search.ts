/** Plays histories until one fails or the time is up, and shrinks what fails. */
import { explain, Judge } from '../judge/judge.ts';
import { inWordsOf } from '../play/event-words.ts';
import { type Played, play } from '../play/player.ts';
import { inWords, type Step } from '../play/steps.ts';
import { DeviceSupply } from '../play/supply.ts';
import type { JudgedId } from '../specification/judged.ts';
import { rules } from '../specification/rules/index.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { createCaseContext } from '../suite/session/create-context.ts';
import { keptLicences } from '../suite/session/releasing.ts';
import type { Session } from '../suite/session/session.ts';
import { Coverage } from './coverage.ts';
import { draw } from './drawing.ts';
import type { Exploration, Failure } from './exploration.ts';
import { following } from './following.ts';
import { pastBy } from './going-past.ts';
import type { ExploreOptions } from './options.ts';
import { shrink } from './shrinking.ts';
import type { Theme } from './theme.ts';
import { allowing, themesFor } from './themes.ts';

const MINUTE = 60_000;
/** A failure has to come so often without exception. */
const CONFIRMING = 3;
/** And so often where it has passed before. */
const CONFIRMING_AFTER_A_PASS = 6;
/** One that does not is played so often, for its rate. */
const FOR_RATE = 5;
/** So many failures that do not come each time end a search. */
const MOST_SUSPECTS = 3;
const MOST_DEVICES = 100;
/** Histories in a row that break off before the deployment is given up. */
const BROKEN_IN_A_ROW = 5;

export class Search {
  readonly #session: Session;
  readonly #options: ExploreOptions;
  readonly #record: Exploration;
  readonly #coverage = new Coverage();
  readonly #contexts = new Coverage();
  /** Rules of failures that were gone past. */
  readonly #knownBroken = new Set<JudgedId>();
  readonly #began: number;

  constructor(session: Session, options: ExploreOptions, record: Exploration) {
    this.#session = session;
    this.#options = options;
    this.#record = record;
    this.#began = session.host.monotonic();
  }

  /** Plays histories until one fails each time, or the time is up. */
  async go(): Promise<void> {
    const record = this.#record;
    const caller = this.#session.calling('explore', this.#session.signal);
    const { context, end } = createCaseContext(this.#session, caller);
    const most = this.#options.maxDevices ?? MOST_DEVICES;
    const kept = keptLicences(context.controls, this.#options.readOnly ? 0 : most);
    if (kept !== undefined) {
      this.#options.onProgress?.({ kind: 'notice', text: kept });
      record.warnings.push(kept);
    }
    const supply = new DeviceSupply(context, most);
    try {
      await this.#playAll(context, supply);
    } finally {
      record.coverage = Object.fromEntries(this.#coverage.counts);
      record.devices = supply.made;
      // What is certain comes first.
      record.failures.sort((one, other) => (one.verdict < other.verdict ? -1 : 1));
      for (const error of await end()) record.warnings.push(messageOf(error));
    }
  }

  async #playAll(context: CaseContext, supply: DeviceSupply): Promise<void> {
    const record = this.#record;
    const themes = themesFor(context, this.#options);
    const allows = allowing(context);
    const lead = { themes, allows, coverage: this.#coverage, contexts: this.#contexts };
    record.themes = [...new Set(themes)];
    const { first = [], onlyFirst = false } = this.#options;
    // What failed in an earlier run was shrunk then.
    for (const steps of first) if (this.#isLost || (await this.#try(supply, steps, [], false))) return;
    let broken = 0;
    const last = new Map<Theme | undefined, readonly Step[]>();
    for (let number = 0; themes.length > 0 && !onlyFirst && !this.#isOver; number++) {
      await this.#session.turn.renew();
      const theme = themes[number % themes.length];
      const steps = draw(record.seed, number, lead);
      const { brokenOff } = record;
      if (await this.#try(supply, steps, last.get(theme) ?? [])) return;
      last.set(theme, steps);
      broken = record.brokenOff > brokenOff ? broken + 1 : 0;
      if (broken < BROKEN_IN_A_ROW) continue;
      record.gaveUp = true;
      return;
    }
  }

  get #requests(): number {
    return this.#session.transport.exchanges.length;
  }

  get #isOver(): boolean {
    const { timeMs = MINUTE, requests = Number.POSITIVE_INFINITY } = this.#options;
    const spent = this.#session.host.monotonic() - this.#began;
    return this.#session.signal.aborted || this.#isLost || spent >= timeMs || this.#requests >= requests;
  }

  /** Whether nothing more can be changed. */
  get #isLost(): boolean {
    return this.#session.journal.failure !== undefined;
  }

  /**
   * Whether the search is over: a history failed each time, or several failed now and then. Past a failure that is accepted
   * or of a rule that was not asked for it goes on, and holds nothing to that rule any more.
   */
  async #try(
    supply: DeviceSupply,
    steps: readonly Step[],
    before: readonly Step[],
    shrinks = true,
  ): Promise<boolean> {
    const played = await this.#play(supply, steps);
    if (played.wrongAbout === undefined) return false;
    const { failures, gonePast } = this.#record;
    const failure = await this.#look(supply, { steps, before, played, shrinks });
    const [likeliest = []] = failure.broken;
    const past = pastBy(likeliest, this.#options);
    if (past) {
      gonePast.push({ ...failure, past });
      for (const id of likeliest) this.#knownBroken.add(id);
      return false;
    }
    failures.push(failure);
    return failure.verdict === 'fail' || failures.length >= MOST_SUSPECTS;
  }

  async #play(supply: DeviceSupply, steps: readonly Step[]): Promise<Played> {
    const record = this.#record;
    const played = await play(this.#session, supply, steps, Judge.create({ knownBroken: this.#knownBroken }));
    record.histories++;
    record.steps += played.done.length;
    record.judged += played.judged;
    record.untaken += played.done.filter(({ event }) => !event).length;
    if (played.brokeOff !== undefined && !this.#session.signal.aborted) record.brokenOff++;
    record.warnings.push(...played.undone);
    this.#options.onHistory?.(record.histories, this.#requests, this.#coverage.counts);
    return played;
  }

  /**
   * Finds out what a failure takes, shrinks it, and plays what is left once more and again. Where it then comes only now
   * and then, an attempt may have failed by what the one before it left: the second time something else is done between.
   */
  async #look(supply: DeviceSupply, found: Found): Promise<Failure> {
    const requests = this.#requests;
    const until = this.#session.host.monotonic() + (this.#options.shrinkMs ?? MINUTE);
    const bounds = { supply, until: found.shrinks ? until : 0, apart: false };
    let shrunk = await this.#shrink(found, bounds);
    if (!isSteady(shrunk) && found.shrinks) {
      const again = await this.#shrink(found, { ...bounds, apart: true });
      if (isSteady(again)) shrunk = again;
    }
    const { steps, last, failed, played } = shrunk;
    const facts = {
      foundWith: found.played.taken,
      ...{ failed, played, requests, shrinking: this.#requests - requests },
    };
    return { ...failureOf(steps, last, isSteady(shrunk), this.#knownBroken), ...facts };
  }

  async #shrink(
    { steps, before, played: first }: Found,
    { supply, until, apart }: { supply: DeviceSupply; until: number; apart: boolean },
  ): Promise<Shrunk> {
    const { host, signal } = this.#session;
    let last = first;
    const playAgain = async (candidate: readonly Step[]) => {
      if (apart) await this.#play(supply, BETWEEN);
      return this.#play(supply, candidate);
    };
    const fails = async (candidate: readonly Step[]) => {
      if (signal.aborted || host.monotonic() >= until) return undefined;
      const played = await playAgain(candidate);
      if (!isAlike(first, played)) return false;
      last = played;
      return true;
    };
    const reached = steps.slice(0, first.taken);
    const alone = await fails(reached);
    const both = following(before, reached);
    const whole = alone ? reached : before.length > 0 && (await fails(both)) ? both : undefined;
    const shortest = whole ? await shrink(whole, fails) : reached;
    let failed = 1;
    // It has passed since.
    let played = alone === false && !whole ? 2 : 1;
    const confirming = apart ? CONFIRMING_AFTER_A_PASS : CONFIRMING;
    while (played < (failed === played ? confirming : FOR_RATE) && !signal.aborted) {
      const again = await playAgain(shortest);
      played++;
      if (again.wrongAbout === undefined) continue;
      failed++;
      last = again;
    }
    return { steps: shortest, last, failed, played };
  }
}

/** Nothing that a history of its own does not begin with. */
const BETWEEN: readonly Step[] = [
  { do: 'create', family: 'group', record: 1 },
  { do: 'create', family: 'user', record: 1 },
  { do: 'device', device: 1 },
];

interface Shrunk {
  steps: readonly Step[];
  last: Played;
  /** How often it failed of the times that it was played as it is now. */
  failed: number;
  played: number;
}

function isSteady({ failed, played }: Shrunk): boolean {
  return failed === played && played >= CONFIRMING;
}

/** A history that failed, and the one before it about the same. */
interface Found {
  steps: readonly Step[];
  before: readonly Step[];
  played: Played;
  shrinks: boolean;
}

/** Whether two histories are wrong about the same thing. */
function isAlike(one: Played, other: Played): boolean {
  return one.wrongAbout !== undefined && one.wrongAbout === other.wrongAbout;
}

function failureOf(
  steps: readonly Step[],
  { done, exchanges }: Played,
  certain: boolean,
  knownBroken: ReadonlySet<JudgedId>,
): Omit<Failure, 'foundWith' | 'failed' | 'played' | 'requests' | 'shrinking'> {
  const explanation = explain(
    done.flatMap(({ event }) => event ?? []),
    { knownBroken },
  );
  const broken = (explanation?.broken ?? []).map((set) => [...set]);
  const last = done.findLast(({ event }) => event);
  const [likeliest] = broken;
  const seen = done.flatMap(({ event }, place) => (event ? [place] : []));
  return {
    verdict: certain && likeliest ? 'fail' : 'suspect',
    broken,
    expected: likeliest
      ? likeliest.map(statementOf).join(' ')
      : 'answers that some reading of the document explains',
    observed: last?.event ? `${inWordsOf(last.event)} (${inWords(last.step)})` : 'nothing',
    steps: [...steps],
    ruledOut: (explanation?.ruledOut ?? []).map(({ step, reading }) => ({
      step: 1 + (seen[step] ?? 0),
      reading,
    })),
    exchanges: exchanges.map((exchange) => ({ ...exchange, purpose: likeliest?.[0] ?? exchange.purpose })),
    taken: done.map(({ step, event }) => ({
      step: inWords(step),
      ...(event && { came: inWordsOf(event) }),
    })),
  };
}

/** What a rule says, whatever operation or channel it is judged for. */
function statementOf(id: string): string {
  return rules.find((rule) => id === rule.id || id.startsWith(`${rule.id}/`))?.text ?? id;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
