/** Between the values that histories reckon with and those that a deployment's controls take and give. */
import { durationMs } from '../../kit/durations.ts';
import { controlFactKinds, spanUnits, type Translations } from '../../profile/controls.ts';
import { opaqueId } from '../../profile/lens/ids.ts';
import type { JsonPointer } from '../../profile/openings.ts';
import { follow, parsePointer } from '../../profile/pointer.ts';
import type { Values } from './templates.ts';

/** The facts that an answer gives, in the types that histories reckon with; what is not there, or none of these, is absent. */
export type ControlFacts = { readonly [fact: string]: unknown };

/** The values as the deployment writes them. A value without a translation stays as it is. */
export function written(values: Values, translations: Translations = {}): Values {
  const entries = Object.entries(values).map(([fact, value]) => {
    const translation = translations[fact];
    if (value === undefined || translation === undefined) return [fact, value];
    // Rounded up: a clock that falls short of a moment would not have reached it.
    if (typeof translation === 'string')
      return [fact, Math.ceil(durationMs(String(value)) / spanUnits[translation])];
    return [fact, Object.hasOwn(translation, String(value)) ? translation[String(value)] : value];
  });
  return Object.fromEntries(entries);
}

/** Reads the facts that a profile has a place for. */
export function readFacts(
  json: unknown,
  reads: { readonly [fact: string]: JsonPointer } = {},
  translations: Translations = {},
): ControlFacts {
  const found = Object.entries(reads).map(([fact, pointer]) => {
    const value = canonicalOf(follow(json, parsePointer(pointer)), translations[fact]);
    return [fact, value === null && noneIsLawful.has(fact) ? null : typed(fact, value)] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** Numbers and texts of equal form are the same word: one deployment writes `1`, its command prints `"1"`. */
function canonicalOf(value: unknown, translation: Translations[string] | undefined): unknown {
  const isPlain = typeof value !== 'object' || value === null;
  if (translation === undefined || typeof translation === 'string' || !isPlain) return value;
  const canonical = Object.keys(translation).find((name) => String(translation[name]) === String(value));
  return canonical === 'null' ? null : (canonical ?? value);
}

/** Facts of which `null` says that there is none. */
const noneIsLawful: ReadonlySet<string> = new Set(['dailyEmail', 'dailySms', 'expirationDate']);

/** By the kinds of facts; `undefined` for what is none. Scripts answer in text. */
const kinds: { readonly [kind: string]: (value: unknown) => unknown } = {
  switch: (value) => [true, false].find((one) => String(one) === String(value)),
  count(value) {
    const isCount = ['bigint', 'number', 'string'].includes(typeof value) && String(value).trim() !== '';
    return isCount && Number.isFinite(Number(value)) ? Number(value) : undefined;
  },
  /** The date of a date, or of a date and time. */
  date: (value) => (typeof value === 'string' ? /^\s*(\d{4}-\d\d-\d\d)/.exec(value)?.[1] : undefined),
  licence: (value) => ['used', 'expired'].find((word) => word === value),
  id: (value) => opaqueId(typeof value === 'string' ? value.trim() : value),
};

const kindOf: ReadonlyMap<string, string> = new Map(Object.entries(controlFactKinds));

function typed(fact: string, value: unknown): unknown {
  const read = kinds[kindOf.get(fact) ?? ''];
  return read && value !== undefined ? read(value) : value;
}
