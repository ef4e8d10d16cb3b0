/** Plays histories until one fails or the time is up, and shrinks what fails. */
import { rules } from '../specification/rules/index.ts';
import { createCaseKit } from '../suite/session/case-kit.ts';
import type { Session } from '../suite/session/session.ts';
import { Coverage, draw } from './drawing.ts';
import { inWordsOf } from './event-words.ts';
import type { Exploration, Failure } from './exploration.ts';
import type { ExploreOptions } from './options.ts';
import { type Played, play } from './playing.ts';
import { shrink } from './shrinking.ts';
import { inWords, type Step } from './steps.ts';
import { allowing, themesFor } from './themes.ts';

const MINUTE = 60_000;
/** A failure has to come so often without exception. */
const CONFIRMING = 3;
/** One that does not is played so often, for its rate. */
const FOR_RATE = 5;
/** Histories in a row that break off before the deployment is given up. */
const BROKEN_IN_A_ROW = 5;

export class Search {
  readonly #session: Session;
  readonly #options: ExploreOptions;
  readonly #record: Exploration;
  readonly #coverage = new Coverage();
  readonly #began: number;

  constructor(session: Session, options: ExploreOptions, record: Exploration) {
    this.#session = session;
    this.#options = options;
    this.#record = record;
    this.#began = session.host.monotonic();
  }

  async go(): Promise<void> {
    const record = this.#record;
    const caller = this.#session.calling('explore', this.#session.signal);
    const { kit, end } = createCaseKit(this.#session, caller);
    const themes = themesFor(kit);
    const allows = allowing(kit);
    await end();
    record.themes = [...new Set(themes)];
    const { first = [], onlyFirst = false } = this.#options;
    // What failed in an earlier run was shrunk then.
    for (const steps of first) if (await this.#try(steps, false)) return;
    let broken = 0;
    for (let number = 0; !onlyFirst && !this.#isOver; number++) {
      const steps = draw(record.seed, number, { themes, allows, coverage: this.#coverage });
      const before = record.brokenOff;
      if (await this.#try(steps)) break;
      broken = record.brokenOff > before ? broken + 1 : 0;
      if (broken >= BROKEN_IN_A_ROW) {
        record.warnings.push(`The deployment broke off ${broken} histories in a row: it was given up.`);
        break;
      }
    }
    record.coverage = Object.fromEntries(this.#coverage.counts);
  }

  get #requests(): number {
    return this.#session.transport.exchanges.length;
  }

  get #isOver(): boolean {
    const { timeMs = MINUTE, requests = Number.POSITIVE_INFINITY } = this.#options;
    const spent = this.#session.host.monotonic() - this.#began;
    return this.#session.signal.aborted || spent >= timeMs || this.#requests >= requests;
  }

  /** Whether it failed. */
  async #try(steps: readonly Step[], shrinks = true): Promise<boolean> {
    const played = await this.#play(steps);
    if (!played.explanation) return false;
    this.#record.failures.push(await this.#look(steps, played, shrinks));
    return true;
  }

  async #play(steps: readonly Step[]): Promise<Played> {
    const record = this.#record;
    const played = await play(this.#session, steps);
    record.histories++;
    record.steps += played.done.length;
    record.untaken += played.done.filter(({ event }) => !event).length;
    if (played.brokeOff !== undefined && !this.#session.signal.aborted) record.brokenOff++;
    record.warnings.push(...played.undone);
    this.#options.onHistory?.(record.histories, this.#requests);
    return played;
  }

  /** Shrinks a failure, and plays what is left once more and again. */
  async #look(steps: readonly Step[], first: Played, shrinks: boolean): Promise<Failure> {
    const { host } = this.#session;
    const requests = this.#requests;
    const until = host.monotonic() + (shrinks ? (this.#options.shrinkMs ?? MINUTE) : 0);
    let last = first;
    const reached = steps.slice(0, first.taken);
    const shortest = await shrink(reached, async (candidate) => {
      if (this.#session.signal.aborted || host.monotonic() >= until) return undefined;
      const played = await this.#play(candidate);
      if (!isAlike(first, played)) return false;
      last = played;
      return true;
    });
    let failed = 1;
    let played = 1;
    while (played < (failed === played ? CONFIRMING : FOR_RATE) && !this.#session.signal.aborted) {
      const again = await this.#play(shortest);
      played++;
      if (again.explanation) {
        failed++;
        last = again;
      }
    }
    const shrinking = this.#requests - requests;
    const facts = { foundWith: reached.length, failed, played, requests, shrinking };
    return { ...failureOf(shortest, last, failed === played && played >= CONFIRMING), ...facts };
  }
}

/** Whether two histories are wrong about the same thing. */
function isAlike({ explanation: one }: Played, { explanation: other }: Played): boolean {
  return one !== undefined && one.about === other?.about;
}

function failureOf(
  steps: readonly Step[],
  { done, explanation }: Played,
  certain: boolean,
): Omit<Failure, 'foundWith' | 'failed' | 'played' | 'requests' | 'shrinking'> {
  const broken = (explanation?.broken ?? []).map((set) => [...set]);
  const last = done.findLast(({ event }) => event);
  const [likeliest] = broken;
  return {
    verdict: certain && likeliest ? 'fail' : 'suspect',
    broken,
    expected: likeliest
      ? likeliest.map(statementOf).join(' ')
      : 'answers that some reading of the document explains',
    observed: last?.event ? `${inWordsOf(last.event)} (${inWords(last.step)})` : 'nothing',
    steps: [...steps],
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
