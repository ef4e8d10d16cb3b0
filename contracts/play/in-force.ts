/** Calls with a token that is in force: whether they are served, and what it shows where they are not. */

import type { Auth } from '../deployment/answer.ts';
import type { Deployment, Probe } from '../deployment/deployment.ts';
import { wordsOf } from '../deployment/fingerprint.ts';
import { isSuccess } from '../deployment/reading/answers.ts';
import { isIssued, readToken } from '../deployment/reading/tokens.ts';
import { inTurn } from '../kit/in-turn.ts';
import { type GuardedOperationId, operation as operationOf } from '../specification/operations.ts';
import { isAbsentByProfile } from './by-profile.ts';
import { contradictory, type Look, looksLike, unclear } from './look.ts';
import { isHiddenFrom, offeredBy } from './offered.ts';
import { answersAlike, twins } from './refusals.ts';
import { showsData } from './same-data.ts';
import { saysNothing } from './served.ts';

/**
 * Returns whether a call was served; what it was refused for comes again, and is not asked too often.
 *
 * @param isLate whether the token was issued some time ago: then the time makes the difference where a fresh one is served
 */
export async function servedInForce(
  deployment: Deployment,
  probe: Probe,
  auth: Auth,
  isLate: boolean,
): Promise<Look> {
  const look = await lookOnce(deployment, probe);
  if (look.served === 'yes' || look.served === 'heard' || look.served === 'unclear') return look;
  // The deployment may have been asked too much, and have said so in words of its own.
  const again = await lookOnce(deployment, await deployment.probes.send(probe.operation, auth));
  if (again.served !== look.served) {
    // Another may have taken its place while it was on its way.
    const hasEnded = again.served !== 'unclear' && (await deployment.tokens.renewalEnds());
    return hasEnded ? again : contradictory(`${probe.operation} answered the same token in two ways`);
  }
  if (look.served === 'absent') return (await areAllAnsweredSo(deployment, probe)) ? ALL_ALIKE : look;
  const isForToken = !look.inOtherWords && (!isLate || mayCall(deployment, probe));
  if (isForToken || (await isServedAfresh(deployment, probe))) return looksLike('no');
  return unclear(`${probe.operation} refuses a fresh token, too`);
}

/** Returns whether the profile says that the account may call the operation: then time takes no right away. */
function mayCall({ profile }: Deployment, { operation }: Probe): boolean {
  const roles = profile.openings['auth.roles'];
  return roles !== undefined && !roles.mayNotCall.includes(operation);
}

const ALL_ALIKE = unclear('all operations are answered alike now');

interface Once extends Look {
  /** Tells whether it was refused in other words than for want of a token. */
  readonly inOtherWords?: boolean;
}

async function lookOnce(deployment: Deployment, probe: Probe): Promise<Once> {
  const { answer, operation } = probe;
  if (deployment.probes.shows(probe)) return looksLike('yes');
  // The profile may be wrong about what the account may call.
  const isAbsent = (await isAbsentByProfile(deployment, probe)) && !(await isHiddenFrom(deployment, probe));
  if (isAbsent) return looksLike('absent');
  const offered = await offeredBy(deployment, probe);
  if (offered.served === 'absent') return offered;
  const { served, bare } = await twins(deployment, operation);
  const isAsServed = answer.fingerprint === served.answer.fingerprint;
  const isAsBare = answer.fingerprint === bare.answer.fingerprint;
  if (isAsServed && !isAsBare) {
    if (isSuccess(answer) && offered.served === 'yes') return offered;
    return { ...offered, served: 'heard', isHidden: offered.served === 'unclear' };
  }
  if (isAsServed) return refusedAsBare(deployment, served);
  // A list that was empty when it was served first may have some data by now.
  if (answer.status === served.answer.status && showsData(deployment, probe)) return looksLike('yes');
  // In words alone it may differ for each cause.
  const isStatusOfBare = answer.status === bare.answer.status && answer.status !== served.answer.status;
  if (!isAsBare && !(isStatusOfBare && !isSuccess(answer)))
    return unclear(`${operation} answers a good token otherwise than it did before`);
  if (saysNothing(answer)) return unclear(`${operation} was answered with a server error`);
  return { served: 'no', inOtherWords: wordsOf(answer) !== wordsOf(bare.answer) };
}

/** With a token in force it is answered as without any. */
async function refusedAsBare(deployment: Deployment, served: Probe): Promise<Look> {
  const { operation, good, answer } = served;
  const { fingerprint } = answer;
  const isRefused =
    fingerprint === (await deployment.probes.refusal()) ||
    fingerprint === (await deployment.probes.commonFingerprint());
  if (!isRefused || !good) return answersAlike(served);
  const roles = deployment.profile.openings['auth.roles'];
  if (!roles)
    return unclear(
      `${operation} is refused with a fresh token: the account may not call it, it seems`,
      'auth.roles',
    );
  if (roles.mayNotCall.includes(operation)) return unclear(`the account may not call ${operation}`);
  const sample = sampleOf(operation);
  const isOfBody =
    sample !== undefined &&
    !deployment.profile.samples?.[sample] &&
    fingerprint === (await deployment.probes.neighbour(operation)).fingerprint;
  if (isOfBody)
    return unclear(
      `every refusal looks alike here: the body of ${operation} may not be good enough`,
      `samples.${sample}`,
    );
  if (await isRefusedForItsToken(deployment, served)) return looksLike('no');
  return unclear(
    `${operation} is refused with a fresh token in other words than without one: it may have another cause`,
  );
}

/** Where every refusal looks alike, its words still show what it is about. */
async function isRefusedForItsToken(
  deployment: Deployment,
  { operation, answer }: Pick<Probe, 'operation' | 'answer'>,
): Promise<boolean> {
  const words = wordsOf(answer);
  if (words === wordsOf((await deployment.probes.bare(operation)).answer)) return true;
  const auth = { bearer: `garbage-${deployment.nonce}` };
  const { probe } = await deployment.probes.aim(operation, { auth, refusable: true });
  return words === wordsOf(probe.answer);
}

/** The sample of the profile that makes the body of an operation a good one. */
function sampleOf(operation: GuardedOperationId): 'location' | 'alert' | 'group' | 'user' | undefined {
  const { method, family } = operationOf(operation);
  if (operation === 'postLocations') return 'location';
  if (operation === 'postAlerts') return 'alert';
  if (method === 'GET' || method === 'DELETE') return undefined;
  return family === 'groups' ? 'group' : 'user';
}

/** Returns whether a fresh token is served, so that the token alone makes the difference. One at a time: the next one may end it. */
function isServedAfresh(deployment: Deployment, { operation }: Probe): Promise<boolean> {
  return inTurn(deployment.run, async () => {
    const fresh = await deployment.requestToken();
    if (!isIssued(fresh)) return false;
    const probe = await deployment.probes.send(operation, { bearer: readToken(fresh).value });
    return (await lookOnce(deployment, probe)).served === 'yes';
  });
}

/** Returns whether an operation that is surely served is answered alike now. */
async function areAllAnsweredSo(deployment: Deployment, { answer }: Probe): Promise<boolean> {
  const { operation } = await deployment.probes.knownGood();
  const other = await deployment.call(operation);
  return other.fingerprint === answer.fingerprint && wordsOf(other) === wordsOf(answer);
}
