/** Between the values that histories reckon with and those that a deployment's controls take and give. */
import { durationMs } from '../../kit/durations.ts';
import { spanUnits, type Translations } from '../../profile/controls.ts';
import type { ControlFacts } from './facts.ts';
import type { Value, Values } from './templates.ts';

/** The values as the deployment writes them. A value without a translation stays as it is. */
export function written(values: Values, translations: Translations = {}): Values {
  const entries = Object.entries(values).map(([fact, value]) => [fact, writtenAs(value, translations[fact])]);
  return Object.fromEntries(entries);
}

function writtenAs(value: Value | undefined, translation: Translations[string] | undefined) {
  if (value === undefined || translation === undefined) return value;
  // Rounded up: a clock that falls short of a moment would not have reached it.
  if (typeof translation === 'string') return Math.ceil(durationMs(String(value)) / spanUnits[translation]);
  const canonical = String(value);
  return Object.hasOwn(translation, canonical) ? translation[canonical] : value;
}

/** Translates an answer into the values that histories reckon with. */
export function understood(facts: ControlFacts, translations: Translations = {}): ControlFacts {
  const entries = Object.entries(facts).map(([fact, value]) => [
    fact,
    canonicalOf(value, translations[fact]),
  ]);
  return Object.fromEntries(entries);
}

/** Numbers and texts of equal form are the same word: one deployment writes `1`, its command prints `"1"`. */
function canonicalOf(value: unknown, translation: Translations[string] | undefined): unknown {
  if (
    translation === undefined ||
    typeof translation === 'string' ||
    (typeof value === 'object' && value !== null)
  )
    return value;
  const canonical = Object.keys(translation).find((name) => String(translation[name]) === String(value));
  if (canonical === undefined) return value;
  return canonical === 'null' ? null : canonical;
}
