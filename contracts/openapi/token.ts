/** The token request in a description (sections 2 and 4.1). */
import type { Json } from '../kit/json.ts';
import { compileTree, constantPlaces as writtenConstants } from '../profile/lens/tree.ts';
import type { Openings } from '../specification/openings/index.ts';
import { constantHeaders, refusalSays } from './refusals.ts';
import { type Case, marked, responsesOf } from './replies.ts';
import { constantPlaces, objectIn, type Place, type Schema, schemaOfPlaces } from './schema-tree.ts';

const text = { type: 'string' };

/** The schemas that the token request refers to. */
export function tokenSchemas(openings: Openings): Schema {
  const { also, expires } = openings['token.status'];
  const { fraction = 3, zone = 'Z' } = expires ?? {};
  const ending = `${fraction > 0 ? `\\.[0-9]{${fraction}}` : ':[0-9]{2}'}${zone === 'Z' ? 'Z' : '\\+00:00'}$`;
  // A token that is given again has its end in the usual form.
  const isOneForm = openings['token.reissue'] === 'new';
  const issued: Place[] = [
    { at: '/success', required: true, schema: { const: true, description: 'A token was issued.' } },
    { at: '/token', required: true, schema: { ...text, description: 'The bearer token.' } },
    {
      at: '/expires',
      required: true,
      schema: {
        ...text,
        format: 'date-time',
        ...(isOneForm && { pattern: ending }),
        description: 'When the token ends.',
      },
    },
  ];
  const refused: Place[] = [
    { at: '/success', required: true, schema: { const: false, description: 'No token was issued.' } },
    { at: '/error', required: true, schema: { ...text, minLength: 1, description: 'The cause.' } },
  ];
  return {
    TokenRequest: {
      type: 'object',
      required: ['userName', 'apiKey'],
      properties: {
        userName: { ...text, description: 'The user name of the account.' },
        apiKey: { ...text, description: 'The API key of the account. It is a secret.' },
      },
    },
    TokenIssued: marked(
      ['token.status'],
      schemaOfPlaces([...issued, ...loose(constantPlaces(also?.issued), isOneForm)]),
    ),
    TokenRefused: schemaOfPlaces(refused),
    ...(also?.refused && {
      CredentialsRefused: marked(
        ['token.status'],
        schemaOfPlaces([...refused, ...constantPlaces(also.refused)]),
      ),
    }),
  };
}

function loose(places: readonly Place[], isRequired: boolean): Place[] {
  return places.map((place) => ({ ...place, required: isRequired }));
}

export function tokenOperation(openings: Openings): Schema {
  const { issued, refused, incomplete, also } = openings['token.status'];
  const { notJson, contentType } = openings['token.malformed'];
  const statuses = openings['errors.status'];
  const versions = constantHeaders(openings.versioning?.headers ?? {});

  const one = (
    name: string,
    status: number,
    says: string,
    component: string,
    facts: Schema,
    constants?: { [at: string]: Json },
  ): Case => {
    const beside = objectIn(compileTree(writtenConstants(constants))({}));
    const schema = { $ref: `#/components/schemas/${component}` };
    const body = {
      contentType: openings['operations.envelope'].contentType,
      schema,
      example: { ...beside, ...facts },
    };
    return { name, status, says, openings: openingsOf(name, openings), headers: versions, body };
  };
  const failure = (name: string, status: number, says: string, isOwn: boolean): Case =>
    one(
      name,
      status,
      says,
      isOwn && also?.refused ? 'CredentialsRefused' : 'TokenRefused',
      { success: false, error: says },
      isOwn ? also?.refused : undefined,
    );
  const ends = `2026-01-05T09:00:00${ending(openings)}`;
  const cases = [
    one(
      'issued',
      issued,
      'A token.',
      'TokenIssued',
      { success: true, token: '<ACCESS_TOKEN>', expires: ends },
      also?.issued,
    ),
    failure(
      'credentials',
      refused,
      `The user name or the API key is wrong${incomplete === undefined ? ' or missing' : ''}, or API access is off.`,
      true,
    ),
    ...(incomplete === undefined
      ? []
      : [failure('incomplete', incomplete, 'The user name or the API key is missing.', true)]),
    failure('malformed', notJson, refusalSays.malformed, true),
    ...(contentType === 'ignored'
      ? []
      : [failure('content-type', contentType, refusalSays['content-type'], true)]),
    failure('too-large', statuses['too-large'], refusalSays['too-large'], false),
    ...(openings['rate-limit'] === null
      ? []
      : [failure('rate-limited', statuses['rate-limited'], refusalSays['rate-limited'], false)]),
    failure('failed', statuses.failed, refusalSays.failed, false),
  ];
  const content = {
    schema: { $ref: '#/components/schemas/TokenRequest' },
    examples: { example: { value: { userName: 'fleet', apiKey: '<API_KEY>' } } },
  };
  return {
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': content, ...(contentType === 'ignored' && { '*/*': content }) },
    },
    responses: responsesOf(cases),
  };
}

function ending(openings: Openings): string {
  const { fraction = 3, zone = 'Z' } = openings['token.status'].expires ?? {};
  return (fraction > 0 ? `.${'0'.repeat(fraction)}` : '') + zone;
}

function openingsOf(name: string, openings: Openings): Case['openings'] {
  const versioned = openings.versioning === null ? [] : (['versioning'] as const);
  if (name === 'issued' || name === 'credentials' || name === 'incomplete')
    return ['token.status', ...versioned];
  return [
    name === 'malformed' || name === 'content-type' ? 'token.malformed' : 'errors.status',
    ...versioned,
  ];
}
