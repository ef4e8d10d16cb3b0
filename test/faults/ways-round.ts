/** Other spellings of path and method that are served without a token (section 4.2). */

import { guardedOperations } from '../../contracts/specification/operations.ts';
import type { Affected } from '../../simulator/deviations/deviation.ts';
import { path, serving, withoutQuery } from '../../simulator/deviations/spellings.ts';
import type { Call } from '../../simulator/http/call.ts';
import type { Fault } from './fault.ts';

function serves(what: string, straight: (call: Call) => Call): Fault {
  const around = serving(straight);
  const operations = new Set(guardedOperations.map(({ id }) => id));
  return {
    does: `serves ${what} without a token`,
    breaks: [...operations].map((operation): Affected => `auth/no-way-round/${operation}`),
    around: () => around({ operations, channels: new Set() }),
  };
}

const header =
  (name: string) =>
  (call: Call): string | undefined => {
    const value = call.headers[name];
    return typeof value === 'string' ? value : undefined;
  };

const otherMethod = header('x-method-override');
const originalPath = header('x-original-url');
const rewrittenPath = header('x-rewrite-url');

export const wayRoundFaults: readonly Fault[] = [
  serves(
    'an encoded slash at the end of a path',
    path((own) => own.replace(/%2f$/i, '')),
  ),
  serves(
    'a NUL at the end of a path',
    path((own) => own.replace(/%00.*$/, '')),
  ),
  serves(
    'a path with .xml or .json at its end',
    path((own) => own.replace(/\.(xml|json)$/, '')),
  ),
  serves('a list with any query', (call) =>
    /^\/api\/(devices|groups|users)\?/.test(call.target) ? withoutQuery(call) : call,
  ),
  serves('another method that a header asks for', (call) => {
    const method = otherMethod(call);
    return method === undefined ? call : { ...call, method };
  }),
  serves('the path of X-Original-URL', (call) => {
    const target = originalPath(call) ?? rewrittenPath(call);
    return target === undefined ? call : { ...call, target };
  }),
];
