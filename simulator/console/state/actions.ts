/** Actions of people on the world. A refusal of the server becomes a notice; nothing here throws for that. */
import { signal } from '@preact/signals';
import { DAY } from '../../../contracts/kit/durations.ts';
import type {
  BodyOf,
  ClockView,
  FaultRule,
  Id,
  Injection,
  Problem,
  StoryChoice,
} from '../../control/schemas/index.ts';
import { control, snapshotFile } from '../api/control.ts';
import { clock, clocksReceived, now, setClock, travelling } from './clock.ts';
import { loadDevice, setDevice } from './devices.ts';
import { notify, notifyRefusal, problemOf } from './notices.ts';
import { mayCall } from './role.ts';
import { account, faults, journal } from './server.ts';
import { ending, moments, span, story, storyIsKnown, storyProblems } from './story.ts';

export const SPEEDS = { min: 1, max: 3_600 } as const;
const iso = (ms: number) => new Date(ms).toISOString();

/** One after the other: pressing a key twice steps twice, or is there and back. */
function turns(first = Promise.resolve()): (change: () => Promise<void>) => Promise<void> {
  let last: Promise<unknown> = first;
  return (change) => {
    const done = last.then(change);
    last = done.catch(() => undefined);
    return done;
  };
}
const inTurn = turns(storyIsKnown());
/** Settings of the clock do not wait for a jump that is under way. */
const settingInTurn = turns();

/** Runs what may be refused: the answer, or nothing and a notice. */
async function attempt<T>(what: Promise<T>, done?: string | ((answer: T) => string)): Promise<T | undefined> {
  try {
    const answer = await what;
    if (done !== undefined) notify(typeof done === 'string' ? done : done(answer));
    return answer;
  } catch (error) {
    notifyRefusal(problemOf(error));
    return undefined;
  }
}

