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
import { mapTable } from '../../kit/tables.ts';
import { forms, ref } from '../forms.ts';
import { defineOpening } from './define.ts';
import { shape } from './payloads.ts';

/** Why a request of an operation is refused, and the usual status. */
const refused = {
  malformed: [400, 'the body is not JSON'],
  invalid: [422, 'the body is JSON, but not what the operation takes'],
  'content-type': [415, 'the body is of another content type'],
  'too-large': [413, 'the body is longer than the service reads'],
  'unknown-id': [404, 'no such device, group or user'],
  'deleted-id': [404, 'an id that was once in use'],
  'unknown-path': [404, 'no such path'],
  'method-not-allowed': [405, 'a path that does not take the method'],
  conflict: [409, 'the state of the fleet forbids it'],
  forbidden: [403, 'this token may not'],
  'rate-limited': [429, 'too many requests'],
  failed: [500, 'the service itself failed'],
} as const;

/** The same in words alone. */
export const refusals = mapTable(refused, ([, words]) => words);

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
    'Single refusals with a body of their own: more fields of one that is JSON, or another body altogether.',
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
    default: mapTable(refused, ([status]) => status),
    words: (statuses) => `${[...new Set(Object.values(statuses))].sort().join(', ')} in the sense of HTTP`,
  }),
] as const;
