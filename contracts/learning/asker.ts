/** Requests for learning: each is counted, and kept with its reply as an exchange that was seen. */
import { exactJsonIn } from '../kit/exact-json.ts';
import type { OperationId } from '../specification/operations.ts';
import type { Answer, CallOptions } from '../suite/answer.ts';
import { Unreached } from '../suite/finding.ts';
import type { Session } from '../suite/session/session.ts';
import type { Cause, Seen } from './seen.ts';

interface Raw {
  method: string;
  /** Below the base path. */
  path: string;
  body?: string;
  type?: string;
  auth?: 'token' | 'none';
}

export class Asker {
  readonly seen: Seen[] = [];
  readonly session: Session;
  readonly #signal: AbortSignal;

  /** @param signal aborted when no more may be asked */
  constructor(session: Session, signal: AbortSignal) {
    this.session = session;
    this.#signal = signal;
  }

  /** Whether no more may be asked. */
  get isOver(): boolean {
    return this.#signal.aborted;
  }

  /** One call of an operation; `undefined` where no answer came, or no more may be asked. */
  async call(
    operation: OperationId,
    options: CallOptions & { cause?: Cause; raw?: string; unseen?: boolean } = {},
  ): Promise<Seen | undefined> {
    const { cause, unseen, ...call } = options;
    const answer = await this.#ask(() =>
      this.session.background('set-up', this.#signal).call(operation, call),
    );
    if (!answer) return undefined;
    const sent = call.raw === undefined ? call.body : exactJsonIn(call.raw);
    const type = call.contentType ?? 'application/json';
    const asked = {
      operation,
      id: call.id === undefined ? undefined : String(call.id),
      query: call.query ?? {},
      cause,
      sent,
    };
    const one = seenOf(answer, { ...asked, sentType: sent === undefined ? undefined : type });
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
    const answer = await this.#ask(() =>
      this.session.background('set-up', this.#signal).sendUndocumented(sending, auth),
    );
    const one = answer && seenOf(answer, { operation, query: {}, cause });
    if (one) this.seen.push(one);
    return one;
  }

  /** A token request with the credentials of the user, or as `given`. */
  async token(given?: { userName: string; apiKey: string }): Promise<Seen | undefined> {
    const answer = await this.#ask(() => this.session.background('set-up', this.#signal).requestToken(given));
    const one = answer && seenOf(answer, { operation: 'issueToken', query: {}, cause: given && 'wrong-key' });
    if (one) this.seen.push(one);
    return one;
  }

  async #ask(send: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.isOver) return undefined;
    return send().catch((error: unknown) => {
      if (error instanceof Unreached) return undefined;
      throw error;
    });
  }
}

function seenOf(
  { status, headers, text, json }: Answer,
  asked: Omit<Seen, 'status' | 'headers' | 'text' | 'json'>,
): Seen {
  return { ...asked, status, headers, text, json };
}
