/** The orders to the process that runs the tests, and its answers: a line of JSON each. */

export type Order =
  /** Runs a test file without any mutant, and counts. */
  { kind: 'count'; file: string } | ({ kind: 'try' } & Attempt);

export type Answer = Told & {
  /** The bytes that the process takes: all that was ever loaded anew stays in it. */
  memory: number;
};

export type Told =
  | { kind: 'ready'; pid: number }
  | { kind: 'counted'; counts: Counts }
  | { kind: 'tried'; outcome: Outcome }
  | { kind: 'failed'; why: string };

export interface Attempt {
  mutant: string;
  /** Whether code that runs while the product is loaded comes by it: then that is loaded anew. */
  early: boolean;
  hits: number;
  /** The milliseconds that all its tests take without the mutant. */
  took: number;
  /** In the order in which they are run. */
  files: readonly { file: string; tests: readonly string[] | 'all'; longest: number }[];
}

/** `dirty`: a test failed, and fails without the mutant as well, so that something was left behind. */
export type Outcome = 'killed' | 'survived' | 'dirty';

/** How often each mutant is come by. */
export type Hits = { [mutant: string]: number };

/** The hits of one test file. */
export interface Counts {
  /** While it is loaded, and all that it imports. */
  loaded: Hits;
  /** While its tests are collected, and by hooks that are run for several of them. */
  shared: Hits;
  /** `took` is in milliseconds. */
  tests: readonly { id: string; took: number; hits: Hits }[];
}
