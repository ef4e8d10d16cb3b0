/** Refusals outside the token request. */
import {
  anything,
  describe,
  described,
  discriminated,
  map,
  object,
  optional,
  partial,
  text,
} from '../../kit/schema.ts';
import { forms, ref } from '../forms.ts';
import { defineOpening } from './define.ts';
import { shape } from './payloads.ts';

/** Why a request of an operation is refused. */
export const refusals = {
  malformed: 'the body is not JSON',
  invalid: 'the body is JSON, but not what the operation takes',
  'content-type': 'the body is of another content type',
  'too-large': 'the body is longer than the service reads',
  'unknown-id': 'no such device, group or user',
  'deleted-id': 'an id that was once in use',
  'unknown-path': 'no such path',
  'method-not-allowed': 'a path that does not take the method',
  conflict: 'the state of the fleet forbids it',
  forbidden: 'this token may not',
  'rate-limited': 'too many requests',
  failed: 'the service itself failed',
} as const;

/** Facts of a refusal that an error body can carry. */
export const errorFacts = {
  type: 'a URI for the kind of refusal',
  title: 'the kind of refusal in words',
  status: 'the HTTP status again',
  code: 'a code for programs',
  detail: 'what happened this time',
  field: 'the place in the request that is at fault',
  success: 'always false',
} as const;

export type Refusal = keyof typeof refusals;
export type ErrorFact = keyof typeof errorFacts;

/** Refusals whose body is not like that of the others. */
const apart = optional(
  describe(
    'Single refusals with a body of their own: more fields, or another body altogether.',
    object(
      described(
        refusals,
        optional(
          discriminated('form', {
            more: object({ constants: map(anything, forms.pointer) }),
            json: object({ contentType: ref('mediaType'), constants: map(anything, forms.pointer) }),
            text: object({ contentType: ref('mediaType'), text }),
            empty: object({}),
          }),
        ),
      ),
    ),
  ),
);

export const errorOpenings = [
  defineOpening({
    id: 'errors.body',
    sections: ['7'],
    open: 'error bodies outside the token request',
    shapes: ['rate-limited', 'refused'],
    schema: () =>
      discriminated('form', {
        json: object({ contentType: ref('mediaType'), ...shape(errorFacts), apart }),
        text: object({ contentType: ref('mediaType'), apart }),
        empty: object({ apart }),
      }),
    default: {
      form: 'json',
      contentType: 'application/problem+json',
      fields: {
        type: '/type',
        title: '/title',
        status: '/status',
        detail: '/detail',
        code: '/code',
        field: '/field',
      },
    },
    words: (body) => {
      if (body.form === 'empty') return 'none';
      const standard = body.contentType === 'application/problem+json' ? ' (RFC 9457)' : '';
      return `\`${body.contentType}\`${standard}`;
    },
  }),
  defineOpening({
    id: 'errors.status',
    sections: ['7'],
    open: 'error statuses outside the token request',
    shapes: ['rate-limited', 'refused'],
    schema: () => partial(described(refusals, ref('anyStatus'))),
    default: {
      malformed: 400,
      invalid: 422,
      'content-type': 415,
      'too-large': 413,
      'unknown-id': 404,
      'deleted-id': 404,
      'unknown-path': 404,
      'method-not-allowed': 405,
      conflict: 409,
      forbidden: 403,
      'rate-limited': 429,
      failed: 500,
    },
    words: (statuses) => `${[...new Set(Object.values(statuses))].sort().join(', ')} in the sense of HTTP`,
  }),
] as const;
