/** The state of a story in a snapshot. `check.ts` has what must hold in it beyond its form. */
import { formOf } from '../../contracts/kit/form.ts';
import { count, instant, ordinal } from '../../contracts/kit/saved.ts';
import {
  constant,
  integer,
  list,
  map,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  string,
  tuple,
  typed,
  yesNo,
} from '../../contracts/kit/schema.ts';
import { playErrorCodes } from './errors.ts';

const failure = object({
  code: oneOf(...playErrorCodes),
  message: string(),
  hint: optional(string()),
  /** Line in the file of the story. */
  places: list(object({ line: count, column: count })),
});
export type Failure = Static<typeof failure>;

const triggers = object({
  /** By entry: how often it was set off. */
  fired: list(count),
  /** Entry, device (0 for all), and when it was last set off. */
  last: list(tuple([count, count, instant])),
  /** Entries set off by entries, at the latest moment at which that happened. */
  burst: object({ at: instant, count }),
});
export type TriggersState = Static<typeof triggers>;

const seen = object({ at: instant, device: orNull(ordinal), wanted: string(), actual: string() });
/** By expectation: how often it was looked at, how often it did not hold, and what was seen. */
const ledger = list(tuple([count, count, orNull(seen)]));
export type LedgerState = Static<typeof ledger>;

/** The forms of what is counted, with its facts: by device. Messages to someone are counted among all of them, too. */
export const counted = {
  messages: '^([1-9]\\d{0,15}) (email|sms) (?:sent|withheld ([a-z-]+))(?: to ([^]+))?$',
  alerts: '^([1-9]\\d{0,15}) alert ([^]+)$',
};
/** By what is counted, how many. */
const counters = list(tuple([string({ pattern: `${counted.messages}|${counted.alerts}` }), ordinal]));
export type CountersState = Static<typeof counters>;

const token = object({ text: string(), expires: instant });
const client = object({ first: orNull(token), current: orNull(token) });
export type Token = Static<typeof token>;
export type ClientState = Static<typeof client>;

const storyState = object({
  version: constant(1),
  story: string(),
  /** A mark of what it says. */
  told: integer(),
  /** Events of each kind that setting the scene took. */
  before: map(count),
  ended: yesNo,
  failure: orNull(failure),
  triggers,
  ledger,
  tally: counters,
  client,
  /** The state of the vehicles, which know its form. */
  traffic: typed<unknown>({}),
});
export type StoryState = Static<typeof storyState>;

export const readStoryState = formOf(storyState);
