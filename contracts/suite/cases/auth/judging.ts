/** How requests that must be refused are judged, against their twins. */
import { itemAt } from '../../../kit/items.ts';
import { type GuardedOperationId, operation as operationOf } from '../../../specification/operations.ts';
import type { CaseContext, Effect, Manner, Probe } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass, suspect, type Unlock } from '../../finding.ts';
import { wordsOf } from '../../fingerprint.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { readsAsRefusal } from '../accepted.ts';
import { leaksData, showsSameData } from './data.ts';

/** A manner that must be refused, and its description, to be read after "with". */
export interface BadManner extends Manner {
  readonly with: string;
}

/** None of these must be answered as a token in force is, nor have its effect. */
export async function allMustBeRefused(
  context: CaseContext,
  operation: GuardedOperationId,
  manners: readonly BadManner[],
): Promise<Finding> {
  const { served } = await twins(context, operation);
  const { probes, effect } = await context.probes.intrude(operation, manners);
  if (effect) return carriedOutBy(context, served, manners, { probes, effect });
  const findings: Finding[] = [];
  for (const [index, probe] of probes.entries())
    findings.push(await mustBeRefused(context, probe, itemAt(manners, index).with));
  return weakest(findings);
}

/** The operation must not answer this probe as it answers one with a token in force; `isBare`: it was sent without any. */
export async function mustBeRefused(
  context: CaseContext,
  probe: Probe,
  bearer: string,
  isBare?: boolean,
): Promise<Finding> {
  const { operation, answer } = probe;
  const { served, bare } = await twins(context, operation);
  const isTwin = isBare ?? answer === bare.answer;
  if (probe.effect) return carriedOut(bearer, served, probe, probe.effect);
  const refusal = await context.fingerprints.refusal();
  const isRefusal = answer.fingerprint === refusal;
  if (!isRefusal && context.probes.shows(probe)) {
    return worthAToken(bearer, served, probe, `${operation} did its work`);
  }
  if (await leaksData(context, served, probe))
    return worthAToken(bearer, served, probe, `${operation} shows its records beside the refusal`);
  // Answered otherwise than without a token, or, where it is that, than other operations are.
  const isTaken = isTwin ? refusal !== undefined : answer.fingerprint !== bare.answer.fingerprint;
  if (!isRefusal && isTaken && (await showsSameData(context, served, probe))) {
    return worthAToken(bearer, served, probe, `${operation} shows the same data as with a token in force`);
  }
  if (answer.fingerprint === served.answer.fingerprint) {
    if (isPlain(operation) && didItsWork(context, served) && answer.fingerprint !== bare.answer.fingerprint) {
      return worthAToken(bearer, served, probe, `${operation} answers as it does with a token alone`);
    }
    if (!isRefusal && takesUnseen(context, served) && bare.answer.fingerprint === refusal)
      return suspect(
        `${operation} is refused without a token and accepted with ${bearer}, but its effect cannot be seen.`,
        ...[served.answer, bare.answer, answer],
      );
    return isRefusal && served.good
      ? inconclusive(
          `${operation} is refused with a token too: the account may not call it, it seems.`,
          'auth.roles',
        )
      : answersAlike(served, `with ${bearer}`);
  }
  if (isRefusal || (!isTwin && answer.fingerprint === bare.answer.fingerprint)) {
    return pass(`With ${bearer} it is refused.`, served.answer, answer);
  }
  if (await readsAsAbsent(context, probe)) {
    return inconclusive(
      `With ${bearer} ${operation} answers as to an unknown id: it may have looked for it.`,
    );
  }
  // Another answer than all others: if the twin is still served, the bearer alone makes the difference.
  const again = await context.probes.send(operation, 'token');
  if (again.answer.fingerprint === served.answer.fingerprint) {
    return pass(`With ${bearer} the response differs from the one with a token.`, again.answer, answer);
  }
  return inconclusive(
    `${operation} no longer answers a good token as it did: the difference may have another cause.`,
  );
}

/** As an unknown id or path is answered: in the same form, and in the same words. */
async function readsAsAbsent(context: CaseContext, { operation, answer }: Probe): Promise<boolean> {
  if ((await context.fingerprints.kind(operation, answer)) !== 'absent') return false;
  const isOfRecord = operationOf(operation).pathId !== null;
  const absent = await Promise.all([
    context.probes.neighbour(operation).catch(unlessUnreached),
    isOfRecord ? context.fingerprints.unknownId(operation).catch(unlessUnreached) : undefined,
  ]);
  return absent.some((one) => one?.fingerprint === answer.fingerprint && wordsOf(one) === wordsOf(answer));
}

