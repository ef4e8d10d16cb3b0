/** The service as a whole. */
import { durationMs, spokenDuration } from '../../kit/durations.ts';
import { describe, integer, object, orNull, yesNo } from '../../kit/schema.ts';
import { ref } from '../forms.ts';
import { choice, defineOpening } from './define.ts';
import { headers } from './payloads.ts';

export const serviceOpenings = [
  defineOpening({
    id: 'events',
    sections: ['6'],
    open: 'events, webhooks and notifications of the API',
    ...choice({ none: 'none in the API; a stream on the control API' }),
    default: 'none',
  }),
  defineOpening({
    id: 'rate-limit',
    sections: ['8'],
    open: 'rate limits of the API',
    shapes: ['rate-limited'],
    schema: () =>
      orNull(object({ requests: integer({ minimum: 1 }), per: ref('duration'), retryAfter: yesNo })),
    default: null,
    words: (limit) => (limit === null ? 'none' : `${limit.requests} requests per ${spoken(limit.per)}`),
  }),
  defineOpening({
    id: 'versioning',
    sections: ['9'],
    open: 'version numbers, compatibility and deprecation',
    schema: () => describe('Headers of every reply that carry a version.', orNull(object({ headers }))),
    default: null,
    words: (versioning) => {
      const lines = Object.entries(versioning?.headers ?? {}).map(([name, value]) => `\`${name}: ${value}\``);
      return lines.join(', ') || 'none';
    },
  }),
  defineOpening({
    id: 'consistency',
    sections: ['4.2'],
    open: 'how soon a write can be read',
    schema: () =>
      describe(
        'How long after a write of a group, a user or a location reads still show what was before.',
        object({ readableAfter: ref('delay') }),
      ),
    default: { readableAfter: 'PT0S' },
    words: ({ readableAfter }) =>
      durationMs(readableAfter) === 0 ? 'at once' : `after ${spoken(readableAfter)}`,
  }),
] as const;

function spoken(duration: string): string {
  return spokenDuration(durationMs(duration));
}
