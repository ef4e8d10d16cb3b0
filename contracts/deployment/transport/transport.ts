/**
 * Sends requests and keeps the record of them. Every request of a run goes through here: caps,
 * timeouts, patience with rate limits, the limit on bodies, and redaction before anything is kept.
 */

import { durationMs } from '../../kit/durations.ts';
import { exactJsonIn } from '../../kit/exact-json.ts';
import { isBelowLocalhost, isLoopback } from '../../kit/http.ts';
import type { Redactor } from '../../kit/redact.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Answer, RawRequest } from '../answer.ts';
import { onInterruption, sleepUnlessInterrupted } from '../ending.ts';
import type { Exchange } from '../exchange.ts';
import { Interrupted, Unreached } from '../finding.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { Host, PlainAnswer, PlainRequest } from '../host.ts';
import type { DeploymentOptions } from '../options.ts';
import { Admission, type Time } from './admission.ts';
import { readBody } from './body.ts';
import { breakOffIn, type FailureKind, failureOf, NoAnswer, otherScheme, serverError } from './failures.ts';
import { Liveness } from './liveness.ts';
import { ExchangeRecord, type Noted } from './record.ts';
import { gatewayFailures, RateLimits, serverErrorsBy } from './retry.ts';

interface Parts {
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

/** The deployment's time: it is read from answers, and requests that are put off wait for it. */
interface Clock extends Time {
  /** Called with every answer; `sent`: when it was asked for, by our own clock. */
  observe(answer: Answer, by: 'api' | 'control' | 'other', sent: number): void;
}

const TIMEOUT = 10_000;
/** A slow request is waited for so many times as long. */
const SLOW = 6;
/** The longest that a deployment may ask to wait. */
const PATIENCE = 60_000;
const CONCURRENCY = 16;
const POLITE_RATE = 20;
/** The memory that the long answers of a run may take together, in bytes. */
const BUDGET = 256 * 1024 * 1024;
/** Attempts at a request that the deployment puts off, while it answers nothing else either. */
const ATTEMPTS = 6;
/** Attempts while it answers others: some request is always the last of many. */
const MAX_ATTEMPTS = 60;

/** Sent twice they do what they do once (RFC 9110, 9.2.2). DELETE is answered otherwise then. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'PUT']);

/** Matches a character that no header can hold: a token may have some. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

export class Transport {
  /** Returns whether a status says that the deployment broke off. */
  readonly isServerError: ReturnType<typeof serverErrorsBy>;
  readonly exchanges: Exchange[];
  /** So many requests were sent once more: a connection was lost, or a gateway failed. */
  sentAgain = 0;
  /** The first request that was put off, and served when it came again: for a limit of requests, or for the time being. */
  readonly putOffAt: { limit?: number; outage?: number } = {};
  /** From so many requests on none is sent before the clean-up. */
  most = Number.POSITIVE_INFINITY;
  readonly #host: Host;
  readonly #clock: Clock;
  readonly #parts: Parts;
  readonly #admission: Admission;
  readonly #limits: RateLimits;
  readonly #record: ExchangeRecord;
  readonly #liveness: Liveness;
  readonly #budget: { left: number };
  /** Answers that put nothing off. */
  #served = 0;

