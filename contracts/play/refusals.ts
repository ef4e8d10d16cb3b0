/** Calls that must be refused, held against their twins: the same with a token in force, and without any. */

import type { Deployment, Probe } from '../deployment/deployment.ts';
import type { Unlock } from '../deployment/finding.ts';
import { wordsOf } from '../deployment/fingerprint.ts';
import { readsAsRefusal } from '../deployment/reading/answers.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import { unlessUnreached } from '../deployment/transport/failures.ts';
import { nameIn } from '../kit/tables.ts';
import { type GuardedOperationId, listedBy, operation as operationOf } from '../specification/operations.ts';
import { isServedByProfile } from './by-profile.ts';
import { contradictory, type Look, looksLike, unclear } from './look.ts';
import { leaksData, showsData, showsSameData } from './same-data.ts';

/**
 * Returns whether a call whose bearer value must be refused was served all the same: `yes` where it got what a token in force gets.
 * Its effect shows later.
 *
 * @param isBare whether it was sent without a bearer value
 */
export async function refusalOf(deployment: Deployment, probe: Probe, isBare: boolean): Promise<Look> {
  const { operation, answer } = probe;
  const { served, bare } = await twins(deployment, operation);
  const isTwin = isBare || answer === bare.answer;
  const refusal = await deployment.probes.refusal();
  const isRefusal = answer.fingerprint === refusal;
  if (!isRefusal && deployment.probes.shows(probe)) return looksLike('yes');
  if (await leaksData(deployment, served, probe)) return looksLike('yes');
  // Answered otherwise than without a token, or, where it is that, than other operations are.
  const isTaken = isTwin ? refusal !== undefined : answer.fingerprint !== bare.answer.fingerprint;
  if (!isRefusal && isTaken && (await showsSameData(deployment, served, probe))) return looksLike('yes');
  if (isServedByProfile(deployment, probe, served)) return looksLike('yes');
  if (answer.fingerprint === served.answer.fingerprint) {
    if (
      isPlain(operation) &&
      didItsWork(deployment, served) &&
      answer.fingerprint !== bare.answer.fingerprint
    )
      return looksLike('yes');
    if (!isRefusal && takesUnseen(deployment, served) && bare.answer.fingerprint === refusal)
      return contradictory(
        `${operation} is refused without a token and accepted with what is none, but its effect cannot be seen`,
      );
    if (isRefusal && served.good)
      return unclear(
        `${operation} is refused with a token too: the account may not call it, it seems`,
        'auth.roles',
      );
    // It may look into the request before it looks at the bearer value.
    const isHeard = bare.answer.fingerprint === refusal && answer.fingerprint !== refusal;
    return isHeard ? { ...answersAlike(served), served: 'heard' } : answersAlike(served);
  }
  if (isRefusal || (!isTwin && answer.fingerprint === bare.answer.fingerprint)) return looksLike('no');
  if (await readsAsAbsent(deployment, probe))
    return unclear(
      `${operation} answers as to an unknown id without a good token: it may have looked for it`,
    );
  // Another answer than all others: if the twin is still served, the bearer alone makes the difference; so it does once more.
  const own = ownRefusals(deployment);
  const look = `${answer.fingerprint} ${wordsOf(answer)}`;
  if (await own.get(look)?.catch(unlessUnreached)) return looksLike('no');
  const isOfBearer = deployment.probes
    .send(operation, 'token')
    .then((again) => again.answer.fingerprint === served.answer.fingerprint || showsData(deployment, again));
  own.set(look, isOfBearer);
  if (await isOfBearer) return looksLike('no');
  return unclear(`${operation} no longer answers a good token as it did`);
}

/** Answers of a run that a good token did not get at the same time. */
const ownRefusals = perRun(() => new Map<string, Promise<boolean>>());

/** As an unknown id or path is answered: in the same form, and in the same words. */
async function readsAsAbsent(deployment: Deployment, { operation, answer }: Probe): Promise<boolean> {
  const { 'auth.refusal': refused, 'errors.status': statuses = {} } = deployment.profile.openings;
  const { 'unknown-id': id, 'unknown-path': path } = statuses;
  const isTold = answer.status === refused?.status && id !== undefined && path !== undefined;
  if (isTold && ![id, path].includes(answer.status)) return false;
  if ((await deployment.probes.kind(operation, answer)) !== 'absent') return false;
  const isOfRecord = operationOf(operation).pathId !== null;
  const absent = await Promise.all([
    deployment.probes.neighbour(operation).catch(unlessUnreached),
    isOfRecord ? deployment.probes.unknownId(operation).catch(unlessUnreached) : undefined,
  ]);
  return absent.some((one) => one?.fingerprint === answer.fingerprint && wordsOf(one) === wordsOf(answer));
}

