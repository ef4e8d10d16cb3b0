/** Rate limits, versions, and how soon a write can be read. */

import { durationMs } from '../../kit/durations.ts';
import type { SomeWatches } from './observer.ts';

/** Time is let pass in steps of about a second, so that a delay is known no better. */
const STEP = 1_500;

export const answerObservers = {
  async 'rate-limit'({ transport, profile }) {
    const { limit: met, outage: unavailableAt } = transport.putOffAt;
    const pinned = profile.openings['rate-limit'];
    const limit =
      met === undefined ? `none met in ${transport.exchanges.length} requests` : `met after ${met} requests`;
    // A service that is unavailable for a while has not limited requests.
    const also = unavailableAt === undefined ? [] : [`unavailable for a while after ${unavailableAt}`];
    return {
      observed: [limit, ...also].join('; '),
      pinned:
        pinned === undefined ? undefined : pinned ? `${pinned.requests} requests per ${pinned.per}` : 'none',
      holds: pinned === null ? met === undefined : undefined,
      notCompared: 'the run keeps below the limit that the profile states',
      exchanges: [met, unavailableAt].filter((index) => index !== undefined),
    };
  },

  async versioning({ tokens, profile }) {
    const { headers, exchange } = await tokens.first();
    const versions = Object.entries(headers).filter(([name]) => /version/.test(name));
    const pinned = profile.openings.versioning;
    const promised = Object.entries(pinned?.headers ?? {});
    return {
      observed:
        versions.length > 0
          ? versions.map(([name, value]) => `${name}: ${value}`).join(', ')
          : 'no header gives a version',
      pinned:
        pinned === undefined
          ? undefined
          : promised.map(([name, value]) => `${name}: ${value}`).join(', ') || 'none',
      holds:
        pinned === null
          ? versions.length === 0
          : pinned && promised.every(([name, value]) => headers[name.toLowerCase()] === value),
      exchanges: [exchange],
    };
  },

  async consistency({ profile, counts: { slowestWrite }, made }) {
    if (!made.any) return undefined;
    const pinned = profile.openings.consistency?.readableAfter;
    return {
      observed: slowestWrite === 0 ? 'at once' : `after up to ${slowestWrite} ms`,
      pinned,
      holds: pinned === undefined ? undefined : slowestWrite <= durationMs(pinned) + STEP,
      exchanges: [],
    };
  },
} satisfies SomeWatches;
