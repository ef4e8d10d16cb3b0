/**
 * Sends requests and keeps the record of them. Every request of a run goes through here: caps,
 * timeouts, patience with rate limits, the limit on bodies, and redaction before anything is kept.
 */

import { exactJsonIn } from '../../kit/exact-json.ts';
import type { Redactor } from '../../kit/redact.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer, RawRequest } from '../answer.ts';
import { sleepUnlessInterrupted } from '../ending.ts';
import type { Exchange } from '../exchange.ts';
import { Interrupted, Unreached } from '../finding.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { Host } from '../host.ts';
import type { DeploymentOptions } from '../options.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';
import { breakOffIn, type Failure, NoAnswer, otherScheme, serverError } from './failures.ts';
import { gatewayFailures, healthBy, serverErrorsBy } from './health.ts';
import { paceOf } from './pace.ts';
import { waitsBy } from './put-off.ts';
import { type Noted, recordOf } from './record.ts';
import { overWire } from './wire.ts';

interface Parts {
  host: Host;
  /** The base address, without a slash at its end. */
  target: string;
  /** The prefix of all paths of the interface. */
  basePath: string;
  options: DeploymentOptions;
  profile: Profile;
  redactor: Redactor;
  /** Tells whether a server error is no answer, but says that the deployment broke off. */
  judges: boolean;
  /** Called with every exchange when it is over, answered or not. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** The purpose of a request, and its signal. */
export interface SendContext extends Noted {
  signal: AbortSignal;
  /** Does not queue with the others. */
  urgent?: boolean;
  /** It may take long: what brings time far forward has much to do on the way. */
  slow?: boolean | undefined;
  /** A header that is only known when the request goes out: a token may end while it waits for its turn. */
  authorize?: (() => Promise<string>) | undefined;
  /** An operation of the document, called as it is described. */
  documented?: boolean | undefined;
  /** It is to be refused: a server error is no answer to it, but no sign either that nothing else is answered. */
  refusable?: boolean | undefined;
  /** It may come twice, though its method does not say so. */
  repeatable?: boolean | undefined;
  /** Any status is an answer: what is sent is nothing that a deployment has to be able to take. */
  provoking?: boolean | undefined;
}

const TIMEOUT = 10_000;
/** A slow request is waited for so many times as long. */
const SLOW = 6;
/** The longest that a deployment may ask to wait. */
const PATIENCE = 60_000;
/** The bytes that the long answers of a run may have together. */
const MEMORY = 64 * 1024 * 1024;
/** Attempts at a request that the deployment puts off, while it answers nothing else either. */
const ATTEMPTS = 6;
/** Attempts while it answers others: some request is always the last of many. */
const MAX_ATTEMPTS = 60;

/** Sent twice they do what they do once (RFC 9110, 9.2.2). DELETE is answered otherwise then. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'PUT']);

export type Transport = ReturnType<typeof transportOf>;

export function transportOf(clock: DeploymentTime, parts: Parts) {
  const { host, target, basePath, options, profile, redactor, judges, onExchange } = parts;
  const { timeoutMs: usual = TIMEOUT, patienceMs = PATIENCE } = options;
  const record = recordOf(host, redactor, onExchange);
  const memory = { left: host.answerMemory ?? MEMORY };
  const pace = paceOf(clock, parts);
  const { isLimit, waitAsked } = waitsBy(profile);
  const isServerError = judges ? serverErrorsBy(profile) : () => false;
  /** Answers that put nothing off. */
  let served = 0;
  const { origin } = new URL(target);
  const addressOf = (url: string) => (url.startsWith('/') || url === '' ? target + url : url);
  /** Returns whether the deployment itself is asked. A control may be served elsewhere. */
  const isTarget = (url: string) => `${addressOf(url)}/`.startsWith(`${origin}/`);
  const waitFor = (answer: Answer, attempt: number) => waitAsked(answer, answer.date ?? host.wall(), attempt);

  const health = healthBy(async (pause, signal) => {
    await sleepUnlessInterrupted(host, pause, signal);
    const plain = { method: 'GET', url: `${basePath}/api/devices`, headers: { accept: 'application/json' } };
    const context = { purpose: 'set-up', documented: true, signal };
    const answer = await exchange(plain, context);
    // It is an answer only if it is not put off.
    if (answer.headers['retry-after'] !== undefined && waitFor(answer, 0) !== undefined)
      throw noAnswer(plain, { kind: 'put-off' }, answer.exchange);
    checked(answer, plain, context);
  });

  const noAnswer = (sending: RawRequest, why: Failure, at: number): NoAnswer => {
    const failure = new NoAnswer(why, nameOf(sending), at, isTarget(sending.url));
    if (failure.brokeOff) health.brokeOff();
    return failure;
  };

  /** The answer, unless it says that the deployment could not give one. */
  const checked = (answer: Answer, sending: RawRequest, context: SendContext): Answer => {
    if (!isTarget(sending.url)) return answer;
    const isBroken = isServerError(answer.status, context);
    if (!isBroken) health.answered();
    // A server error in answer to nonsense says neither that the deployment answers nor that it does not.
    if (!isBroken || context.provoking) return answer;
    if (!context.refusable) health.brokeOff();
    throw serverError(nameOf(sending), answer);
  };

