/** The result of a story, as data for programs: times as ISO 8601, expectations with their place in the file. */
import { isoUtc } from '../../contracts/kit/times.ts';
import type { ExpectationResult } from './ledger.ts';
import type { Played } from './play.ts';

/** One expectation of a story, and what came of it. */
export interface ExpectationReport extends Omit<ExpectationResult, 'place' | 'at'> {
  file: string;
  /** Line in which it is written, from 1. */
  line: number;
  column: number;
  /** When it did not hold for the first time, else when it was last looked at; `null` while it is open. */
  at: string | null;
}

/** An entry of a story that never came. */
export interface NeverSetOff {
  label: string;
  file: string;
  /** Line in which it is written, from 1. */
  line: number;
  column: number;
}

export interface StoryReport extends Omit<Played, 'results' | 'neverSetOff' | 'reached' | 'took'> {
  /** The simulated moment that was reached. */
  reached: string;
  /** Real milliseconds that it took. */
  milliseconds: number;
  file: string;
  expectations: ExpectationReport[];
  neverSetOff: NeverSetOff[];
}

/** The report of `roadtest play --report json`. @param file what the file of the story is called */
export function reportOf(
  { results, neverSetOff, reached, took, ...facts }: Played,
  file: string,
): StoryReport {
  return {
    ...facts,
    reached: isoUtc(reached),
    milliseconds: Math.round(took),
    file,
    expectations: results.map(({ place: { line, column }, at, ...result }) => ({
      ...result,
      file,
      line,
      column,
      at: at === null ? null : isoUtc(at),
    })),
    neverSetOff: neverSetOff.map(({ label, place: { line, column } }) => ({ label, file, line, column })),
  };
}
