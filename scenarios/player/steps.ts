/**
 * The steps of a story: what it does, in the order in which it happens. An export writes them as requests.
 * Devices are the story's own numbers.
 */

import type { LocationReport } from '../../simulator/fleet/types.ts';
import type { ActionStepOf } from '../actions/action.ts';
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

/** A step that comes of an action. */
export type ActionStep = Timed & ActionStepOf;
export type Step = LocationStep | CallStep | ActionStep;

export type StepListener = (step: Step) => void;
