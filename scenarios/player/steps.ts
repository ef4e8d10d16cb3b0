/**
 * The steps of a story: what it does that can be seen from outside, in the order in which it happens. Playing
 * against a real deployment repeats them there; an export writes them down as traffic.
 *
 * Devices are the story's own numbers; groups and users have the names of the story, and whatever repeats a step
 * keeps the ids that the deployment gave.
 */
import type { LocationReport } from '../../simulator/fleet/types.ts';
import type { ActionStepOf } from '../actions/action.ts';

/** The simulated moment of a step. */
interface Timed {
  at: number;
}

export interface LocationStep extends Timed {
  kind: 'location';
  device: number;
  report: LocationReport;
}

/** A step that comes of an action. */
export type ActionStep = Timed & ActionStepOf;
export type Step = LocationStep | ActionStep;

export type StepListener = (step: Step) => void;
