/** From a profile to a description of the public API in OpenAPI 3.1, as the deployment of that profile answers. */
import { bodilessStatuses } from '../kit/http.ts';
import { nameIn, namesOf, tableFrom } from '../kit/tables.ts';
import { completeProfile } from '../profile/complete.ts';
import { defaultProfile } from '../profile/default.ts';
import type { CompleteProfile, Profile } from '../profile/profile.ts';
import type { Occasion } from '../specification/occasions.ts';
import { type OpeningId, type Openings, openingRows } from '../specification/openings/index.ts';
import {
  type GuardedOperationId,
  guardedOperation,
  listedBy,
  type Operation,
  type OperationId,
  operations,
  readBy,
  writtenBy,
} from '../specification/operations.ts';
import { recordFacts } from '../specification/records/index.ts';
import { componentOf, createPayloads, type Payload, type Payloads } from './payloads.ts';
import { toldInWords } from './places.ts';
import { constantHeaders, refusalCases, refusalSchema, refusalsOf } from './refusals.ts';
import { type Case, responsesOf } from './replies.ts';
import type { Schema } from './schema-tree.ts';
import { tokenOperation, tokenSchemas } from './token.ts';

/** A document in OpenAPI 3.1. */
export interface OpenApiDocument extends Schema {
  openapi: string;
}

/**
 * The public API of a deployment in OpenAPI 3.1: every operation with its bodies, examples, refusals and headers.
 * Each operation is marked with the ids of the openings that its answers rest on, as `x-roadtest-opening`.
 *
 * @param hasIdForm whether all ids are of the form of the profile; default: where it is one of its own that says a form
 */
export function writeOpenApi(
  given: Profile,
  { hasIdForm = given !== defaultProfile && given.openings?.['records.id'] !== undefined } = {},
): OpenApiDocument {
  const profile = completeProfile(given);
  const { openings, basePath } = profile;
  const payloads = createPayloads(profile, hasIdForm);
  const paths: { [path: string]: Schema } = {};
  for (const one of operations)
    paths[one.path] = {
      ...paths[one.path],
      [one.method.toLowerCase()]: operationOf(one, openings, payloads),
    };
  return {
    openapi: '3.1.0',
    info: infoOf(profile),
    servers: [{ url: basePath === '' ? '/' : basePath }],
    tags: namesOf(familySays).map((name) => ({ name, description: familySays[name] })),
    paths,
    components: {
      schemas: schemasOf(openings, payloads),
      securitySchemes: tableFrom(waysOf(openings).map((way) => [schemes[way].name, schemes[way].scheme])),
    },
  };
}

interface Row {
  readonly id: OpeningId;
  readonly open: string;
  readonly shapes: readonly Occasion[];
  words(answer: unknown): string;
}

const rows: readonly Row[] = openingRows;
const told = rows.filter(({ id }) => toldInWords.has(id));

/** Marks what the interface document leaves open: the ids of the openings that the answers of an operation rest on. */
export const MARK = 'x-roadtest-opening';

const ofToken: ReadonlySet<Occasion> = new Set([
  'refused-token-request',
  'malformed-token-request',
  'rate-limited',
]);
const ofGuarded: ReadonlySet<Occasion> = new Set(['unauthenticated', 'forbidden', 'refused', 'rate-limited']);

/** The openings that the answers of an operation rest on, its refusals among them; without one, those that no operation rests on. */
function marksOf(operation?: Operation): OpeningId[] {
  if (!operation)
    return rows.flatMap(({ id }) => (operations.some((one) => marksOf(one).includes(id)) ? [] : [id]));
  const refusals = operation.guarded ? ofGuarded : ofToken;
  return rows.flatMap(({ id, shapes }) =>
    shapes.some((shape) => shape === operation.id || refusals.has(shape)) ? [id] : [],
  );
}

/** The answer to an opening in a sentence. */
function inWords({ id, open, words }: Row, openings: Openings): string {
  return `${open.charAt(0).toUpperCase()}${open.slice(1)}: ${words(openings[id])}.`;
}

