/** Requests for learning: each is counted, and kept with its reply as an exchange that was seen. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { exactJsonIn, exactJsonText } from '../kit/exact-json.ts';
import type { Json } from '../kit/json.ts';
import { type OperationId, operation as operationOf } from '../specification/operations.ts';
import type { Cause, Seen } from './seen.ts';

export interface AskOptions {
  readonly id?: string;
  readonly query?: { [name: string]: string };
  readonly body?: Json;
  /** A body as it is. */
  readonly raw?: string;
  readonly contentType?: string;
  readonly auth?: 'none';
  /** In the place of a token. */
  readonly bearer?: string;
  readonly cause?: Cause;
  readonly unseen?: true;
  /** Called where too many requests are refused (429): then nothing was done. */
  readonly tooMany?: () => Promise<void>;
}

interface Raw {
  method: string;
  /** Below the base path. */
  path: string;
  body?: string;
  type?: string;
  auth?: 'token' | 'none';
}

/** Statuses of a service that limits requests, or is unavailable for a while. */
const putOff: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export class Asker {
  readonly seen: Seen[];
  readonly session: Deployment;
  readonly #signal: AbortSignal;

  /**
   * @param signal aborted when no more may be asked
   * @param seen by another one before
   */
  constructor(session: Deployment, signal: AbortSignal, seen: readonly Seen[] = []) {
    this.session = session;
    this.seen = [...seen];
    this.#signal = signal;
  }

  /** A caller whose requests count. */
  get caller(): Deployment {
    return this.session.as('set-up', this.#signal);
  }

  /** Tells whether no more may be asked. */
  get isOver(): boolean {
    return this.#signal.aborted;
  }

  /**
   * One call of an operation, sent once whatever comes of it; `undefined` where no answer came, or no more may be asked.
   *
   * @param options `unseen`: it counts for nothing until it is known what it was
   */
  async call(operation: OperationId, options: AskOptions = {}): Promise<Seen | undefined> {
    const { cause, unseen, id, query = {}, body, raw, contentType = 'application/json', bearer } = options;
    const text = raw ?? (body === undefined ? undefined : exactJsonText(body));
    const { caller } = this;
    const headers = {
      accept: 'application/json',
      ...(text !== undefined && { 'content-type': contentType }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    };
    const url = caller.urlOf(operation, { query, ...(id !== undefined && { id }) });
    const sending = { method: operationOf(operation).method, url, headers, body: text };
    const auth = options.auth === 'none' || bearer !== undefined ? 'none' : 'token';
    const answer = await this.#ask(() => caller.sendUndocumented(sending, auth), options.tooMany);
    if (!answer) return undefined;
    const sent = raw === undefined ? body : exactJsonIn(raw);
    const sentType = text === undefined ? undefined : contentType;
    const one = seenOf(answer, { operation, id, query, cause, sent, sentType });
    if (!unseen) this.seen.push(one);
    return one;
  }

  /** A request that is none of the interface, or that is to be refused. */
  async raw(
    { method, path, body, type = 'application/json', auth = 'none' }: Raw,
    cause: Cause | undefined,
    operation?: OperationId,
  ): Promise<Seen | undefined> {
    const { lens } = this.session;
    const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': type }) };
    const sending = { method, url: lens.basePath + path, headers, body };
    const answer = await this.#ask(() => this.caller.sendUndocumented(sending, auth));
    const one = answer && seenOf(answer, { operation, query: {}, cause });
    if (one) this.seen.push(one);
    return one;
  }

  /** A token request with the credentials of the user, or as `given`. */
  async token(given?: { userName: string; apiKey: string }): Promise<Seen | undefined> {
    const answer = await this.#ask(() => this.caller.requestToken(given));
    const one = answer && seenOf(answer, { operation: 'issueToken', query: {}, cause: given && 'wrong-key' });
    if (one) this.seen.push(one);
    return one;
  }

  async #ask(send: () => Promise<Answer>, tooMany?: () => Promise<void>): Promise<Answer | undefined> {
    if (this.isOver) return undefined;
    const answer = await send().catch((error: unknown) => {
      if (error instanceof Unreached) return undefined;
      throw error;
    });
    if (answer?.status === 429) await tooMany?.();
    // A reply that may only put the request off says nothing of what was asked.
    return answer && putOff.has(answer.status) ? undefined : answer;
  }
}

function seenOf(
  { status, headers, text, json }: Answer,
  asked: Omit<Seen, 'status' | 'headers' | 'text' | 'json'>,
): Seen {
  return { ...asked, status, headers, text, json };
}
