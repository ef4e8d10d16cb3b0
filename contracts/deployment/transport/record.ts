/** The record of what was exchanged. Secrets are taken out before anything is kept. */

import { copied } from '../../kit/copied.ts';
import { fieldOf } from '../../kit/json.ts';
import { placeholders } from '../../kit/placeholders.ts';
import type { Redactor } from '../../kit/redact.ts';
import type { Exchange } from '../exchange.ts';
import type { Host, PlainAnswer, PlainRequest } from '../host.ts';

/** The facts that are recorded of a request beside itself. */
export interface Noted {
  /** A judged id, or `set-up`, `calibration`, `clean-up`. */
  purpose: string;
  /** The text that is recorded instead of the `Authorization` header. */
  authorization?: string | undefined;
}

/** How much of a body is kept. */
const RECORDED_WHOLE = 16_384;
/** The most in one answer: an answer that gives more at once gives no token. */
const MAX_TOKENS = 100;

export class ExchangeRecord {
  readonly exchanges: Exchange[] = [];
  readonly #host: Pick<Host, 'monotonic'>;
  readonly #redactor: Redactor;
  readonly #start: number;
  /** The exchange that issued each token. */
  readonly #issued = new Map<string, number>();
  readonly #onExchange: (exchange: Exchange) => void;

  /** `onExchange` is called with every exchange when it is over, answered or not. */
  constructor(
    host: Pick<Host, 'monotonic'>,
    redactor: Redactor,
    onExchange: (exchange: Exchange) => void = () => undefined,
  ) {
    this.#onExchange = onExchange;
    this.#host = host;
    this.#redactor = redactor;
    this.#start = host.monotonic();
  }

  /** A request goes out to an address. */
  begin({ method, url, headers, body }: PlainRequest, { purpose, authorization }: Noted): Exchange {
    const redactor = this.#redactor;
    const shown = authorization === undefined ? headers : { ...headers, authorization };
    const issuedBy = this.#issued.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
    const exchange: Exchange = {
      index: this.exchanges.length,
      purpose,
      at: Math.round((this.#host.monotonic() - this.#start) * 100) / 100,
      milliseconds: 0,
      request: {
        ...{ method, url: redactor.text(url), headers: redactor.headers(shown) },
        ...(body !== undefined && { body: redactor.text(body, RECORDED_WHOLE) }),
      },
      ...(issuedBy !== undefined && { issuedBy }),
    };
    this.exchanges.push(exchange);
    return exchange;
  }

  answered(exchange: Exchange, { status, headers, text }: PlainAnswer, json: unknown): void {
    // A token is a secret from the moment it is first seen (section 5).
    for (const token of textsIn(fieldOf(json, 'token')).slice(0, MAX_TOKENS)) {
      this.#redactor.hide(token, placeholders.token);
      this.#issued.set(token, exchange.index);
    }
    exchange.reply = {
      status,
      headers: this.#redactor.headers(headers),
      body: copied(this.#redactor.text(text, RECORDED_WHOLE)),
      truncated: text.length > RECORDED_WHOLE,
    };
    this.#onExchange(exchange);
  }

  failed(exchange: Exchange, failure: string): void {
    exchange.failure = failure;
    this.#onExchange(exchange);
  }
}

/** Every text in a value, wherever it is. */
function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn);
}
