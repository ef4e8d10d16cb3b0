/** The deployment that is meant: its address, and whether it is a simulator of ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonIn } from '../../contracts/kit/json.ts';
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

/** What answers at an address, before it is verified. */
export type Found =
  | {
      is: 'simulator';
      /** The dialect that it speaks, as JSON; absent where it does not tell us. */
      profile: string | undefined;
    }
  | { is: 'something' }
  | { is: 'nothing'; because: string };

export interface Asking {
  fetch: Fetch;
  controlToken: string | undefined;
  timeoutMs: number | undefined;
  signal: AbortSignal;
}

/** Asks for what the control API of every simulator of ours tells: its profile. */
export async function whatAnswers(target: URL, asking: Asking): Promise<Found> {
  let text: string;
  try {
    text = await ask(`${target.origin}/_control/profile`, asking);
  } catch (error) {
    return { is: 'nothing', because: causeOf(error) };
  }
  const { roadtest, code } = fieldsOf(text);
  if (code === 'CONTROL_TOKEN_NEEDED') return { is: 'simulator', profile: undefined };
  return roadtest === undefined ? { is: 'something' } : { is: 'simulator', profile: text };
}

/** Rejects when no answer comes in time; the suite, which asks again, tells more of that. */
async function ask(address: string, { fetch, controlToken, timeoutMs, signal }: Asking): Promise<string> {
  const headers = controlToken === undefined ? {} : { 'x-control-token': controlToken };
  const request = new Request(address, { headers, redirect: 'manual', signal });
  const answered = fetch(request).then(shortText);
  const over = new AbortController();
  const late = sleep(timeoutMs ?? USUAL_TIMEOUT, undefined, { signal: over.signal }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    return await Promise.race([answered, late]);
  } finally {
    over.abort();
    answered.catch(() => undefined);
    late.catch(() => undefined);
  }
}

function fieldsOf(text: string): { roadtest?: unknown; code?: unknown } {
  return (jsonIn(text) ?? {}) as { roadtest?: unknown; code?: unknown };
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

const USUAL_TIMEOUT = 5_000;
/** No answer of a control API that is asked here is longer. */
const MOST_TEXT = 1024 * 1024;

/** What is longer is no control API; the suite tells what it is. */
async function shortText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_TEXT) return '';
  }
  return text;
}
