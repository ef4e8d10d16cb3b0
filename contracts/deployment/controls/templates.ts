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

type Value = string | number | bigint | boolean | null;
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

/** The names in the parts of a control that are text, and so cannot be left out as an option can. */
export function namesInTexts(control: Control | undefined): Set<string> {
  if (control?.by === 'http')
    return namesIn([control.url, control.headers, typeof control.body === 'string' ? control.body : null]);
  const parts = control?.by === 'command' ? control.command.map(commandPart) : [];
  return new Set(parts.flatMap((part) => (part && 'name' in part && part.prefix === '' ? [part.name] : [])));
}

/** How a value is written where a text has it. Throws `ValueUnfit` for one that does not fit there. */
type Encode = (value: Value, name: string) => string;

/** A text with its values in place, each encoded. Names that are none of the values stay as they are. Throws `ValueMissing`. */
export function fillText(template: string, values: Values, encode: Encode): string {
  return template.replace(PLACEHOLDER, (text, name: string) => {
    const value = values[name];
    if (!Object.hasOwn(values, name) && !isSecretName(name)) return text;
    if (value === undefined) throw new ValueMissing(name);
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
  if (typeof template === 'string') {
    const only = WHOLE.exec(template)?.[1];
    if (only !== undefined && Object.hasOwn(values, only)) return values[only];
    const isLacking = (name: string) =>
      !isSecretName(name) && Object.hasOwn(values, name) && values[name] === undefined;
    return templateNames(template).some(isLacking) ? undefined : fillText(template, values, asText);
  }
  if (template === null || typeof template !== 'object') return template;
  const filled = Object.entries(template)
    .map(([name, inside]): [string, Json | undefined] => [name, fillJson(inside, values)])
    .filter((entry): entry is [string, Json] => entry[1] !== undefined);
  if (filled.length === 0 && Object.keys(template).length > 0) return undefined;
  return Array.isArray(template) ? filled.map(([, value]) => value) : Object.fromEntries(filled);
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
  const fill = (part: string) => {
    const filled = fillText(part, values, segment);
    const [name] = templateNames(part);
    if (name !== undefined && (filled === '' || isDotSegment(filled)))
      throw new ValueUnfit(name, filled, 'a path takes no empty segment, no . and no ..');
    return filled;
  };
  return template.split('/').map(fill).join('/');
}

/** A value as text; `null` is the empty text. */
function asText(value: Value): string {
  return value === null ? '' : String(value);
}

/** Writes a value as it is, or in a form of its own, where it is of a form. */
const fitting =
  (takes: string, fits: (value: Value, name: string) => boolean, write: (text: string) => string): Encode =>
  (value, name) => {
    if (fits(value, name)) return write(asText(value));
    throw new ValueUnfit(name, value, takes);
  };

const PLAIN = /^(?!-|\.{1,2}$)[A-Za-z0-9._:@+-]{1,200}$/;

/** Keeps to letters that no structure of a text can give a meaning. Numbers, booleans and "none" are always plain. */
export const plain = fitting(
  'it takes 1 to 200 letters, digits and . _ : @ + - and must not begin with -, nor be . or ..',
  (value, name) => typeof value !== 'string' || PLAIN.test(value) || isSecretName(name),
  String,
);

/** The query of an address, or a form. */
export const component = fitting(
  'it takes no control characters and no lone surrogates',
  (value) => !/[\p{Cc}\p{Cs}]/u.test(asText(value)),
  encodeURIComponent,
);

/** Some servers decode a path before they split it, so an encoded slash must not pass either. */
const segment: Encode = (value, name) =>
  component(
    fitting('a path takes no / \\ and %', (one) => !/[/\\%]/.test(asText(one)), String)(value, name),
    name,
  );

const printable = fitting(
  'a header takes printable ASCII',
  (value) => /^[\x20-\x7e]*$/.test(asText(value)),
  String,
);

/** A header that is one value takes any printable text, and so does a secret, which mostly follows a word such as "Bearer"; among other text a value is plain. */
export function inHeader(template: string): Encode {
  const isWhole = /^\{\w+\}$/.test(template);
  return (value, name) => (isWhole || isSecretName(name) ? printable : plain)(value, name);
}
