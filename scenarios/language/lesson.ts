/** A story as a lesson, as it is played. Times are ms since 1970 UTC. */
import type { EventKind } from '../../contracts/specification/events/index.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { MessageFacts } from '../conditions/events.ts';

export interface Lesson {
  brief: string | null;
  debrief: string | null;
  notes: string | null;
  objectives: readonly Objective[];
  questions: readonly Question[];
}

export interface Objective {
  name: string;
  /** From when on it counts, and until when it is in time. */
  from: number;
  due: number;
  hint: string | null;
  hintAt: number;
  points: number;
  want: Task;
}

/** The thing to do. */
export type Task =
  /** Status `null`: any below 400. */
  | ({ kind: 'call'; operation: OperationId; status: number | null } & Sought)
  | ({ kind: 'event'; event: EventKind } & Sought)
  | ({ kind: 'messages'; outcome: 'sent' | 'withheld' } & MessageFacts & Omit<Sought, 'fields'>)
  /** The place of the entry in the timeline that is judged when the time is over. */
  | { kind: 'expect'; entry: number };

interface Sought {
  device: number | null;
  /** `name` or `name:value`, all of them. */
  fields: readonly string[];
  times: number;
}

export interface Question {
  question: string;
  choices: readonly string[];
  /** The place of the right one among the choices, from 0. */
  answer: number;
  because: string | null;
}
