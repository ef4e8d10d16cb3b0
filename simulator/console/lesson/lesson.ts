/** The lesson of the world that is shown, as it stands. */
import { signal } from '@preact/signals';
import type { LessonView } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { notifyRefusal, problemOf } from '../state/notices.ts';

/** True if its dialog is shown. */
export const isOpen = signal(false);

/** `null` where none is played, or it is not known. */
export const lesson = signal<LessonView | null>(null);

export async function loadLesson(): Promise<void> {
  try {
    lesson.value = (await control.lesson.read()).lesson ?? null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Takes a choice, or shows the answer. */
export async function answer(question: number, choice?: number): Promise<void> {
  try {
    lesson.value =
      (await control.lesson.answer({ question, ...(choice !== undefined && { choice }) })).lesson ?? null;
  } catch (error) {
    notifyRefusal(problemOf(error));
  }
}
