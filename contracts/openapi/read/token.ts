/** The token request: its statuses, and how long tokens live. */
import { isoDuration, parseSpan } from '../../kit/durations.ts';
import type { Drafts } from '../../learning/finding.ts';
import type { Placed, Response } from './operations.ts';
import { refusalsIn, statusOf } from './statuses.ts';

export function sayToken({ described }: Placed, drafts: Drafts): void {
  const one = described.get('issueToken');
  if (!one) return;
  const { where, says, request, success, refusing } = one;
  const told = (refusal: 'malformed' | 'content-type') =>
    statusOf(refusing.filter((response) => refusalsIn(response).includes(refusal)));
  const status = statusOf(refusing.filter((one) => isOfCredentials(one) && !isOfMissingAlone(one)));
  const incomplete = status === undefined ? undefined : statusOf(refusing.filter(isOfMissing));
  const isAnyType = request.some(({ contentType }) => contentType === '*/*');
  const contentType = isAnyType ? 'ignored' : told('content-type');
  for (const [part, value] of Object.entries({ issued: success?.status, refused: status, incomplete }))
    drafts.say('token.status', [part], value, where);
  for (const [part, value] of Object.entries({ notJson: told('malformed'), contentType }))
    drafts.say('token.malformed', [part], value, where);
  sayLifetime(says, where, drafts);
}

function isOfCredentials({ says, named }: Response): boolean {
  return (
    named.includes('credentials') ||
    /api.?key|credential|user ?name|sign.?in|log.?in|password|unauthori[sz]ed/i.test(says)
  );
}

/** Credentials that are not all there, where wrong ones are refused apart. */
function isOfMissing({ says, named }: Response): boolean {
  return (
    named.includes('incomplete') ||
    (/(api.?key|credential|user ?name)s?\b.{0,20} (missing|absent|required|not given)/i.test(says) &&
      !/wrong|invalid|incorrect|unknown|bad\b/i.test(says))
  );
}

function isOfMissingAlone(response: Response): boolean {
  return isOfMissing(response) && !response.named.includes('credentials');
}

/** A lifetime that is told in one sentence about tokens. */
function sayLifetime(says: string, where: string, drafts: Drafts): void {
  const [, told = ''] =
    /(?:token|pass|session)(?:s|es)? (?:lives|live|is valid|are valid|expires?|lasts?)(?: for| after)?:? (\d+ \w{1,12}(?:(?:,? and |, | )\d+ \w{1,12}){0,3})/i.exec(
      says.slice(0, 10_000),
    ) ?? [];
  const ms = parseSpan(told.replace(/,| and/g, '').trim());
  if (told !== '' && ms !== undefined && ms > 0) drafts.say('token.lifetime', [], isoDuration(ms), where);
}
