/** The effect of a renewal on older tokens (opening `token.older`): by the profile, or by a trial, once for a run. */
import type { Token } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { knownGood } from '../probing/probing.ts';
import { isSuccess } from '../reading/answers.ts';
import { readToken } from '../reading/tokens.ts';
import { unlessUnreached } from '../transport/failures.ts';

/** Gives what becomes of older tokens; `undefined` where nothing shows it. */
async function older(deployment: Deployment): Promise<string | undefined> {
  if (deployment.profile.openings['token.older'] === 'ends') return 'ends';
  const seen = () => deployment.seen.get('token.older')?.observed;
  if (seen() === undefined)
    await deployment.once('older tokens', () => tryRenewal(deployment).catch(unlessUnreached));
  return seen();
}

async function tryRenewal(deployment: Deployment): Promise<void> {
  const caller = deployment.as('calibration');
  const { operation } = await knownGood(deployment);
  const first = await deployment.tokens.current();
  const renewal = await caller.requestToken();
  const second = readToken(renewal);
  if (second.value === first.value) return;
  const ask = ({ value }: Token) => caller.call(operation, { auth: { bearer: value } });
  const [before, after] = [await ask(first), await ask(second)];
  const found = isSuccess(before) ? 'works' : isSuccess(after) ? 'ends' : undefined;
  if (found) deployment.observe('token.older', found, renewal, before);
}

/** Returns whether a renewal ends older tokens here. */
export async function renewalEnds(deployment: Deployment): Promise<boolean> {
  return (await older(deployment)) === 'ends';
}

/** Returns whether a newer token may have ended this one. */
export async function mayBeEnded(deployment: Deployment, token: Token): Promise<boolean> {
  await deployment.tokens.settled();
  return deployment.tokens.isSuperseded(token) && (await older(deployment)) !== 'works';
}
