/**
 * The steps of a story: what it does, in the order in which it happens. An export writes them as requests.
 * Devices are the story's own numbers.
 */

import type { AlertReport, LocationReport } from '../../simulator/fleet/types.ts';
import type { ApiCall } from './client.ts';

/** The simulated moment of a step. */
interface Timed {
  at: number;
}

export interface LocationStep extends Timed {
  kind: 'location';
  device: number;
  report: LocationReport;
}

export interface CallStep extends Timed, ApiCall {
  kind: 'call';
}

/** An alert that a device is about to raise. */
export interface AlertFacts {
  kind: 'alert';
  device: number;
  report: AlertReport & { raisedAt: number };
}

/** Any other action, by its kind. */
interface OtherStep extends Timed {
  kind: 'other';
  action: string;
}

export type Step = LocationStep | CallStep | (Timed & AlertFacts) | OtherStep;

export type StepListener = (step: Step) => void;
