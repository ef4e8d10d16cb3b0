/** The state of a story in a snapshot, which carries a digest of itself: what is in it is as it was saved. */
import type { PlayError } from './errors.ts';

export type Failure = Pick<PlayError, 'code' | 'message' | 'places'> & { hint?: string };

export interface TriggersState {
  /** By entry: how often it was set off. */
  fired: number[];
  /** Entry, device (0 for all), and when it was last set off. */
  last: [entry: number, device: number, at: number][];
  /** Entries set off by entries, at the latest moment at which that happened. */
  burst: { at: number; count: number };
}

interface Seen {
  at: number;
  device: number | null;
  wanted: string;
  actual: string;
}
/** By expectation: how often it was looked at, how often it did not hold, and what was seen. */
export type LedgerState = [checked: number, failed: number, seen: Seen | null][];

/** The forms of what is counted, with its facts: by device. Messages to someone are counted among all of them, too. */
export const counted = {
  messages: '^([1-9]\\d{0,15}) (email|sms) (?:sent|withheld ([a-z-]+))(?: to ([^]+))?$',
  alerts: '^([1-9]\\d{0,15}) alert ([^]+)$',
};
/** By what is counted, how many. */
export type CountersState = [what: string, count: number][];

interface Token {
  text: string;
  expires: number;
}
export interface ClientState {
  first: Token | null;
  current: Token | null;
}

export interface StoryState {
  story: string;
  /** A mark of what it says. */
  told: number;
  /** Events of each kind that setting the scene took. */
  before: { [kind: string]: number };
  ended: boolean;
  failure: Failure | null;
  triggers: TriggersState;
  ledger: LedgerState;
  tally: CountersState;
  client: ClientState;
  /** The state of the vehicles, which know its form. */
  traffic: unknown;
}
