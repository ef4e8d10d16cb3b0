/** The token request in a description (sections 2 and 4.1). */
import type { Json } from '../kit/json.ts';
import { compileTree, constantPlaces as writtenConstants } from '../profile/lens/tree.ts';
import type { Openings } from '../specification/openings/index.ts';
import { constantHeaders, refusalSays } from './refusals.ts';
import { type Case, responsesOf } from './replies.ts';
import { constantPlaces, objectIn, type Place, type Schema, schemaOfPlaces } from './schema-tree.ts';

function field(name: string, description: string, schema: Schema = { type: 'string' }): Place {
  return { at: `/${name}`, required: true, schema: { ...schema, description } };
}

/** The schemas that the token request refers to. */
export function tokenSchemas(openings: Openings): Schema {
  const { also, expires } = openings['token.status'];
  const { fraction = 3, zone = 'Z' } = expires ?? {};
  const ending = `${fraction > 0 ? `\\.[0-9]{${fraction}}` : ':[0-9]{2}'}${zone === 'Z' ? 'Z' : '\\+00:00'}$`;
  // A token that is given again has its end in the usual form.
  const isOneForm = openings['token.reissue'] === 'new';
  const time = { type: 'string', format: 'date-time', ...(isOneForm && { pattern: ending }) };
  const refused = [
    field('success', 'No token was issued.', { const: false }),
    field('error', 'The cause.', { type: 'string', minLength: 1 }),
  ];
  const own = schemaOfPlaces([...refused, ...constantPlaces(also?.refused)]);
  return {
    TokenRequest: schemaOfPlaces([
      field('userName', 'The user name of the account.'),
      field('apiKey', 'The API key of the account. It is a secret.'),
    ]),
    TokenIssued: schemaOfPlaces([
      field('success', 'A token was issued.', { const: true }),
      field('token', 'The bearer token.'),
      field('expires', 'When the token ends.', time),
      ...constantPlaces(also?.issued).map((place) => ({ ...place, required: isOneForm })),
    ]),
    TokenRefused: schemaOfPlaces(refused),
    ...(also?.refused && { CredentialsRefused: own }),
  };
}

export function tokenOperation(openings: Openings): Schema {
  const { issued, refused, incomplete, also, expires } = openings['token.status'];
  const { notJson, contentType } = openings['token.malformed'];
  const statuses = openings['errors.status'];
  const { versioning, 'rate-limit': limit, 'operations.envelope': envelope } = openings;
  const headers = constantHeaders(versioning?.headers ?? {});
  const one = (name: string, status: number, says: string, component: string, example: Schema): Case => ({
    ...{ name, status, says, headers },
    body: {
      contentType: envelope.contentType,
      schema: { $ref: `#/components/schemas/${component}` },
      example,
    },
  });
  const beside = (constants: { [at: string]: Json } | undefined) =>
    objectIn(compileTree(writtenConstants(constants))({}));
  /** A failure of the request itself, which may have fields of its own. */
  const failed = (name: string, status: number, says: string) =>
    one(name, status, says, also?.refused ? 'CredentialsRefused' : 'TokenRefused', {
      ...beside(also?.refused),
      ...{ success: false, error: says },
    });
  const refusedAs = (name: 'too-large' | 'rate-limited' | 'failed') => {
    const says = refusalSays[name];
    const example = { success: false, error: says };
    return one(name, statuses[name], says, 'TokenRefused', example);
  };
  const { fraction = 3, zone = 'Z' } = expires ?? {};
  const ends = `2026-01-05T09:00:00${fraction > 0 ? `.${'0'.repeat(fraction)}` : ''}${zone}`;
  const wrong = `The user name or the API key is wrong${incomplete === undefined ? ' or missing' : ''}, or API access is off.`;
  const missing = 'The user name or the API key is missing.';
  const cases = [
    one('issued', issued, 'A token.', 'TokenIssued', {
      ...beside(also?.issued),
      ...{ success: true, token: '<ACCESS_TOKEN>', expires: ends },
    }),
    failed('credentials', refused, wrong),
    incomplete !== undefined && failed('incomplete', incomplete, missing),
    failed('malformed', notJson, refusalSays.malformed),
    contentType !== 'ignored' && failed('content-type', contentType, refusalSays['content-type']),
    refusedAs('too-large'),
    limit !== null && refusedAs('rate-limited'),
    refusedAs('failed'),
  ];
  const content = {
    schema: { $ref: '#/components/schemas/TokenRequest' },
    examples: { example: { value: { userName: 'fleet', apiKey: '<API_KEY>' } } },
  };
  const any = contentType === 'ignored' && { '*/*': content };
  return {
    security: [],
    requestBody: { required: true, content: { 'application/json': content, ...any } },
    responses: responsesOf(cases.filter((each) => each !== false)),
  };
}
