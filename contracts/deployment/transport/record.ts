/** The record of what was exchanged. Secrets are taken out before anything is kept. */

import { fieldOf } from '../../kit/json.ts';
import { placeholders } from '../../kit/placeholders.ts';
import type { Redactor } from '../../kit/redact.ts';
import { copied } from '../../kit/untrusted.ts';
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

/** @param onExchange is called with every exchange when it is over, answered or not */
export function recordOf(
  host: Pick<Host, 'monotonic'>,
  redactor: Redactor,
  onExchange: (exchange: Exchange) => void = () => undefined,
) {
  const exchanges: Exchange[] = [];
  const start = host.monotonic();
  /** The exchange that issued each token. */
  const issued = new Map<string, number>();
  return {
    exchanges,
    /** A request goes out to an address. */
    begin({ method, url, headers, body }: PlainRequest, { purpose, authorization }: Noted): Exchange {
      const shown = authorization === undefined ? headers : { ...headers, authorization };
      const issuedBy = issued.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
      const exchange: Exchange = {
        index: exchanges.length,
        purpose,
        at: Math.round((host.monotonic() - start) * 100) / 100,
        milliseconds: 0,
        request: {
          ...{ method, url: redactor.text(url), headers: redactor.headers(shown) },
          ...(body !== undefined && { body: redactor.text(body, RECORDED_WHOLE) }),
        },
        ...(issuedBy !== undefined && { issuedBy }),
      };
      exchanges.push(exchange);
      return exchange;
    },
    answered(exchange: Exchange, { status, headers, text }: PlainAnswer, json: unknown): void {
      // A token is a secret from the moment it is first seen (section 5).
      for (const token of textsIn(fieldOf(json, 'token')).slice(0, MAX_TOKENS)) {
        redactor.hide(token, placeholders.token);
        issued.set(token, exchange.index);
      }
      exchange.reply = {
        ...{ status, headers: redactor.headers(headers) },
        body: copied(redactor.text(text, RECORDED_WHOLE)),
        truncated: text.length > RECORDED_WHOLE,
      };
      onExchange(exchange);
    },
    failed(exchange: Exchange, failure: string): void {
      exchange.failure = failure;
      onExchange(exchange);
    },
  };
}

/** Every text in a value, wherever it is. */
function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn);
}
