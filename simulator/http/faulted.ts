/**
 * A call that meets a fault: what is answered in place of its reply, or how that goes out. The order is that of a
 * network: the call waits, the connection may be cut, the token may have been revoked, and then the call is carried out.
 */
import type { Refusal } from '../../contracts/specification/openings/errors.ts';
import type { Fault, Met } from '../faults/faults.ts';
import { effectOf } from '../faults/words.ts';
import { parseDuration } from '../time/calendar.ts';
import type { Pace } from '../time/pace.ts';
import type { World } from '../world.ts';
import type { Call, Reply } from './call.ts';
import type { RefusalFacts } from './refusals.ts';

/** The service's part in a fault. */
export interface Faultless {
  readonly call: Call;
  /** The token of the call, where it has one. */
  readonly token: string | undefined;
  /** Carries the call out. */
  answer(): Reply;
  refuse(refusal: Refusal, facts: RefusalFacts): Reply;
  refuseToken(facts: RefusalFacts): Reply;
}

const asked: RefusalFacts = {
  code: 'INJECTED_FAULT',
  detail: 'A fault rule of the simulator caused this failure.',
};
const connectionCut = (): Reply => ({ status: 0, headers: {}, body: '', dropped: true });

/** The reply to a call that meets a fault, or that is counted by a limit; at once, or when it has waited long enough. */
export function faulted(
  { fault, headers }: Met,
  served: Faultless,
  { pace, clock, tokens, journal }: Pick<World, 'pace' | 'clock' | 'tokens' | 'journal'>,
): Reply | Promise<Reply> {
  const reply = (): Reply => {
    if (fault?.rule.revoke && served.token !== undefined) tokens.revoke(served.token);
    const made = fault ? outcome(fault, served, clock.now(), pace) : served.answer();
    const note = fault && [made.note, `fault: ${effectOf(fault.rule)}`].filter(Boolean).join('; ');
    return { ...made, headers: { ...made.headers, ...headers }, ...(note && { note }) };
  };
  if (!fault || served.call.atOnce) return reply();
  const { latency = 0, delay } = fault.rule;
  const atItsTime = () => {
    if (delay === undefined) return reply();
    const until = clock.now() + parseDuration(delay);
    const over = journal.waiting(served.call, until);
    return clock.reached(until, reply).finally(over);
  };
  const real = typeof latency === 'number' ? latency : parseDuration(latency);
  return real > 0 ? pace.sleep(real).then(atItsTime) : atItsTime();
}

/** The reply where a rule has one of these effects, the first of them; without any, the answer. */
function outcome({ rule, stale }: Fault, served: Faultless, now: number, pace: Pace): Reply {
  const { cut, status, refusal, limit, slow } = rule;
  const slowly = (reply: Reply) =>
    slow === undefined || reply.body === '' || served.call.atOnce ? reply : dripping(reply, slow, pace);
  if (cut === 'before') return connectionCut();
  if (status !== undefined) return slowly(plain(status, rule));
  if (refusal !== undefined) return slowly(refused(refusal, rule.headers, served));
  if (limit) {
    return served.refuse('rate-limited', {
      code: 'RATE_LIMITED',
      detail: 'Too many requests: the limit of a fault rule is reached.',
    });
  }
  const { method, target } = served.call;
  const made = stale
    ? stale.answer(`${method} ${target} ${served.token}`, now, served.answer)
    : served.answer();
  if (cut === 'after') return connectionCut();
  if (cut === 'middle') return made.body === '' ? connectionCut() : brokenOff(made, pace);
  return slowly(made);
}

function plain(status: number, { headers = {}, body }: Fault['rule']): Reply {
  const isText = typeof body === 'string';
  const lowered = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    status,
    headers: {
      ...(body !== undefined && {
        'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
      }),
      ...lowered,
    },
    body: body === undefined ? '' : isText ? body : JSON.stringify(body),
  };
}

function refused(
  refusal: NonNullable<Fault['rule']['refusal']>,
  headers: Fault['rule']['headers'],
  served: Faultless,
): Reply {
  const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
  const isHurried = refusal === 'rate-limited' && !names.includes('retry-after');
  const facts = { ...asked, headers: { ...(isHurried && { 'retry-after': '1' }), ...headers } };
  return refusal === 'unauthorised' ? served.refuseToken(facts) : served.refuse(refusal, facts);
}

/** The length is said: many a client takes a body without one that ends early for whole. */
function measured(reply: Reply): Reply {
  const bytes = new TextEncoder().encode(reply.body).length;
  return { ...reply, headers: { ...reply.headers, 'content-length': String(bytes) } };
}

/** A reply whose body breaks off in its middle. */
function brokenOff(reply: Reply, pace: Pace): Reply {
  const half = reply.body.slice(0, Math.floor(reply.body.length / 2));
  return {
    ...measured(reply),
    stream(write, _end, cut = () => {}) {
      write(half);
      return pace.after(SOON, cut, true);
    },
  };
}

/** Real milliseconds in which what was written reaches the caller. */
const SOON = 20;
/** Real milliseconds between two pieces of a body, at the least. */
const BETWEEN = 100;

/** A reply whose body comes in pieces, so many characters each second. */
function dripping(reply: Reply, perSecond: number, pace: Pace): Reply {
  const size = Math.ceil((perSecond * BETWEEN) / 1000);
  const pause = (1000 * size) / perSecond;
  const { body } = reply;
  return {
    ...measured(reply),
    stream(write, end = () => {}) {
      let cancel = () => {};
      const writeFrom = (start: number): void => {
        write(body.slice(start, start + size));
        if (start + size >= body.length) end();
        else cancel = pace.after(pause, () => writeFrom(start + size), true);
      };
      writeFrom(0);
      return () => cancel();
    },
  };
}
