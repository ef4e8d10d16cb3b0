/**
 * Objectives judged: by the journal of calls, the log of events, and the expectations of the story. Calls and events count
 * where a client made them, or where they follow from what a client did. The story, its trainer and time are no clients.
 */
import { isoUtc } from '../../../contracts/kit/times.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import { fieldsLike } from '../../../simulator/control/filters/filter.ts';
import type { Holder } from '../../../simulator/control/roles.ts';
import type { LessonScore, LessonView } from '../../../simulator/control/schemas/index.ts';
import type { FleetEvent, Message } from '../../../simulator/fleet/types.ts';
import { isWantedMessage } from '../../conditions/index.ts';
import type { Lesson, Objective, Task } from '../../language/story.ts';
import type { Performance } from '../perform.ts';
import { Recipients } from '../recipients.ts';

/** The moment at which what is wanted was done, and the number of the event that shows it; `null` for a call. */
interface Deed {
  at: number;
  event: number | null;
}

/** A task of an objective, and from when on it counts. */
interface Counted {
  task: Task;
  from: number;
}

type Standing = Pick<LessonView['objectives'][number], 'state' | 'done' | 'times'> & { at: number | null };

/** A trainee's progress in a lesson. It belongs to the stage, and is in no snapshot. */
export class LessonBook {
  readonly #lesson: Lesson;
  readonly #performance: Performance;
  readonly #world: { readonly byClient: boolean };
  /** The tasks of all objectives. */
  readonly #tasks: readonly Counted[];
  /** By task, each time that it was done; the earliest first. */
  #deeds: ReadonlyMap<Task, readonly Deed[]> = new Map();
  /** The choice for each question; `undefined` before, `null` where the answer was asked for without one. */
  readonly #answers = new Map<number, number | null>();
  readonly #stopListening: () => void;
  /** The subject that decides about messages, such as `device 1` for its limits: the event by which a client wrote it last. */
  #written: ReadonlyMap<string, number> = new Map();
  /** The number of the last call that was looked at. */
  #calls = 0;

  constructor(lesson: Lesson, performance: Performance, world: { readonly byClient: boolean }) {
    this.#lesson = lesson;
    this.#performance = performance;
    this.#world = world;
    this.#tasks = lesson.objectives.map(({ want, from }) => ({ task: want, from }));
    const stops = [this.#listenToEvents(), this.#listenToMessages()];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
  }

  /** Takes note of the calls since the last look: the journal does not keep them for ever. */
  look(): void {
    const { journal, lens } = this.#performance.simulator;
    const [newest] = journal.list({ limit: 1 });
    if (newest === undefined) return;
    if (newest.sequence === this.#calls) return;
    for (const counted of this.#tasks) {
      const { task } = counted;
      if (task.kind !== 'call') continue;
      const { operation, device, fields, status: wanted } = task;
      const calls = journal.list({
        by: 'client',
        operation,
        since: this.#calls,
        ...(device !== null && { device: lens.writeId('device', device) }),
        ...(fields.length > 0 && { field: fields }),
      });
      for (const { reply, simulatedAt } of calls) {
        const { status } = reply;
        if (status !== null && (wanted === null ? status < 400 : status === wanted))
          this.#note(counted, { at: Date.parse(simulatedAt), event: null });
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
    const over = this.#performance.plugin.ended;
    const { brief, debrief, notes, questions } = this.#lesson;
    const objectives = this.#lesson.objectives.map((objective) => {
      const { from, due, hint, hintAt, points } = objective;
      const standing = this.#standingOf(objective, now);
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
    this.#written = new Map([...this.#written].filter(([, event]) => event <= events.head));
    this.#lookAnew();
  }

  /** Another world, or the same from its beginning. Answers stay. */
  clear(): void {
    this.#keep(() => false);
    this.#written = new Map();
    this.#lookAnew();
  }

  stop(): void {
    this.#stopListening();
  }

  #listenToEvents(): () => void {
    const all = this.#tasks.flatMap(({ task, from }) => {
      if (task.kind !== 'event') return [];
      return [{ task, from, holds: task.fields.length > 0 ? fieldsLike(task.fields) : () => true }];
    });
    return this.#performance.simulator.events.onEvent((event) => {
      this.#noteWriting(event);
      if (!this.#world.byClient && !('channel' in event && this.#isDecidedByClient(event))) return;
      for (const { task, from, holds } of all) {
        if (task.event !== event.kind) continue;
        const isIts = task.device === null || ('deviceId' in event && event.deviceId === task.device);
        if (isIts && holds(event)) this.#note({ task, from }, { at: event.at, event: event.sequence });
      }
    });
  }