  constructor(host: Host, clock: Clock, parts: Parts) {
    const { target, basePath, options, profile, redactor, judges } = parts;
    this.#host = host;
    this.#clock = clock;
    this.#parts = parts;
    this.#record = new ExchangeRecord(host, redactor, parts.onExchange);
    this.exchanges = this.#record.exchanges;
    this.#budget = { left: host.answerMemory ?? BUDGET };
    this.#limits = new RateLimits(profile);
    this.isServerError = judges ? serverErrorsBy(profile) : () => false;
    const { hostname } = new URL(target);
    const isNear = isLoopback(hostname) || isBelowLocalhost(hostname);
    const limit = profile.openings['rate-limit'];
    const caps = {
      concurrency: options.concurrency ?? CONCURRENCY,
      perSecond: options.requestsPerSecond ?? (isNear ? undefined : POLITE_RATE),
      window: limit ? { requests: limit.requests, ms: durationMs(limit.per) } : undefined,
    };
    this.#admission = new Admission(caps, clock, host);
    const plain = { method: 'GET', url: `${basePath}/api/devices`, headers: { accept: 'application/json' } };
    this.#liveness = new Liveness(async (pause, signal) => {
      await sleepUnlessInterrupted(host, pause, signal);
      const context = { purpose: 'set-up', documented: true, signal };
      const answer = await this.#exchange(plain, context);
      // It is an answer only if it is not put off.
      if (answer.headers['retry-after'] !== undefined && this.#waitAsked(answer, 0) !== undefined)
        throw this.#noAnswer(plain, 'put-off', answer.exchange);
      this.#checked(answer, plain, context);
    });
  }

  get isFull(): boolean {
    return this.exchanges.length >= this.most;
  }

  /** Returns whether a request that could not be sent once more got no answer, or that of a gateway in place of the deployment's. */
  wasLost({ request, reply }: Exchange): boolean {
    if (repeatable.has(request.method)) return false;
    if (!reply) return true;
    return gatewayFailures.has(reply.status) && this.isServerError(reply.status, { documented: true });
  }

  /** Tells whether the deployment was given up: nothing more is sent to it. */
  get gone(): boolean {
    return this.#liveness.gone;
  }

  /** The clean-up tries a deployment that was given up once more, and sends what it takes. */
  lastChance(): void {
    this.most = Number.POSITIVE_INFINITY;
    this.#liveness.lastChance();
  }

  /** One request and its answer; throws `NoAnswer` when there is none, and `Interrupted` where the signal ended a wait. */
  async send(sending: RawRequest, context: SendContext): Promise<Answer> {
    try {
      return await this.#sendPatiently(sending, context);
    } catch (error) {
      const { aborted, reason } = context.signal;
      throw aborted && error === reason ? new Interrupted() : error;
    }
  }

  async #sendPatiently(sending: RawRequest, context: SendContext): Promise<Answer> {
    let first: Answer | undefined;
    let last: Answer | undefined;
    let inVain = 0;
    for (let attempt = 0; ; attempt++) {
      const served = this.#served;
      const answer = await this.#admission.through(() => this.#attempt(sending, context), context);
      const wait = this.#waitAsked(answer, attempt);
      const isLimit = this.#limits.isLimit((last ?? answer).status);
      if (wait === undefined) {
        this.#served++;
        if (first && last && this.#limits.passed(last, answer))
          this.putOffAt[isLimit ? 'limit' : 'outage'] ??= first.exchange;
        return this.#checked(answer, sending, context);
      }
      first ??= answer;
      last = answer;
      if (wait > (this.#parts.options.patienceMs ?? PATIENCE)) {
        this.#checked(answer, sending, context);
        const { status } = answer;
        const why = this.#limits.isLimit(status) ? 'limits requests' : `is unavailable (${status})`;
        throw new Unreached(`the deployment ${why}: it asks to wait ${wait / 1000} s`, 'patience');
      }
      inVain = this.#served === served ? inVain + 1 : 0;
      if (inVain === ATTEMPTS || attempt + 1 === MAX_ATTEMPTS)
        throw this.#noAnswer(sending, 'put-off', answer.exchange);
      await this.#wait(wait, context);
    }
  }

  #waitAsked(answer: Answer, attempt: number): number | undefined {
    return this.#limits.waitAsked(answer, answer.date ?? this.#host.wall(), attempt);
  }

  /** Waits as the deployment asks to. */
  async #wait(ms: number, { urgent, signal }: SendContext): Promise<void> {
    // A request that brings time forward cannot wait for time to be brought forward.
    if (urgent) return sleepUnlessInterrupted(this.#host, ms, signal);
    try {
      await this.#admission.hold(ms, signal);
    } catch (error) {
      // Its clock is not moved either: every request that waited for that had no answer.
      if (breakOffIn(error)) this.#liveness.brokeOff();
      throw error;
    }
  }

  /** A request that changes nothing by coming twice, or that never arrived, gets a second chance. */
  async #attempt(sending: RawRequest, context: SendContext): Promise<Answer> {
    const isTarget = this.#isTarget(sending.url);
    const mayRepeat = repeatable.has(sending.method) || context.repeatable === true;
    const once = async () => {
      if (isTarget) await this.#liveness.unlessGone(context.signal);
      return this.#exchange(sending, context);
    };
    try {
      const answer = await once();
      const { status, headers } = answer;
      // A gateway answered, and not the deployment; an answer that names a time to wait for is waited for instead.
      const isOnTheWay = gatewayFailures.has(status) && headers['retry-after'] === undefined && isTarget;
      if (!mayRepeat || !isOnTheWay || !this.isServerError(status, context)) return answer;
    } catch (error) {
      const kind = error instanceof NoAnswer ? error.kind : undefined;
      if (kind !== 'unreachable' && !(kind === 'cut' && mayRepeat)) throw error;
    }
    this.sentAgain++;
    return once();
  }

  async #exchange(sending: RawRequest, context: SendContext): Promise<Answer> {
    const { signal, authorize } = context;
    if (signal.aborted) throw new Interrupted();
    const { method, headers: plain = {}, body } = sending;
    const headers = authorize ? { ...plain, authorization: await authorize() } : plain;
    const request = { method, url: this.#address(sending.url), headers, body };
    if (this.isFull) throw new Unreached('the run has sent as many requests as it may');
    const exchange = this.#record.begin(request, context);
    const started = this.#host.monotonic();
    const timeoutMs = (this.#parts.options.timeoutMs ?? TIMEOUT) * (context.slow ? SLOW : 1);
    const arrived = await this.#arrive(request, timeoutMs, signal).catch((error: unknown) => {
      if (error instanceof Unreached) this.#record.failed(exchange, 'not sent');
      if (error instanceof Unreached) throw error;
      return failureOf(error);
    });
    exchange.milliseconds = this.#host.monotonic() - started;
    if ('status' in arrived) return this.#answered(exchange, arrived, context, started);
    const { kind, detail } = arrived;
    const scheme = this.#served === 0 ? otherScheme(request.url, kind, detail) : '';
    const words = this.#parts.redactor.text(detail + scheme);
    this.#record.failed(exchange, words ? `${kind}: ${words}` : kind);
    throw this.#noAnswer(sending, kind, exchange.index, words);
  }

  /** Sends a request, and reads its answer as far as the bounds let. A `fetch` that hangs is not waited for. */
  async #arrive(
    request: PlainRequest,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<PlainAnswer | { kind: FailureKind; detail: string }> {
    if (Object.values(request.headers).some((value) => UNSENDABLE.test(value))) throw unsendable();
    if (this.#host.answer) return this.#host.answer(request);
    const sent = new AbortController();
    const over = new AbortController();
    let stopListening = () => {};
    try {
      const arrived = this.#fetched(request, sent.signal);
      const late = this.#host.sleep(timeoutMs, over.signal);
      const stopped = new Promise<'interrupted'>((resolve) => {
        stopListening = onInterruption(signal, () => resolve('interrupted'));
      });
      const first = await Promise.race([arrived, late.then(() => 'timeout' as const), stopped]);
      if (typeof first !== 'string') return first;
      sent.abort();
      arrived.catch(() => undefined);
      return { kind: first, detail: first === 'timeout' ? `${timeoutMs / 1000} s` : '' };
    } finally {
      // Without a reason of its own each would cost an error and its stack.
      over.abort('answered');
      stopListening();
    }
  }

  async #fetched({ url, body, ...init }: PlainRequest, signal: AbortSignal) {
    let request: Request;
    try {
      request = new Request(url, { ...init, body: body ?? null, redirect: 'manual', signal });
    } catch {
      throw unsendable();
    }
    const response = await this.#host.fetch(request);
    const read = await readBody(response, { budget: this.#budget }, signal);
    if (typeof read === 'string') return read;
    return { status: response.status, headers: Object.fromEntries(response.headers), ...read };
  }

  #answered(exchange: Exchange, arrived: PlainAnswer, context: SendContext, started: number): Answer {
    const { status, headers, text } = arrived;
    const json = exactJsonIn(text);
    this.#record.answered(exchange, arrived, json);
    const date = Date.parse(headers.date ?? '');
    const answer: Answer = {
      ...{ status, headers, text, json, exchange: exchange.index },
      fingerprint: fingerprintOf({ status, headers, text, json }),
      date: Number.isNaN(date) ? undefined : date,
      beginning: (max) => this.#parts.redactor.text(text, max),
    };
    const by = context.documented ? 'api' : context.provoking ? 'other' : 'control';
    this.#clock.observe(answer, by, started);
    return answer;
  }

  /** The answer, unless it says that the deployment could not give one. */
  #checked(answer: Answer, sending: RawRequest, context: SendContext): Answer {
    if (!this.#isTarget(sending.url)) return answer;
    const isServerError = this.isServerError(answer.status, context);
    if (!isServerError) this.#liveness.answered();
    // A server error in answer to nonsense says neither that the deployment answers nor that it does not.
    if (!isServerError || context.provoking) return answer;
    if (!context.refusable) this.#liveness.brokeOff();
    throw serverError(nameOf(sending), answer);
  }

  #noAnswer(sending: RawRequest, kind: FailureKind, exchange: number, detail = ''): NoAnswer {
    const byTarget = this.#isTarget(sending.url);
    const failure = new NoAnswer({ kind, request: nameOf(sending), exchange, detail, byTarget });
    if (failure.brokeOff) this.#liveness.brokeOff(kind === 'timeout');
    return failure;
  }

  #address(url: string): string {
    return url.startsWith('/') || url === '' ? this.#parts.target + url : url;
  }

  /** Returns whether the deployment itself is asked. A control may be served elsewhere. */
  #isTarget(url: string): boolean {
    return `${this.#address(url)}/`.startsWith(`${new URL(this.#parts.target).origin}/`);
  }
}

function unsendable(): Unreached {
  return new Unreached('the request cannot be sent: its address or one of its headers is not valid');
}

/** `GET /api/devices`. */
function nameOf({ method, url }: RawRequest): string {
  return `${method} ${url.replace(/^https?:\/\/[^/]+/, '').split('?', 1)[0] ?? url}`;
}
