/** From a profile to a description of the public API in OpenAPI 3.1, as the deployment of that profile answers. */
import { bodilessStatuses } from '../kit/http.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import { completeProfile } from '../profile/complete.ts';
import { defaultProfile } from '../profile/default.ts';
import type { CompleteProfile, Profile } from '../profile/profile.ts';
import { type OpeningId, type Openings, openingRows } from '../specification/openings/index.ts';
import {
  type Family,
  familyOperations,
  guardedOperation,
  listedBy,
  type Occasion,
  type Operation,
  type OperationId,
  operations,
  readBy,
  writtenBy,
} from '../specification/operations.ts';
import { recordFacts } from '../specification/records/index.ts';
import { componentOf, createPayloads, type Payload, type Payloads } from './payloads.ts';
import { type Case, refusalCase, refusalSchema, refusalsOf, responsesOf } from './responses.ts';
import type { Schema } from './schema.ts';
import { tokenOperation, tokenSchemas } from './token.ts';
import { ANSWERS, constantHeaders, pageSays, parameterSays } from './words.ts';

/** A document in OpenAPI 3.1. */
export interface OpenApiDocument extends Schema {
  openapi: string;
}

/**
 * The public API of a deployment in OpenAPI 3.1: every operation with its bodies, examples, refusals and headers; the answers to
 * openings in words, and what the profile says of them as data, `x-roadtest-openings`.
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
  for (const one of operations) {
    const written = operationOf(one, openings, payloads);
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: written };
  }
  const { 'records.id': ids, ...said } = (given.openings ?? {}) as Schema;
  return {
    openapi: '3.1.0',
    info: infoOf(profile),
    [ANSWERS]: { ...said, ...(hasIdForm && ids !== undefined && { 'records.id': ids }) },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    tags: namesOf(familySays).map((name) => ({ name, description: familySays[name] })),
    paths,
    components: {
      schemas: schemasOf(openings, payloads),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
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

/** Openings that readers look for at the operations which rest on them, and that no schema holds. */
const atOperations: readonly OpeningId[] = [
  ...(['token.lifetime', 'expired.may', 'locations.order', 'alerts.recipients', 'put.left-out'] as const),
  ...(['groups.delete-devices', 'users.delete-self'] as const),
];

/** The answer to an opening in a sentence. */
function inWords({ id, open, words }: Row, openings: Openings): string {
  return `${open.charAt(0).toUpperCase()}${open.slice(1)}: ${words(openings[id])}.`;
}

function infoOf({ name, description, openings }: CompleteProfile): Schema {
  const lines = rows.map((row) => `- ${inWords(row, openings)}`);
  const head = description === undefined ? [] : [description, ''];
  return {
    title: `Fleet tracking service: ${name}`,
    version: '1.0.0',
    description: [...head, 'Choices that the interface document leaves to a deployment:', '', ...lines].join(
      '\n',
    ),
  };
}

const familySays: { readonly [F in Family]: string } = {
  auth: 'Bearer tokens.',
  devices: 'Devices, their locations and alerts.',
  groups: 'Groups of devices.',
  users: 'Users of the account, and what they can choose from.',
};

function operationOf(operation: Operation, openings: Openings, payloads: Payloads): Schema {
  const { id, family, summary } = operation;
  const told = rows.filter((row) => atOperations.includes(row.id) && row.shapes.includes(id));
  return {
    ...{ operationId: id, tags: [family], summary },
    ...(told.length > 0 && { description: told.map((row) => inWords(row, openings)).join(' ') }),
    ...(id === 'issueToken' ? tokenOperation(openings) : guardedOperationOf(operation, openings, payloads)),
  };
}

function guardedOperationOf(operation: Operation, openings: Openings, payloads: Payloads): Schema {
  const { id, pathId } = operation;
  const { values, lens } = payloads;
  const ofPath = pathId !== null && {
    ...{ name: `${pathId}Id`, in: 'path', required: true },
    ...{ schema: values.id(pathId), example: values.example(pathId, 'id') },
  };
  const parameters = [...(ofPath ? [ofPath] : []), ...pageParameters(id, openings, payloads)];
  const request = requests[id]?.(payloads);
  const content = request && { schema: request.schema, examples: { example: { value: request.example } } };
  const isForbidden = openings['auth.roles'].mayNotCall.some((one) => one === id);
  const cases = [
    ...(isForbidden ? [] : [successOf(id, openings, payloads)]),
    ...refusalsOf(operation, openings).map((refusal) => refusalCase(openings, lens, refusal)),
  ];
  // Headers that every reply has.
  const versions = constantHeaders(openings.versioning?.headers);
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content: { [request.contentType]: content } } }),
    responses: responsesOf(cases.map((one) => ({ ...one, headers: { ...one.headers, ...versions } }))),
    security: [{ bearer: [] }],
  };
}

