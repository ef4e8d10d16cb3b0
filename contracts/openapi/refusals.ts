/** The refusals that each operation can give, as cases of its responses. */
import { durationMs, spokenDuration } from '../kit/durations.ts';
import { parseExactJson } from '../kit/exact-json.ts';
import type { Json } from '../kit/json.ts';
import { namesOf, tableFrom } from '../kit/tables.ts';
import type { CompiledLens } from '../profile/lens/compile.ts';
import type { ErrorBody } from '../profile/openings.ts';
import { type Refusal, refusals } from '../specification/openings/errors.ts';
import type { OpeningId, Openings } from '../specification/openings/index.ts';
import { familyOperations, listedBy, type Operation, writtenBy } from '../specification/operations.ts';
import type { Case } from './replies.ts';
import { constantPlaces, type Place, type Schema, schemaOfPlaces } from './schema-tree.ts';

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

/** The refusals of an operation behind a token, in the order in which a service finds them. */
export function refusalsOf({ id, method, pathId }: Operation, openings: Openings): AnyRefusal[] {
  const written: { readonly [id: string]: string | undefined } = writtenBy;
  const lists = id in listedBy;
  const resource = written[id];
  const isFamily = resource === 'group' || resource === 'user';
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const posts = (['locations', 'alerts'] as const).find(
    (what) => id === `post${what === 'locations' ? 'Locations' : 'Alerts'}`,
  );
  const mayPost = { locations: 'postLocations', alerts: 'postAlerts' } as const;
  const forbidden = openings['auth.roles'].mayNotCall.some((one) => one === id);
  const found: { readonly [R in AnyRefusal]?: boolean } = {
    'rate-limited': openings['rate-limit'] !== null,
    unauthorised: true,
    forbidden:
      forbidden || (id === familyOperations.user.delete && openings['users.delete-self'] === 'refused'),
    ...(!forbidden && {
      'too-large': hasBody,
      'content-type': hasBody,
      malformed: hasBody,
      invalid: hasBody || (lists && openings['operations.paging'].by !== 'none'),
      // A group or user names others by their ids.
      'unknown-id': pathId !== null || (isFamily && hasBody),
      'deleted-id': pathId === 'group' || pathId === 'user' || (resource === 'user' && hasBody),
      conflict:
        (posts !== undefined &&
          openings[`${posts}.purpose`].does === 'record' &&
          !openings['expired.may'][mayPost[posts]]) ||
        (id === familyOperations.group.delete && openings['groups.delete-devices'] === 'refused'),
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
  const auth = openings['auth.refusal'];
  const body = openings['errors.body'];
  return (refusal) => {
    const status = refusal === 'unauthorised' ? auth.status : openings['errors.status'][refusal];
    const says = [refusalSays[refusal], refusal === 'rate-limited' ? inWords(openings['rate-limit']) : '']
      .join(' ')
      .trim();
    const facts = {
      type: `urn:roadtest:refusal:${refusal}`,
      title: says,
      status,
      code: codeOf(refusal),
      detail: says,
    };
    const { contentType, text } =
      refusal === 'unauthorised'
        ? {
            contentType: auth.body === 'empty' ? null : errors.contentType,
            text: errors.write(facts),
          }
        : errors.bodyOf(refusal, facts);
    return {
      name: refusal,
      status,
      says,
      openings: openingsOf(refusal),
      headers: headersOf(refusal, openings),
      body:
        contentType === null
          ? undefined
          : {
              contentType,
              schema: bodySchema(refusal, body, contentType),
              example: jsonOrText(text, contentType),
            },
    };
  };
}

function inWords(limit: Openings['rate-limit']): string {
  return limit === null
    ? ''
    : `The limit is ${limit.requests} requests per ${spokenDuration(durationMs(limit.per))}.`;
}

function openingsOf(refusal: AnyRefusal): OpeningId[] {
  if (refusal === 'unauthorised') return ['auth.refusal', 'errors.body'];
  return refusal === 'rate-limited'
    ? ['errors.status', 'errors.body', 'rate-limit']
    : ['errors.status', 'errors.body'];
}

function codeOf(refusal: AnyRefusal): string {
  return refusal.toUpperCase().replaceAll('-', '_');
}

function headersOf(refusal: AnyRefusal, openings: Openings): { [name: string]: Schema } {
  if (refusal === 'unauthorised') return constantHeaders(openings['auth.refusal'].headers);
  if (refusal !== 'rate-limited' || !openings['rate-limit']?.retryAfter) return {};
  return {
    'Retry-After': {
      description: 'Whole seconds until the next request is let pass.',
      schema: { type: 'integer', minimum: 1 },
    },
  };
}

/** Headers that always have the same value. */
export function constantHeaders(headers: { readonly [name: string]: string }): { [name: string]: Schema } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { schema: { type: 'string', const: value } }]),
  );
}

function isJson(contentType: string): boolean {
  return /[/+]json(;|$)/.test(contentType);
}

function jsonOrText(text: string, contentType: string): Json {
  return isJson(contentType) ? parseExactJson(text) : text;
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
  const places = Object.entries(body.fields).map(
    ([fact, at]): Place => ({
      at,
      schema: factSchemas[fact] ?? {},
      required: fact !== 'field',
    }),
  );
  return schemaOfPlaces([...places, ...constantPlaces(body.constants)]);
}
