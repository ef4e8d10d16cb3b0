/** The visible steps of a story, and how a deployment is brought to do the same. */
import { onTarget } from '../actions/action.ts';
import type { Expectation } from '../language/story.ts';
import type { ActionStep, LocationStep, Step } from '../player/steps.ts';
import { type Order, reportOrder } from './order.ts';
import { postLocations } from './reports.ts';
import { NotPossible, type TargetContext, type TargetStep, unboundIn } from './step.ts';

/** A step, and whether the service of the story refused it: then a deployment may do so, too. */
export interface SeenStep {
  step: Step;
  refused: boolean;
}

/** The moment of an expectation. */
export interface SeenExpectation {
  at: number;
  kind: 'expectation';
  expectation: Expectation;
  /** The device that set off its entry. */
  it: number | null;
  /** Whether the service of the story meets it, which behaves as the deployment does. */
  met: boolean;
}

/** In the order in which it happened. */
export type Seen = SeenStep | SeenExpectation;

/** Reports of one device that go out together. */
export interface LocationsStep {
  at: number;
  kind: 'locations';
  device: number;
  reports: readonly LocationStep['report'][];
}

/** A step as it is sent. */
export type Sent = { refused: boolean } & (ActionStep | LocationsStep);

/** The steps that a step waits for, and that wait for it. */
export function orderOf(sent: Sent): Order {
  if (sent.kind === 'locations') return reportOrder(sent);
  const target = onTarget(sent);
  return typeof target === 'object' && 'order' in target ? target.order(sent) : { writes: [], reads: [] };
}

/**
 * The call or control by which a step happens on the deployment. It is asked for when all that the step builds on
 * has been answered: the ids of groups and users are only known then. Never throws for what cannot be done.
 */
export function targetStepOf(sent: Sent, context: TargetContext): TargetStep {
  try {
    return made(sent, context);
  } catch (error) {
    if (error instanceof NotPossible) return { does: 'nothing', because: error.message };
    const unbound = unboundIn(error);
    if (unbound === undefined) throw error;
    return { does: 'nothing', because: `the profile does not describe how: ${unbound}` };
  }
}

function made(sent: Sent, context: TargetContext): TargetStep {
  if (sent.kind === 'locations') return postLocations(sent.device, sent.reports, context);
  const target = onTarget(sent);
  if (target === 'shown by reports') return { does: 'nothing', because: target };
  if ('notPossible' in target) return { does: 'nothing', because: target.notPossible };
  return target.step(sent, context);
}