/** Several were sent before it was read back: one after the other they show which it was. */
async function carriedOutBy(
  context: CaseContext,
  served: Probe,
  manners: readonly BadManner[],
  { probes, effect }: { probes: readonly Probe[]; effect: Effect },
): Promise<Finding> {
  const [first, ...others] = manners;
  if (first && others.length === 0) return carriedOut(first.with, served, itemAt(probes, 0), effect);
  for (const manner of manners) {
    const alone = await context.probes.intrude(served.operation, [manner]);
    if (alone.effect) return carriedOut(manner.with, served, itemAt(alone.probes, 0), alone.effect);
  }
  const names = manners.map((manner) => manner.with).join(', ');
  const once = `${served.operation} was carried out once with one of these, and not again`;
  return suspect(`${once}: ${names}; ${effect.what}.`, ...probes.map(({ answer }) => answer), effect);
}

function carriedOut(bearer: string, served: Probe, { operation, answer }: Probe, effect: Effect): Finding {
  return fail(
    `${bearer} to be refused and to have no effect`,
    `${operation} was carried out: ${effect.what}; it got ${describeAnswer(answer)}`,
    served.answer,
    effect,
    answer,
  );
}

function worthAToken(bearer: string, served: Probe, { answer }: Probe, what: string): Finding {
  const expected = `${bearer} to be treated like no token`;
  return fail(expected, `${what}: ${describeAnswer(answer)}`, served.answer, answer);
}

/** Without an id and a body: nothing but the token can be wrong about a request. */
function isPlain(operation: GuardedOperationId): boolean {
  const { method, pathId } = operationOf(operation);
  return method === 'GET' && pathId === null;
}

/** Whether an answer is that of a success, by all that the profile says. */
function didItsWork(context: CaseContext, { operation, answer, good }: Probe): boolean {
  const status = context.profile.openings['operations.status']?.[operation];
  return good && answer.status === status && !readsAsRefusal(context, answer);
}

/** Whether an answer is all that shows that a report was taken: no operation reads alerts. */
function takesUnseen(context: CaseContext, served: Probe): boolean {
  const records = context.profile.openings['alerts.purpose']?.does === 'record';
  return served.operation === 'postAlerts' && records && didItsWork(context, served);
}

/** The finding that weighs most: a failure, then what could not be seen. */
export function weakest(findings: readonly Finding[]): Finding {
  return (
    findings.find(({ verdict }) => verdict === 'fail') ??
    findings.find(({ verdict }) => verdict !== 'pass') ??
    itemAt(findings, 0)
  );
}

export async function twins(
  context: CaseContext,
  operation: GuardedOperationId,
): Promise<{ served: Probe; bare: Probe }> {
  const served = await context.probes.served(operation);
  return { served, bare: await context.probes.bare(operation) };
}

/** Alike, and not because it is refused for want of a token: the request may be looked at before the token is. */
export function answersAlike({ operation, good }: Probe, other: string): Finding {
  const why = good
    ? 'whether it did its work cannot be seen from the answer'
    : 'the profile does not describe a good request, and a bad request may be refused for being bad';
  return inconclusive(`${operation} answers alike with a token and ${other}: ${why}.`, ...unlocks(operation));
}

export function works(context: CaseContext, probe: Probe, served: Probe): boolean {
  return probe.answer.fingerprint === served.answer.fingerprint || context.probes.shows(probe);
}

/** What of the profile describes a good request, and shows that an operation did its work. */
export function unlocks(operation: GuardedOperationId): Unlock[] {
  if (operation === 'postLocations') return ['locations.purpose', 'records.location', 'operations.envelope'];
  if (operation === 'postAlerts') return ['alerts.purpose', 'records.alert', 'operations.envelope'];
  const { method, family } = operationOf(operation);
  const record =
    family === 'devices' ? 'records.device' : family === 'groups' ? 'records.group' : 'records.user';
  return [record, 'operations.envelope', ...(method === 'GET' ? [] : (['operations.status'] as const))];
}