  const exchange = async (sending: RawRequest, context: SendContext): Promise<Answer> => {
    const { signal, authorize } = context;
    if (signal.aborted) throw new Interrupted();
    const { method, headers: plain = {}, body } = sending;
    const headers = authorize ? { ...plain, authorization: await authorize() } : plain;
    if (transport.isFull) throw new Unreached('the run has sent as many requests as it may');
    const request = { method, url: addressOf(sending.url), headers, body };
    const noted = record.begin(request, context);
    const started = host.monotonic();
    const timeoutMs = usual * (context.slow ? SLOW : 1);
    const arrived = await overWire(host, request, { timeoutMs, signal, memory }).catch((error: unknown) => {
      record.failed(noted, 'not sent');
      throw error;
    });
    noted.milliseconds = host.monotonic() - started;
    if ('kind' in arrived) {
      const { kind, detail: told = '' } = arrived;
      const detail = redactor.text(told + (served === 0 ? otherScheme(request.url, arrived) : ''));
      record.failed(noted, detail ? `${kind}: ${detail}` : kind);
      throw noAnswer(sending, { kind, detail }, noted.index);
    }
    const json = exactJsonIn(arrived.text);
    record.answered(noted, arrived, json);
    const date = Date.parse(arrived.headers.date ?? '');
    const answer: Answer = {
      ...{ ...arrived, json, exchange: noted.index },
      fingerprint: fingerprintOf({ ...arrived, json }),
      date: Number.isNaN(date) ? undefined : date,
      beginning: (max) => redactor.text(arrived.text, max),
    };
    clock.observe(answer, context.documented ? 'api' : context.provoking ? 'other' : 'control', started);
    return answer;
  };

  /** A request that changes nothing by coming twice, or that never arrived, gets a second chance. */
  const attempted = async (sending: RawRequest, context: SendContext): Promise<Answer> => {
    const isOurs = isTarget(sending.url);
    const mayRepeat = repeatable.has(sending.method) || context.repeatable === true;
    const once = async () => {
      if (isOurs) await health.unlessGone(context.signal);
      return exchange(sending, context);
    };
    try {
      const answer = await once();
      const { status, headers } = answer;
      // A gateway answered, and not the deployment; an answer that names a time to wait for is waited for instead.
      const isOnTheWay = gatewayFailures.has(status) && headers['retry-after'] === undefined && isOurs;
      if (!mayRepeat || !isOnTheWay || !isServerError(status, context)) return answer;
    } catch (error) {
      const kind = error instanceof NoAnswer ? error.kind : undefined;
      if (kind !== 'unreachable' && !(kind === 'cut' && mayRepeat)) throw error;
    }
    transport.sentAgain++;
    return once();
  };

  const sendPatiently = async (sending: RawRequest, context: SendContext): Promise<Answer> => {
    const { signal, urgent } = context;
    let inVain = 0;
    for (let attempt = 0; ; attempt++) {
      const before = served;
      const answer = await pace.through(() => attempted(sending, context), context);
      const wait = waitFor(answer, attempt);
      if (wait === undefined) {
        served++;
        return checked(answer, sending, context);
      }
      if (isLimit(answer)) transport.limitedAt ??= answer.exchange;
      if (wait > patienceMs) {
        checked(answer, sending, context);
        const why = isLimit(answer) ? 'limits requests' : `is unavailable (${answer.status})`;
        throw new Unreached(`the deployment ${why}: it asks to wait ${wait / 1000} s`, 'patience');
      }
      inVain = served === before ? inVain + 1 : 0;
      if (inVain === ATTEMPTS || attempt + 1 === MAX_ATTEMPTS)
        throw noAnswer(sending, { kind: 'put-off' }, answer.exchange);
      // A request that brings time forward cannot wait for time to be brought forward.
      const waited = urgent ? sleepUnlessInterrupted(host, wait, signal) : pace.hold(wait, signal);
      await waited.catch((error: unknown) => {
        // Its clock is not moved either: every request that waited for that had no answer.
        if (breakOffIn(error)) health.brokeOff();
        throw error;
      });
    }
  };

  const transport = {
    exchanges: record.exchanges,
    isServerError,
    alone: pace.alone,
    /** The first request that was put off for a limit of requests. */
    limitedAt: undefined as number | undefined,
    /** So many requests were sent once more: a connection was lost, or a gateway failed. */
    sentAgain: 0,
    /** From so many requests on none is sent before the clean-up. */
    most: Number.POSITIVE_INFINITY,
    get isFull(): boolean {
      return record.exchanges.length >= transport.most;
    },
    /** Tells whether the deployment was given up: nothing more is sent to it. */
    get gone(): boolean {
      return health.isGone();
    },
    /** Returns whether a request that could not be sent once more got no answer, or that of a gateway in place of the deployment's. */
    wasLost({ request, reply }: Exchange): boolean {
      if (repeatable.has(request.method)) return false;
      return (
        !reply || (gatewayFailures.has(reply.status) && isServerError(reply.status, { documented: true }))
      );
    },
    /** The clean-up tries a deployment that was given up once more, and sends what it takes. */
    lastChance(): void {
      transport.most = Number.POSITIVE_INFINITY;
      health.lastChance();
    },
    /** One request and its answer; throws `NoAnswer` when there is none, and `Interrupted` where the signal ended a wait. */
    send: (sending: RawRequest, context: SendContext): Promise<Answer> =>
      sendPatiently(sending, context).catch((error: unknown) => {
        const { aborted, reason } = context.signal;
        throw aborted && error === reason ? new Interrupted() : error;
      }),
  };
  return transport;
}

/** `GET /api/devices`. */
function nameOf({ method, url }: RawRequest): string {
  return `${method} ${url.replace(/^https?:\/\/[^/]+/, '').split('?', 1)[0] ?? url}`;
}
