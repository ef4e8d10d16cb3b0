/** The trainees of the class with what they are given: links, which have tokens, and credentials. Read when they change. */
import { signal } from '@preact/signals';
import type { BodyOf, ClassView, Seat, StorySummary } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { notify, notifyRefusal, problemOf } from '../state/notices.ts';
import { look } from './worlds.ts';

/** `null` until it is known. */
export const room = signal<ClassView | null>(null);
/** Stories to choose from. */
export const stories = signal<readonly StorySummary[]>([]);

export async function loadRoom(): Promise<void> {
  await refused(async () => {
    room.value = await control.class.read();
    stories.value = (await control.story.list()).stories;
  });
}

/** Makes a world for each; returns what they are given. Throws an ApiError where it is refused. */
export async function addTrainees(body: BodyOf<'POST /class'>): Promise<Seat[]> {
  const { trainees } = await control.class.add(body);
  await Promise.all([loadRoom(), look()]);
  return trainees;
}

export async function removeTrainee({ name, world }: Pick<Seat, 'name' | 'world'>): Promise<void> {
  await refused(async () => {
    await control.worlds.remove(world);
    notify(`${name} is removed.`);
    await Promise.all([loadRoom(), look()]);
  });
}

/** Does it, and shows the refusal where there is one. */
async function refused(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notifyRefusal(problemOf(error));
  }
}
