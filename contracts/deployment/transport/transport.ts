/**
 * Sends requests and keeps the record of them. Every request of a run goes through here: caps,
 * timeouts, patience with rate limits, the limit on bodies, and redaction before anything is kept.
 */

import { exactJsonIn } from '../../kit/exact-json.ts';
import type { Redactor } from '../../kit/redact.ts';
import type { Answer, RawRequest } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { Interrupted, Unreached } from '../finding.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { Host, PlainAnswer } from '../host.ts';
import { Admission, type Caps } from './admission.ts';
import { arrive, arriveDirectly, dateOf, withHeader } from './arriving.ts';
import { type BodyBounds, BodyBudget, type Unread } from './body.ts';
import { breakOffIn, type FailureKind, failureOf, NoAnswer, otherScheme, serverError } from './failures.ts';
import { onInterruption, sleepUnlessInterrupted } from './interruption.ts';
import { Liveness } from './liveness.ts';
import { ExchangeRecord, type Noted } from './record.ts';
import { type RateLimitSigns, RateLimits } from './retry.ts';

export interface TransportOptions {
  /** The base address, without a slash at its end. */
  target: string;
  timeoutMs: number;
  /** The longest body that is read, in bytes. */
  bodyLimit: number;
  caps: Caps;
  /** The longest that a deployment may ask to wait. */
  patienceMs: number;
  rateLimit: RateLimitSigns;
  /** Requests in a row without any answer after which the deployment is taken for gone. Default 12. */
  brokenAfter?: number | undefined;
  /** A small request that every deployment answers. */
  plain: RawRequest;
  /** Returns whether a status says that the deployment broke off. */
  isServerError(status: number, context: Pick<SendContext, 'documented'>): boolean;
  /** Called with every exchange when it is over, answered or not. */
  onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** The purpose of a request, and its signal. */
export interface SendContext extends Noted {
  /** A judged id, or `set-up`, `calibration`, `clean-up`. */
  purpose: string;
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

/** Attempts at a request that the deployment puts off, while it answers nothing else either. */
const ATTEMPTS = 6;
/** Attempts while it answers others: some request is always the last of many. */
const MOST_ATTEMPTS = 60;
const BROKEN_AFTER = 12;
/** A slow request is waited for so many times as long. */
const SLOW = 6;

/** Why a timeout is called off. Without a reason of its own each would cost an error and its stack. */
const OVER = 'answered';

/** The deployment's time: it is read from answers, and requests that are put off wait for it. */
export interface DeploymentClock {
  /** Called with every answer; `sent`: when it was asked for, by our own clock. */
  observe(answer: Answer, by: 'api' | 'control' | 'other', sent: number): void;
  pause(ms: number, signal: AbortSignal): Promise<void>;
  still(): Promise<unknown>;
}

/** Bad gateway, unavailable, gateway timeout (RFC 9110, 15.6). */
export const gatewayFailures: ReadonlySet<number> = new Set([502, 503, 504]);

/** Sent twice they do what they do once (RFC 9110, 9.2.2). DELETE is answered otherwise then. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'PUT']);

export class Transport {
  /** So many requests were sent once more: a connection was lost, or a gateway failed. */
  sentAgain = 0;
  /** The first request that was put off, and served when it came again: for a limit of requests, or for the time being. */
  limitMetAt: number | undefined;
  unavailableAt: number | undefined;
  readonly #host: Host;
  readonly #redactor: Redactor;
  readonly #time: DeploymentClock;
  readonly #options: TransportOptions;
  readonly #admission: Admission;
  readonly #limits: RateLimits;
  readonly #record: ExchangeRecord;
  readonly #liveness: Liveness;
  readonly #origin: string;
  readonly #bodies: BodyBounds;
  /** Answers that put nothing off. */
  #served = 0;

