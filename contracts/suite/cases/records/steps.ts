/** What the steps of a record's history leave behind for the rules that look at them. */
import type { AnyId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Made } from '../../case-context.ts';
import type { Finding } from '../../finding.ts';
import type { WrittenAtOnce } from './at-once.ts';
import type { Stray } from './coming-back.ts';
import type { AnyFacts } from './compare.ts';
import type { Family } from './family.ts';
import type { Beside } from './foreign.ts';
import type { Read, RecordList } from './reading.ts';
import type { Written } from './writing.ts';

/** What came of a step. One that could not be taken throws when it is looked at, and does not end the others. */
export type Step<T> = () => T;

/** The list after a step: how the run's own records are in it. */
export interface Listing {
  list: RecordList;
  entry: AnyFacts | undefined;
  /** A text that the entry shows and that the record had before its last change, in words. */
  outdated: string | undefined;
}

interface Taken {
  /** The step in words, with what was done to the record before. */
  does: string;
  answer: Answer;
  beside: readonly Beside[];
  listing: Listing | undefined;
}

export interface Created extends Taken {
  made: Made<Family>;
  read: Read;
}

export interface Changed extends Taken, Written {
  /** Once more after the change could be read, where the course says so. */
  again: Read;
}

export interface Deleted extends Taken {
  id: AnyId;
  before: Read;
  after: Read;
}

export interface History {
  family: Family;
  created: Step<Created>[];
  replaced: Step<Changed>[];
  updated: Step<Changed>[];
  deleted: Step<Deleted>[];
  /** What was no longer as it had been left when the history came back to it. */
  strays: Stray[];
  /** What many writes at once broke, and what came of many reads at rest, where the run does that. */
  atOnce: Step<WrittenAtOnce['broken']>;
  atRest: Step<Finding | undefined>;
}

/** Takes a step, and keeps what came of it. */
export async function step<T>(take: () => Promise<T>): Promise<Step<T>> {
  try {
    const taken = await take();
    return () => taken;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
