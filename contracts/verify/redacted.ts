/**
 * The record of a run without its secrets. Only text that quotes the deployment is searched: a deployment
 * chooses its tokens, and one that is called `fail` must not take the verdicts out of the record.
 */
import type { Redactor } from '../kit/redact.ts';
import type { Exchange, Observation, Outcome, Run } from './run.ts';

export function redactedRun(run: Run, redactor: Redactor): Run {
  const { problem, fault, profile, given } = run;
  return {
    ...run,
    profile: redactor.deep(profile),
    ...(given && { given: redactor.deep(given) }),
    outcomes: run.outcomes.map((outcome) => redactedOutcome(outcome, redactor)),
    observations: run.observations.map((observation) => redactedObservation(observation, redactor)),
    exchanges: run.exchanges.map((exchange) => redactedExchange(exchange, redactor)),
    leftBehind: redactor.deep(run.leftBehind),
    warnings: redactor.deep(run.warnings),
    ...(fault !== undefined && { fault: redactor.text(fault) }),
    ...(problem && { problem: { ...redactor.deep(problem), code: problem.code } }),
  };
}

export function redactedOutcome(outcome: Outcome, redactor: Redactor): Outcome {
  const { reason, expected, observed, steps } = outcome;
  return {
    ...outcome,
    reason: redactor.text(reason),
    ...(expected !== undefined && { expected: redactor.text(expected) }),
    ...(observed !== undefined && { observed: redactor.text(observed) }),
    ...(steps && { steps: redactor.deep(steps) }),
  };
}

function redactedObservation(observation: Observation, redactor: Redactor): Observation {
  const { observed, pinned, notCompared } = observation;
  return {
    ...observation,
    observed: redactor.text(observed),
    ...(pinned !== undefined && { pinned: redactor.text(pinned) }),
    ...(notCompared !== undefined && { notCompared: redactor.text(notCompared) }),
  };
}

/** A token may have been seen in an exchange before the one that made it known. */
function redactedExchange(exchange: Exchange, redactor: Redactor): Exchange {
  const { request, reply, failure } = exchange;
  return {
    ...exchange,
    request: { ...redactor.deep(request), method: request.method },
    ...(reply && { reply: redactor.deep(reply) }),
    ...(failure !== undefined && { failure: redactor.text(failure) }),
  };
}
