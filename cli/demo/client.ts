/** A client of a served simulator: the public API with its token, and the control API. */

/** An answer that was no success. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  /** The stable code of the refusal, where it carries one. */
  readonly code: string | undefined;

  constructor(call: string, status: number, body: unknown) {
    const { code, detail } = (body ?? {}) as { code?: string; detail?: string };
    super(`${call} was refused: ${status}${code ? ` ${code}` : ''}${detail ? `, ${detail}` : ''}`);
    this.status = status;
    this.code = code;
  }
}

export interface ClientOptions {
  baseUrl: string;
  controlUrl: string;
  userName: string;
  apiKey: string;
  controlToken?: string | undefined;
  /** Ends the call that is under way. */
  signal: AbortSignal;
}

/** A token is renewed this long before it expires, by the service's own clock: longer than any step of the day. */
const renewAhead = 10 * 60_000;

export class Client {
  /** Calls that were answered, and tokens that were issued. */
  answered = 0;
  tokens = 0;
  /** The simulated time, as the `Date` of the last answer tells it. */
  now = 0;
  readonly #options: ClientOptions;
  #token = '';
  #renewAt = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Calls the public API (sections 4 and 5). */
  async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (this.now >= this.#renewAt) await this.#renew();
    return this.#call<T>(method, `${this.#options.baseUrl}/api${path}`, body, `Bearer ${this.#token}`);
  }

  /** Calls the control API. */
  control<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { controlUrl, controlToken } = this.#options;
    return this.#call<T>(method, controlUrl + path, body, controlToken && `Bearer ${controlToken}`);
  }

  async #renew(): Promise<void> {
    const { baseUrl, userName, apiKey } = this.#options;
    const issued = await this.#call<{ token: string; expires: string }>('POST', `${baseUrl}/api/Auth/Token`, {
      userName,
      apiKey,
    });
    this.tokens += 1;
    this.#token = issued.token;
    this.#renewAt = Date.parse(issued.expires) - renewAhead;
  }

  async #call<T>(method: string, url: string, body?: unknown, authorization?: string): Promise<T> {
    const response = await fetch(url, {
      method,
      signal: this.#options.signal,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(authorization && { authorization }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    this.answered += 1;
    this.now = Date.parse(response.headers.get('date') ?? '') || this.now;
    if (!response.ok) throw new RefusedError(`${method} ${new URL(url).pathname}`, response.status, answer);
    return answer as T;
  }
}
