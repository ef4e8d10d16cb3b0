/** From a profile to a description of the public API in OpenAPI 3.1, as the deployment of that profile answers. */
import { bodilessStatuses } from '../kit/http.ts';
import type { Json } from '../kit/json.ts';
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
import { type Case, marked, responsesOf } from './replies.ts';
import type { Schema } from './schema-tree.ts';
import { tokenOperation, tokenSchemas } from './token.ts';

/** A document in OpenAPI 3.1. */
export interface OpenApiDocument extends Schema {
  openapi: string;
}

/**
 * The public API of a deployment in OpenAPI 3.1: every operation with its bodies, examples, refusals and headers.
 * Details that the interface document leaves open are marked with the ids of the openings, as `x-roadtest-opening`.
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
  const paths = pathsOf(openings, payloads);
  return {
    openapi: '3.1.0',
    info: infoOf(profile),
    servers: [{ url: basePath === '' ? '/' : basePath }],
    tags: tagsOf(),
    paths,
    components: { schemas: schemasOf(openings, payloads), securitySchemes: securitySchemes(openings) },
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
  return marked(
    beside.map(({ id }) => id),
    {
      title: `Fleet tracking service: ${name}`,
      version: '1.0.0',
      description: [...head, 'Beside the operations:', '', ...lines].join('\n'),
    },
  );
}

const familySays: { readonly [F in Operation['family']]: string } = {
  auth: 'Bearer tokens.',
  devices: 'Devices, their locations and alerts.',
  groups: 'Groups of devices.',
  users: 'Users of the account, and what they can choose from.',
};

function tagsOf(): Json[] {
  return namesOf(familySays).map((name) => ({ name, description: familySays[name] }));
}

function pathsOf(openings: Openings, payloads: Payloads): Schema {
  const paths: { [path: string]: Schema } = {};
  for (const one of operations) {
    paths[one.path] = {
      ...paths[one.path],
      [one.method.toLowerCase()]: operationOf(one, openings, payloads),
    };
  }
  return paths;
}

function operationOf(operation: Operation, openings: Openings, payloads: Payloads): Schema {
  const { id, family, summary } = operation;
  const spoken = [
    ...told.filter(({ shapes }) => shapes.some((shape) => shape === id)),
    ...rows.filter((row) => row.id === 'put.left-out' && row.shapes.includes(id)),
  ];
  const description = spoken.map((row) => inWords(row, openings)).join(' ');
  const head: Schema = {
    operationId: id,
    tags: [family],
    summary,
    ...(description !== '' && { description }),
  };
  const body =
    id === 'issueToken' ? tokenOperation(openings) : guardedOperationOf(operation, openings, payloads);
  return marked(
    spoken.map((row) => row.id),
    { ...head, ...body },
  );
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
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(request && { requestBody: request }),
    responses: responsesOf(cases.map((one) => everywhere(one, openings))),
    security: waysOf(openings).map((way) => ({ [schemeOf[way]]: [] })),
    ...(isForbidden && { 'x-roadtest-opening': ['auth.roles'] }),
  };
}

/** The headers of every reply. */
function everywhere(one: Case, openings: Openings): Case {
  const { versioning } = openings;
  if (versioning === null) return one;
  const openingsToo: OpeningId[] = [...one.openings, 'versioning'];
  return {
    ...one,
    openings: openingsToo,
    headers: { ...one.headers, ...constantHeaders(versioning.headers) },
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
    openings: ['operations.status', 'operations.envelope'],
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
  const parameter = {
    name: `${pathId}Id`,
    in: 'path',
    required: true,
    schema: facts.id(pathId),
    example: facts.example(pathId, 'id'),
  };
  return [marked(['records.id'], parameter)];
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
  return given.map((one) =>
    marked(['operations.query', 'operations.paging'], { ...one, in: 'query', required: false }),
  );
}

function requestOf(id: OperationId, payloads: Payloads): Schema | undefined {
  const made: { readonly [O in OperationId]?: () => [Payload, OpeningId[]] } = {
    createGroup: () => [payloads.body('group', 'create'), ['operations.envelope', 'records.required']],
    createUser: () => [payloads.body('user', 'create'), ['operations.envelope', 'records.required']],
    replaceGroup: () => [payloads.body('group', 'replace'), ['operations.envelope', 'put.left-out']],
    replaceUser: () => [payloads.body('user', 'replace'), ['operations.envelope', 'put.left-out']],
    updateGroup: () => [payloads.patch('group'), ['patch.format']],
    updateUser: () => [payloads.patch('user'), ['patch.format']],
    postLocations: () => [payloads.posting('locations'), ['locations.purpose']],
    postAlerts: () => [payloads.posting('alerts'), ['alerts.purpose']],
  };
  const found = made[id]?.();
  if (!found) return undefined;
  const [{ schema, example, contentType }, openings] = found;
  const content = { [contentType]: { schema, examples: { example: { value: example } } } };
  return marked([...openings, 'records.unknown-fields'], { required: true, content });
}

type Way = Openings['auth.other-ways']['accepts'][number];

function waysOf(openings: Openings): (Way | 'bearer')[] {
  return ['bearer', ...openings['auth.other-ways'].accepts];
}

const schemeOf: { readonly [W in Way | 'bearer']: string } = {
  bearer: 'bearer',
  query: 'tokenInQuery',
  cookie: 'tokenInCookie',
  header: 'tokenInHeader',
  scheme: 'tokenScheme',
};

/** How a token is sent in each way. */
const schemes: { readonly [W in Way | 'bearer']: Schema } = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  query: { type: 'apiKey', in: 'query', name: 'access_token' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'access_token' },
  header: { type: 'apiKey', in: 'header', name: 'X-Access-Token' },
  scheme: { type: 'http', scheme: 'Token' },
};

function securitySchemes(openings: Openings): Schema {
  return tableFrom(
    waysOf(openings).map((way) => [
      schemeOf[way],
      way === 'bearer' ? schemes.bearer : marked(['auth.other-ways'], schemes[way]),
    ]),
  );
}

function schemasOf(openings: Openings, payloads: Payloads): Schema {
  const records = namesOf(recordFacts).map((resource) => [
    componentOf[resource],
    payloads.component(resource),
  ]);
  const body = openings['errors.body'];
  return {
    ...Object.fromEntries([...records, ...payloads.bodies]),
    ...tokenSchemas(openings),
    ...(body.form === 'json' && { Refusal: marked(['errors.body'], refusalSchema(body)) }),
  };
}
