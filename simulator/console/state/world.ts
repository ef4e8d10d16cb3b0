/** The world that is shown. Another one takes its place at a reset, a restored snapshot, a story, a jump in it. */
import { signal } from '@preact/signals';
import type { WorldView } from '../../control/schemas/index.ts';
import { listeners } from './listeners.ts';

/** `null` until the server has said it. */
export const world = signal<WorldView | null>(null);

const changed = listeners<[isSameStory: boolean]>();
/**
 * Calls back whenever another world is shown: what was known of the last one no longer holds. `isSameStory`: the same story
 * with the same seed, at another moment.
 */
export const onNewWorld = changed.on;

/** Takes in what the server says; answers whether it is another world. */
export function setWorld(view: WorldView): boolean {
  const before = world.peek();
  world.value = view;
  if (before?.world === view.world) return false;
  const isSameStory = before?.story === view.story && before.seed === view.seed;
  changed.call(isSameStory);
  return true;
}

/** The answer of the server; `undefined` where another world is shown by then: the answer is about the one before. */
export async function ofThisWorld<T>(answer: Promise<T>): Promise<T | undefined> {
  const asked = world.peek()?.world;
  const found = await answer;
  return world.peek()?.world === asked ? found : undefined;
}
