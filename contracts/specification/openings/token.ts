/** The token request, and calls without a good token. */
import { durationMs, spokenDuration } from '../../kit/durations.ts';
import {
  anything,
  describe,
  each,
  integer,
  list,
  map,
  object,
  oneOf,
  optional,
  orWord,
} from '../../kit/schema.ts';
import { forms, ref } from '../forms.ts';
import { guardedOperations } from '../operations.ts';
import { choice, defineOpening } from './define.ts';
import { headers } from './payloads.ts';

export const tokenOpenings = [
  defineOpening({
    id: 'token.lifetime',
    sections: ['5'],
    open: 'how long a token lives',
    decides: 'state',
    shapes: ['issueToken'],
    schema: () => ref('duration'),
    default: 'PT1H',
    words: (lifetime) => spokenDuration(durationMs(lifetime)),
  }),
  defineOpening({
    id: 'token.status',
    sections: ['4.1', '7'],
    open: 'the status of a token request that is granted, and of one that fails',
    shapes: ['issueToken', 'refused-token-request'],
    schema: () =>
      object({
        issued: ref('successStatus'),
        refused: ref('anyStatus'),
        incomplete: optional(
          describe(
            'The status of a request without user name or key, where that is another one.',
            ref('anyStatus'),
          ),
        ),
        also: optional(
          describe(
            'Further fields of the reply, with a value such as theirs.',
            object(each(['issued', 'refused'], optional(map(anything, forms.pointer)))),
          ),
        ),
        expires: optional(
          describe(
            'How `expires` is written: digits of the fraction of a second, and Z or +00:00.',
            object({ fraction: integer({ minimum: 0, maximum: 9 }), zone: oneOf('Z', '+00:00') }),
          ),
        ),
      }),
    default: { issued: 200, refused: 401 },
    words: ({ issued, refused, incomplete = refused }) =>
      `${issued} and ${[...new Set([refused, incomplete])].join(' or ')}`,
  }),
  defineOpening({
    id: 'token.malformed',
    sections: ['4.1', '7'],
    open: 'the answer to a token request that is not JSON or of another content type',
    shapes: ['malformed-token-request'],
    schema: () => object({ notJson: ref('anyStatus'), contentType: orWord(forms.anyStatus, 'ignored') }),
    default: { notJson: 400, contentType: 415 },
    words: ({ notJson, contentType }) => `${notJson} and ${contentType}, in the shape of a failed request`,
  }),
  defineOpening({
    id: 'token.live-when-disabled',
    sections: ['5'],
    open: 'what a live token may do once API access is switched off',
    decides: 'state',
    shapes: ['unauthenticated', 'forbidden'],
    ...choice({ refused: 'nothing: it is refused like an expired one', works: 'all that it could before' }),
    default: 'refused',
  }),
  defineOpening({
    id: 'token.older',
    sections: ['5'],
    open: 'whether an older token still works after a renewal',
    decides: 'state',
    ...choice({ works: 'it works until it ends', ends: 'no: a new token ends all older ones' }),
    default: 'works',
  }),
  defineOpening({
    id: 'token.reissue',
    sections: ['5'],
    open: 'what a token request gets while an earlier token lives',
    decides: 'state',
    ...choice({ new: 'a new token', same: 'the same token again, until it ends' }),
    default: 'new',
  }),
  defineOpening({
    id: 'auth.other-ways',
    sections: ['5'],
    open: 'whether a token is also taken elsewhere than in the header, or under another scheme',
    schema: () =>
      describe(
        'Where a token is taken beside `Authorization: Bearer`: in the query or a cookie named `access_token`, in the header `X-Access-Token`, or under the scheme `Token`.',
        object({ accepts: list(oneOf('query', 'cookie', 'header', 'scheme'), { uniqueItems: true }) }),
      ),
    default: { accepts: [] },
    words: ({ accepts }) => accepts.join(', ') || 'no',
  }),
  defineOpening({
    id: 'auth.refusal',
    sections: ['5', '7'],
    open: 'status, headers and body for a missing, wrong or expired token',
    shapes: ['unauthenticated', 'forbidden'],
    schema: () => object({ status: ref('anyStatus'), headers, body: oneOf('error', 'empty') }),
    default: { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: 'error' },
    words: ({ status, headers, body }) => {
      const lines = Object.entries(headers).map(([name, value]) => `\`${name}: ${value}\``);
      return [status, 'with', ...lines, 'and', body === 'error' ? 'an error body' : 'no body'].join(' ');
    },
  }),
  defineOpening({
    id: 'auth.roles',
    sections: ['5'],
    open: 'which users may call which operations',
    shapes: ['forbidden'],
    schema: () =>
      describe(
        'Operations that a token of the account may not call.',
        object({ mayNotCall: list(oneOf(...guardedOperations.map(({ id }) => id)), { uniqueItems: true }) }),
      ),
    default: { mayNotCall: [] },
    words: ({ mayNotCall }) =>
      `every valid token may call all${mayNotCall.length > 0 ? ` but ${mayNotCall.join(', ')}` : ''}`,
  }),
] as const;
