/** Sending again what the deployment cannot take at the time: an outage is sat out, longer and longer in between. */

import type { Client } from '../../../contracts/deployment/client.ts';
import { Unreached } from '../../../contracts/deployment/finding.ts';
import { NotJournalled } from '../../../contracts/deployment/journal/journal.ts';
import { NoAnswer } from '../../../contracts/deployment/transport/failures.ts';
import type { Tally } from '../../../scenarios/target/tally.ts';
import type { RealTime } from './pacer.ts';

/** A gateway that cannot reach the deployment, or a deployment that is overloaded: it is the same again later. */
const LATER = new Set([502, 503, 504]);
const UNAUTHORISED = 401;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5_000;

type Answer = Awaited<ReturnType<Client['call']>>;

export interface Patience {
  client: Client;
  tally: Tally;
  time: RealTime;
  /** How long a step may be tried for, in ms. */
  patienceMs: number;
  /** Aborted when nothing more is to be sent. */
  stop: AbortSignal;
  /** Nothing answers any more. */
  lost: (reason: string) => void;
}

/**
 * Tries until there is an answer that is one. What was cut off may have arrived: `found` looks for it, and
 * otherwise it is sent again and may be there twice. `unclear`: it was tried before, with who knows what outcome.
 */
export async function patiently<T extends Answer | { answer: Answer | undefined }>(
  { client, time, stop, tally, patienceMs, lost }: Patience,
  send: () => Promise<T>,
  { found, unclear }: { found?: () => Promise<T | undefined>; unclear?: () => void } = {},
): Promise<T> {
  const until = time.monotonic() + patienceMs;
  let renewed = false;
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    // The request may have arrived although it was put off, where a gateway answered and not the deployment.
    let arrived = true;
    try {
      const sent = await send();
      const status = 'status' in sent ? sent.status : (sent.answer?.status ?? 0);
      const again = status === UNAUTHORISED && !renewed;
      if (again) client.forgetToken();
      renewed ||= status === UNAUTHORISED;
      if (!again && (!LATER.has(status) || time.monotonic() + wait > until)) return sent;
      if (again) continue;
    } catch (error) {
      if (!(error instanceof Unreached) || error instanceof NotJournalled || stop.aborted) throw error;
      if (time.monotonic() + wait > until) {
        lost(client.redact(error.message));
        throw error;
      }
      arrived = error instanceof NoAnswer && error.kind !== 'unreachable';
    }
    if (arrived) {
      unclear?.();
      const there = await found?.().catch(() => undefined);
      if (there) return there;
      tally.note('sent again, since the first attempt got no answer: it may have arrived twice');
    }
    await time.sleep(wait, stop).catch(() => undefined);
  }
}
