/** One opening: a detail that the document leaves "not shown", and all that follows from it. */
import type { Occasion } from '../occasions.ts';
import type { SectionId } from '../sections.ts';

export interface OpeningRow<Id extends string = string, Answer = unknown, GivenAnswer = unknown> {
  readonly id: Id;
  /** The sections that leave it open. */
  readonly sections: readonly SectionId[];
  /** Says in words what is open. */
  readonly open: string;
  /**
   * Says what an answer to it decides. `state`: what becomes of devices, messages, records and tokens. `exchange`: how
   * a call is answered, and no more.
   */
  readonly decides: 'state' | 'exchange';
  /** The answers of a service that rest on it. */
  readonly shapes: readonly Occasion[];
  /** JSON Schema of an answer to it. */
  readonly schema: object;
  /** The simulator's choice, where a profile does not answer it. */
  readonly default: Answer;
  /** An answer in words, to be read after "Default:". */
  words(answer: Answer): string;
  /** The simulator's choice in words. */
  readonly defaultWords: string;
  /** Never there at run time: the type of an answer as a profile may give it, which may be in parts. */
  readonly given?: GivenAnswer;
}
