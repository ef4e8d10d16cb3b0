/**
 * A story as it is played: what a file says, with every default filled in, every name resolved and every
 * time worked out. `readStory` makes it; the player, the exports and the live page take it.
 */

import type { OperationId } from '../../contracts/specification/operations.ts';
import type { ShownPanel } from '../../simulator/control/schemas/stories.ts';
import type { Action } from '../actions/index.ts';
import type { Condition } from '../facts/conditions.ts';
import type { Expectation } from '../facts/expectations.ts';
import type { CaptionValues, Place, Setting, Sought } from './terms.ts';

export type { Action } from '../actions/index.ts';
export type { Condition } from '../facts/conditions.ts';
export type { Expectation } from '../facts/expectations.ts';

export interface Story extends Setting {
  /** In the order of the file. */
  timeline: readonly Entry[];
  /** Absent where it is none. */
  lesson?: Lesson;
}

/** Something of the timeline: when, what is shown, what is done, what is expected. */
export interface Entry extends Shown {
  /** For people: the name given in the file, or what it does in words. */
  label: string;
  place: Place;
  when: Moment;
  /** Begins a chapter. */
  chapter?: string;
  caption?: string;
  /** Values in braces in the caption, by its text there. */
  values: CaptionValues;
  /** Facts that have to hold at its time; otherwise it does not come. */
  onlyIf: readonly Expectation[];
  actions: readonly Action[];
  expectations: readonly Expectation[];
}

/** The view of the live page from an entry on, and how its clock goes. It changes nothing that happens. */
export interface Shown {
  show?: Show;
  /** Simulated seconds for each real one. */
  speed?: number;
  /** Stops the clock there, until it is played on. */
  pause?: true;
}

export interface Show {
  panel: ShownPanel | null;
  /** The device that is chosen. */
  device: number | 'it' | null;
  /** A place by its order in the story; or the whole fleet, with no device chosen. */
  area: number | 'fleet' | null;
  /** The zoom of the map; 1 is the whole world, 19 a house. */
  zoom: number | null;
}

export type Moment =
  | { kind: 'at'; at: number }
  /** The end of the story, once all else has happened. */
  | { kind: 'end' }
  | { kind: 'every'; every: number; from: number; until: number }
  /** The moments of a cron expression in the story's zone; worked out by the player as they come. */
  | { kind: 'cron'; expression: string; from: number; until: number }
  | {
      kind: 'when';
      condition: Condition;
      from: number;
      until: number;
      limit: number;
      cooldown: number;
      /** Default: of each device. */
      cooldownOf?: 'all';
    };

/** A story as a lesson, as it is played. Times are ms since 1970 UTC. */
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

/** The thing to do: so often something that a client brings about, or what must hold when the time is over. */
export type Task =
  | (({ called: Called } | { sought: Sought }) & { device: number | null; times: number })
  /** The place of the entry in the timeline that is judged then. */
  | { entry: number };

export interface Called {
  operation: OperationId;
  /** `null`: any below 400. */
  status: number | null;
  /** `name` or `name:value`, all of them. */
  fields: readonly string[];
}

export interface Question {
  question: string;
  choices: readonly string[];
  /** The place of the right one among the choices, from 0. */
  answer: number;
  because: string | null;
}
