/** The deployment that is meant: its address, and whether it is a simulator of ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ProxyFailed } from '../../contracts/deployment/transport/failures.ts';
import { readBody } from '../../contracts/deployment/transport/wire.ts';
import { errorFacts, type Fields, fieldsOf } from '../../contracts/kit/fields.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { controlAddress } from '../../contracts/kit/world-address.ts';
import { CliError } from '../command.ts';
import type { Fetch } from './proxy.ts';

/** @throws CliError ADDRESS_INVALID; a password in the address is not printed */
export function parseTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const shown = text.replace(/\/\/[^/@]*@/, '//…@');
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    const isNear = url || /^[\w.-]+(:\d+)?(\/|$)/.test(text);
    const near = isNear ? ` Did you mean http://${shown.replace(/^.*:\/\//, '')}?` : '';
    throw invalid(
      `${quoted(shown)} is not a base address.`,
      `It looks like https://fleet.example.com.${near}`,
    );
  }
  if (url.username || url.password)
    throw invalid(
      `The base address ${shown} carries a user name or a password.`,
      'Pass secrets in ROADTEST_USER_NAME and ROADTEST_API_KEY.',
    );
  if (url.search || url.hash)
    throw invalid(
      `The base address ${text} has a query or a fragment.`,
      `Without it: ${url.origin}${url.pathname}`,
    );
  return url;
}

function invalid(message: string, hint: string): CliError {
  return new CliError('ADDRESS_INVALID', message, { hint });
}

/** The credentials of a simulator that was given no others. */
export const simulatorCredentials = { userName: 'demo', apiKey: 'demo-key' } as const;

/** How a control API is asked. */
export interface Asking {
  fetch: Fetch;
  controlToken: string | undefined;
  timeoutMs: number | undefined;
  /** Absent for what is put back after an interruption: the timeout bounds it. */
  signal?: AbortSignal;
}

export interface ControlAnswer {
  /** True if the status is one of success; a redirect is none, and is not followed. */
  ok: boolean;
  text: string;
  /** Empty for a text that is not an object as JSON, or too long for a control API. */
  fields: Fields;
  /** Why there was no whole answer in time; the suite, which asks again, reports more of that. */
  failure?: string;
}

const USUAL_TIMEOUT = 5_000;
/** No answer of a control API that is asked here is longer, in bytes. */
const MAX_TEXT = 1024 * 1024;

/** One call of a control API, with the control token where the user gave one. Never rejects. */
export async function askControl(
  address: string,
  { method = 'GET', body }: { method?: string; body?: object },
  { fetch, controlToken, timeoutMs = USUAL_TIMEOUT, signal }: Asking,
): Promise<ControlAnswer> {
  const over = new AbortController();
  const asked = async () => {
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
    const response = await fetch(request);
    const read = await readBody(response, { limit: MAX_TEXT }, over.signal);
    const text = typeof read === 'string' ? '' : read.text;
    return { ok: response.ok, text, fields: fieldsOf(jsonIn(text)) };
  };
  const answered = asked();
  const late = sleep(timeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    return await Promise.race([answered, late]);
  } catch (error) {
    return { ok: false, text: '', fields: {}, failure: causeOf(error) };
  } finally {
    // Ends what is still under way: a deployment that goes on sending must not hold the process.
    over.abort();
    answered.catch(() => undefined);
    late.catch(() => undefined);
  }
}

function causeOf(error: unknown): string {
  const { message } = errorFacts(error);
  if (error instanceof ProxyFailed) return message;
  const cause = errorFacts(fieldsOf(error).cause);
  return cause.code ?? (error instanceof Error && error.cause ? cause.message : message);
}

/** The address at which every simulator of ours serves its profile: at the target's own origin, below the world that it names. */
export function profileAddress(target: URL): string {
  return `${controlAddress(target)}/profile`;
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
    const { failure } = await askControl(profileAddress(target), {}, { ...asking, timeoutMs });
    if (failure === undefined || asking.signal?.aborted) return;
    if (performance.now() + PAUSE >= end)
      throw new CliError(
        'UNREACHABLE',
        `Nothing answered at ${target.origin} within ${ms / 1000} s: ${failure}.`,
        { hint: 'Check the address and that the deployment starts, or wait longer.' },
      );
    await sleep(PAUSE);
  }
}
