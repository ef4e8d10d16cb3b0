/**
 * Tells whether a deployment refuses the token request for want of a token. Refused credentials are a matter of
 * configuration; this breaks a rule, and is distinguished from them by requests that differ in one thing.
 */
import { fieldOf } from '../../kit/json.ts';
import type { Answer } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { wordsOf } from '../fingerprint.ts';
import { isIssued } from '../reading/tokens.ts';

/** Words that no refusal of credentials uses. */
const ASKS_FOR_TOKEN =
  /\bbearer\b|authori[sz]ation header|\b(missing|requires?|needs?|without|no|invalid) (an? )?(valid )?(access )?token\b|\btoken (is )?(missing|required|needed|expected)\b/i;

/** The answers that show it, the clearest one last; `undefined`: it does not, or it does not show. Asked once for a run. */
export async function bearerAsked(deployment: Deployment): Promise<readonly Answer[] | undefined> {
  const shown = await deployment.once('whether a token request needs a token', () => ask(deployment));
  return shown?.map((answer) => deployment.note(answer));
}

async function ask(deployment: Deployment): Promise<readonly Answer[] | undefined> {
  const caller = deployment.as('set-up');
  const refused = await caller.tokens.first();
  if (isIssued(refused)) return undefined;
  const guarded = await caller.call('listDevices', { auth: 'none' });
  const isGuardedAlike = isAlike(refused, guarded);
  const saysSo = ASKS_FOR_TOKEN.test(refused.text);
  // Credentials are refused in the form of section 7: another answer is about the header.
  const isOther = fieldOf(refused.json, 'success') !== false && guarded.fingerprint === refused.fingerprint;
  if (isOther || (isGuardedAlike && saysSo)) return [guarded, refused];
  // Any value: whether it is looked at is the question.
  const headers = { authorization: 'Bearer roadtest-made-up' };
  const withHeader = await caller.requestToken(undefined, { headers });
  if (!isIssued(withHeader)) return undefined;
  // The same request without the header once more: API access may have been switched on meanwhile.
  const again = await caller.requestToken();
  return isIssued(again) ? undefined : [withHeader, again];
}

function isAlike(one: Answer, other: Answer): boolean {
  return one.status === other.status && wordsOf(one) === wordsOf(other);
}
