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
  /** It counts for nothing until it is known what it was. */
  readonly unseen?: true;
  /** Called where too many requests are refused (429): then nothing was done. */
  readonly tooMany?: () => Promise<void>;
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

  /** One call of an operation, sent once whatever comes of it; `undefined` where no answer came, or no more may be asked. */
  call(operation: OperationId, options: AskOptions = {}): Promise<Seen | undefined> {
    const { cause, id, query = {}, body, raw, contentType = 'application/json' } = options;
    const { method } = operationOf(operation);
    const url = this.caller.urlOf(operation, { query, ...(id !== undefined && { id }) });
    const text = raw ?? (body === undefined ? undefined : exactJsonText(body));
    const sent = raw === undefined ? body : exactJsonIn(raw);
    const sentType = text === undefined ? undefined : contentType;
    return this.#ask({ method, url, text }, options, { operation, id, query, cause, sent, sentType });
  }

  /** A request that is none of the interface, or that is to be refused. @param path below the base path */
  raw(
    { method, path, body }: { method: string; path: string; body?: string },
    options: AskOptions,
    operation?: OperationId,
  ): Promise<Seen | undefined> {
    const url = this.session.lens.basePath + path;
    return this.#ask({ method, url, text: body }, options, { operation, query: {}, cause: options.cause });
  }

  /** A token request with the credentials of the user, or as `given`. */
  token(given?: { userName: string; apiKey: string }): Promise<Seen | undefined> {
    const asked = { operation: 'issueToken', query: {}, cause: given && 'wrong-key' } as const;
    return this.#kept(() => this.caller.requestToken(given), {}, asked);
  }

  #ask(
    { method, url, text }: { method: string; url: string; text: string | undefined },
    options: AskOptions,
    asked: Asked,
  ): Promise<Seen | undefined> {
    const { contentType = 'application/json', bearer, auth } = options;
    const headers = {
      accept: 'application/json',
      ...(text !== undefined && { 'content-type': contentType }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    };
    const as = auth === 'none' || bearer !== undefined ? 'none' : 'token';
    return this.#kept(
      () => this.caller.sendUndocumented({ method, url, headers, body: text }, as),
      options,
      asked,
    );
  }

  async #kept(
    send: () => Promise<Answer>,
    { unseen, tooMany }: AskOptions,
    asked: Asked,
  ): Promise<Seen | undefined> {
    if (this.isOver) return undefined;
    const answer = await send().catch((error: unknown) => {
      if (error instanceof Unreached) return undefined;
      throw error;
    });
    if (answer?.status === 429) await tooMany?.();
    // A reply that may only put the request off says nothing of what was asked.
    if (!answer || putOff.has(answer.status)) return undefined;
    const { status, headers, text, json } = answer;
    const one = { ...asked, status, headers, text, json };
    if (!unseen) this.seen.push(one);
    return one;
  }
}

type Asked = Omit<Seen, 'status' | 'headers' | 'text' | 'json'>;
