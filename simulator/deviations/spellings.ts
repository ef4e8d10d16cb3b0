/** Services that look for a token only where a call is written as in the document, and serve other spellings too. */
import { guardedOperations } from '../../contracts/specification/operations.ts';
import type { Call } from '../http/call.ts';
import { bearerOf, operationFinder, tokensOf, withBearer } from './calls.ts';
import type { Around, Scope } from './deviation.ts';

/** The call as the document writes it. */
type Straighten = (call: Call) => Call;

const words = guardedOperations.flatMap(({ path }) => path.split('/')).filter((word) => /^\w+$/.test(word));

/** Stands in the headers of a call that is believed to come from a proxy of the service. */
const TRUSTED = 'x-trusted';

/** Changes the path of a call, and leaves its query. */
export const path =
  (change: (path: string) => string): Straighten =>
  (call) => {
    const [own = '', ...query] = call.target.split('?');
    return { ...call, target: [change(own), ...query].join('?') };
  };

export function withoutQuery(call: Call): Call {
  return { ...call, target: call.target.split('?', 1)[0] ?? '' };
}

const overridden = (call: Call, method: string | readonly string[] | undefined): Call =>
  typeof method === 'string' ? { ...withoutQuery(call), method } : call;

/** The ways to write a call otherwise, each undone. */
const ways: readonly Straighten[] = [
  path((own) => own.replace(/(?<!\/)\/+$/, '')),
  path((own) => own.replace(/\/{2,}/g, '/')),
  path((own) =>
    own.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  ),
  path((own) => own.split('/').map(asDocumented).join('/')),
  path((own) => own.replace(/\.(json|xml)$/, '')),
  path((own) => own.replace(/;[^/]*/g, '')),
  (call) => overridden(call, call.headers['x-http-method-override']),
  (call) => overridden(call, /[?&]_method=(\w+)/.exec(call.target)?.[1]),
  // A made-up token in the query.
  (call) => (/[?&]token=/.test(call.target) ? withoutQuery(call) : call),
  ({ headers: { 'x-forwarded-for': client, ...headers }, ...call }) => ({
    ...call,
    headers: client === undefined ? headers : { ...headers, [TRUSTED]: 'yes' },
  }),
];

/** Undoes all of them: whichever are tried, one operation or another shows it. */
export const straightened: Straighten = (call) => ways.reduce((straight, undo) => undo(straight), call);

/** Serves calls that are written otherwise as if they had a valid token. */
export function serving(straight: Straighten): (scope: Scope) => Around {
  return ({ operations }) =>
    (handle, simulator) => {
      const operationOf = operationFinder(simulator);
      const tokens = tokensOf(handle, simulator);
      return async (call) => {
        const meant = straight(call);
        const isOdd =
          meant.target !== call.target ||
          meant.method !== call.method ||
          meant.headers[TRUSTED] !== undefined;
        const operation = operationOf(meant);
        if (!isOdd || bearerOf(call) !== undefined || operation === undefined || !operations.has(operation))
          return tokens.watched(call);
        return handle(withBearer(meant, await tokens.own()));
      };
    };
}

function asDocumented(segment: string): string {
  return words.find((word) => word.toLowerCase() === segment.toLowerCase()) ?? segment;
}
