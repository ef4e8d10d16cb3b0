/** The worlds of a class, looked at each second, with what their trainees are given; and what is done in one of them or in all. */
import { signal } from '@preact/signals';
import type { BodyOf, ClassView, Handout, StorySummary, WorldEntry } from '../../control/schemas/index.ts';
import { type Control, control, controlOf } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { saveCsv } from '../lesson/csv.ts';
import { notify, notifyRefusal, problemOf } from '../state/notices.ts';

export interface TraineesWorld extends WorldEntry {
  trainee: string;
}

/** `null` until they are known. */
export const worlds = signal<readonly TraineesWorld[] | null>(null);
export const isConnected = signal(true);
/** The trainees with links, which have tokens, and credentials. Read when they change; `null` until then. */
export const room = signal<ClassView | null>(null);
/** Stories to choose from. */
export const stories = signal<readonly StorySummary[]>([]);

/** Real milliseconds between two looks. A browser has too few connections for a stream of each world. */
const LOOK = 1_000;

async function look(): Promise<void> {
  try {
    const { worlds: all } = await control.worlds.list();
    worlds.value = all.flatMap((world) => {
      const { trainee } = world;
      return trainee === undefined ? [] : [{ ...world, trainee }];
    });
    isConnected.value = true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    isConnected.value = false;
  }
}

export function watchWorlds(): void {
  const again = () =>
    setTimeout(() => void (document.hidden ? Promise.resolve() : look()).finally(again), LOOK);
  void look().finally(again);
  void unlessRefused(loadRoom);
}

async function loadRoom(): Promise<void> {
  room.value = await control.class.read();
  stories.value = (await control.story.list()).stories;
}

/** Makes a world for each; returns what they are given. Throws an ApiError where it is refused. */
export async function addTrainees(body: BodyOf<'POST /class'>): Promise<Handout[]> {
  const { trainees } = await control.class.add(body);
  await Promise.all([loadRoom(), look()]);
  return trainees;
}

export function removeTrainee({ name, world }: Pick<Handout, 'name' | 'world'>): Promise<void> {
  return unlessRefused(async () => {
    await control.worlds.remove(world);
    notify(`${name} is removed.`);
    await Promise.all([loadRoom(), look()]);
  });
}

/** Saves the progress of all trainees in their lessons as a table. */
export function saveClass(): Promise<void> {
  return unlessRefused(async () => {
    const rows = await Promise.all(
      (worlds.value ?? []).map(async (world) => {
        const { lesson } = await inWorld(world).lesson.read();
        return (lesson?.objectives ?? []).map(({ name, state, at, due, earned, points }) => [
          ...[world.trainee, lesson?.title ?? '', name, state, at, due, earned, points],
        ]);
      }),
    );
    const head = ['trainee', 'lesson', 'objective', 'state', 'at', 'due', 'earned', 'points'];
    saveCsv('class.csv', [head, ...rows.flat()]);
  });
}

/** Does it, and shows the refusal where there is one. */
async function unlessRefused(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    notifyRefusal(problemOf(error));
  }
}

/** The control API of a world. */
function inWorld({ name }: Pick<WorldEntry, 'name'>): Control {
  return controlOf(`/w/${name}`);
}

/** Does something in each of these worlds: all of them, whatever one refuses. */
export async function inEach(
  these: readonly TraineesWorld[],
  act: (control: Control) => Promise<unknown>,
  done: string,
): Promise<void> {
  const outcomes = await Promise.allSettled(these.map((world) => act(inWorld(world))));
  const refused = outcomes.flatMap((outcome, place) =>
    outcome.status === 'rejected' ? [{ who: these[place]?.trainee, problem: problemOf(outcome.reason) }] : [],
  );
  const [one] = refused;
  const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
  if (one) notifyRefusal({ ...one.problem, detail: `${one.who}${more}: ${one.problem.detail}` });
  const reached = these.length === 1 ? these[0]?.trainee : `${these.length - refused.length} trainees`;
  if (refused.length < these.length) notify(`${done}: ${reached}.`);
  await look();
}
