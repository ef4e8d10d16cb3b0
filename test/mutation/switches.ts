/** The global object that the instrumenter's code shares with whoever switches its mutants. */

type Counts = { [mutant: string]: number };

interface Switches {
  /** The mutant that is on. */
  activeMutant?: string;
  /** For whom it is counted which mutants are come by. */
  currentTestId?: string;
  /** How often the mutant that is on was come by, and how often it may be until it throws. */
  hitCount?: number;
  hitLimit?: number;
  /** The mutants that were reached: while code was loaded, and since, by `currentTestId`. */
  mutantCoverage?: { static: Counts; perTest: { [test: string]: Counts } };
}

declare global {
  var __stryker__: Switches | undefined;
}

/** Made before any instrumented code runs, or by it. */
export function switches(): Switches {
  globalThis.__stryker__ ??= {};
  return globalThis.__stryker__;
}
