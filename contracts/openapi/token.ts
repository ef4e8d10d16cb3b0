/** The token request in a description (sections 2 and 4.1). */
import type { Openings } from '../specification/openings/index.ts';
import { type Case, responsesOf } from './responses.ts';
import type { Schema } from './schema.ts';
import { constantHeaders, refusalSays } from './words.ts';

function object(fields: { readonly [name: string]: Schema }): Schema {
  return { type: 'object', required: Object.keys(fields), properties: fields };
}

const text = (description: string): Schema => ({ type: 'string', description });

/** The schemas that the token request refers to. */
export const tokenSchemas: Schema = {
  TokenRequest: object({
    userName: text('The user name of the account.'),
    apiKey: text('The API key of the account. It is a secret.'),
  }),
  TokenIssued: object({
    success: { const: true, description: 'A token was issued.' },
    token: text('The bearer token.'),
    expires: { type: 'string', format: 'date-time', description: 'When the token ends.' },
  }),
  TokenRefused: object({
    success: { const: false, description: 'No token was issued.' },
    error: { type: 'string', minLength: 1, description: 'The cause.' },
  }),
};

export function tokenOperation(openings: Openings): Schema {
  const { issued, refused, incomplete } = openings['token.status'];
  const { notJson, contentType } = openings['token.malformed'];
  const statuses = openings['errors.status'];
  const one = (name: string, status: number, says: string, component: string, example: Schema): Case => ({
    ...{ name, status, says, headers: constantHeaders(openings.versioning?.headers) },
    body: {
      contentType: openings['operations.envelope'].contentType,
      schema: { $ref: `#/components/schemas/${component}` },
      example,
    },
  });
  const missing = incomplete === undefined ? ' or missing' : '';
  const failures: readonly (readonly [name: string, status: number | undefined, says: string])[] = [
    ['credentials', refused, `The user name or the API key is wrong${missing}, or API access is off.`],
    ['incomplete', incomplete, 'The user name or the API key is missing.'],
    ['malformed', notJson, refusalSays.malformed],
    ['content-type', contentType === 'ignored' ? undefined : contentType, refusalSays['content-type']],
    ['too-large', statuses['too-large'], refusalSays['too-large']],
    [
      'rate-limited',
      openings['rate-limit'] ? statuses['rate-limited'] : undefined,
      refusalSays['rate-limited'],
    ],
    ['failed', statuses.failed, refusalSays.failed],
  ];
  const token = { success: true, token: '<ACCESS_TOKEN>', expires: '2026-01-05T09:00:00.000Z' };
  const cases = [
    one('issued', issued, 'A token.', 'TokenIssued', token),
    ...failures.flatMap(([name, status, says]) =>
      status === undefined ? [] : one(name, status, says, 'TokenRefused', { success: false, error: says }),
    ),
  ];
  const content = {
    schema: { $ref: '#/components/schemas/TokenRequest' },
    examples: { example: { value: { userName: 'fleet', apiKey: '<API_KEY>' } } },
  };
  const any = contentType === 'ignored' && { '*/*': content };
  return {
    security: [],
    requestBody: { required: true, content: { 'application/json': content, ...any } },
    responses: responsesOf(cases),
  };
}
