/** The refusals that each operation can give, as cases of its responses. */
import { parseExactJson } from '../kit/exact-json.ts';
import { namesOf, tableFrom } from '../kit/tables.ts';
import type { CompiledLens } from '../profile/lens/compile.ts';
import type { ErrorBody } from '../profile/openings.ts';
import { type Refusal, refusals } from '../specification/openings/errors.ts';
import type { Openings } from '../specification/openings/index.ts';
import { familyOperations, listedBy, type Operation, writtenBy } from '../specification/operations.ts';
import type { Case } from './replies.ts';
import { constantPlaces, type Schema, schemaOfPlaces } from './schema-tree.ts';

/** A refusal, or that for want of a good token. */
export type AnyRefusal = Refusal | 'unauthorised';

/** When each refusal is given, in a sentence. */
export const refusalSays: { readonly [R in AnyRefusal]: string } = {
  ...tableFrom(namesOf(refusals).map((refusal) => [refusal, sentence(refusals[refusal])])),
  unauthorised: 'The token is missing, wrong or expired.',
};

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const posts = {
  postLocations: ['locations.purpose', 'postLocations'],
  postAlerts: ['alerts.purpose', 'postAlerts'],
} as const;

/** The refusals of an operation behind a token, in the order in which a service finds them. */
export function refusalsOf({ id, method, pathId }: Operation, openings: Openings): AnyRefusal[] {
  const written: { readonly [id: string]: string | undefined } = writtenBy;
  const resource = written[id];
  const isFamily = resource === 'group' || resource === 'user';
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const [purpose, may] = posts[id as keyof typeof posts] ?? [];
  const isReport = purpose && openings[purpose].does === 'record' && !openings['expired.may'][may];
  const { group, user } = familyOperations;
  const isKept = id === group.delete && openings['groups.delete-devices'] === 'refused';
  const isSelf = id === user.delete && openings['users.delete-self'] === 'refused';
  const forbidden = openings['auth.roles'].mayNotCall.some((one) => one === id);
  const found: { readonly [R in AnyRefusal]?: boolean } = {
    'rate-limited': openings['rate-limit'] !== null,
    unauthorised: true,
    forbidden: forbidden || isSelf,
    ...(!forbidden && {
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

/** Every refusal of a dialect as a case. */
export function refusalCases(
  openings: Openings,
  { errors }: Pick<CompiledLens, 'errors'>,
): (refusal: AnyRefusal) => Case {
  const { 'auth.refusal': auth, 'errors.body': body, 'rate-limit': limit } = openings;
  return (name) => {
    const isAuth = name === 'unauthorised';
    const status = isAuth ? auth.status : openings['errors.status'][name];
    const says = refusalSays[name];
    const code = name.toUpperCase().replaceAll('-', '_');
    const type = `urn:roadtest:refusal:${name}`;
    const facts = { type, title: says, status, code, detail: says };
    const usual = auth.body === 'empty' ? null : errors.contentType;
    const { contentType, text } = isAuth
      ? { contentType: usual, text: errors.write(facts) }
      : errors.bodyOf(name, facts);
    const isLimit = name === 'rate-limited';
    return {
      ...{ name, status, says },
      headers: isAuth ? constantHeaders(auth.headers) : isLimit && limit?.retryAfter ? retryAfter : {},
      body:
        contentType === null
          ? undefined
          : {
              contentType,
              schema: bodySchema(name, body, contentType),
              example: isJson(contentType) ? parseExactJson(text) : text,
            },
    };
  };
}

const retryAfter: { [name: string]: Schema } = {
  'Retry-After': {
    description: 'Whole seconds until the next request is let pass.',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** Headers that always have the same value. */
export function constantHeaders(headers: { readonly [name: string]: string }): { [name: string]: Schema } {
  const all = Object.entries(headers);
  return Object.fromEntries(all.map(([name, value]) => [name, { schema: { type: 'string', const: value } }]));
}

function isJson(contentType: string): boolean {
  return /[/+]json(;|$)/.test(contentType);
}

function bodySchema(refusal: AnyRefusal, body: ErrorBody, contentType: string): Schema {
  const own = refusal === 'unauthorised' ? undefined : body.apart?.[refusal];
  if (own?.form === 'json') return schemaOfPlaces(constantPlaces(own.constants));
  if (own?.form === 'text') return { type: 'string', const: own.text };
  if (!isJson(contentType) || body.form !== 'json') return { type: 'string' };
  if (own?.form === 'more')
    return refusalSchema({ ...body, constants: { ...body.constants, ...own.constants } });
  return { $ref: '#/components/schemas/Refusal' };
}

const factSchemas: { readonly [fact: string]: Schema } = {
  type: { type: 'string', description: 'A URI for the kind of refusal.' },
  title: { type: 'string', description: 'The kind of refusal in words.' },
  status: { type: 'integer', description: 'The HTTP status again.' },
  code: { type: 'string', description: 'A code for programs.' },
  detail: { type: 'string', description: 'What happened this time.' },
  field: { type: 'string', description: 'The place in the request that is at fault.' },
  success: { const: false, description: 'Always false.' },
};

/** The words for a fact of a refusal. */
export function factSays(fact: string): string {
  return String(factSchemas[fact]?.description ?? '');
}

/** The body that refusals usually have, where it is JSON. */
export function refusalSchema(body: Extract<ErrorBody, { form: 'json' }>): Schema {
  const places = Object.entries(body.fields).map(([fact, at]) => {
    return { at, schema: factSchemas[fact] ?? {}, required: fact !== 'field' };
  });
  return schemaOfPlaces([...places, ...constantPlaces(body.constants)]);
}
