/** How a story went as JUnit XML, for build servers. */
import { junit, seconds } from '../../contracts/kit/junit.ts';
import type { Io } from '../command.ts';

/** Something that holds, does not, or was not looked at. */
export interface StoryCase {
  name: string;
  failure?: { type: string; message: string; text: string };
  /** Why the command does not end well, whatever its expectations. */
  error?: { type: string; message: string } | undefined;
  /** Why it was not looked at. */
  skipped?: string;
}

export interface StorySuite {
  name: string;
  facts: { readonly [name: string]: string | number };
  /** Real time, in ms. */
  took: number;
  /** The first is its playing, which takes all of the time; the others are looked at in a moment. */
  cases: readonly StoryCase[];
}

/** The fields of a suite that hold words of our own. */
const OWN: ReadonlySet<string> = new Set(['type']);

export function printJunit(suite: StorySuite, { outlet, print }: Pick<Io, 'outlet' | 'print'>): void {
  print(outlet.written(storyJunit(outlet.secrets.deep(suite, OWN))));
}

function storyJunit({ name, facts, took, cases }: StorySuite): string {
  const count = (kind: 'failure' | 'error' | 'skipped') =>
    cases.filter((each) => each[kind] !== undefined).length;
  const time = seconds(took);
  const numbers = { tests: cases.length, failures: count('failure'), errors: count('error') };
  return junit({ name: 'roadtest', ...numbers, time }, (root) => {
    const suite = root.add('testsuite', { name, ...numbers, skipped: count('skipped'), time });
    const properties = suite.add('properties');
    for (const [fact, value] of Object.entries(facts)) properties.add('property', { name: fact, value });
    for (const [index, { name, failure, error, skipped }] of cases.entries()) {
      const own = { name, classname: 'roadtest.story', time: index === 0 ? time : seconds(0) };
      const testcase = suite.add('testcase', own);
      if (error) testcase.add('error', error);
      if (failure) testcase.add('failure', { type: failure.type, message: failure.message }, failure.text);
      if (skipped !== undefined) testcase.add('skipped', { message: skipped });
    }
  });
}
