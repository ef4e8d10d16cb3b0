/** Templates: a profile's texts and bodies with `{name}` in them, and the values for the names. */
import type { Json } from '../../kit/json.ts';
import { isSecretName, PLACEHOLDER, templateNames } from '../../profile/templates.ts';

export type Value = string | number | bigint | boolean | null;
/** A name without a value is one that is left as it is. */
export type Values = { readonly [name: string]: Value | undefined };

const WHOLE = /^\{(\$[A-Za-z_]\w*|[A-Za-z]\w*)\}$/;

/** A text needs a value that was not given. */
export class ValueMissing extends Error {
  override readonly name = 'ValueMissing';
  readonly value: string;

  constructor(value: string) {
    super(`{${value}} has no value.`);
    this.value = value;
  }
}

/** How a value is written where a text has it. Throws `ValueUnfit` for one that does not fit there. */
export type Encode = (value: Value, name: string) => string;

/** A text with its values in place, each encoded. Names that are none of the values stay as they are. Throws `ValueMissing`. */
export function fillText(template: string, values: Values, encode: Encode): string {
  return template.replace(PLACEHOLDER, (text, name: string) => {
    if (!Object.hasOwn(values, name)) {
      if (isSecretName(name)) throw new ValueMissing(name);
      return text;
    }
    const value = values[name];
    if (value === undefined) throw new ValueMissing(name);
    return encode(value, name);
  });
}

/**
 * A JSON value with its values in place. A text that is one placeholder becomes the value itself,
 * number, boolean or `null`. A part without a value is left out, and so is a part that is empty without it:
 * a body then says nothing of what it does not change. `undefined`: nothing is left.
 */
export function fillJson(template: Json, values: Values): Json | undefined {
  if (typeof template === 'string') return fillString(template, values);
  if (template === null || typeof template !== 'object') return template;
  const filled = Object.entries(template)
    .map(([name, inside]): [string, Json | undefined] => [name, fillJson(inside, values)])
    .filter((entry): entry is [string, Json] => entry[1] !== undefined);
  if (filled.length === 0 && Object.keys(template).length > 0) return undefined;
  return Array.isArray(template) ? filled.map(([, value]) => value) : Object.fromEntries(filled);
}

function fillString(template: string, values: Values): Json | undefined {
  const only = WHOLE.exec(template)?.[1];
  if (only !== undefined && Object.hasOwn(values, only)) return values[only];
  try {
    return fillText(template, values, asText);
  } catch (error) {
    if (error instanceof ValueMissing && !isSecretName(error.value)) return undefined;
    throw error;
  }
}

/** A value as text; `null` is the empty text. */
export function asText(value: Value): string {
  return value === null ? '' : String(value);
}

/** The names that a template of any shape asks for. */
export function namesIn(template: unknown): Set<string> {
  if (typeof template === 'string') return new Set(templateNames(template));
  if (template === null || typeof template !== 'object') return new Set();
  return new Set(Object.values(template).flatMap((inside) => [...namesIn(inside)]));
}
