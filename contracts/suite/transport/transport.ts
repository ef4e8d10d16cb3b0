/**
 * Sends requests and keeps the record of them. Every request of a run goes through here: caps,
 * timeouts, patience with rate limits, the limit on bodies, and redaction before anything is kept.
 */

import { jsonIn } from '../../kit/json.ts';
import { placeholders } from '../../kit/placeholders.ts';
import type { Redactor } from '../../kit/redact.ts';
import type { EpochMs } from '../../profile/core.ts';
import { Unreached } from '../case.ts';
import type { Host } from '../host.ts';
import type { Answer, Sending } from '../kit.ts';
import { type Look, lookOf } from '../looks.ts';
import type { Exchange } from '../run.ts';
import { Admission, type Caps } from './admission.ts';
import { readBody } from './body.ts';
import { type FailureKind, failureOf, NoAnswer } from './failures.ts';
import { onInterruption } from './interruption.ts';
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
  /** Requests in a row without any answer after which nothing more is tried. Default 12. */
  brokenAfter?: number | undefined;
}

/** What a request is sent for, and under which signal. */
export interface Errand {
  /** A judged id, or `set-up`, `calibration`, `clean-up`. */
  purpose: string;
  signal: AbortSignal;
  /** Does not queue with the others. */
  urgent?: boolean;
  /** A header that is only known when the request goes out: a token may end while it waits for its turn. */
  authorize?: (() => Promise<string>) | undefined;
  /** What is told instead of the `Authorization` header. */
  authorization?: string | undefined;
  /** One of very many: it is told to `onExchange`, without headers and body, and not kept in the record. */
  unrecorded?: boolean | undefined;
}

/** Attempts at a request that the deployment puts off. */
const ATTEMPTS = 6;
const BROKEN_AFTER = 12;
/** The index of an exchange that is not in the record. */
const UNRECORDED = -1;
/** How much of a body is kept in the record. */
const KEPT = 16_384;

/** Why a timeout is called off. Without a reason of its own each would cost an error and its stack. */
const OVER = 'answered';

export class Transport {
  readonly exchanges: Exchange[] = [];
  /** The first request that was put off, and served when it came again. */
  limitMetAt: number | undefined;
  /** How the deployment's time is let pass; the session puts its clock here. */
  pause: (ms: number) => Promise<void>;
  /** Told of every answer of the deployment itself; a control may be served elsewhere. */
  onAnswer: (answer: Answer) => void = () => undefined;
  /** Told of every exchange when it is over, answered or not. */
  onExchange: (exchange: Exchange) => void = () => undefined;

  readonly #host: Host;
  readonly #redactor: Redactor;
  readonly #options: TransportOptions;
  readonly #admission: Admission;
  readonly #limits: RateLimits;
  readonly #start: number;
  readonly #origin: string;
  #failures = 0;

