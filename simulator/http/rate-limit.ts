/** The profile's rate limit (opening `rate-limit`): so many requests in each window of simulated time. */
import type { Answers } from '../../contracts/specification/openings/index.ts';
import { CallLimit } from '../faults/limit.ts';
import { parseDuration } from '../time/calendar.ts';

export type RateLimitAnswers = Answers<'rate-limit'>;

/** The rate limit of a profile; `undefined` where it has none. */
export function createRateLimit({ 'rate-limit': limit }: RateLimitAnswers): CallLimit | undefined {
  if (limit === null) return undefined;
  return new CallLimit(limit.requests, parseDuration(limit.per), limit.retryAfter ? 'retry-after' : 'none');
}
