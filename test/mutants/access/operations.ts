/** What is served (section 4): each operation in turn is not. */
import { type OperationId, operations } from '../../../contracts/specification/index.ts';
import type { Mutant } from '../mutant.ts';
import { operationOf } from '../wrappers.ts';

/** What reads a record, and finds none. */
const leans: { readonly [O in OperationId]?: readonly string[] } = {
  issueToken: ['token/issued', 'token/json-object'],
  readDevice: ['devices/listed-can-be-read'],
  lastLocation: ['devices/'],
  readGroup: ['groups/created-can-be-read'],
  readUser: ['users/created-can-be-read'],
};

const unserved = operations.map(
  ({ id }): Mutant => ({
    breaks: [`operations/${id}`],
    what: `${id} is not served`,
    rules: () => ({ servesOperation: (operation) => operation !== id }),
    also: leans[id] ?? [],
  }),
);

/** The path is another one than the document says. */
const elsewhere: Mutant = {
  breaks: ['operations/lastLocation'],
  what: 'the last location is served at another path',
  wrap: () => (fetch) => (request) =>
    operationOf(request) === 'lastLocation'
      ? fetch(new Request(request.url.replace('lastLocation', 'last-location'), request))
      : fetch(request),
  also: ['devices/'],
};

/** The method is another one than the document says. */
const otherwise: Mutant = {
  breaks: ['operations/updateGroup'],
  what: 'groups are patched by POST',
  wrap: () => (fetch) => async (request) => {
    if (operationOf(request) !== 'updateGroup') return fetch(request);
    const { url, headers } = request;
    return fetch(new Request(url, { method: 'POST', headers, body: await request.text() }));
  },
};

export const operationMutants: readonly Mutant[] = [...unserved, elsewhere, otherwise];
