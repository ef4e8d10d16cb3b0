/** The result of playing as JUnit XML, for build servers. */

import { isoUtc } from '../../contracts/kit/times.ts';
import type { ExpectationResult } from '../../scenarios/player/ledger.ts';
import type { Performance } from '../../scenarios/player/perform.ts';
import type { StoryCase, StorySuite } from './junit.ts';
import { momentOf, type Outcome, oftenOf, placeOf } from './summary.ts';

/** Why a command does not end well, whatever its expectations. */
export interface Wrong {
  type: 'interrupted' | 'file';
  message: string;
}

/**
 * A suite for the story: a test case for its playing, and one for each expectation. Whatever makes the command fail is a
 * failure or an error here. An entry that was never set off is skipped.
 */
export function asJunit({ played, file }: Outcome, performance: Performance, wrong?: Wrong): StorySuite {
  const { story, seed, digest, reached, took, results, neverSetOff } = played;
  return {
    name: story,
    facts: { seed, digest, reached: isoUtc(reached) },
    took,
    cases: [
      { name: `${file} is played`, error: wrong && { ...wrong } },
      ...results.map((result) => caseOf(result, file, performance)),
      ...neverSetOff.map(({ label, place }) => ({
        name: `${file}:${place.line} ${label}`,
        skipped: 'never triggered',
      })),
    ],
  };
}

function caseOf(result: ExpectationResult, file: string, performance: Performance): StoryCase {
  const { state, label, wanted, actual } = result;
  const place = placeOf(file, result);
  const name = `${place} ${label}`;
  if (state === 'open') return { name, skipped: 'its moment was not reached' };
  if (state !== 'failed') return { name };
  const message = wanted === null ? String(actual) : `wanted ${wanted}, actual ${actual}`;
  const seen = `${label}${oftenOf(result)}\n${message}${momentOf(result, performance)}`;
  return { name, failure: { type: 'expectation', message, text: `${place}\n${seen}` } };
}