function infoOf({ name, description, openings }: CompleteProfile): Schema {
  const beside = told.filter(
    ({ shapes }) => !shapes.some((shape) => operations.some(({ id }) => id === shape)),
  );
  const lines = beside.map((row) => `- ${inWords(row, openings)}`);
  const head = description === undefined ? [] : [description, ''];
  return {
    title: `Fleet tracking service: ${name}`,
    version: '1.0.0',
    description: [...head, 'Beside the operations:', '', ...lines].join('\n'),
    [MARK]: marksOf(),
  };
}

const familySays: { readonly [F in Operation['family']]: string } = {
  auth: 'Bearer tokens.',
  devices: 'Devices, their locations and alerts.',
  groups: 'Groups of devices.',
  users: 'Users of the account, and what they can choose from.',
};

function operationOf(operation: Operation, openings: Openings, payloads: Payloads): Schema {
  const { id, family, summary } = operation;
  const spoken = rows.filter(
    (row) => (toldInWords.has(row.id) || row.id === 'put.left-out') && row.shapes.includes(id),
  );
  return {
    ...{ operationId: id, tags: [family], summary },
    ...(spoken.length > 0 && { description: spoken.map((row) => inWords(row, openings)).join(' ') }),
    [MARK]: marksOf(operation),
    ...(id === 'issueToken' ? tokenOperation(openings) : guardedOperationOf(operation, openings, payloads)),
  };
}

function guardedOperationOf(operation: Operation, openings: Openings, payloads: Payloads): Schema {
  const { id } = operation;
  const refused = refusalCases(openings, payloads.lens);
  const isForbidden = openings['auth.roles'].mayNotCall.some((one) => one === id);
  const parameters = [
    ...pathParameters(operation, payloads),
    ...(id in listedBy ? pageParameters(id, openings, payloads) : []),
  ];
  const request = requestOf(id, payloads);
  const cases = [
    ...(isForbidden ? [] : [successOf(operation, openings, payloads)]),
    ...refusalsOf(operation, openings).map(refused),
  ];
  // Headers that every reply has.
  const versions = constantHeaders(openings.versioning?.headers ?? {});
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(request && { requestBody: request }),
    responses: responsesOf(cases.map((one) => ({ ...one, headers: { ...one.headers, ...versions } }))),
    security: waysOf(openings).map((way) => ({ [schemes[way].name]: [] })),
  };
}

function successOf(operation: Operation, openings: Openings, payloads: Payloads): Case {
  const id = guardedOperation(operation.id);
  const body = successBody(id, payloads);
  const status = openings['operations.status'][id];
  return {
    name: 'success',
    status,
    // A response without a described body may have any.
    says: body || bodilessStatuses.has(status) ? 'It is done.' : 'It is done; the answer has no body.',
    headers: successHeaders(id, openings),
    body,
  };
}

function successBody(id: GuardedOperationId, payloads: Payloads): Payload | undefined {
  const lists = nameIn(listedBy, id);
  const reads = nameIn(readBy, id);
  const writes = nameIn(writtenBy, id);
  if (lists) return payloads.list(listedBy[lists]);
  if (reads) return payloads.reply(readBy[reads]);
  return writes && payloads.answer(writes);
}

function successHeaders(id: OperationId, openings: Openings): { [name: string]: Schema } {
  const { totalHeader, by } = openings['operations.paging'];
  const headers: { [name: string]: Schema } = {};
  if (id in listedBy && totalHeader !== null)
    headers[totalHeader] = {
      description: 'The number of all records.',
      schema: { type: 'integer', minimum: 0 },
    };
  if (id in listedBy && by === 'link')
    headers.Link = {
      description: 'The address of the next page, as rel="next"; not on the last.',
      schema: { type: 'string' },
    };
  if (id === 'createGroup' || id === 'createUser') {
    const { families, locationHeader } = openings['operations.envelope'];
    const resource = id === 'createGroup' ? 'group' : 'user';
    if (families?.[resource]?.locationHeader ?? locationHeader)
      headers.Location = {
        description: 'The address of the new record.',
        schema: { type: 'string', format: 'uri-reference' },
      };
  }
  return headers;
}

