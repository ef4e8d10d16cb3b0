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
  const { 'errors.status': statuses, 'operations.envelope': envelope } = openings;
  const one = (name: string, status: number, says: string, component: string, example: Schema): Case => ({
    ...{ name, status, says, headers: constantHeaders(openings.versioning?.headers) },
    body: {
      contentType: envelope.contentType,
      schema: { $ref: `#/components/schemas/${component}` },
      example,
    },
  });
  const failed = (name: string, status: number, says: string) =>
    one(name, status, says, 'TokenRefused', { success: false, error: says });
  const refusedAs = (name: keyof typeof refusalSays, status: number) =>
    failed(name, status, refusalSays[name]);
  const wrong = `The user name or the API key is wrong${incomplete === undefined ? ' or missing' : ''}, or API access is off.`;
  const cases = [
    one('issued', issued, 'A token.', 'TokenIssued', {
      ...{ success: true, token: '<ACCESS_TOKEN>', expires: '2026-01-05T09:00:00.000Z' },
    }),
    failed('credentials', refused, wrong),
    incomplete !== undefined && failed('incomplete', incomplete, 'The user name or the API key is missing.'),
    refusedAs('malformed', notJson),
    contentType !== 'ignored' && refusedAs('content-type', contentType),
    refusedAs('too-large', statuses['too-large']),
    openings['rate-limit'] !== null && refusedAs('rate-limited', statuses['rate-limited']),
    refusedAs('failed', statuses.failed),
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
