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
  /** Devices that may be made. Default `MAX_DEVICES`. */
  maxDevices?: number;
  /** Real time for shrinking a failure, in ms. Default: a minute. */
  shrinkMs?: number;
  /** A history to play in place of drawn ones, such as the failure of an earlier run. */
  replay?: readonly Step[];
}

/** Devices of an exploration, unless it is set otherwise. */
export const MAX_DEVICES = 100;
