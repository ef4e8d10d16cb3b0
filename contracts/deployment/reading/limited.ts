/** Answers that may be those of a limit of requests, and so are about the client and not about what it asked for. */
import type { Profile } from '../../profile/profile.ts';
import type { Exchange } from '../exchange.ts';

const TOO_MANY = 429;

/** The status by which the profile names a limit of requests; `undefined` where another refusal has it too. */
export function limitStatus({ openings }: Pick<Profile, 'openings'>): number | undefined {
  const { 'rate-limited': limit, ...others } = openings['errors.status'] ?? {};
  return Object.values<unknown>(others).includes(limit) ? undefined : limit;
}

/** Returns whether an answer without a word on how long to wait may be that of a limit. */
export function mayBeLimit(profile: Pick<Profile, 'openings'>, status: number | undefined): boolean {
  const limit = profile.openings['rate-limit'];
  if (status === undefined || limit === null || limit?.retryAfter) return false;
  return status === TOO_MANY || status === limitStatus(profile);
}

/** Returns whether one of these exchanges was answered so: what it shows then is not known. */
export function isInLimit(
  {
    profile,
    transport,
  }: { profile: Pick<Profile, 'openings'>; transport: { exchanges: readonly Exchange[] } },
  exchanges: readonly number[],
): boolean {
  return exchanges.some((index) => mayBeLimit(profile, transport.exchanges[index]?.reply?.status));
}
