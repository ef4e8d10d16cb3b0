/** Requests for learning: each is sent once, counted, and kept with its reply as an exchange that was seen. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { isUntold } from '../deployment/sharing/unbound.ts';
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
  /** A value in the place of a token; `null`: no header. */
  readonly bearer?: string | null;
  readonly cause?: Cause;
  /** Called where too many requests are refused (429): then nothing was done. */
  readonly tooMany?: () => Promise<void>;
}

/** Statuses of a service that limits requests, or is unavailable for a while: such a reply says nothing of what was asked. */
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

  get isOver(): boolean {
    return this.#signal.aborted;
  }

  /** One call of an operation, or of a path that the interface does not have; `undefined` where no answer came, or no more may be asked. */
  async ask(operation: OperationId | undefined, options: AskOptions = {}): Promise<Seen | undefined> {
    const { id, query = {}, body, raw, contentType = 'application/json', bearer, cause, tooMany } = options;
    const { caller } = this;
    const text = raw ?? (body === undefined ? undefined : exactJsonText(body));
    const nowhere = `${caller.lens.basePath}/api/undocumented-${caller.nonce}`;
    const request = {
      method: operation === undefined ? 'GET' : operationOf(operation).method,
      url:
        operation === undefined
          ? nowhere
          : caller.urlOf(operation, { query, ...(id !== undefined && { id }) }),
      headers: {
        accept: 'application/json',
        ...(text !== undefined && { 'content-type': contentType }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      body: text,
    };
    const answer = await this.#answer(
      () => caller.sendUndocumented(request, bearer === undefined ? 'token' : 'none'),
      tooMany,
    );
    // Credentials are none of what is learned.
    const isSent = text !== undefined && operation !== 'issueToken';
    const sent = isSent ? { sent: body ?? exactJsonIn(text), sentType: contentType } : {};
    return answer && { operation, id, query, cause, ...sent, ...answer };
  }

  /** The same, kept to be learned from. */
  async see(operation: OperationId | undefined, options?: AskOptions): Promise<Seen | undefined> {
    return this.#keep(await this.ask(operation, options));
  }

  /** A token request with the credentials of the user, or as `given`, kept. */
  async token(given?: { userName: string; apiKey: string }): Promise<Seen | undefined> {
    const answer = await this.#answer(() => this.caller.requestToken(given));
    const cause = given && 'wrong-key';
    return this.#keep(answer && { operation: 'issueToken', query: {}, cause, ...answer });
  }

  #keep(one: Seen | undefined): Seen | undefined {
    if (one) this.seen.push(one);
    return one;
  }

  async #answer(send: () => Promise<Answer>, tooMany?: () => Promise<void>) {
    const answer = this.isOver ? undefined : await send().catch((error: unknown) => this.nothing(error));
    if (answer?.status === 429) await tooMany?.();
    if (!answer || putOff.has(answer.status)) return undefined;
    const { status, headers, text, json, exchange } = answer;
    return { status, headers, text, json, exchange };
  }

  /** For `catch`: nothing came, or it was waited for when no more may be asked. */
  nothing(error: unknown): undefined {
    if (!isUntold(error) && !this.isOver) throw error;
  }
}
