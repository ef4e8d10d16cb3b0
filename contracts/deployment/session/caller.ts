/** One caller: requests to operations of the document, under one purpose, each noted. */

import { exactJsonText } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
import { fieldOf } from '../../kit/json.ts';
import { placeholders } from '../../kit/placeholders.ts';
import type { Redactor } from '../../kit/redact.ts';
import {
  type OperationId,
  operation as operationOf,
  type PathResource,
} from '../../specification/operations.ts';
import type { Answer, Auth, CallOptions, RawRequest, Token } from '../answer.ts';
import type { UndoLog } from '../changes/undo-log.ts';
import { Unreached } from '../finding.ts';
import type { Made } from '../making/made.ts';
import type { Ownership } from '../making/ownership.ts';
import type { Credentials, DeploymentOptions } from '../options.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { SendContext, Transport } from '../transport/transport.ts';
import type { Dialect } from './dialect.ts';

/** A body that no deployment can make anything of: for looking at an operation without changing anything. */
export const MALFORMED = '{"roadtest":';

/** A request is sent again so often where another token was issued while it was on its way. */
const SUPERSEDED = 20;

const reports: ReadonlyMap<OperationId, 'locations' | 'alerts'> = new Map([
  ['postLocations', 'locations'],
  ['postAlerts', 'alerts'],
]);

/** `raw` is sent as it is, as JSON by its content type. */
export interface RawCallOptions extends CallOptions {
  raw?: string;
  /** It may change what the run did not make: it was read back, or is given back what the run took from it. */
  unguarded?: boolean;
  /** Another way to ask for the same. */
  reshape?: ((sending: RawRequest) => RawRequest) | undefined;
}

/** The context of a caller, shared by all callers of a run. */
export interface CallerContext extends Dialect {
  readonly options: Pick<DeploymentOptions, 'credentials'>;
  readonly redactor: Redactor;
  readonly transport: Pick<Transport, 'send' | 'isServerError'>;
  readonly tokens: Pick<Tokens, 'current' | 'forget' | 'issue' | 'issuedBeside' | 'settled' | 'isSuperseded'>;
  readonly tokenCheck: {
    isEnded(token: Token, answer: Answer, signal: AbortSignal): Promise<boolean>;
  };
  readonly undoLog: Pick<UndoLog, 'effect'>;
  readonly made: Pick<Made, 'isDevice'>;
  readonly ownership: Pick<Ownership, 'require' | 'note'>;
  readonly time: Pick<DeploymentTime, 'now'>;
}

export class Caller {
  readonly #context: CallerContext;
  readonly purpose: string;
  /** Replaced when nothing but undoing is left to do. */
  signal: AbortSignal;
  /** The exchanges that this caller made or was shown. */
  readonly noted: number[] = [];

  constructor(context: CallerContext, purpose: string, signal: AbortSignal) {
    this.#context = context;
    this.purpose = purpose;
    this.signal = signal;
  }

  /** Remembers an answer among what this caller has seen. */
  note<T extends { readonly exchange?: number | undefined }>(answer: T): T {
    if (answer.exchange !== undefined && !this.noted.includes(answer.exchange))
      this.noted.push(answer.exchange);
    return answer;
  }

  async send(sending: RawRequest, context: Omit<SendContext, 'purpose' | 'signal'> = {}): Promise<Answer> {
    const { purpose, signal } = this;
    const { transport } = this.#context;
    try {
      const answer = this.note(await transport.send(sending, { purpose, signal, ...context }));
      const inDoubt = context.provoking && transport.isServerError(answer.status, context);
      if (inDoubt) await this.#requireAlive();
      return answer;
    } catch (error) {
      this.note(error as { exchange?: number });
      throw error;
    }
  }

  /** A server error is an answer to nonsense only if the deployment can still answer what makes sense. */
  async #requireAlive(): Promise<void> {
    await new Caller(this.#context, 'calibration', this.signal).call('listDevices');
  }