/** Without an id and a body: nothing but the token can be wrong about a request. */
function isPlain(operation: GuardedOperationId): boolean {
  const { method, pathId } = operationOf(operation);
  return method === 'GET' && pathId === null;
}

/** Returns whether an answer is that of a success, by all that the profile says. */
function didItsWork(deployment: Deployment, { operation, answer, good }: Probe): boolean {
  const status = deployment.profile.openings['operations.status']?.[operation];
  return good && answer.status === status && !readsAsRefusal(deployment, answer);
}

/** Returns whether an answer is all that shows that a report was taken: no operation reads alerts. */
function takesUnseen(deployment: Deployment, served: Probe): boolean {
  const records = deployment.profile.openings['alerts.purpose']?.does === 'record';
  return served.operation === 'postAlerts' && records && didItsWork(deployment, served);
}

export async function twins(
  deployment: Deployment,
  operation: GuardedOperationId,
): Promise<{ served: Probe; bare: Probe }> {
  const served = await deployment.probes.served(operation);
  return { served, bare: await deployment.probes.bare(operation) };
}

/** Alike, and not because it is refused for want of a token: the request may be looked at before the token is. */
export function answersAlike({ operation, good }: Probe): Look {
  const why = good
    ? 'whether it did its work cannot be seen from the answer'
    : 'the profile does not describe a good request, and a bad request may be refused for being bad';
  return unclear(`${operation} answers alike with a token and without: ${why}`, ...unlocks(operation));
}

/** The parts of the profile that describe a good request, and show that an operation did its work. */
function unlocks(operation: GuardedOperationId): Unlock[] {
  if (operation === 'postLocations') return ['locations.purpose', 'records.location', 'operations.envelope'];
  if (operation === 'postAlerts') return ['alerts.purpose', 'records.alert', 'operations.envelope'];
  const { method, family } = operationOf(operation);
  const record =
    family === 'devices' ? 'records.device' : family === 'groups' ? 'records.group' : 'records.user';
  return [record, 'operations.envelope', ...(method === 'GET' ? [] : (['operations.status'] as const))];
}

/** The same of a call without a token by another spelling of path or method. Of a write that can be read back the effect alone counts. */
export async function refusalByWay(deployment: Deployment, probe: Probe): Promise<Look> {
  const { operation } = probe;
  const { served, bare } = await twins(deployment, operation);
  const refusal = await deployment.probes.refusal();
  if (bare.answer.fingerprint !== refusal && deployment.probes.shows(bare))
    return unclear(`${operation} is served without a token: no way round is needed`);
  if (
    (await isServedByWay(deployment, served, probe, refusal)) ||
    (await leaksData(deployment, served, probe))
  )
    return looksLike('yes');
  if (showsData(deployment, served)) return looksLike('no');
  return isEmpty(deployment, served)
    ? unclear(`${operation} shows nothing, even with a good token`, 'account')
    : unclear(
        `it cannot be seen whether ${operation} did its work, even with a good token`,
        ...unlocks(operation),
      );
}

async function isServedByWay(
  deployment: Deployment,
  served: Probe,
  probe: Probe,
  refusal: string | undefined,
): Promise<boolean> {
  const { operation, answer } = probe;
  if (answer.fingerprint === refusal) return false;
  if (operationOf(operation).method === 'GET')
    return deployment.probes.shows(probe) || showsSameData(deployment, served, probe);
  const posts = operation === 'postLocations' || operation === 'postAlerts';
  if (!posts || answer.fingerprint !== served.answer.fingerprint || !deployment.probes.shows(probe))
    return false;
  return answer.fingerprint !== (await deployment.probes.neighbour(operation)).fingerprint;
}

/** Returns whether a list was answered as the profile has it, with nothing in it. */
function isEmpty({ lens, profile }: Deployment, { operation, answer }: Probe): boolean {
  const { openings } = profile;
  const asked = { postLocations: 'locations', postAlerts: 'alerts' } as const;
  const posted = nameIn(asked, operation);
  const plain = nameIn(listedBy, operation);
  if (posted && openings[`${asked[posted]}.purpose`]?.does !== 'query') return false;
  const list = posted ? asked[posted] : plain && listedBy[plain];
  if (list === undefined || answer.status !== openings['operations.status']?.[operation]) return false;
  return whereBound(false, () => {
    const { records, issues } = lens.list(list).read(answer.json);
    return issues.length === 0 && records.length === 0;
  });
}
