/**
 * Whether a deployment refuses the token request for want of a token. Refused credentials are a matter of
 * configuration; this breaks a rule, and is distinguished from them by requests that differ in one thing.
 */
import { fieldOf } from '../../kit/json.ts';
import { operation } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import { wordsOf } from '../looks.ts';
import { MALFORMED } from '../session/caller.ts';
import type { Session } from '../session/session.ts';

/** What no refusal of credentials says. */
const ASKS_FOR_TOKEN =
  /\bbearer\b|authori[sz]ation header|\b(missing|requires?|needs?|without|no|invalid) (an? )?(valid )?(access )?token\b|\btoken (is )?(missing|required|needed|expected)\b/i;

/** Any value: whether it is looked at is the question. */
const MADE_UP = 'roadtest-made-up';

/** To be asked after the first token request was refused. */
export async function asksForBearer(session: Session): Promise<boolean> {
  const caller = session.background('set-up');
  const refused = await session.tokens.first();
  const guarded = await caller.call('listDevices', { auth: 'none' });
  if (!isAlike(refused, guarded)) return false;
  if (ASKS_FOR_TOKEN.test(refused.text)) return true;
  const withHeader = await caller.requestToken(undefined, { authorization: `Bearer ${MADE_UP}` });
  if (fieldOf(withHeader.json, 'token')) return true;
  if (isAlike(withHeader, refused)) return false;
  // It looks at the header: does it so before it looks at the credentials?
  const { method, path } = operation('issueToken');
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const sending = { method, url: session.lens.basePath + path, headers, body: MALFORMED };
  return isAlike(await caller.send(sending, { provoking: true }), refused);
}

function isAlike(one: Answer, other: Answer): boolean {
  return one.status === other.status && wordsOf(one) === wordsOf(other);
}