  async call(operation: OperationId, options: RawCallOptions = {}): Promise<Answer> {
    const { method } = operationOf(operation);
    const body = options.raw ?? (options.body === undefined ? undefined : exactJsonText(options.body));
    const contentType = options.contentType ?? this.#contentType(operation);
    const headers = {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': contentType }),
    };
    const plain: RawRequest = { method, url: this.urlOf(operation, options), headers, body };
    const sending = options.reshape?.(plain) ?? plain;
    const { auth = 'token', provoking = options.raw === MALFORMED } = options;
    const { ownership } = this.#context;
    if (!options.unguarded) await ownership.require(this, operation, options.id);
    await this.#announce(operation, options);
    const asked = { provoking, documented: true };
    if (auth !== 'token') return this.send(sending, { ...this.#authorization(auth), ...asked });
    const answer = await this.#sendInForce(operation, sending, asked);
    ownership.note(operation, options.id, answer);
    return answer;
  }

  /** Reports of a device that the run did not make stay there. */
  async #announce(operation: OperationId, { id, raw }: RawCallOptions): Promise<void> {
    const what = reports.get(operation);
    const { undoLog, made } = this.#context;
    if (what === undefined || id === undefined || raw !== undefined || made.isDevice(id)) return;
    await undoLog.effect({ entry: 'effect', effect: 'reports', what, device: id }, true);
  }

  /**
   * Another history may move the deployment's clock past the end of a token that is on its way, or sign in, which may end
   * it. A refusal for that is no answer to the request: it is sent again with a new token.
   */
  async #sendInForce(
    _operation: OperationId,
    sending: RawRequest,
    asked: Pick<SendContext, 'provoking' | 'documented'>,
  ): Promise<Answer> {
    const { tokens, time, tokenCheck } = this.#context;
    let used: Token | undefined;
    const authorize = async () => {
      used = await tokens.current();
      return `Bearer ${used.value}`;
    };
    let answer = await this.send(sending, { ...asked, authorize });
    for (let attempt = 0; used; attempt++) {
      if (!isRefused(answer)) return answer;
      // The deployment may have issued another, of which the answer is still on its way.
      await tokens.settled();
      // By the clock that tokens go by: a Date header may be that of a proxy.
      const hasEnded = attempt === 0 && used.expires !== undefined && used.expires <= time.now();
      if (hasEnded || endedMeanwhile(used, answer)) tokens.forget();
      else if (!tokens.isSuperseded(used) && !(await tokenCheck.isEnded(used, answer, this.signal)))
        return answer;
      if (attempt === SUPERSEDED)
        throw new Unreached('newer tokens ended each one that the request was sent with');
      answer = await this.send(sending, { ...asked, authorize });
    }
    return answer;
  }

  /** A request to what the document does not have, with a token in force if `auth` says so. */
  sendUndocumented(sending: RawRequest, auth: 'token' | 'none'): Promise<Answer> {
    return this.send(sending, { ...this.#authorization(auth), provoking: true });
  }

  requestToken(
    given?: Json | ((good: Credentials) => Json),
    headers: { [name: string]: string } = {},
    urgent = false,
  ): Promise<Answer> {
    const { userName, apiKey } = this.#context.options.credentials;
    const good = { userName, apiKey };
    const body = given === undefined ? good : typeof given === 'function' ? given(good) : given;
    this.#hideKey(body);
    const url = this.#context.lens.basePath + operationOf('issueToken').path;
    const json = { accept: 'application/json', 'content-type': 'application/json' };
    const sending = { method: 'POST', url, headers: { ...json, ...headers }, body: exactJsonText(body) };
    const repeatable = given === undefined;
    const request = () => this.send(sending, { urgent, documented: true, repeatable });
    const { tokens } = this.#context;
    if (given === undefined) return tokens.issue(request);
    return request().then((answer) => {
      tokens.issuedBeside(answer);
      return answer;
    });
  }

  /** A wrong key may be nearly the right one. The user's name, which is tried as key too, is a word of other texts. */
  #hideKey(body: Json): void {
    const apiKey = fieldOf(body, 'apiKey');
    const { userName } = this.#context.options.credentials;
    if (typeof apiKey === 'string' && apiKey !== userName)
      this.#context.redactor.hide(apiKey, '<WRONG_API_KEY>');
  }

  #authorization(auth: Auth): Pick<SendContext, 'authorize' | 'authorization' | 'refusable'> {
    const { tokens, redactor, options } = this.#context;
    if (auth === 'none') return { refusable: true };
    if (auth === 'token') return { authorize: async () => `Bearer ${(await tokens.current()).value}` };
    const { shownAs, plain, scheme = 'Bearer' } = auth;
    const bearer = typeof auth.bearer === 'string' ? auth.bearer : auth.bearer(options.credentials.userName);
    if (!plain) redactor.hide(bearer, shownAs === undefined ? placeholders.token : `<${shownAs}>`);
    return {
      refusable: true,
      authorize: async () => `${scheme} ${bearer}`.trim(),
      ...(shownAs !== undefined && { authorization: `Bearer <${shownAs}>` }),
    };
  }

  #contentType(operation: OperationId): string {
    const patching = operationOf(operation).method === 'PATCH';
    return (
      (patching ? this.#context.profile.openings['patch.format']?.contentType : undefined) ??
      'application/json'
    );
  }

  /** Relative to the base address. */
  urlOf(operation: OperationId, { id, query }: CallOptions): string {
    const { path, pathId } = operationOf(operation);
    const { lens } = this.#context;
    const segment = id === undefined ? '' : lens.pathId(pathId as PathResource, id);
    const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
    return lens.basePath + path.replace(/\{\w+\}/, () => segment) + search;
  }
}

/** Returns whether a token that was in force had ended, by the deployment's own clock, when it was answered so. */
function endedMeanwhile({ expires, answer: issued }: Token, { date }: Answer): boolean {
  if (expires === undefined || date === undefined || date < expires) return false;
  return issued.date === undefined || issued.date < expires;
}

function isRefused({ status, json }: Pick<Answer, 'status' | 'json'>): boolean {
  return status >= 400 || fieldOf(json, 'success') === false;
}
