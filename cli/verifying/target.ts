/** The deployment that is meant: its address, and whether it is a simulator of ours. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ProxyFailed } from '../../contracts/deployment/transport/failures.ts';
import { readBody } from '../../contracts/deployment/transport/wire.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { controlAddress } from '../../contracts/kit/world-address.ts';
import { CliError } from '../command.ts';
import type { Fetch } from './proxy.ts';

/** @throws CliError ADDRESS_INVALID; a password in the address is not printed */
export function parseTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const near =
      url || /^[\w.-]+(:\d+)?(\/|$)/.test(text)
        ? ` Did you mean http://${text.replace(/^.*:\/\//, '')}?`
        : '';
    throw invalid(
      `${quoted(withoutUser(text))} is not a base address.`,
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

/** The credentials of a simulator that was given no others. */
export const simulatorCredentials = { userName: 'demo', apiKey: 'demo-key' } as const;

/** The service that answers at an address, before it is verified. */
export type Found =
  | {
      is: 'simulator';
      /** The dialect that it speaks, as JSON; absent where it does not serve one. */
      profile: string | undefined;
    }
  | { is: 'something' }
  | { is: 'nothing'; because: string };

export interface Asking {
  fetch: Fetch;
  controlToken: string | undefined;
  timeoutMs: number | undefined;
  /** Absent for what is put back after an interruption: the timeout bounds it. */
  signal?: AbortSignal;
}

/** Where every simulator of ours serves its profile: at the target's own origin, below the world that it names. */
export function profileAddress(target: URL): string {
  return `${controlAddress(target)}/profile`;
}

/** Asks the control API of a simulator of ours for its profile. */
export async function whatAnswers(target: URL, asking: Asking): Promise<Found> {
  let answer: ControlAnswer;
  try {
    answer = await askControl(profileAddress(target), {}, asking);
  } catch (error) {
    return { is: 'nothing', because: causeOf(error) };
  }
  const { roadtest, code } = fieldsOf(answer.json);
  if (code === 'CONTROL_TOKEN_NEEDED') return { is: 'simulator', profile: undefined };
  return answer.ok && roadtest !== undefined
    ? { is: 'simulator', profile: answer.text }
    : { is: 'something' };
}

/** Real time between two attempts to reach a deployment that is not up yet, in ms. */
const PAUSE = 100;

/**
 * Settles when anything answers at an address, be it an error, or when it is interrupted.
 *
 * @throws CliError UNREACHABLE after so many milliseconds without an answer
 */
export async function untilAnswered(target: URL, ms: number, asking: Asking): Promise<void> {
  const end = performance.now() + ms;
  for (;;) {
    const left = Math.max(1, end - performance.now());
    const timeoutMs = Math.min(asking.timeoutMs ?? USUAL_TIMEOUT, left);
    const found = await whatAnswers(target, { ...asking, timeoutMs });
    if (found.is !== 'nothing' || asking.signal?.aborted) return;
    if (performance.now() + PAUSE >= end) {
      throw new CliError(
        'UNREACHABLE',
        `Nothing answered at ${target.origin} within ${ms / 1000} s: ${found.because}.`,
        {
          hint: 'Check the address and that the deployment starts, or wait longer.',
        },
      );
    }
    await sleep(PAUSE);
  }
}

export interface ControlAnswer {
  /** True if the status is one of success; a redirect is none, and is not followed. */
  ok: boolean;
  text: string;
  /** `undefined` for a text that is not JSON, or too long for a control API. */
  json: unknown;
}

/**
 * One call of a control API, with the control token where the user gave one. Rejects when no whole
 * answer comes in time; the suite, which asks again, reports more of that.
 */
export async function askControl(
  address: string,
  { method = 'GET', body }: { method?: string; body?: object },
  { fetch, controlToken, timeoutMs = USUAL_TIMEOUT, signal }: Asking,
): Promise<ControlAnswer> {
  const over = new AbortController();
  const request = new Request(address, {
    method,
    headers: {
      ...(controlToken !== undefined && { 'x-control-token': controlToken }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
  });
  const answered = fetch(request).then((response) => answerOf(response, over.signal));
  const late = sleep(timeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    return await Promise.race([answered, late]);
  } finally {
    // Ends what is still under way: a deployment that goes on sending must not hold the process.
    over.abort();
    answered.catch(() => undefined);
    late.catch(() => undefined);
  }
}

/** A body that is too long is not that of a control API; the suite reports it. */
async function answerOf(response: Response, signal: AbortSignal): Promise<ControlAnswer> {
  const read = await readBody(response, { limit: MOST_TEXT }, signal);
  const text = typeof read === 'string' ? '' : read.text;
  return { ok: response.ok, text, json: jsonIn(text) };
}

function fieldsOf(json: unknown): { roadtest?: unknown; code?: unknown } {
  return json !== null && typeof json === 'object' ? json : {};
}

function causeOf(error: unknown): string {
  if (error instanceof ProxyFailed) return error.message;
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

const USUAL_TIMEOUT = 5_000;
/** No answer of a control API that is asked here is longer, in bytes. */
const MOST_TEXT = 1024 * 1024;
