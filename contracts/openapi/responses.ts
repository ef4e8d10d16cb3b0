/** Cases of the answer to a call, each with its status and its body, and the responses that they are put together to. */
import { parseExactJson } from '../kit/exact-json.ts';
import { bodilessStatuses } from '../kit/http.ts';
import type { Json } from '../kit/json.ts';
import { namesOf } from '../kit/tables.ts';
import type { CompiledLens } from '../profile/lens/compile.ts';
import type { ErrorBody } from '../profile/openings.ts';
import type { Openings } from '../specification/openings/index.ts';
import { familyOperations, listedBy, type Operation, writtenBy } from '../specification/operations.ts';
import { anyOf, constantPlaces, grouped, type Schema, schemaOfPlaces } from './schema.ts';
import { type AnyRefusal, constantHeaders, errorSays, refusalSays, WITHOUT } from './words.ts';

/** One thing that may come of a call. */
export interface Case {
  /** Names its example. */
  readonly name: string;
  readonly status: number;
  /** Says when, in a sentence. */
  readonly says: string;
  readonly headers: { readonly [name: string]: Schema };
  /** `undefined` for an empty body. */
  readonly body:
    | { readonly contentType: string; readonly schema: Schema; readonly example: Json }
    | undefined;
}

/** The `responses` of an operation. Several cases of one status are one response with several bodies. */
export function responsesOf(cases: readonly Case[]): Schema {
  const byStatus = [...grouped(cases, ({ status }) => status)].sort(([one], [other]) => one - other);
  return Object.fromEntries(byStatus.map(([status, same]) => [String(status), responseOf(same)]));
}

function responseOf(cases: readonly Case[]): Schema {
  const headers: Schema = Object.assign({}, ...cases.map((one) => one.headers));
  const bodies = cases.flatMap(({ name, status, body }) =>
    body === undefined || bodilessStatuses.has(status) ? [] : [{ name, ...body }],
  );
  const isFull = ({ name }: Case) => bodies.length === 0 || bodies.some((body) => body.name === name);
  const saying = (some: readonly Case[]) => [...new Set(some.map(({ says }) => says))].join(' ');
  const empty = cases.filter((one) => !isFull(one));
  const says = [saying(cases.filter(isFull)), ...(empty.length > 0 ? [`${WITHOUT} ${saying(empty)}`] : [])];
  const content = [...grouped(bodies, ({ contentType }) => contentType)].map(([type, same]) => {
    const examples = Object.fromEntries(same.map(({ name, example }) => [name, { value: example }]));
    return [type, { schema: anyOf(same.map(({ schema }) => schema)), examples }];
  });
  return {
    description: says.filter(Boolean).join(' '),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(bodies.length > 0 && { content: Object.fromEntries(content) }),
  };
}

const posts = {
  postLocations: ['locations.purpose', 'postLocations'],
  postAlerts: ['alerts.purpose', 'postAlerts'],
} as const;

/** The refusals of an operation behind a token, in the order in which a service finds them. */
export function refusalsOf({ id, method, pathId }: Operation, openings: Openings): AnyRefusal[] {
  const resource = new Map<string, string>(Object.entries(writtenBy)).get(id);
  const isFamily = resource === 'group' || resource === 'user';
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const [purpose, may] = posts[id as keyof typeof posts] ?? [];
  const isReport = purpose && openings[purpose].does === 'record' && !openings['expired.may'][may];
  const { group, user } = familyOperations;
  const isKept = id === group.delete && openings['groups.delete-devices'] === 'refused';
  const isSelf = id === user.delete && openings['users.delete-self'] === 'refused';
  const isForbidden = openings['auth.roles'].mayNotCall.some((one) => one === id);
  const found: { readonly [R in AnyRefusal]?: boolean } = {
    'rate-limited': openings['rate-limit'] !== null,
    unauthorised: true,
    forbidden: isForbidden || isSelf,
    ...(!isForbidden && {
      'too-large': hasBody,
      'content-type': hasBody,
      malformed: hasBody,
      invalid: hasBody || (id in listedBy && openings['operations.paging'].by !== 'none'),
      // A group or user names others by their ids.
      'unknown-id': pathId !== null || (isFamily && hasBody),
      'deleted-id': pathId === 'group' || pathId === 'user' || (resource === 'user' && hasBody),
      conflict: isReport === true || isKept,
    }),
    failed: true,
  };
  return namesOf(found).filter((refusal) => found[refusal]);
}

/** A refusal of a dialect as a case. */
export function refusalCase(openings: Openings, { errors }: CompiledLens, name: AnyRefusal): Case {
  const { 'auth.refusal': auth, 'errors.body': body, 'rate-limit': limit } = openings;
  const isAuth = name === 'unauthorised';
  const status = isAuth ? auth.status : openings['errors.status'][name];
  const says = refusalSays[name];
  const code = name.toUpperCase().replaceAll('-', '_');
  const facts = { type: `urn:roadtest:refusal:${name}`, title: says, status, code, detail: says };
  const { contentType, text } = isAuth
    ? { contentType: auth.body === 'empty' ? null : errors.contentType, text: errors.write(facts) }
    : errors.bodyOf(name, facts);
  const isJson = contentType !== null && /[/+]json(;|$)/.test(contentType);
  const isTimed = name === 'rate-limited' && limit?.retryAfter;
  const example = isJson ? parseExactJson(text) : text;
  return {
    ...{ name, status, says },
    headers: isAuth ? constantHeaders(auth.headers) : isTimed ? { 'Retry-After': retryAfter } : {},
    body: contentType === null ? undefined : { contentType, schema: bodySchema(name, body, isJson), example },
  };
}

const retryAfter: Schema = {
  description: 'Whole seconds until the next request is let pass.',
  schema: { type: 'integer', minimum: 1 },
};

function bodySchema(refusal: AnyRefusal, body: ErrorBody, isJson: boolean): Schema {
  const own = refusal === 'unauthorised' ? undefined : body.apart?.[refusal];
  if (own?.form === 'json') return schemaOfPlaces(constantPlaces(own.constants));
  if (own?.form === 'text') return { type: 'string', const: own.text };
  if (!isJson || body.form !== 'json') return { type: 'string' };
  if (own?.form !== 'more') return { $ref: '#/components/schemas/Refusal' };
  return refusalSchema({ ...body, constants: { ...body.constants, ...own.constants } });
}

/** The body that refusals usually have, where it is JSON. */
export function refusalSchema(body: Extract<ErrorBody, { form: 'json' }>): Schema {
  const types: { readonly [fact: string]: Schema } = {
    status: { type: 'integer' },
    success: { const: false },
  };
  const places = namesOf(body.fields).map((fact) => ({
    at: body.fields[fact] ?? '',
    schema: { ...(types[fact] ?? { type: 'string' }), description: errorSays[fact] },
    required: fact !== 'field',
  }));
  return schemaOfPlaces([...places, ...constantPlaces(body.constants)]);
}
