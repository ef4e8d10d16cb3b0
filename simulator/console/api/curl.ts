/** A call as a line for bash, without the headers that a browser adds by itself. */
import { type CurlRequest, curlOf as lineOf } from '../../../contracts/kit/curl.ts';

const BROWSERS_OWN = /^(sec-|origin$|referer$|user-agent$|accept-language$|cache-control$|pragma$)/;

/** Secrets that the journal does not show are the variables `ROADTEST_TOKEN` and `ROADTEST_API_KEY` of the shell. */
export function curlOf({ headers, body, ...call }: CurlRequest): string {
  const sent = Object.entries(headers).filter(([name]) => !BROWSERS_OWN.test(name));
  return lineOf({ ...call, headers: Object.fromEntries(sent), ...(body && { body }) });
}
