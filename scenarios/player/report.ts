/** The result of a story, as data: times as ISO 8601, expectations with their place in the file. */
import { itemAt } from '../../contracts/kit/items.ts';
import { isoUtc } from '../../contracts/kit/times.ts';
import type { Place } from '../language/terms.ts';
import type { ExpectationResult } from './ledger.ts';
import type { Performance } from './perform.ts';

/** The place in a file, from 1. */
interface InFile extends Place {
  file: string;
}

/** One expectation of a story, and what came of it. */
export interface ExpectationReport extends Omit<ExpectationResult, 'place' | 'at'>, InFile {
  /** When it did not hold for the first time, else when it was last looked at; `null` while it is open. */
  at: string | null;
}

/** An entry of a story that never came: a condition that was never met, a time that is in none of its days. */
export interface NeverSetOff extends InFile {
  label: string;
}

/** The report of `roadtest play --report json`. */
export interface StoryReport {
  story: string;
  seed: number;
  /** True if the story was played to its end. */
  finished: boolean;
  /** A fingerprint of everything that happened. */
  digest: string;
  /** Events by kind. */
  counts: { [kind: string]: number };
  /** Messages of the whole story. */
  messages: { sent: number; withheld: number };
  /** How many expectations are in each state. */
  standing: { [S in ExpectationResult['state']]: number };
  /** Locations reported, and how many of them for each real second of playing. */
  reports: number;
  reportsPerSecond: number;
  /** The simulated moment that was reached. */
  reached: string;
  /** Real milliseconds that it took. */
  milliseconds: number;
  file: string;
  expectations: ExpectationReport[];
  neverSetOff: NeverSetOff[];
}

/** The result of a performance so far. @param took real milliseconds */
export function reportOf(
  { simulator, story, plugin }: Performance,
  { file, reports, took }: { file: string; reports: number; took: number },
): StoryReport {
  const standing = { met: 0, failed: 0, open: 0 };
  const expectations = plugin.results().map(({ place, at, ...result }) => {
    standing[result.state]++;
    return { ...result, file, ...place, at: at === null ? null : isoUtc(at) };
  });
  return {
    story: story.name,
    seed: story.clock.seed,
    finished: plugin.ended,
    digest: simulator.fleet.log.digest(),
    counts: plugin.counts(),
    messages: plugin.messages(),
    standing,
    reports,
    reportsPerSecond: took > 0 ? Math.round((reports * 1000) / took) : 0,
    reached: isoUtc(simulator.clock.now()),
    milliseconds: Math.round(took),
    file,
    expectations,
    neverSetOff: plugin.neverSetOff().map((entry) => {
      const { label, place } = itemAt(story.timeline, entry);
      return { label, file, ...place };
    }),
  };
}