function pathParameters({ pathId }: Operation, { facts }: Payloads): Schema[] {
  if (pathId === null) return [];
  const named = { name: `${pathId}Id`, in: 'path', required: true };
  return [{ ...named, schema: facts.id(pathId), example: facts.example(pathId, 'id') }];
}

function pageParameters(id: OperationId, openings: Openings, { facts }: Payloads): Schema[] {
  const { by, size, max, firstPage } = openings['operations.paging'];
  const names = openings['operations.query'];
  const whole = (minimum: number, given: number | null | undefined): Schema => ({
    type: 'integer',
    minimum,
    ...(given !== null && given !== undefined && { default: given }),
  });
  const limitSays = [
    'Records on a page.',
    ...(size === null ? ['Without it, all records are on one.'] : []),
    ...(max === undefined ? [] : [`A larger number than ${max} is taken as ${max}.`]),
  ];
  const limit = { name: names.limit, description: limitSays.join(' '), schema: whole(1, size) };
  const cursor = {
    name: names.cursor,
    description: 'The cursor of a page, from the reply before.',
    schema: { type: 'string' },
  };
  const ways: { readonly [B in typeof by]: Schema[] } = {
    none: [],
    offset: [
      limit,
      { name: names.offset, description: 'Records to leave out at the beginning.', schema: whole(0, 0) },
    ],
    page: [
      limit,
      { name: names.page, description: 'The number of the page.', schema: whole(firstPage, firstPage) },
    ],
    cursor: [limit, cursor],
    link: [limit, cursor],
  };
  const group = {
    name: names.group,
    description: 'The id of a group: its devices alone.',
    schema: facts.id('group'),
  };
  const given = [...ways[by], ...(id === 'listDevices' ? [group] : [])];
  return given.map((one) => ({ ...one, in: 'query', required: false }));
}

function requestOf(id: OperationId, payloads: Payloads): Schema | undefined {
  const made: { readonly [O in OperationId]?: () => Payload } = {
    createGroup: () => payloads.body('group', 'create'),
    createUser: () => payloads.body('user', 'create'),
    replaceGroup: () => payloads.body('group', 'replace'),
    replaceUser: () => payloads.body('user', 'replace'),
    updateGroup: () => payloads.patch('group'),
    updateUser: () => payloads.patch('user'),
    postLocations: () => payloads.posting('locations'),
    postAlerts: () => payloads.posting('alerts'),
  };
  const found = made[id]?.();
  if (!found) return undefined;
  const { schema, example, contentType } = found;
  return {
    required: true,
    content: { [contentType]: { schema, examples: { example: { value: example } } } },
  };
}

type Way = Openings['auth.other-ways']['accepts'][number] | 'bearer';

function waysOf(openings: Openings): Way[] {
  return ['bearer', ...openings['auth.other-ways'].accepts];
}

/** How a token is sent in each way, and the name of that. */
const schemes: { readonly [W in Way]: { readonly name: string; readonly scheme: Schema } } = {
  bearer: { name: 'bearer', scheme: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  query: { name: 'tokenInQuery', scheme: { type: 'apiKey', in: 'query', name: 'access_token' } },
  cookie: { name: 'tokenInCookie', scheme: { type: 'apiKey', in: 'cookie', name: 'access_token' } },
  header: { name: 'tokenInHeader', scheme: { type: 'apiKey', in: 'header', name: 'X-Access-Token' } },
  scheme: { name: 'tokenScheme', scheme: { type: 'http', scheme: 'Token' } },
};

function schemasOf(openings: Openings, payloads: Payloads): Schema {
  const records = namesOf(recordFacts).map((resource) => [
    componentOf[resource],
    payloads.component(resource),
  ]);
  const body = openings['errors.body'];
  return {
    ...Object.fromEntries([...records, ...payloads.bodies]),
    ...tokenSchemas(openings),
    ...(body.form === 'json' && { Refusal: refusalSchema(body) }),
  };
}
