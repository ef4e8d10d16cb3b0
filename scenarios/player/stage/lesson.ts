/**
 * Objectives judged: by the journal of calls, the log of events, and the expectations of the story. Calls and events count
 * where a client made them, or where they follow from what a client did. The story, its trainer and time are no clients.
 */
import { isoUtc } from '../../../contracts/kit/times.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import type { Holder } from '../../../simulator/control/roles.ts';
import type { LessonScore, LessonView } from '../../../simulator/control/schemas/index.ts';
import type { Message } from '../../../simulator/fleet/types.ts';
import { deviceOf, type Happening, listen, soughtBy } from '../../facts/happening.ts';
import type { Lesson, Objective, Task } from '../../language/story.ts';
import type { Performance } from '../perform.ts';

/** The moment at which what is wanted was done, and the number of the event that shows it; `null` for a call. */
interface Completion {
  at: number;
  event: number | null;
}

type Standing = Pick<LessonView['objectives'][number], 'state' | 'done' | 'times'> & { at: number | null };

/** The most times that an objective asks for. */
const MAX_TIMES = 1_000;

export type LessonBook = ReturnType<typeof createLessonBook>;

/** A trainee's progress in a lesson. It belongs to the stage, and is in no snapshot. */
export function createLessonBook(
  lesson: Lesson,
  { simulator, plugin, story }: Performance,
  world: { readonly byClient: boolean },
) {
  const { clock, events, fleet, journal } = simulator;
  const tasks = lesson.objectives.map(({ want: task, from }) => ({
    task,
    from,
    isSought: 'sought' in task ? soughtBy(task.sought) : () => false,
  }));
  /** By task, each time that it was done; the earliest first. */
  const completions = new Map<Task, readonly Completion[]>();
  /** The choice for each question; `undefined` before, `null` where the answer was asked for without one. */
  const answers = new Map<number, number | null>();
  /** The subject that decides about messages, such as `device 1` for its limits: the event by which a client wrote it last. */
  const written = new Map<string, number>();
  /** The number of the last call that was looked at. */
  let calls = 0;

  const stop = listen(fleet, (happening, times) => {
    const { at } = happening;
    const event = 'sequence' in happening ? happening.sequence : events.head;
    noteWriting(happening, event);
    if (!world.byClient && !('channel' in happening && isDecidedByClient(happening))) return;
    for (const { task, from, isSought } of tasks) {
      if (!('sought' in task) || at < from || !isSought(happening)) continue;
      if (task.device === null || deviceOf(happening) === task.device) note(task, { at, event }, times);
    }
  });

  /** Takes note of the calls since the last look: the journal does not keep them for ever. */
  function look(): void {
    const [newest] = journal.list({ limit: 1 });
    if (newest === undefined || newest.sequence === calls) return;
    for (const { task, from } of tasks) {
      if (!('called' in task)) continue;
      const { operation, fields, status: wanted } = task.called;
      const made = journal.list({
        by: 'client',
        operation,
        since: calls,
        ...(task.device !== null && { device: simulator.lens.writeId('device', task.device) }),
        ...(fields.length > 0 && { field: [...fields] }),
      });
      for (const { reply, simulatedAt } of made) {
        const at = Date.parse(simulatedAt);
        const isWanted = wanted === null ? (reply.status ?? 400) < 400 : reply.status === wanted;
        if (isWanted && at >= from) note(task, { at, event: null });
      }
    }
    calls = newest.sequence;
  }

  /** Notes which subjects that decide about messages a client has written. */
  function noteWriting(happening: Happening, event: number): void {
    const isUser = 'userId' in happening && happening.userId !== undefined;
    const isLimits = happening.kind === 'limits-set';
    const key = isLimits ? `device ${happening.deviceId}` : isUser && `user ${happening.userId}`;
    if (key && world.byClient) written.set(key, event);
    else if (key) written.delete(key);
  }

  /** Returns whether a client has set the limits of the device, or written a user who is told. */
  function isDecidedByClient({ deviceId, recipient }: Pick<Message, 'deviceId'> & Partial<Message>): boolean {
    if (written.size === 0) return false;
    const told = fleet.users.list().filter(({ email, phone }) => recipient === email || recipient === phone);
    return [`device ${deviceId}`, ...told.map(({ id }) => `user ${id}`)].some((key) => written.has(key));
  }

  /** @param times done at once */
  function note(task: Task, completion: Completion, times = 1): void {
    const { event } = completion;
    const known = completions.get(task) ?? [];
    // After going back events are numbered again from there, and the same ones may come again.
    const before = event === null ? known : known.filter((one) => (one.event ?? 0) < event);
    const more = Array.from({ length: Math.min(times, MAX_TIMES) }, () => completion);
    completions.set(task, [...before, ...more].slice(0, MAX_TIMES));
  }

  /** Keeps the completions that stand, and what was written up to an event. */
  function keep(stands: (completion: Completion) => boolean, head: number): void {
    for (const [task, done] of completions) completions.set(task, done.filter(stands));
    for (const [key, event] of written) if (event > head) written.delete(key);
    // From the first moment the journal may have begun anew.
    calls = Math.min(calls, journal.list({ limit: 1 })[0]?.sequence ?? 0);
  }

  function standingOf({ want: task, due }: Objective, now: number): Standing {
    if ('entry' in task) {
      const own = plugin.results().filter(({ entry }) => entry === task.entry);
      const isJudged = own.every(({ state }) => state !== 'open');
      const isMet = isJudged && own.every(({ state }) => state === 'met');
      const state = !isJudged ? 'open' : isMet ? 'met' : 'missed';
      return { state, at: isMet ? due : null, done: isMet ? 1 : 0, times: 1 };
    }
    const done = completions.get(task) ?? [];
    const at = done[task.times - 1]?.at ?? null;
    const isOver = now > due || plugin.ended;
    const state = at === null ? (isOver ? 'missed' : 'open') : at <= due ? 'met' : 'late';
    return { state, at, done: Math.min(done.length, task.times), times: task.times };
  }

  function view({ role }: Pick<Holder, 'role'>): LessonView {
    look();
    const now = clock.now();
    const knowsAll = role === 'trainer';
    const { brief, debrief, notes, questions } = lesson;
    const objectives = lesson.objectives.map((objective) => {
      const { name, from, due, hint, hintAt, points } = objective;
      const { at, ...standing } = standingOf(objective, now);
      return {
        name,
        ...standing,
        at: at === null ? null : isoUtc(at),
        from: isoUtc(from),
        due: isoUtc(due),
        points,
        earned: { met: points, late: Math.floor(points / 2), open: 0, missed: 0 }[standing.state],
        hint: knowsAll || now >= hintAt ? hint : null,
      };
    });
    return {
      title: story.title,
      brief,
      debrief: knowsAll || plugin.ended ? debrief : null,
      ...(knowsAll && notes !== null && { notes }),
      over: plugin.ended,
      met: objectives.filter(({ state }) => state === 'met').length,
      of: objectives.length,
      points: objectives.reduce((sum, { earned }) => sum + earned, 0),
      most: objectives.reduce((sum, { points }) => sum + points, 0),
      objectives,
      questions: questions.map(({ question, choices, answer, because }, place) => ({
        question,
        choices: [...choices],
        chosen: answers.get(place) ?? null,
        ...(answers.has(place) ? { answer, because } : { answer: null, because: null }),
      })),
    };
  }

  return {
    look,
    view,
    score(): LessonScore {
      const { met, of, points, most } = view({ role: 'viewer' });
      return { met, of, points, most };
    },
    /** Takes a choice, once, or shows the answer. Throws a ControlError for a question or a choice that there is not. */
    answer(place: number, choice: number | undefined): void {
      const question = lesson.questions[place];
      if (question === undefined || (choice !== undefined && choice >= question.choices.length)) {
        const [field, number] = question === undefined ? ['question', place] : ['choice', choice];
        throw new ControlError('BODY_INVALID', `There is no ${field} ${number}.`, {
          field: String(field),
          hint: 'Questions and choices are counted from 0.',
        });
      }
      if (!answers.has(place)) answers.set(place, choice ?? null);
    },
    /** The world has gone back in time: what was done later is undone. */
    wentBack(): void {
      const { now } = clock.view();
      keep(({ at, event }) => at <= now && (event ?? 0) <= events.head, events.head);
    },
    /** Another world, or the same from its beginning. Answers stay. */
    clear: (): void => keep(() => false, Number.NEGATIVE_INFINITY),
    stop,
  };
}
