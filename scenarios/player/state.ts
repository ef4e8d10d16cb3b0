/** The state of a story in a world: all that is saved of it in a snapshot. */
import type { Channel } from '../language/terms.ts';
import type { PlayError } from './errors.ts';

/** Messages or alerts alike, of one device. */
export interface Counted {
  device: number;
  /** `null` for alerts. */
  channel: Channel | null;
  /** Why messages were withheld; `null` for those that were sent. */
  reason: string | null;
  /** A recipient that is asked about: its messages are counted among all of them, too. */
  to: string | null;
  /** `null` for messages. */
  type: string | null;
  count: number;
}

/** The findings about an expectation, and how often it was looked at. */
export interface Checked {
  checked: number;
  failed: number;
  seen: { at: number; device: number | null; wanted: string; actual: string } | null;
}

interface Token {
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
  /** By what is counted. */
  counted: { [what: string]: Counted };
  tokens: { first: Token | null; current: Token | null };
}
