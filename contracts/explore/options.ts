/** The options of an exploration. */

import type { Step } from '../play/steps.ts';
import type { VerifyOptions } from '../verify/run-options.ts';

export interface ExploreOptions extends Omit<VerifyOptions, 'thorough' | 'maxTimeMs'> {
  /** Real time for finding failures, in ms. Default: a minute. */
  timeMs?: number;
  /** Requests for finding failures. Default: no bound. */
  requests?: number;
  /** Rules whose failures are known, by their ids or by those of what is judged for them: the search goes past them. */
  accepted?: readonly string[];
  /** Devices that may be made. Default 100. */
  maxDevices?: number;
  /** Real time for shrinking a failure, in ms. Default: a minute. */
  shrinkMs?: number;
  /** Histories that are played first, such as failures of earlier runs. */
  first?: readonly (readonly Step[])[];
  /** Tells whether nothing else is played. */
  onlyFirst?: boolean;
  /** Called for each history that was played: how many there were, how many requests, and the coverage so far. */
  onHistory?: (histories: number, requests: number, coverage: ReadonlyMap<string, number>) => void;
}
