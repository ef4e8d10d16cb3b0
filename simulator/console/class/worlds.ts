/** The worlds of a class: looked at each second, and what is done in one of them or in all. */
import { signal } from '@preact/signals';
import type { WorldEntry } from '../../control/schemas/index.ts';
import { type Control, control, controlOf } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { notify, notifyRefusal, problemOf } from '../state/notices.ts';

export interface TraineesWorld extends WorldEntry {
  trainee: string;
}

/** `null` until they are known. */
export const worlds = signal<readonly TraineesWorld[] | null>(null);
export const isConnected = signal(true);

/** Real milliseconds between two looks. A browser has too few connections for a stream of each world. */
const LOOK = 1_000;

export async function look(): Promise<void> {
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
}

/** The control API of a world. */
export function inWorld({ name }: Pick<WorldEntry, 'name'>): Control {
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
  for (const { who, problem } of refused.slice(0, 1)) {
    const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : '';
    notifyRefusal({ ...problem, detail: `${who}${more}: ${problem.detail}` });
  }
  const [first] = these;
  const reached = these.length === 1 ? first?.trainee : `${these.length - refused.length} trainees`;
  if (refused.length < these.length) notify(`${done}: ${reached}.`);
  await look();
}