  constructor(host: Host, redactor: Redactor, time: DeploymentClock, options: TransportOptions) {
    this.#host = host;
    this.#redactor = redactor;
    this.#time = time;
    this.#options = options;
    this.#record = new ExchangeRecord(host, redactor, options.onExchange);
    this.#bodies = { limit: options.bodyLimit, budget: new BodyBudget(host.answerMemory) };
    this.#origin = `${new URL(options.target).origin}/`;
    const sleep = (ms: number, signal: AbortSignal) => this.#sleep(ms, signal);
    this.#limits = new RateLimits(options.rateLimit);
    this.#admission = new Admission(options.caps, {
      monotonic: () => host.monotonic(),
      sleep,
      pause: (ms, signal) => time.pause(ms, signal),
      still: () => time.still(),
    });
    const { plain, brokenAfter = BROKEN_AFTER } = options;
    const context = { purpose: 'set-up', documented: true };
    this.#liveness = new Liveness({
      brokenAfter,
      sleep,
      look: (signal) =>
        this.#exchange(plain, { ...context, signal }).then((answer) => this.#looked(answer, plain, context)),
    });
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return sleepUnlessInterrupted(this.#host, ms, signal);
  }

  get exchanges(): Exchange[] {
    return this.#record.exchanges;
  }

  isServerError(status: number, context: Pick<SendContext, 'documented'>): boolean {
    return this.#options.isServerError(status, context);
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

  /** The clean-up tries a deployment that was given up once more. */
  lastChance(): void {
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
    let putOff: Answer | undefined;
    let firstIndex: number | undefined;
    let inVain = 0;
    for (let attempt = 0; ; attempt++) {
      const served = this.#served;
      const answer = await this.#admission.through(() => this.#attempt(sending, context), context);
      const wait = this.#limits.waitAsked(answer, answer.date ?? this.#host.wall(), attempt);
      if (wait === undefined) {
        this.#served++;
        if (putOff !== undefined && answer.fingerprint !== putOff.fingerprint) {
          if (this.#limits.isLimit(putOff.status)) this.limitMetAt ??= firstIndex;
          else this.unavailableAt ??= firstIndex;
          this.#limits.passed(putOff.fingerprint);
        }
        return this.#checked(answer, sending, context);
      }
      putOff = answer;
      firstIndex ??= answer.exchange;
      if (wait > this.#options.patienceMs) {
        this.#checked(answer, sending, context);
        const why = this.#limits.isLimit(answer.status)
          ? 'limits requests'
          : `is unavailable (${answer.status})`;
        throw new Unreached(`the deployment ${why}: it asks to wait ${wait / 1000} s`, 'patience');
      }
      inVain = this.#served === served ? inVain + 1 : 0;
      if (inVain === ATTEMPTS || attempt + 1 === MOST_ATTEMPTS) throw this.#putOff(sending, answer.exchange);
      await this.#waitAsAsked(wait, context);
    }
  }

  /** The wait that the deployment asks for. */
  async #waitAsAsked(ms: number, { urgent, signal }: SendContext): Promise<void> {
    // A request that brings time forward cannot wait for time to be brought forward.
    if (urgent) return this.#sleep(ms, signal);
    try {
      await this.#admission.hold(ms, signal);
    } catch (error) {
      // Its clock is not moved either: every request that waited for that had no answer.
      if (breakOffIn(error)) this.#liveness.brokeOff();
      throw error;
    }
  }

  #putOff(sending: RawRequest, exchange: number): NoAnswer {
    const byTarget = this.#isTarget(sending.url);
    if (byTarget) this.#liveness.brokeOff();
    return new NoAnswer({ kind: 'put-off', request: nameOf(sending), exchange, byTarget });
  }

  /** A request that changes nothing by coming twice, or that never arrived, gets a second chance. */
  async #attempt(sending: RawRequest, context: SendContext): Promise<Answer> {
    const mayRepeat = repeatable.has(sending.method) || context.repeatable === true;
    try {
      const answer = await this.#once(sending, context);
      if (!mayRepeat || !this.#failedOnTheWay(sending, answer, context)) return answer;
    } catch (error) {
      const isLost = error instanceof NoAnswer && (error.kind === 'unreachable' || error.kind === 'cut');
      if (!isLost || (error.kind === 'cut' && !mayRepeat)) throw error;
    }
    this.sentAgain++;
    return this.#once(sending, context);
  }

  /** Returns whether a gateway answered, and not the deployment; an answer that names a time to wait for is waited for instead. */
  #failedOnTheWay({ url }: RawRequest, { status, headers }: Answer, context: SendContext): boolean {
    return (
      gatewayFailures.has(status) &&
      headers['retry-after'] === undefined &&
      this.#isTarget(url) &&
      this.isServerError(status, context)
    );
  }

  async #once(sending: RawRequest, context: SendContext): Promise<Answer> {
    if (this.#isTarget(sending.url)) await this.#liveness.unlessGone(context.signal);
    return this.#exchange(sending, context);
  }

  async #exchange(sending: RawRequest, context: SendContext): Promise<Answer> {
    const timeoutMs = this.#options.timeoutMs * (context.slow ? SLOW : 1);
    if (context.signal.aborted) throw new Interrupted();
    const authorized = context.authorize ? withHeader(sending, await context.authorize()) : sending;
    const address = this.#address(sending.url);
    const request = { ...authorized, url: address };
    const exchange = this.#record.begin(request, context);
    const started = this.#host.monotonic();
    try {
      const { answer } = this.#host;
      const arrived = answer
        ? await arriveDirectly(request, answer)
        : await this.#arriveInTime(request, timeoutMs, context.signal);
      exchange.milliseconds = this.#host.monotonic() - started;
      if (typeof arrived !== 'string') return this.#answered(exchange, arrived, context, started);
      throw this.#failed(exchange, sending, arrived, arrived === 'timeout' ? `${timeoutMs / 1000} s` : '');
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      if (error instanceof Unreached) this.#record.failed(exchange, 'not sent');
      if (error instanceof Unreached) throw error;
      exchange.milliseconds = this.#host.monotonic() - started;
      const { kind, detail } = failureOf(error);
      const scheme = this.#served === 0 ? otherScheme(request.url, kind, detail) : '';
      throw this.#failed(exchange, sending, kind, this.#redactor.text(detail + scheme));
    }
  }

  async #arriveInTime(
    sending: RawRequest,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<PlainAnswer | Unread | 'timeout' | 'interrupted'> {
    const sent = new AbortController();
    const over = new AbortController();
    let stopListening = () => {};
    try {
      const arrived = arrive(sending, this.#host, sent.signal, this.#bodies);
      const late = this.#host.sleep(timeoutMs, over.signal).then(() => 'timeout' as const);
      const stopped = new Promise<'interrupted'>((resolve) => {
        stopListening = onInterruption(signal, () => resolve('interrupted'));
      });
      const first = await Promise.race([arrived, late, stopped]);
      if (typeof first !== 'string') return first;
      sent.abort();
      arrived.catch(() => undefined);
      return first;
    } finally {
      over.abort(OVER);
      stopListening();
    }
  }

  #answered(exchange: Exchange, arrived: PlainAnswer, context: SendContext, started: number): Answer {
    const { status, headers, text } = arrived;
    const json = exactJsonIn(text);
    this.#record.answered(exchange, arrived, json);
    const fingerprint = fingerprintOf({ status, headers, text, json });
    const answer: Answer = {
      status,
      headers,
      text,
      json,
      fingerprint,
      date: dateOf(headers),
      exchange: exchange.index,
      beginning: (most) => this.#redactor.text(text, most),
    };
    this.#time.observe(answer, context.documented ? 'api' : context.provoking ? 'other' : 'control', started);
    return answer;
  }

  /** A second look is an answer only if it is not put off. */
  #looked(answer: Answer, plain: RawRequest, context: Pick<SendContext, 'documented'>): void {
    const isPutOff = answer.headers['retry-after'] !== undefined;
    if (isPutOff && this.#limits.waitAsked(answer, answer.date ?? this.#host.wall(), 0) !== undefined) {
      throw this.#putOff(plain, answer.exchange);
    }
    this.#checked(answer, plain, context);
  }

  /** The answer, unless it says that the deployment could not give one. */
  #checked(
    answer: Answer,
    sending: RawRequest,
    context: Pick<SendContext, 'documented' | 'provoking' | 'refusable'>,
  ): Answer {
    if (!this.#isTarget(sending.url)) return answer;
    const isServerError = this.isServerError(answer.status, context);
    if (!isServerError) this.#liveness.answered();
    // A server error in answer to nonsense says neither that the deployment answers nor that it does not.
    if (!isServerError || context.provoking) return answer;
    if (!context.refusable) this.#liveness.brokeOff();
    throw serverError(nameOf(sending), answer);
  }

  #failed(exchange: Exchange, sending: RawRequest, kind: FailureKind, detail: string): NoAnswer {
    const byTarget = this.#isTarget(sending.url);
    this.#record.failed(exchange, detail ? `${kind}: ${detail}` : kind);
    const request = nameOf(sending);
    const failure = new NoAnswer({ kind, request, exchange: exchange.index, detail, byTarget });
    if (failure.brokeOff) this.#liveness.brokeOff(kind === 'timeout');
    return failure;
  }

  #address(url: string): string {
    return url.startsWith('/') || url === '' ? this.#options.target + url : url;
  }

  /** Returns whether the deployment itself is asked. A control may be served elsewhere. */
  #isTarget(url: string): boolean {
    return `${this.#address(url)}/`.startsWith(this.#origin);
  }
}

/** `GET /api/devices`. */
function nameOf({ method, url }: RawRequest): string {
  return `${method} ${url.replace(/^https?:\/\/[^/]+/, '').split('?', 1)[0] ?? url}`;
}
