/** One caller: requests to operations of the document, under one purpose, each noted. */
import type { Json } from '../../profile/core.ts';
import { type OperationId, operation as operationOf, type PathResource } from '../../specification/index.ts';
import type { Answer, Auth, CallOptions, Sending } from '../kit.ts';
import type { Credentials } from '../options.ts';
import { placeholders } from '../run.ts';
import type { Session } from './session.ts';

/** A body that no deployment can make anything of: for looking at an operation without changing anything. */
export const MALFORMED = '{"roadtest":';

/** `raw` is sent as it stands, as JSON by its content type. */
export interface RawCallOptions extends CallOptions {
  raw?: string;
}

export class Caller {
  readonly session: Session;
  readonly purpose: string;
  readonly signal: AbortSignal;
  /** The exchanges that this caller made or was shown. */
  readonly noted: number[] = [];

  constructor(session: Session, purpose: string, signal: AbortSignal) {
    this.session = session;
    this.purpose = purpose;
    this.signal = signal;
  }

  /** Remembers an answer among what this caller has seen. */
  note<T extends { readonly exchange?: number | undefined }>(answer: T): T {
    if (answer.exchange !== undefined && !this.noted.includes(answer.exchange))
      this.noted.push(answer.exchange);
    return answer;
  }

  async send(sending: Sending, authorization?: string, urgent = false): Promise<Answer> {
    const { transport } = this.session;
    try {
      const errand = { purpose: this.purpose, signal: this.signal, authorization, urgent };
      return this.note(await transport.send(sending, errand));
    } catch (error) {
      this.note(error as { exchange?: number });
      throw error;
    }
  }

  async call(operation: OperationId, options: RawCallOptions = {}): Promise<Answer> {
    const { method } = operationOf(operation);
    const { authorization, told } = await this.#authorization(options.auth ?? 'token');
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const contentType = options.contentType ?? this.#contentType(operation);
    return this.send(
      {
        method,
        url: this.#url(operation, options),
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': contentType }),
          ...(authorization !== undefined && { authorization }),
        },
        body,
      },
      told,
    );
  }

  requestToken(
    given?: Json | ((good: Credentials) => Json),
    headers: { [name: string]: string } = {},
  ): Promise<Answer> {
    const { userName, apiKey } = this.session.options.credentials;
    const good = { userName, apiKey };
    const body = given === undefined ? good : typeof given === 'function' ? given(good) : given;
    this.#hideKey(body);
    return this.send({
      method: 'POST',
      url: this.session.lens.basePath + operationOf('issueToken').path,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** A wrong key may be nearly the right one. */
  #hideKey(body: Json): void {
    const { apiKey } = (body ?? {}) as { apiKey?: Json };
    if (typeof apiKey === 'string') this.session.redactor.hide(apiKey, '<WRONG_API_KEY>');
  }

  async #authorization(auth: Auth): Promise<{ authorization?: string; told?: string }> {
    if (auth === 'none') return {};
    if (auth === 'token') return { authorization: `Bearer ${(await this.session.tokens.current()).value}` };
    const { bearer, told } = auth;
    if (told === undefined) this.session.redactor.hide(bearer, placeholders.token);
    return { authorization: `Bearer ${bearer}`, ...(told !== undefined && { told: `Bearer <${told}>` }) };
  }

  #contentType(operation: OperationId): string {
    const patching = operationOf(operation).method === 'PATCH';
    return (
      (patching ? this.session.profile.openings['patch.format']?.contentType : undefined) ??
      'application/json'
    );
  }

  #url(operation: OperationId, { id, query }: CallOptions): string {
    const { path, pathId } = operationOf(operation);
    const { lens } = this.session;
    const segment = id === undefined ? '' : lens.pathId(pathId as PathResource, id);
    const search = query ? `?${new URLSearchParams(query)}` : '';
    return lens.basePath + path.replace(/\{\w+\}/, () => segment) + search;
  }
}
