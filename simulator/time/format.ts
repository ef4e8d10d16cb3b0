/** Instants as HTTP writes them. */
import type { EpochMs } from './timeline.ts';

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
