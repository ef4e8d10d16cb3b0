/** Services that look for a token only where a call is written as in the document, and serve other spellings too. */
import { type GuardedOperationId, guardedOperations } from '../../contracts/specification/operations.ts';
import type { Call } from '../http/call.ts';
import { bearerOf, operationFinder, withBearer } from './calls.ts';
import type { Deviation } from './deviation.ts';
import { TokensSeen } from './tokens-seen.ts';

/** The call as the document writes it. */
type Straighten = (call: Call) => Call;

const pathOf = ({ target }: Call): string => target.split('?', 1)[0] ?? '';

const withPath = (call: Call, path: string): Call => ({
  ...call,
  target: path + call.target.slice(pathOf(call).length),
});

const words = guardedOperations.flatMap(({ path }) => path.split('/')).filter((word) => /^\w+$/.test(word));

/** Stands in the headers of a call that is believed to come from a proxy of the service. */
const TRUSTED = 'x-trusted';

export const straighten = {
  'a slash at the end of the path': (call) => withPath(call, pathOf(call).replace(/(?<!\/)\/+$/, '')),
  'a double slash': (call) => withPath(call, pathOf(call).replace(/\/{2,}/g, '/')),
  'a percent-encoded letter': (call) =>
    withPath(
      call,
      pathOf(call).replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    ),
  'letter case': (call) => withPath(call, pathOf(call).split('/').map(asDocumented).join('/')),
  'a suffix of the path': (call) => withPath(call, pathOf(call).replace(/\.(json|xml)$/, '')),
  'a path parameter': (call) => withPath(call, pathOf(call).replace(/;[^/]*/g, '')),
  'a header that overrides the method': (call) => overridden(call, call.headers['x-http-method-override']),
  'a query that overrides the method': (call) => overridden(call, /[?&]_method=(\w+)/.exec(call.target)?.[1]),
  'a made-up token in query and cookies': (call) =>
    /[?&]token=/.test(call.target) ? withoutQuery(call) : call,
  'headers of a trusted proxy': ({ headers: { 'x-forwarded-for': client, ...headers }, ...call }) => ({
    ...call,
    headers: client === undefined ? headers : { ...headers, [TRUSTED]: 'yes' },
  }),
} as const satisfies { readonly [spelling: string]: Straighten };

type Spelling = keyof typeof straighten;

export const spellings = Object.keys(straighten) as Spelling[];

/** By any of these: whichever are tried, one operation or another shows it. */
export const anySpelling: Deviation = {
  does: 'serves other spellings of path and method without a token',
  around: serving((call) => spellings.reduce((straight, spelling) => straighten[spelling](straight), call)),
};

export function serving(straight: Straighten): NonNullable<Deviation['around']> {
  return ({ operations }) =>
    (handle, simulator) => {
      const find = operationFinder(simulator);
      const seen = new TokensSeen(handle, simulator);
      return async (call) => {
        const meant = straight(call);
        const isOdd =
          meant.target !== call.target ||
          meant.method !== call.method ||
          meant.headers[TRUSTED] !== undefined;
        const operation: GuardedOperationId | 'issueToken' | undefined = find(meant);
        if (!isOdd || bearerOf(call) !== undefined || operation === undefined || !operations.has(operation))
          return seen.watched(call);
        return handle(withBearer(meant, await seen.own()));
      };
    };
}

function overridden(call: Call, method: string | readonly string[] | undefined): Call {
  return typeof method === 'string' ? { ...withoutQuery(call), method } : call;
}

export function withoutQuery(call: Call): Call {
  return { ...call, target: pathOf(call) };
}

function asDocumented(segment: string): string {
  return words.find((word) => word.toLowerCase() === segment.toLowerCase()) ?? segment;
}