  #listenToMessages(): () => void {
    const all = this.#tasks.flatMap(({ task, from }) => (task.kind === 'messages' ? [{ task, from }] : []));
    const { outbox, fleet, events } = this.#performance.simulator;
    const recipients = new Recipients(fleet);
    return outbox.onAdded((message, count) => {
      if (!this.#world.byClient && !this.#isDecidedByClient(message)) return;
      for (const { task, from } of all) {
        const isIts = task.device === null || message.deviceId === task.device;
        if (isIts && isWantedMessage(task, message, recipients))
          this.#note({ task, from }, { at: message.at, event: events.head }, count);
      }
    });
  }

  #noteWriting(event: FleetEvent): void {
    const key = writtenBy(event);
    if (key === undefined) return;
    const written = new Map(this.#written);
    if (this.#world.byClient) written.set(key, event.sequence);
    else written.delete(key);
    this.#written = written;
  }

  /** Returns whether a client has set the limits of the device, or written a user who is told. */
  #isDecidedByClient({ deviceId, recipient }: Pick<Message, 'deviceId'> & Partial<Message>): boolean {
    if (this.#written.size === 0) return false;
    const users = this.#performance.simulator.fleet.users.list();
    const told = users.filter(({ email, phone }) => recipient === email || recipient === phone);
    return [`device ${deviceId}`, ...told.map(({ id }) => `user ${id}`)].some((key) =>
      this.#written.has(key),
    );
  }

  /** @param times done at once */
  #note({ task, from }: Counted, deed: Deed, times = 1): void {
    if (deed.at < from) return;
    const { event } = deed;
    const deeds = this.#deeds.get(task) ?? [];
    // After going back events are numbered again from there, and the same ones may come again.
    const before = event === null ? deeds : deeds.filter((one) => (one.event ?? 0) < event);
    const more = Array.from({ length: Math.min(times, MOST_TIMES) }, () => deed);
    this.#deeds = new Map(this.#deeds).set(task, [...before, ...more].slice(0, MOST_TIMES));
  }

  #keep(stands: (deed: Deed) => boolean): void {
    this.#deeds = new Map([...this.#deeds].map(([task, deeds]) => [task, deeds.filter(stands)]));
  }

  /** From the first moment the journal may have begun anew. */
  #lookAnew(): void {
    const [newest] = this.#performance.simulator.journal.list({ limit: 1 });
    this.#calls = Math.min(this.#calls, newest?.sequence ?? 0);
  }

  #standingOf({ want: task, due }: Objective, now: number): Standing {
    if (task.kind === 'expect') {
      const own = this.#performance.plugin.results().filter(({ entry }) => entry === task.entry);
      const isJudged = own.every(({ state }) => state !== 'open');
      const isMet = isJudged && own.every(({ state }) => state === 'met');
      const state = !isJudged ? 'open' : isMet ? 'met' : 'missed';
      return { state, at: isMet ? due : null, done: isMet ? 1 : 0, times: 1 };
    }
    const done = this.#deeds.get(task) ?? [];
    const at = done[task.times - 1]?.at ?? null;
    const isOver = now > due || this.#performance.plugin.ended;
    const state = at === null ? (isOver ? 'missed' : 'open') : at <= due ? 'met' : 'late';
    return { state, at, done: Math.min(done.length, task.times), times: task.times };
  }
}

/** The key of what an event says was written, where that decides about messages. */
function writtenBy(event: FleetEvent): string | undefined {
  if (event.kind === 'limits-set') return `device ${event.deviceId}`;
  return 'userId' in event && event.userId !== undefined ? `user ${event.userId}` : undefined;
}

/** The most times that an objective asks for. */
const MOST_TIMES = 1_000;
