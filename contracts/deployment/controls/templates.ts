/**
 * Templates: a profile's texts and bodies with `{name}` in them, and the values for the names. Ids and settings come from the
 * deployment: what it says must stay one argument, one segment of a path, one field, whatever reads it afterwards.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
import type { Control } from '../../profile/profile.ts';
import {
  commandPart,
  isDotSegment,
  isSecretName,
  PLACEHOLDER,
  templateNames,
} from '../../profile/templates.ts';

export type Value = string | number | bigint | boolean | null;
/** A name without a value is one that is left as it is. */
export type Values = { readonly [name: string]: Value | undefined };

/** A text needs a value that was not given. */
export class ValueMissing extends Error {
  override readonly name = 'ValueMissing';
  readonly value: string;

  constructor(value: string) {
    super(`{${value}} has no value.`);
    this.value = value;
  }
}

/** A value does not fit where its template has it. */
export class ValueUnfit extends Error {
  override readonly name = 'ValueUnfit';

  /** @param takes what the place takes, in words */
  constructor(name: string, value: Value, takes: string) {
    super(`the value ${exactJsonText(asText(value).slice(0, MAX_SHOWN))} of {${name}}: ${takes}`);
  }
}

const MAX_SHOWN = 60;

/** The names that a template of any shape asks for. */
export function namesIn(template: unknown): Set<string> {
  if (typeof template === 'string') return new Set(templateNames(template));
  if (template === null || typeof template !== 'object') return new Set();
  return new Set(Object.values(template).flatMap((inside) => [...namesIn(inside)]));
}

/** The names in the parts of a control that are text, and so cannot be left out. */
export function namesInTexts(control: Control | undefined): Set<string> {
  if (control?.by === 'command') return namesIn(control.command.filter((part) => !isOption(part)));
  if (control?.by !== 'http') return new Set();
  return namesIn([control.url, control.headers, typeof control.body === 'string' ? control.body : null]);
}

function isOption(text: string): boolean {
  const part = commandPart(text);
  return part !== undefined && 'prefix' in part && part.prefix !== '';
}

/** How a value is written where a text has it. Throws `ValueUnfit` for one that does not fit there. */
type Encode = (value: Value, name: string) => string;

/** A text with its values in place, each encoded. Names that are none of the values stay as they are. Throws `ValueMissing`. */
export function fillText(template: string, values: Values, encode: Encode): string {
  return template.replace(PLACEHOLDER, (text, name: string) => {
    const isNamed = Object.hasOwn(values, name);
    const value = values[name];
    if (!isNamed && !isSecretName(name)) return text;
    if (!isNamed || value === undefined) throw new ValueMissing(name);
    return encode(value, name);
  });
}

const WHOLE = /^\{(\$[A-Za-z_]\w*|[A-Za-z]\w*)\}$/;

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

/** A part of a command with its value; an option such as `--sms={dailySms}` is left out when its value is unknown. */
export function fillArgument(text: string, values: Values): string[] {
  const part = commandPart(text);
  if (!part || 'text' in part || !Object.hasOwn(values, part.name)) return [text];
  const { name, prefix } = part;
  const value = values[name];
  if (value === undefined && prefix === '') throw new ValueMissing(name);
  if (value === undefined) return [];
  const argument = prefix + plain(value, name);
  // A negative number has to follow `--option=`.
  if (prefix === '' && argument.startsWith('-'))
    throw new ValueUnfit(name, value, 'an argument must not begin with -');
  return [argument];
}

/** The path of an address with its values. It has as many segments as the template, and leads nowhere else. */
export function fillPath(template: string, values: Values): string {
  const written = template.split('/');
  const filled = written.map((part) => fillText(part, values, segment));
  for (const [at, part] of filled.entries()) {
    const [name] = templateNames(written[at] ?? '');
    if (name === undefined || (part !== '' && !isDotSegment(part))) continue;
    throw new ValueUnfit(name, part, 'a path takes no empty segment, no . and no ..');
  }
  return filled.join('/');
}

/** A value as text; `null` is the empty text. */
function asText(value: Value): string {
  return value === null ? '' : String(value);
}

const PLAIN = /^(?!-|\.{1,2}$)[A-Za-z0-9._:@+-]{1,200}$/;

/** Keeps to letters that no structure of a text can give a meaning. Numbers, booleans and "none" are always plain. */
export const plain: Encode = (value, name) => {
  const text = asText(value);
  if (typeof value !== 'string' || PLAIN.test(text) || isSecretName(name)) return text;
  throw new ValueUnfit(
    name,
    value,
    'it takes 1 to 200 letters, digits and . _ : @ + - and must not begin with -, nor be . or ..',
  );
};

/** The query of an address, or a form. */
export const component: Encode = (value, name) => {
  const text = asText(value);
  if (/[\p{Cc}\p{Cs}]/u.test(text))
    throw new ValueUnfit(name, value, 'it takes no control characters and no lone surrogates');
  return encodeURIComponent(text);
};

/** Some servers decode a path before they split it, so an encoded slash must not pass either. */
const segment: Encode = (value, name) => {
  if (/[/\\%]/.test(asText(value))) throw new ValueUnfit(name, value, 'a path takes no / \\ and %');
  return component(value, name);
};

/** A header that is one value takes any printable text, and so does a secret; among other text a value is plain. */
export function inHeader(template: string): Encode {
  const isWhole = /^\{\w+\}$/.test(template);
  return (value, name) => {
    // A secret is the user's own, and mostly follows a word such as "Bearer".
    if (!isWhole && !isSecretName(name)) return plain(value, name);
    const text = asText(value);
    if (/^[\x20-\x7e]*$/.test(text)) return text;
    throw new ValueUnfit(name, value, 'a header takes printable ASCII');
  };
}
