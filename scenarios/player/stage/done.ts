/** All that people did in the world on the stage: the entries of its recording, and the book of its lesson. Both go back with it. */
import { isControl } from '../../../simulator/control/guard.ts';
import type { Call } from '../../../simulator/http/call.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import type { Performance } from '../perform.ts';
import { Doings } from './doings.ts';
import { LessonBook } from './lesson.ts';

export class Done {
  readonly doings: Doings;
  /** There where the story is a lesson. */
  readonly book: LessonBook | undefined;

  /** @param world says the moment of its clock without moving it, and whose doing this is */
  constructor(
    simulator: Simulator,
    world: { readonly now: number; readonly byClient: boolean },
    performance?: Performance,
  ) {
    this.doings = new Doings(simulator, world, performance?.story);
    const lesson = performance?.story.lesson;
    this.book = performance && lesson ? new LessonBook(lesson, performance, world) : undefined;
  }

  /**
   * Takes note of a call of the control API that was carried out.
   *
   * @param head the number of the last event before it
   */
  note(call: Call, head: number): void {
    if (replacesWorld(call)) this.#clear();
    else this.doings.note(call, head);
  }

  /** The world has gone back in time: what was done later is undone. */
  wentBack(): void {
    this.doings.wentBack();
    this.book?.wentBack();
  }

  stop(): void {
    this.book?.stop();
  }

  #clear(): void {
    this.doings.clear();
    this.book?.clear();
  }
}

const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const REPLACING = /^\/_control\/(snapshot|fixture|reset)\b/;

export function isReading({ method }: Pick<Call, 'method'>): boolean {
  return READING.includes(method);
}

/** Whether a call is one of the control API that does something. */
export function isDone(call: Call): boolean {
  return !isReading(call) && isControl(call.target);
}

/** Whether a call, once it is not refused, has put another world in place. */
export function replacesWorld(call: Call): boolean {
  return isDone(call) && REPLACING.test(call.target);
}
