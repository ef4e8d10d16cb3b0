/** Requests of a run as lines to paste: `contracts/kit/curl.ts`, and how to have a token for them. */
import { type CurlRequest, curlArguments } from '../kit/curl.ts';
import { placeholders } from '../kit/placeholders.ts';
import { operation } from '../specification/operations.ts';
import type { Run } from '../verify/run.ts';

export { curlOf } from '../kit/curl.ts';

/** How to have a token at hand for those lines; needs nothing but curl and sed. */
export function tokenLine(run: Pick<Run, 'exchanges' | 'target'>): string {
  const { method, path } = operation('issueToken');
  const seen = run.exchanges.find(({ request }) => request.method === method && request.url.includes(path));
  const request: CurlRequest = {
    method,
    url: seen?.request.url ?? `${run.target.replace(/(?<!\/)\/+$/, '')}${path}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: placeholders.userName, apiKey: placeholders.apiKey }),
  };
  const asked = ['curl -sS', ...curlArguments(request)].join(' ');
  return `${placeholders.token.slice(1)}=$(${asked} | sed -nE 's/.*"token" *: *"([^"]*)".*/\\1/p')`;
}
