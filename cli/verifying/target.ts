/** The deployment that is meant: its address, and whether it is a simulator of ours. */
import { CliError } from '../command.ts';
import type { Fetch } from './proxy.ts';

/** @throws CliError ADDRESS_INVALID; a password in the address is not told again */
export function parseTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const near =
      url || /^[\w.-]+(:\d+)?(\/|$)/.test(text)
        ? ` Did you mean http://${text.replace(/^.*:\/\//, '')}?`
        : '';
    throw invalid(
      `"${withoutUser(text)}" is no base address.`,
      `It looks like https://fleet.example.com.${withoutUser(near)}`,
    );
  }
  if (url.username || url.password) {
    throw invalid(
      `The base address ${withoutUser(text)} carries a user name or a password.`,
      'Secrets come by ROADTEST_USER_NAME and ROADTEST_API_KEY, or by --credentials FILE.',
    );
  }
  if (url.search || url.hash) {
    throw invalid(
      `The base address ${text} has a query or a fragment.`,
      `Without it: ${url.origin}${url.pathname}`,
    );
  }
  return url;
}

function withoutUser(text: string): string {
  return text.replace(/\/\/[^/@]*@/, '//…@');
}

function invalid(message: string, hint: string): CliError {
  return new CliError('ADDRESS_INVALID', message, { hint });
}

/** What every simulator can be used with that nobody gave other credentials. */
export const simulatorCredentials = { userName: 'demo', apiKey: 'demo-key' } as const;

/** A simulator of ours, met over HTTP. */
export interface SimulatorFound {
  /** The dialect that it speaks, as JSON; absent where it does not tell. */
  profile: string | undefined;
}

/** Asks for the control API that every simulator of ours has; `undefined` for a deployment that is none. */
export async function findSimulator(
  target: URL,
  fetch: Fetch,
  controlToken: string | undefined,
  signal: AbortSignal,
): Promise<SimulatorFound | undefined> {
  const ask = async (path: string): Promise<{ status: number; text: string }> => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
    const headers = controlToken === undefined ? {} : { 'x-control-token': controlToken };
    const request = new Request(`${target.origin}/_control/${path}`, {
      headers,
      redirect: 'manual',
      signal: limit,
    });
    const response = await fetch(request);
    return { status: response.status, text: await shortText(response) };
  };
  try {
    const clock = JSON.parse((await ask('clock')).text) as { frozen?: unknown; code?: unknown };
    if (clock.code === 'CONTROL_TOKEN_NEEDED') return { profile: undefined };
    if (typeof clock.frozen !== 'boolean') return undefined;
    const { status, text } = await ask('profile');
    return { profile: status === 200 ? text : undefined };
  } catch {
    return undefined;
  }
}

/** Whoever does not answer within this time is met by the suite, which tells what is wrong. */
const PROBE_MS = 5_000;
/** No answer of a control API that is asked here is longer. */
const MOST_TEXT = 1024 * 1024;

async function shortText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_TEXT) throw new Error('This is no control API.');
  }
  return text;
}
