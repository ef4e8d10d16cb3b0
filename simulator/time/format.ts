/** Instants as text. */
import type { EpochMs } from './timeline.ts';

/** ISO 8601 in UTC with milliseconds: `2026-01-05T08:00:00.000Z`. */
export function isoUtc(at: EpochMs): string {
  return new Date(at).toISOString();
}

let cachedSecond = Number.NaN;
let cachedText = '';

/** The form of the HTTP `Date` header (RFC 9110). Cached, since replies of one second share it. */
export function httpDate(at: EpochMs): string {
  const second = Math.floor(at / 1000);
  if (second !== cachedSecond) {
    cachedSecond = second;
    cachedText = new Date(second * 1000).toUTCString();
  }
  return cachedText;
}
