/** The result of playing as JUnit XML, for build servers. */

import { type JunitElement, junit, seconds } from '../../contracts/kit/junit.ts';
import { isoUtc } from '../../contracts/kit/times.ts';
import type { ExpectationResult } from '../../scenarios/player/ledger.ts';
import { type Outcome, placeOf } from './summary.ts';

/** A suite for the story, a test case for each expectation. */
export function asJunit({ played, file }: Outcome): string {
  const { results, standing } = played;
  const time = seconds(played.took);
  const numbers = { tests: results.length, failures: standing.failed, errors: 0 };
  return junit({ name: 'roadtest', ...numbers, time }, (root) => {
    const suite = root.add('testsuite', { name: played.story, ...numbers, skipped: standing.open, time });
    const properties = suite.add('properties');
    const facts = { seed: played.seed, digest: played.digest, reached: isoUtc(played.reached) };
    for (const [name, value] of Object.entries(facts)) properties.add('property', { name, value });
    for (const result of results) addCase(suite, result, file);
  });
}

function addCase(suite: JunitElement, result: ExpectationResult, file: string): void {
  const { state, label, wanted, actual } = result;
  const place = placeOf(file, result);
  const testcase = suite.add('testcase', {
    name: `${place} ${label}`,
    classname: 'roadtest.story',
    time: seconds(0),
  });
  if (state === 'open') testcase.add('skipped', { message: 'its moment was not reached' });
  if (state !== 'failed') return;
  const message = wanted === null ? String(actual) : `wanted ${wanted}, actual ${actual}`;
  testcase.add('failure', { type: 'expectation', message }, `${place}\n${message}`);
}
