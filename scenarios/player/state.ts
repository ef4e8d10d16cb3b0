/** The state of a story in a world: all that is saved of it in a snapshot. */
import type { PlayError } from './errors.ts';

/** The findings about an expectation, and how often it was looked at. */
export interface Checked {
  checked: number;
  failed: number;
  seen: { at: number; device: number | null; wanted: string; actual: string } | null;
}

export interface Token {
  text: string;
  expires: number;
}

export interface StoryState {
  story: string;
  /** A mark of what it says. */
  told: number;
  /** Events of each kind, and messages, that setting the scene took. */
  before: { [kind: string]: number };
  sentBefore: number;
  ended: boolean;
  failure: (Pick<PlayError, 'code' | 'message' | 'places'> & { hint?: string }) | null;
  /** By entry: how often it was set off. */
  fired: number[];
  /** By entry and device (0 for all): when it was last set off; where that matters. */
  last: { [entryAndDevice: string]: number };
  /** Entries set off by entries, at the latest moment at which that happened. */
  burst: { at: number; count: number };
  /** By row of the ledger. */
  checks: Checked[];
  /** How often what expectations and captions ask for happened, by device. */
  counted: { [sought: string]: { [device: number]: number } };
  tokens: { first: Token | null; current: Token | null };
}
