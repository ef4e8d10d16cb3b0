/** The lesson of the world that is shown, as it stands. */
import { signal } from '@preact/signals';
import { control } from '../api/control.ts';
import { notifyRefusal, problemOf } from '../state/notices.ts';
import { resource } from '../state/resource.ts';

/** True if its dialog is shown. */
export const isOpen = signal(false);

/** `undefined` where none is played, or it is not known. */
export const lesson = resource(async () => (await control.lesson.read()).lesson ?? undefined, {
  isKept: true,
});

/** Takes a choice, or shows the answer. */
export async function answer(question: number, choice?: number): Promise<void> {
  try {
    lesson.value = (
      await control.lesson.answer({ question, ...(choice !== undefined && { choice }) })
    ).lesson;
  } catch (error) {
    notifyRefusal(problemOf(error));
  }
}
