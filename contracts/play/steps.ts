/**
 * The steps of a history: what is done, without what comes of it. Records and devices have numbers of the history's
 * own, so that it can be played again on fresh ones. They are plain data with a schema: a history that is read from a
 * file is checked before anything is sent. A step is a row (`row.ts`) in the file of its subject.
 */

import { Contradiction } from '../deployment/finding.ts';
import { unlessUnbound } from '../deployment/sharing/unbound.ts';
import { breakOffIn, isUnanswered } from '../deployment/transport/failures.ts';
import { singleEvents } from '../judge/event.ts';
import { discriminated, list, type Static, type TObject } from '../kit/schema.ts';
import { mapTable } from '../kit/tables.ts';
import { callRows } from './calls.ts';
import { clockRows } from './clock.ts';
import { activation, deviceRows } from './devices.ts';
import { lookingRows } from './looking.ts';
import { keepsIds, recordRows, writeRows } from './records.ts';
import { reportRows } from './reports.ts';
import { type Of, type Part, recordInWords, row, type StepCost, type StepRow } from './row.ts';
import { type Scene, type StepResult, settles } from './scene.ts';
import { tokenRows } from './tokens.ts';

export { alterations, type BearerName, garbage } from './bearers.ts';
/** So many texts that stores get wrong are all of a value, then as many are several in one; and all with rarer ones. */
export { DRAWN as drawnTexts } from './contents.ts';
export { isOfKey, type Near, nearlyRight } from './credentials.ts';
/** So many moments of long ago there are at which reports are known to be kept otherwise, or nothing is known of. */
export { MOMENTS as moments } from './places.ts';
/** Other spellings of path and method. */
export { namesOfWays as spellings, respelt } from './ways.ts';

/** Steps that can be taken at the same time as others. */
const calls = { ...writeRows, ...activation };

function schemasOf<R extends { readonly [kind: string]: { readonly schema: TObject } }>(table: R) {
  return mapTable(table, ({ schema }) => schema) as { [K in keyof R]: R[K]['schema'] };
}

const together = { calls: list(discriminated('do', schemasOf(calls)), { minItems: 2, maxItems: 10 }) };
/** In as many requests under way at once. */
const burst: StepRow<Of<typeof together>> = {
  touches: ['licences'],
  cost: (step) => ({ requests: step.calls.reduce((sum, one) => sum + costOf(one).requests, 0) }),
  answers: ({ calls: [first] }) => first && answerOf(first),
  say: (step) => `at the same time: ${step.calls.map(inWords).join('; ')}`,
  act: actTogether,
};

const rows = {
  ...{ ...recordRows, ...lookingRows, ...deviceRows, ...clockRows, ...reportRows, ...callRows, ...tokenRows },
  burst: row({ fields: together, ...burst }),
};

export const stepSchema = discriminated('do', schemasOf(rows));

export type Step = Static<typeof stepSchema>;
export type StepKind = Step['do'];
export type StepOf<K extends StepKind> = Extract<Step, { do: K }>;
export type Burst = StepOf<'burst'>;

/** All that is said of the kind of a step. */
export function rowOfStep({ do: kind }: Pick<Step, 'do'>): StepRow<Step> {
  return rows[kind] as StepRow<Step>;
}

/** The fields that steps of a kind have. */
export function fieldsOf(kind: StepKind): readonly string[] {
  return Object.keys(rows[kind].schema.properties);
}

/** A step in words, to be read after a number. */
export function inWords(step: Step): string {
  return rowOfStep(step).say(step);
}

/** @throws Unreached where the profile or the deployment does not allow it, or no answer comes */
export function act(scene: Scene, step: Step, atOnce?: boolean): Promise<StepResult> {
  return rowOfStep(step).act(scene, step, atOnce);
}

/** Returns whether a step changes nothing: a call with a good token may write. */
export function onlyReads(step: Step): boolean {
  const { reads = false } = rowOfStep(step);
  return typeof reads === 'boolean' ? reads : reads(step);
}

export function touches(step: Step, part: Part): boolean {
  return rowOfStep(step).touches?.includes(part) === true;
}

export function costOf(step: Step): Required<StepCost> {
  const { cost = {} } = rowOfStep(step);
  const own = typeof cost === 'function' ? cost(step) : cost;
  return { requests: 1, messages: 0, hours: 0, creates: [], ...own };
}

/** The operation or the control whose answer a step brings; `undefined` where nothing is judged by the answer. */
export function answerOf(step: Step): string | undefined {
  const { answers } = rowOfStep(step);
  return typeof answers === 'function' ? answers(step) : answers;
}

/** Returns whether a step that failed may have been carried out all the same, so that nothing can be judged after it. */
export function mayHaveHappened(error: unknown): boolean {
  return isUnanswered(error) || error instanceof Contradiction;
}

/**
 * Several calls at once. Where writes become readable a moment later none is made: what is read then may be what held
 * between two of them, and would pass for what came last. The counts of licences tell which of them it is.
 */
async function actTogether(scene: Scene, { calls: all }: Of<typeof together>): Promise<StepResult> {
  if (settles(scene.deployment) && all.some((one) => one.do !== 'activate')) return undefined;
  // A write that comes after the DELETE may reach the record of another client.
  if (all.some((one) => one.do === 'delete') && !keepsIds(scene)) return undefined;
  const each = await Promise.allSettled(all.map((one) => act(scene, one, true)));
  const failed = each.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const worst = failed.find(breakOffIn) ?? failed.find(mayHaveHappened);
  if (worst !== undefined) throw worst;
  // Calls that could not be asked for are left out; the others were answered.
  failed.forEach(unlessUnbound);
  const events = each.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  if (events.length === 0) return undefined;
  return { at: scene.deployment.clock.now(), kind: 'burst', calls: singleEvents(events) };
}

/** The single calls of a step. */
export function callsIn(step: Step): readonly Exclude<Step, Burst>[] {
  return step.do === 'burst' ? step.calls : [step];
}

/** The target of a step: steps of one target form a chain. */
export function targetOf(step: Step): string {
  if (step.do === 'burst') return step.calls[0] ? targetOf(step.calls[0]) : 'account';
  if ('record' in step) return recordInWords(step);
  if ('device' in step) return `device ${step.device}`;
  if ('family' in step) return `${step.family}s`;
  return touches(step, 'tokens') ? 'tokens' : 'account';
}

/** The number of the record or device that a step is about. */
export function numberOf(step: Step): number | undefined {
  const [first] = callsIn(step);
  if (!first) return undefined;
  if ('record' in first) return first.record;
  return 'device' in first ? first.device : undefined;
}

/** The steps that show the records which a step has written. */
export function readingsOf(step: Step): StepOf<'read'>[] {
  const written = callsIn(step).flatMap((call): [string, StepOf<'read'>][] =>
    'record' in call ? [[targetOf(call), { do: 'read', family: call.family, record: call.record }]] : [],
  );
  return [...new Map(written).values()];
}
