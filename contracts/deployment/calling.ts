/** Requests to operations of the document, for the purpose of the deployment that they are asked of. */

import { exactJsonText } from '../kit/exact-json.ts';
import { fieldOf } from '../kit/json.ts';
import { placeholders } from '../kit/placeholders.ts';
import {
  type OperationId,
  operation as operationOf,
  type PathResource,
} from '../specification/operations.ts';
import type { Answer, Auth, CallOptions, RawRequest, Token } from './answer.ts';
import { type Deployment, MALFORMED, type RawCallOptions } from './deployment.ts';
import { Unreached } from './finding.ts';
import { requireOwn } from './making/proving.ts';
import type { SendContext } from './transport/transport.ts';

/** A request is sent again so often where another token was issued while it was on its way. */
const SUPERSEDED = 20;

type Asked = Omit<SendContext, 'purpose' | 'signal'>;

export async function send(
  deployment: Deployment,
  sending: RawRequest,
  context: Asked = {},
): Promise<Answer> {
  const { transport, purpose, until } = deployment;
  try {
    const answer = await transport.send(sending, { purpose, signal: until, ...context });
    deployment.note(answer);
    // A server error is an answer to nonsense only if the deployment can still answer what makes sense.
    if (context.provoking && transport.isServerError(answer.status, context))
      await deployment.as('calibration', until).call('listDevices');
    return answer;
  } catch (error) {
    deployment.note(error as { exchange?: number });
    throw error;
  }
}

export async function call(
  deployment: Deployment,
  operation: OperationId,
  options: RawCallOptions = {},
): Promise<Answer> {
  const { method } = operationOf(operation);
  const { journal, made, profile } = deployment;
  const { auth = 'token', raw, provoking = raw === MALFORMED, id } = options;
  const body = raw ?? (options.body === undefined ? undefined : exactJsonText(options.body));
  const patch = method === 'PATCH' ? profile.openings['patch.format']?.contentType : undefined;
  const contentType = options.contentType ?? patch ?? 'application/json';
  const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': contentType }) };
  const plain: RawRequest = { method, url: urlOf(deployment, operation, options), headers, body };
  const sending = options.reshape?.(plain) ?? plain;
  if (!options.unguarded) await requireOwn(deployment, operation, id);
  // Reports of a device that the run did not make stay there.
  const isReport = operation === 'postLocations' || operation === 'postAlerts';
  if (isReport && id !== undefined && raw === undefined && !made.isDevice(id))
    await journal.effect({ call: operation, id });
  const asked = { provoking, documented: true };
  if (auth !== 'token') return send(deployment, sending, { ...authorization(deployment, auth), ...asked });
  const answer = await sendInForce(deployment, sending, asked);
  made.note(operation, id, answer);
  return answer;
}

/**
 * Another history may move the deployment's clock past the end of a token that is on its way, or sign in, which may end
 * it. A refusal for that is no answer to the request: it is sent again with a new token.
 */
async function sendInForce(deployment: Deployment, sending: RawRequest, asked: Asked): Promise<Answer> {
  const { tokens, clock } = deployment;
  let used: Token | undefined;
  let isAfresh = false;
  const authorize = async () => {
    used = await tokens.current();
    return `Bearer ${used.value}`;
  };
  for (let attempt = 0; attempt < SUPERSEDED; attempt++) {
    const answer = await send(deployment, sending, { ...asked, authorize });
    if (!used) return answer;
    if (answer.status < 400 && fieldOf(answer.json, 'success') !== false) {
      tokens.served = used.value;
      return answer;
    }
    // The deployment may have issued another, of which the answer is still on its way.
    await tokens.settled();
    if (tokens.isSuperseded(used)) continue;
    if (isAfresh) tokens.notForToken.add(answer.fingerprint);
    const isOver = attempt === 0 && used.expires !== undefined && used.expires <= clock.now();
    if (!isOver && !tokens.mayBeForToken(used, answer)) return answer;
    isAfresh = true;
    tokens.forget();
  }
  throw new Unreached('newer tokens invalidated every token used for this request');
}

export async function requestToken(
  deployment: Deployment,
  ...[asked, { headers = {}, urgent = false } = {}]: Parameters<Deployment['requestToken']>
): Promise<Answer> {
  const { tokens, lens, options, redactor } = deployment;
  const { userName, apiKey } = options.credentials;
  const good = { userName, apiKey };
  const body = asked === undefined ? good : typeof asked === 'function' ? asked(good) : asked;
  // A wrong key may be nearly the right one. The user's name, which is tried as key too, is a word of other texts.
  const tried = fieldOf(body, 'apiKey');
  if (typeof tried === 'string' && tried !== userName) redactor.hide(tried, '<WRONG_API_KEY>');
  const url = lens.basePath + operationOf('issueToken').path;
  const json = { accept: 'application/json', 'content-type': 'application/json' };
  const sending = { method: 'POST', url, headers: { ...json, ...headers }, body: exactJsonText(body) };
  const repeatable = asked === undefined;
  const request = () => send(deployment, sending, { urgent, documented: true, repeatable });
  if (repeatable) return tokens.issue(request);
  const answer = await request();
  tokens.issuedBeside(answer);
  return answer;
}

export function authorization({ tokens, redactor, options }: Deployment, auth: Auth): Asked {
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

export function urlOf({ lens }: Deployment, operation: OperationId, { id, query }: CallOptions): string {
  const { path, pathId } = operationOf(operation);
  const segment = id === undefined ? '' : lens.pathId(pathId as PathResource, id);
  const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return lens.basePath + path.replace(/\{\w+\}/, () => segment) + search;
}
