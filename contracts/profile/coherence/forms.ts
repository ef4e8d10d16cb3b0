/** Texts of a form that no pattern can tell: durations, pointers, time zones and headers, by the `format` of their schemas. */
import { DAY, parseDuration } from '../../kit/durations.ts';
import { didYouMean } from '../../kit/suggest.ts';
import { isTimeZone } from '../../kit/times.ts';
import { quoted } from '../../kit/untrusted.ts';
import { pointerFault } from '../pointer.ts';

interface Fault {
  code: string;
  message: string;
  hint?: string;
}

const HUNDRED_YEARS = { ms: 36_525 * DAY, words: 'a hundred years' };

/** The fault of a duration: of no form, zero, or too long. */
export function durationFault(
  text: string,
  { mayBeZero = false, longest = HUNDRED_YEARS } = {},
): Fault | undefined {
  const length = parseDuration(text);
  if (length === undefined || length < 0)
    return { code: 'DURATION_INVALID', message: `${quoted(text)} is not a duration such as PT1H` };
  if (length > longest.ms)
    return { code: 'DURATION_TOO_LONG', message: `${quoted(text)} is longer than ${longest.words}` };
  return length > 0 || mayBeZero ? undefined : { code: 'DURATION_ZERO', message: 'must be longer than zero' };
}

/** Headers that the server itself answers for. */
const ownHeaders = /^(connection|content-length|content-type|date|keep-alive|transfer-encoding|upgrade)$/i;

/** The fault of a text, by the format of its schema. */
export const formats: { readonly [format: string]: (text: string) => Fault | undefined } = {
  'json-pointer': pointerFault,
  'fixed-duration': (text) => durationFault(text),
  delay: (text) => durationFault(text, { mayBeZero: true }),
  'zone-name'(zone) {
    if (zone === 'account' || isTimeZone(zone)) return undefined;
    const zones = ['account', ...Intl.supportedValuesOf('timeZone')];
    const hint = didYouMean(zone, zones) ?? 'take a name such as Europe/Berlin';
    return { code: 'TIME_ZONE_UNKNOWN', message: `there is no time zone ${quoted(zone)}`, hint };
  },
  'header-name': (name) =>
    ownHeaders.test(name)
      ? { code: 'HEADER_RESERVED', message: `the server itself writes the header ${quoted(name)}` }
      : undefined,
};