function successOf(id: OperationId, openings: Openings, payloads: Payloads): Case {
  const [listing, reading, writing] = [nameIn(listedBy, id), nameIn(readBy, id), nameIn(writtenBy, id)];
  const body =
    (listing && payloads.list(listedBy[listing])) ??
    (reading && payloads.reply(readBy[reading])) ??
    (writing && payloads.answer(writing));
  const status = openings['operations.status'][guardedOperation(id)];
  // A response without a described body may have any.
  const says = body || bodilessStatuses.has(status) ? 'It is done.' : 'It is done; the answer has no body.';
  return { name: 'success', status, says, headers: successHeaders(id, openings), body };
}

function successHeaders(id: OperationId, openings: Openings): { [name: string]: Schema } {
  const { totalHeader, by } = openings['operations.paging'];
  const { families, locationHeader } = openings['operations.envelope'];
  const family = (['group', 'user'] as const).find((one) => familyOperations[one].create === id);
  const header = (description: string, schema: Schema): Schema => ({ description, schema });
  return {
    ...(id in listedBy &&
      totalHeader !== null && { [totalHeader]: header(pageSays.total, { type: 'integer', minimum: 0 }) }),
    ...(id in listedBy &&
      by === 'link' && {
        Link: header('The address of the next page, as rel="next"; not on the last.', { type: 'string' }),
      }),
    ...(family &&
      (families?.[family]?.locationHeader ?? locationHeader) && {
        Location: header('The address of the new record.', { type: 'string', format: 'uri-reference' }),
      }),
  };
}

function pageParameters(id: OperationId, openings: Openings, { values }: Payloads): Schema[] {
  if (!(id in listedBy)) return [];
  const { by, size, max, firstPage } = openings['operations.paging'];
  const parameter = (name: keyof typeof parameterSays, schema: Schema, more = ''): Schema => ({
    ...{ name: openings['operations.query'][name], description: parameterSays[name] + more, schema },
    ...{ in: 'query', required: false },
  });
  const from = (minimum: number): Schema => ({ type: 'integer', minimum, default: minimum });
  const limit = parameter(
    'limit',
    { type: 'integer', minimum: 1, ...(size !== null && { default: size }) },
    (size === null ? ' Without it, all records are on one.' : '') +
      (max === undefined ? '' : ` A larger number than ${max} is taken as ${max}.`),
  );
  const cursor = parameter('cursor', { type: 'string' });
  const ways: { readonly [B in typeof by]: Schema[] } = {
    none: [],
    offset: [limit, parameter('offset', from(0))],
    page: [limit, parameter('page', from(firstPage))],
    cursor: [limit, cursor],
    link: [limit, cursor],
  };
  return [...ways[by], ...(id === 'listDevices' ? [parameter('group', values.id('group'))] : [])];
}

const requests: { readonly [O in OperationId]?: (payloads: Payloads) => Payload } = {
  createGroup: ({ body }) => body('group', 'create'),
  createUser: ({ body }) => body('user', 'create'),
  replaceGroup: ({ body }) => body('group', 'replace'),
  replaceUser: ({ body }) => body('user', 'replace'),
  updateGroup: ({ patch }) => patch('group'),
  updateUser: ({ patch }) => patch('user'),
  postLocations: ({ posting }) => posting('locations'),
  postAlerts: ({ posting }) => posting('alerts'),
};

function schemasOf(openings: Openings, { component, bodies }: Payloads): Schema {
  const body = openings['errors.body'];
  return {
    ...Object.fromEntries(namesOf(recordFacts).map((one) => [componentOf(one), component(one)])),
    ...Object.fromEntries(bodies),
    ...tokenSchemas,
    ...(body.form === 'json' && { Refusal: refusalSchema(body) }),
  };
}
