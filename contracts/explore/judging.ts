/** Tells whether anything follows from an exploration that found no failure. */
import type { Exploration } from './exploration.ts';

/** Fewer of the steps taken say nothing about the deployment: one of so many. */
const LEAST_JUDGED = 10;

/** Why nothing follows from an exploration that found no failure; `undefined` where something does. */
export function whyNothing(run: Exploration): string | undefined {
  const { steps, judged, histories, brokenOff, gaveUp } = run;
  const count = `${judged} of ${steps} steps got an answer that can be judged`;
  if (gaveUp)
    return `The deployment broke off ${brokenOff} of ${histories} histories, so the exploration was stopped: ${count}.`;
  if (histories === 0 && run.themes.length === 0)
    return 'No history was played: the deployment allows none about the rules that were asked for.';
  if (histories === 0) return 'No history was played.';
  if (histories === brokenOff) return `The deployment broke off each history: ${count}.`;
  if (judged * LEAST_JUDGED >= steps) return undefined;
  return `Only ${count}: nothing follows from the others.`;
}