  constructor(host: Host, redactor: Redactor, options: TransportOptions) {
    this.#host = host;
    this.#redactor = redactor;
    this.#options = options;
    this.#start = host.monotonic();
    this.#origin = `${new URL(options.target).origin}/`;
    this.pause = (ms) => host.sleep(ms);
    this.#limits = new RateLimits(options.rateLimit);
    this.#admission = new Admission(options.caps, {
      monotonic: () => host.monotonic(),
      sleep: (ms) => host.sleep(ms),
      pause: (ms) => this.pause(ms),
    });
  }

  /** One request and its answer; throws `NoAnswer` when there is none. */
  async send(sending: Sending, errand: Errand): Promise<Answer> {
    let putOff: Look | undefined;
    let firstIndex: number | undefined;
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#admission.through(() => this.#attempt(sending, errand), !!errand.urgent);
      const wait = this.#limits.waitAsked(answer, answer.date ?? this.#host.wall(), attempt);
      if (wait === undefined) {
        if (attempt > 0 && answer.look !== putOff) this.limitMetAt ??= firstIndex;
        return answer;
      }
      putOff = answer.look;
      firstIndex ??= answer.exchange;
      if (attempt + 1 === ATTEMPTS || wait > this.#options.patienceMs) {
        throw new Unreached(`the deployment limits requests: it asks to wait ${wait / 1000} s`, 'patience');
      }
      await this.#admission.hold(wait);
    }
  }

  /** Reading again changes nothing, so a connection that broke gets a second chance. */
  async #attempt(sending: Sending, errand: Errand): Promise<Answer> {
    try {
      return await this.#once(sending, errand);
    } catch (error) {
      if (sending.method !== 'GET' || !(error instanceof NoAnswer) || error.kind !== 'cut') throw error;
      return this.#once(sending, errand);
    }
  }

  async #once(sending: Sending, errand: Errand): Promise<Answer> {
    const { timeoutMs, bodyLimit, brokenAfter = BROKEN_AFTER } = this.#options;
    const name = `${sending.method} ${pathOf(sending.url)}`;
    if (this.#failures >= brokenAfter) throw new Unreached('the deployment no longer answers');
    if (errand.signal.aborted) throw new Unreached('the run was interrupted');
    const authorized = errand.authorize ? withHeader(sending, await errand.authorize()) : sending;
    const exchange = errand.unrecorded ? this.#unrecorded(sending, errand) : this.#record(authorized, errand);
    const started = this.#host.monotonic();
    const sent = new AbortController();
    const over = new AbortController();
    let stopListening = () => {};
    try {
      const arrived = this.#arrive(authorized, sent.signal, bodyLimit);
      const late = this.#host.sleep(timeoutMs, over.signal).then(() => 'timeout' as const);
      const stopped = new Promise<'interrupted'>((resolve) => {
        stopListening = onInterruption(errand.signal, () => resolve('interrupted'));
      });
      const first = await Promise.race([arrived, late, stopped]);
      exchange.milliseconds = this.#host.monotonic() - started;
      if (typeof first !== 'string') return this.#answered(exchange, first);
      sent.abort();
      arrived.catch(() => undefined);
      throw this.#failed(exchange, name, first, first === 'timeout' ? `${timeoutMs / 1000} s` : '');
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      exchange.milliseconds = this.#host.monotonic() - started;
      const { kind, detail } = failureOf(error);
      throw this.#failed(exchange, name, kind, this.#redactor.text(detail));
    } finally {
      over.abort(OVER);
      stopListening();
    }
  }

  async #arrive(sending: Sending, signal: AbortSignal, bodyLimit: number): Promise<Arrived | 'too-large'> {
    const request = new Request(this.#address(sending.url), {
      method: sending.method,
      headers: sending.headers ?? {},
      ...(sending.body !== undefined && { body: sending.body }),
      redirect: 'manual',
      signal,
    });
    const response = await this.#host.fetch(request);
    const text = await readBody(response, bodyLimit);
    if (text === undefined) return 'too-large';
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  }

  #address(url: string): string {
    return url.startsWith('/') || url === '' ? this.#options.target + url : url;
  }

  #record({ method, url, headers = {}, body }: Sending, { purpose, authorization }: Errand): Exchange {
    const told = authorization === undefined ? headers : { ...headers, authorization };
    const exchange: Exchange = {
      index: this.exchanges.length,
      purpose,
      at: Math.round(this.#host.monotonic() - this.#start),
      milliseconds: 0,
      request: {
        method,
        url: this.#redactor.text(this.#address(url)),
        headers: this.#redactor.headers(told),
        ...(body !== undefined && { body: this.#redactor.text(body).slice(0, KEPT) }),
      },
    };
    this.exchanges.push(exchange);
    return exchange;
  }

  /** What is known of a request that no record has a place for: nothing that could be a secret. */
  #unrecorded({ method, url }: Sending, { purpose }: Errand): Exchange {
    const at = Math.round(this.#host.monotonic() - this.#start);
    const request = { method, url: this.#address(url), headers: {} };
    return { index: UNRECORDED, purpose, at, milliseconds: 0, request };
  }

  #answered(exchange: Exchange, { status, headers, text }: Arrived): Answer {
    this.#failures = 0;
    const json = jsonIn(text);
    this.#hideTokens(json);
    exchange.reply = this.#replyIn(exchange, { status, headers, text });
    this.onExchange(exchange);
    const date = dateOf(headers);
    const look = lookOf({ status, headers, text, json });
    const answer: Answer = { status, headers, text, json, look, date, exchange: exchange.index };
    if (exchange.request.url.startsWith(this.#origin)) this.onAnswer(answer);
    return answer;
  }

  #replyIn({ index }: Exchange, { status, headers, text }: Arrived): NonNullable<Exchange['reply']> {
    if (index === UNRECORDED) return { status, headers: {}, body: '', truncated: text !== '' };
    const told = this.#redactor.text(text);
    return {
      status,
      headers: this.#redactor.headers(headers),
      body: told.slice(0, KEPT),
      truncated: told.length > KEPT,
    };
  }

  /** A token is a secret from the moment it is first seen (section 5). */
  #hideTokens(json: unknown): void {
    if (json === null || typeof json !== 'object') return;
    for (const token of textsIn((json as { token?: unknown }).token))
      this.#redactor.hide(token, placeholders.token);
  }

  #failed(exchange: Exchange, name: string, kind: FailureKind, detail: string): NoAnswer {
    if (kind !== 'interrupted') this.#failures++;
    exchange.failure = detail ? `${kind}: ${detail}` : kind;
    this.onExchange(exchange);
    return new NoAnswer(kind, name, exchange.index, detail);
  }
}

/** Every text in a value, wherever it stands. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

function withHeader(sending: Sending, authorization: string): Sending {
  return { ...sending, headers: { ...sending.headers, authorization } };
}

interface Arrived {
  status: number;
  headers: { [name: string]: string };
  text: string;
}

function dateOf(headers: { readonly [name: string]: string }): EpochMs | undefined {
  const at = Date.parse(headers.date ?? '');
  return Number.isNaN(at) ? undefined : at;
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '').split('?', 1)[0] ?? url;
}