/** Runs what may be refused; returns the refusal, for a form to show. */
async function refusal(what: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await what;
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

async function setting(change: Promise<ClockView>): Promise<void> {
  const received = clocksReceived();
  const view = await attempt(change);
  // A clock that the stream sent meanwhile may be newer than this reply.
  if (view && clocksReceived() === received) setClock(view, performance.now());
}

/** As fast as possible has to end somewhere: with the story, or after a day. */
const endOfMax = () =>
  iso(story.peek() && ending.peek() === 'playing' ? (span.peek()?.end ?? now.peek()) : now.peek() + DAY);

/** Plays on; a story that has ended is played from its start again. */
export async function play(): Promise<void> {
  if (ending.peek() === 'ended') await goTo(span.peek()?.start ?? now.peek());
  const isMax = clock.peek()?.speed === 'max';
  await setting(control.clock.set({ frozen: false, ...(isMax && { until: endOfMax() }) }));
}

/** Goes on past the end of the story: nothing of it happens any more. */
export function playOn(): Promise<void> {
  const until = clock.peek()?.speed === 'max' ? iso(now.peek() + DAY) : null;
  return settingInTurn(() => setting(control.clock.set({ frozen: false, until })));
}

export function playOrPause(): Promise<void> {
  return settingInTurn(() =>
    clock.peek()?.frozen === false ? setting(control.clock.set({ frozen: true })) : play(),
  );
}

export function setSpeed(speed: number | 'max'): Promise<void> {
  return settingInTurn(() => settingSpeed(speed));
}

/** Double or half the speed that the server has, within what is possible: what the page knows of it may be late. */
export function changeSpeed(factor: number): Promise<void> {
  return settingInTurn(async () => {
    const view = await attempt(control.clock.read());
    if (!view) return;
    const from = view.speed === 'max' ? SPEEDS.max : view.speed;
    await settingSpeed(Math.round(Math.min(SPEEDS.max, Math.max(SPEEDS.min, from * factor))));
  });
}

function settingSpeed(speed: number | 'max'): Promise<void> {
  return setting(control.clock.set({ speed, ...(speed === 'max' && { until: endOfMax() }) }));
}

/** Goes to a moment, forward or (in a story or a recorded drive) back. */
export function seek(to: number): Promise<void> {
  return inTurn(() => goTo(to));
}

/** Goes to a share of the story, or of the recorded drives. */
export function seekShare(share: number): Promise<void> {
  return inTurn(async () => {
    const within = span.peek();
    if (within) await goTo(within.start + (within.end - within.start) * share);
  });
}

/** Returns whether a moment can be gone to from here: a trainee goes forward alone. */
export function maySeek(to: number): boolean {
  return mayCall('POST /story/seek') || (mayCall('POST /clock/advance') && to >= now.value);
}

/** Goes so many simulated milliseconds on, or back. */
export function seekBy(ms: number): Promise<void> {
  return inTurn(async () => {
    const view = await attempt(control.clock.read());
    if (view) await goTo(Date.parse(view.now) + ms);
  });
}

async function goTo(to: number): Promise<void> {
  const within = span.peek();
  // After a recorded drive the clock goes on.
  const isWithin = within !== null && (story.peek() !== null || to <= within.end);
  const goal = isWithin ? Math.min(Math.max(to, within.start), within.end) : to;
  if (!isWithin && goal < now.peek()) {
    notifyRefusal({
      status: 0,
      code: 'TIME_BACKWARDS',
      detail: 'Without a story, the clock only moves forward.',
      hint: 'Reset to return to the start, or play a story: it can be rewound.',
    });
    return;
  }
  travelling.value = true;
  try {
    // A trainee may go forward by the clock, and not back.
    const seeks = isWithin && (goal < now.peek() || mayCall('POST /story/seek'));
    if (seeks) await setting(control.story.seek({ to: iso(goal) }));
    else await attempt(control.clock.advance({ to: iso(goal) }));
  } finally {
    travelling.value = false;
  }
}

/** Deadlines among which the next moment is looked for. */
const MAX_DEADLINES = 20;

/** Goes to the next moment at which something is known to happen. */
export function stepForward(): Promise<void> {
  return inTurn(async () => {
    const upcoming = await attempt(control.clock.deadlines({ limit: MAX_DEADLINES }));
    if (!upcoming) return;
    const due = upcoming.deadlines.map(({ at }) => Date.parse(at));
    const later = [...moments.peek(), ...due].filter((moment) => moment > Date.parse(upcoming.now));
    if (later.length === 0) notify('Nothing else is scheduled.');
    else await goTo(Math.min(...later));
  });
}

/** Goes to the last moment at which the story did something. */
export function stepBack(): Promise<void> {
  return inTurn(async () => {
    const view = await attempt(control.clock.read());
    if (!view) return;
    // While it plays, the moment just passed is not what is meant.
    const passed = view.frozen || view.speed === 'max' ? 0 : 1_000 * view.speed;
    const before = moments.peek().findLast((moment) => moment < Date.parse(view.now) - passed);
    await goTo(before ?? span.peek()?.start ?? Date.parse(view.now) - 1);
  });
}

/** Goes back to the start of the world: at once, identical from its seed. */
export async function reset(): Promise<void> {
  await attempt(control.reset(), 'Reset to the start.');
}

export async function interrupt(): Promise<void> {
  await attempt(control.clock.interrupt());
}

export async function inject(device: Id, kind: Injection): Promise<void> {
  await attempt(control.story.inject({ device, kind }), ({ did }) => did || `Injected ${kind}.`);
}

export function setLimits(
  device: Id,
  change: BodyOf<'PUT /devices/{id}/limits'>,
): Promise<Problem | undefined> {
  return refusal(control.limits.set(device, change).then(() => loadDevice(device)));
}

export function activate(device: Id, expirationDate?: string): Promise<Problem | undefined> {
  const date = expirationDate === undefined ? {} : { expirationDate };
  const done = control.devices.activate(device, date).then((view) => {
    setDevice(view);
    account.ask();
  });
  return refusal(done);
}

export function setAccount(change: BodyOf<'PUT /account'>): Promise<Problem | undefined> {
  const done = control.account.set(change).then((view) => {
    account.value = view;
  });
  return refusal(done);
}

/** Returns whether they were set. */
export async function setFaults(rules: readonly Partial<FaultRule>[]): Promise<boolean> {
  const done = await attempt(control.faults.set({ rules }));
  if (done) faults.value = done.rules;
  return done !== undefined;
}

/** Goes on from a snapshot that was exported. */
export async function restoreSnapshot(file: File): Promise<void> {
  let snapshot: object;
  try {
    snapshot = JSON.parse(await file.text());
  } catch {
    notifyRefusal({ status: 0, code: 'SNAPSHOT_INVALID', detail: `${file.name} is not JSON.` });
    return;
  }
  await attempt(control.snapshot.restore(snapshot), `Restored ${file.name}.`);
  journal.ask();
}

/** The world as a file; `undefined` when it was refused. */
export function takeSnapshot(): Promise<Blob | undefined> {
  return attempt(snapshotFile());
}

/** The story that is being loaded. */
export const storyLoading = signal<string | null>(null);

/** Loads a story from the library or a file. The problems of a wrong file are kept in `storyProblems`. */
export async function playStory(choice: StoryChoice): Promise<boolean> {
  storyProblems.value = null;
  const { file, text } = choice;
  storyLoading.value = file ?? choice.name ?? '';
  try {
    const { story: view } = await control.story.show(choice);
    notify(view ? `Playing “${view.title}”.` : 'No story: the plain fleet.');
    return true;
  } catch (error) {
    const problem = problemOf(error);
    if (file !== undefined && text !== undefined && problem.problems)
      storyProblems.value = { file, text, problems: problem.problems };
    else notifyRefusal(problem);
    return false;
  } finally {
    storyLoading.value = null;
  }
}
