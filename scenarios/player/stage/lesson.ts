/** Objectives judged: by the journal of calls, the log of events, and the expectations of the story. */
import { isoUtc } from '../../../contracts/kit/times.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import { fieldsLike } from '../../../simulator/control/filters/filter.ts';
import type { Holder } from '../../../simulator/control/roles.ts';
import type { LessonScore, LessonView } from '../../../simulator/control/schemas/index.ts';
import type { Lesson, Objective } from '../../language/lesson.ts';
import type { Performance } from '../perform.ts';

/** An objective was done once: when, and the number of the event that shows it; `null` for a call. */
interface Deed {
  at: number;
  event: number | null;
}

/** What a trainee has done of a lesson so far. It belongs to the stage, and is in no snapshot. */
export class LessonBook {
  readonly #lesson: Lesson;
  readonly #performance: Performance;
  /** By objective, each time that it was done; the earliest first. */
  #deeds: readonly (readonly Deed[])[];
  /** The choice for each question; `undefined` before, `null` where the answer was asked for without one. */
  readonly #answers = new Map<number, number | null>();
  readonly #stopListening: () => void;
  /** The number of the last call that was looked at. */
  #calls = 0;

  constructor(lesson: Lesson, performance: Performance) {
    this.#lesson = lesson;
    this.#performance = performance;
    this.#deeds = lesson.objectives.map(() => []);
    const holds = lesson.objectives.map(({ want }) =>
      want.kind === 'event' && want.fields.length > 0 ? fieldsLike(want.fields) : () => true,
    );
    this.#stopListening = performance.simulator.events.onEvent((event) => {
      for (const [place, objective] of lesson.objectives.entries()) {
        const { want } = objective;
        if (want.kind !== 'event' || want.event !== event.kind) continue;
        const isIts = want.device === null || ('deviceId' in event && event.deviceId === want.device);
        if (isIts && holds[place]?.(event))
          this.#note(place, objective, { at: event.at, event: event.sequence });
      }
    });
  }

  /** Takes note of the calls since the last look: the journal does not keep them for ever. */
  look(): void {
    const { journal, lens } = this.#performance.simulator;
    const [newest] = journal.list({ limit: 1 });
    if (newest === undefined) return;
    if (newest.sequence === this.#calls) return;
    for (const [place, objective] of this.#lesson.objectives.entries()) {
      const { want } = objective;
      if (want.kind !== 'call') continue;
      const { operation, device, fields, status: wanted } = want;
      const calls = journal.list({
        operation,
        since: this.#calls,
        ...(device !== null && { device: lens.writeId('device', device) }),
        ...(fields.length > 0 && { field: fields }),
      });
      for (const { reply, simulatedAt } of calls) {
        const { status } = reply;
        if (status !== null && (wanted === null ? status < 400 : status === wanted))
          this.#note(place, objective, { at: Date.parse(simulatedAt), event: null });
      }
    }
    this.#calls = newest.sequence;
  }

  score(): LessonScore {
    const { met, of, points, most } = this.view({ role: 'viewer' });
    return { met, of, points, most };
  }

  view({ role }: Pick<Holder, 'role'>): LessonView {
    this.look();
    const { story, simulator } = this.#performance;
    const now = simulator.clock.now();
    const knowsAll = role === 'trainer';
    const over = this.#performance.finished();
    const { brief, debrief, notes, questions } = this.#lesson;
    const objectives = this.#lesson.objectives.map((objective, place) => {
      const { from, due, hint, hintAt, points } = objective;
      const standing = this.#standingOf(place, objective, now);
      const isHinted = knowsAll || now >= hintAt;
      return {
        name: objective.name,
        ...standing,
        at: standing.at === null ? null : isoUtc(standing.at),
        from: isoUtc(from),
        due: isoUtc(due),
        points,
        earned: standing.state === 'met' ? points : standing.state === 'late' ? Math.floor(points / 2) : 0,
        hint: isHinted ? hint : null,
      };
    });
    const sum = (of: (objective: (typeof objectives)[number]) => number) =>
      objectives.reduce((total, each) => total + of(each), 0);
    return {
      title: story.title,
      brief,
      debrief: knowsAll || over ? debrief : null,
      ...(knowsAll && notes !== null && { notes }),
      over,
      met: sum(({ state }) => (state === 'met' ? 1 : 0)),
      of: objectives.length,
      points: sum(({ earned }) => earned),
      most: sum(({ points }) => points),
      objectives,
      questions: questions.map(({ question, choices, answer, because }, place) => {
        const isAsked = this.#answers.has(place);
        return {
          question,
          choices: [...choices],
          chosen: this.#answers.get(place) ?? null,
          answer: isAsked ? answer : null,
          because: isAsked ? because : null,
        };
      }),
    };
  }

  /** Takes a choice, once, or shows the answer. Throws a ControlError for a question or a choice that there is not. */
  answer(place: number, choice: number | undefined): void {
    const question = this.#lesson.questions[place];
    if (question === undefined || (choice !== undefined && choice >= question.choices.length)) {
      const what = question === undefined ? `question ${place}` : `choice ${choice}`;
      throw new ControlError('BODY_INVALID', `There is no ${what}.`, {
        field: question === undefined ? 'question' : 'choice',
        hint: 'Questions and choices are counted from 0.',
      });
    }
    if (!this.#answers.has(place)) this.#answers.set(place, choice ?? null);
  }

  /** The world has gone back in time: what was done later is undone. */
  wentBack(): void {
    const { clock, events } = this.#performance.simulator;
    const now = clock.view().now;
    this.#keep(({ at, event }) => at <= now && (event ?? 0) <= events.head);
    this.#lookAnew();
  }

  /** Another world, or the same from its beginning. Answers stay. */
  clear(): void {
    this.#keep(() => false);
    this.#lookAnew();
  }

  /** Remembers what has been done by now; returns a function that restores it. Answers stay. */
  mark(): () => void {
    const deeds = this.#deeds;
    return () => {
      this.#deeds = deeds;
    };
  }

  stop(): void {
    this.#stopListening();
  }

  #note(place: number, { from }: Objective, deed: Deed): void {
    if (deed.at < from) return;
    const { event } = deed;
    this.#deeds = this.#deeds.map((deeds, index) => {
      if (index !== place) return deeds;
      // After going back events are numbered again from there, and the same ones may come again.
      const before = event === null ? deeds : deeds.filter((one) => (one.event ?? 0) < event);
      return [...before, deed].slice(0, MOST_TIMES);
    });
  }

  #keep(stands: (deed: Deed) => boolean): void {
    this.#deeds = this.#deeds.map((deeds) => deeds.filter(stands));
  }

  /** From the first moment the journal may have begun anew. */
  #lookAnew(): void {
    const [newest] = this.#performance.simulator.journal.list({ limit: 1 });
    this.#calls = Math.min(this.#calls, newest?.sequence ?? 0);
  }

  #standingOf(
    place: number,
    { due, want }: Objective,
    now: number,
  ): { state: LessonView['objectives'][number]['state']; at: number | null; done: number; times: number } {
    if (want.kind === 'expect') {
      const own = this.#performance.results().filter(({ entry }) => entry === want.entry);
      const isJudged = own.every(({ state }) => state !== 'open');
      const isMet = own.every(({ state }) => state === 'met');
      const state = !isJudged ? 'open' : isMet ? 'met' : 'missed';
      return { state, at: isJudged ? due : null, done: state === 'met' ? 1 : 0, times: 1 };
    }
    const done = this.#deeds[place] ?? [];
    const at = done[want.times - 1]?.at ?? null;
    const state = at === null ? (now > due ? 'missed' : 'open') : at <= due ? 'met' : 'late';
    return { state, at, done: Math.min(done.length, want.times), times: want.times };
  }
}

/** The most times that an objective asks for. */
const MOST_TIMES = 1_000;
