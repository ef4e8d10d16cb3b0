/**
 * The conduct of a client under a fault, judged by its calls alone: what no right client does, whatever its tests say. Each
 * sign needs more than one call, since other calls may have been under way.
 */
import type { SeenCall, Traffic, Usual } from './traffic.ts';

/** Repetitions that are no accident. */
const OFTEN = 2;
/** Calls with a token that was refused: several may have been under way. */
const STILL_SENT = 4;
/** The share of a pause that counts as one: clocks of two processes differ. */
const NEARLY = 0.9;
/** Calls of a run in comparison with the usual one. */
const WITHOUT_END = { times: 20, atLeast: 500 };

/** The signs of wrong conduct in a run, each as a sentence. */
export function misconduct(traffic: Traffic, usual: Usual): string[] {
  return [doneTwice, withoutPause, endedTokenSent]
    .map((sign) => sign(traffic.calls))
    .concat(withoutEnd(traffic, usual))
    .filter((said) => said !== undefined);
}

/** A create whose answer was lost, and that was carried out once more without a look. */
function doneTwice(calls: readonly SeenCall[]): string | undefined {
  for (const [place, first] of calls.entries()) {
    if (!first.lost || first.method !== 'POST') continue;
    const later = calls.slice(place + 1);
    const again = later.findIndex((call) => isSame(call, first) && isCarriedOut(call));
    if (again < 0) continue;
    return `${first.operation} was carried out twice: its first answer was lost, and it was sent again.`;
  }
  return undefined;
}

function withoutPause(calls: readonly SeenCall[]): string | undefined {
  let hasty = 0;
  for (const [place, refused] of calls.entries()) {
    const { retryAfter } = refused;
    if (retryAfter === undefined) continue;
    const again = calls
      .slice(place + 1)
      .find((call) => isSame(call, refused) && call.sent.real >= refused.answered.real);
    if (!again) continue;
    const real = again.sent.real - refused.answered.real;
    const simulated = again.sent.simulated - refused.answered.simulated;
    if (Math.max(real, simulated) < retryAfter * 1000 * NEARLY) hasty++;
    if (hasty >= OFTEN) {
      return `${again.operation} was sent again ${Math.round(real)} ms after an answer that asked for a pause of ${retryAfter} s, and not only once.`;
    }
  }
  return undefined;
}

function endedTokenSent(calls: readonly SeenCall[]): string | undefined {
  const refused = new Map<number, { at: number; times: number }>();
  for (const { token, status, sent, answered, fault } of calls) {
    if (token === undefined || (status !== 401 && !fault)) continue;
    const before = refused.get(token);
    if (!before) {
      if (status === 401) refused.set(token, { at: answered.real, times: 0 });
    } else if (status === 401 && sent.real > before.at) before.times++;
    if ((before?.times ?? 0) >= STILL_SENT) return 'A token that was refused is sent on and on.';
  }
  return undefined;
}

function withoutEnd({ count }: Traffic, { calls }: Usual): string | undefined {
  const most = Math.max(WITHOUT_END.atLeast, WITHOUT_END.times * calls);
  return count > most ? `There were ${count} calls, and ${calls} without the fault.` : undefined;
}

function isSame(one: SeenCall, other: SeenCall): boolean {
  return (
    one.world === other.world &&
    one.method === other.method &&
    one.target === other.target &&
    one.body === other.body
  );
}

function isCarriedOut({ status, lost }: SeenCall): boolean {
  return lost || (status !== null && status < 300);
}
