/** The result of playing as JUnit XML, for build servers. */

import { type JunitElement, junit, seconds } from '../../contracts/kit/junit.ts';
import { isoUtc } from '../../contracts/kit/times.ts';
import type { ExpectationResult } from '../../scenarios/player/ledger.ts';
import type { Performance } from '../../scenarios/player/perform.ts';
import { momentOf, type Outcome, oftenOf, placeOf } from './summary.ts';

/** Why a command does not end well, whatever its expectations. */
export interface Wrong {
  type: 'interrupted' | 'file';
  message: string;
}

/**
 * A suite for the story: a test case for its playing, which takes all of the time, and one for each expectation, which is
 * looked at in a moment. Whatever makes the command fail is a failure or an error here. An entry that was never set off
 * is skipped.
 */
export function asJunit({ played, file }: Outcome, performance: Performance, wrong?: Wrong): string {
  const { results, standing, neverSetOff } = played;
  const time = seconds(played.took);
  const tests = 1 + results.length + neverSetOff.length;
  const numbers = { tests, failures: standing.failed, errors: wrong ? 1 : 0 };
  return junit({ name: 'roadtest', ...numbers, time }, (root) => {
    const skipped = standing.open + neverSetOff.length;
    const suite = root.add('testsuite', { name: played.story, ...numbers, skipped, time });
    const properties = suite.add('properties');
    const facts = { seed: played.seed, digest: played.digest, reached: isoUtc(played.reached) };
    for (const [name, value] of Object.entries(facts)) properties.add('property', { name, value });
    const playing = suite.add('testcase', { name: `${file} is played`, classname, time });
    if (wrong) playing.add('error', { ...wrong });
    for (const result of results) addCase(suite, result, file, performance);
    for (const { label, place } of neverSetOff)
      addOpen(suite, `${file}:${place.line} ${label}`, 'never triggered');
  });
}

const classname = 'roadtest.story';

function addOpen(suite: JunitElement, name: string, message: string): void {
  const testcase = suite.add('testcase', { name, classname, time: seconds(0) });
  testcase.add('skipped', { message });
}

function addCase(
  suite: JunitElement,
  result: ExpectationResult,
  file: string,
  performance: Performance,
): void {
  const { state, label, wanted, actual } = result;
  const place = placeOf(file, result);
  if (state === 'open') {
    addOpen(suite, `${place} ${label}`, 'its moment was not reached');
    return;
  }
  const testcase = suite.add('testcase', {
    name: `${place} ${label}`,
    classname,
    time: seconds(0),
  });
  if (state !== 'failed') return;
  const message = wanted === null ? String(actual) : `wanted ${wanted}, actual ${actual}`;
  const seen = `${label}${oftenOf(result)}\n${message}${momentOf(result, performance)}`;
  testcase.add('failure', { type: 'expectation', message }, `${place}\n${seen}`);
}
