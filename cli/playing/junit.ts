/** How a story went as JUnit XML, for build servers. */
import { junit, seconds } from '../../contracts/kit/junit.ts';
import type { Performance } from '../../scenarios/player/perform.ts';
import type { ExpectationReport, StoryReport } from '../../scenarios/player/report.ts';
import type { Io } from '../command.ts';
import type { Clean } from '../outlet.ts';
import { momentOf, oftenOf, placeOf } from './summary.ts';

/** Why a command does not end well, whatever its expectations. */
export interface Wrong {
  type: 'interrupted' | 'file';
  message: string;
}

/** Something that holds, does not, or was not looked at. */
interface StoryCase {
  name: string;
  failure?: { type: string; message: string; text: string };
  error?: Wrong;
  /** Why it was not looked at. */
  skipped?: string;
}

/** The fields of a case that hold words of our own. */
const OWN: ReadonlySet<string> = new Set(['type']);

/**
 * A suite for the story: a test case for its playing, which takes all of the time, and one for each expectation. Whatever
 * makes the command fail is a failure or an error here. An entry that was never set off is skipped.
 */
export function storyJunit(
  { story, seed, digest, reached, milliseconds, file, expectations, neverSetOff }: StoryReport,
  performance: Performance,
  wrong: Wrong | undefined,
  { outlet }: Pick<Io, 'outlet'>,
): Clean {
  const time = seconds(milliseconds);
  const given: StoryCase[] = [
    { name: `${file} is played`, ...(wrong && { error: wrong }) },
    ...expectations.map((result) => caseOf(result, performance)),
    ...neverSetOff.map((entry) => ({
      name: `${placeOf(entry)} ${entry.label}`,
      skipped: 'never triggered',
    })),
  ];
  const cases = outlet.secrets.deep(given, OWN);
  const count = (kind: 'failure' | 'error' | 'skipped') =>
    cases.filter((one) => one[kind] !== undefined).length;
  const numbers = { tests: cases.length, failures: count('failure'), errors: count('error') };
  const text = junit({ name: 'roadtest', ...numbers, time }, (root) => {
    const name = outlet.secrets.text(story);
    const suite = root.add('testsuite', { name, ...numbers, skipped: count('skipped'), time });
    const properties = suite.add('properties');
    for (const [name, value] of Object.entries({ seed, digest, reached }))
      properties.add('property', { name, value });
    for (const [index, { name, failure, error, skipped }] of cases.entries()) {
      const own = { name, classname: 'roadtest.story', time: index === 0 ? time : seconds(0) };
      const testcase = suite.add('testcase', own);
      if (error) testcase.add('error', { ...error });
      if (failure) testcase.add('failure', { type: failure.type, message: failure.message }, failure.text);
      if (skipped !== undefined) testcase.add('skipped', { message: skipped });
    }
  });
  return outlet.written(text);
}

function caseOf(result: ExpectationReport, performance: Performance): StoryCase {
  const { state, label, wanted, actual } = result;
  const place = placeOf(result);
  const name = `${place} ${label}`;
  if (state === 'open') return { name, skipped: 'its moment was not reached' };
  if (state !== 'failed') return { name };
  const message = wanted === null ? String(actual) : `wanted ${wanted}, actual ${actual}`;
  const text = `${place}\n${label}${oftenOf(result)}\n${message}${momentOf(result, performance)}`;
  return { name, failure: { type: 'expectation', message, text } };
}
