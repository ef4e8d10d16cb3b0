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

/** A text needs a value that was not given, or that does not fit where it stands. The message is to be read after "the control". */
export class Unfilled extends Error {
  override readonly name = 'Unfilled';
  /** Tells whether a control that reads the settings would give the value. */
  readonly isUnread: boolean;

  constructor(message: string, isUnread = false) {
    super(message);
    this.isUnread = isUnread;
  }
}

function missing(name: string): Unfilled {
  if (isSecretName(name))
    return new Unfilled(`asks for the environment variable ${name.slice(1)}, which is not set`);
  const why = `asks for {${name}}, which was not set and which the control readLimits does not return`;
  return new Unfilled(why, true);
}

/** The names in the parts of a control that are text, and so cannot be left out as an option can. */
export function namesInTexts(control: Control | undefined): readonly string[] {
  if (control?.by === 'http')
    return [control.url, ...Object.values(control.headers ?? {}), control.body].flatMap((text) =>
      typeof text === 'string' ? templateNames(text) : [],
    );
  const parts = control?.by === 'command' ? control.command.map(commandPart) : [];
  return parts.flatMap((part) => (part && 'name' in part && part.prefix === '' ? [part.name] : []));
}

/** How a value is written where a text has it. Throws `Unfilled` for one that does not fit there. */
export type Encode = (value: Value, name: string) => string;

/** A text with its values in place, each encoded. Names that are none of the values stay as they are. Throws `Unfilled`. */
export function fillText(template: string, values: Values, encode: Encode): string {
  return template.replace(PLACEHOLDER, (text, name: string) => {
    const value = values[name];
    if (!Object.hasOwn(values, name) && !isSecretName(name)) return text;
    if (value === undefined) throw missing(name);
    return encode(value, name);
  });
}

/**
 * A JSON value with its values in place. A text that is one placeholder becomes the value itself,
 * number, boolean or `null`. A part without a value is left out, and so is a part that is empty without it:
 * a body then says nothing of what it does not change. `undefined`: nothing is left.
 */
export function fillJson(template: Json, values: Values): Json | undefined {
  if (typeof template === 'string') {
    const names = templateNames(template).filter((name) => Object.hasOwn(values, name));
    if (names.some((name) => values[name] === undefined)) return undefined;
    const [name] = names;
    return name !== undefined && template === `{${name}}`
      ? values[name]
      : fillText(template, values, (value) => asText(value));
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
  if (value === undefined && prefix === '') throw missing(name);
  return value === undefined ? [] : [prefix + (prefix === '' ? argument : plain)(value, name)];
}

/** The path of an address with its values. It has as many segments as the template, and leads nowhere else. */
export function fillPath(template: string, values: Values): string {
  const fill = (part: string) => {
    const filled = fillText(part, values, segment);
    const [name] = templateNames(part);
    if (name !== undefined && (filled === '' || isDotSegment(filled)))
      throw unfit(filled, name, 'a path takes no empty segment, no . and no ..');
    return filled;
  };
  return template.split('/').map(fill).join('/');
}

/** A value as text; `null` is the empty text. */
function asText(value: Value): string {
  return value === null ? '' : String(value);
}

const MAX_SHOWN = 60;

/** @param takes what the place takes, in words */
function unfit(value: Value, name: string, takes: string): Unfilled {
  const shown = exactJsonText(asText(value).slice(0, MAX_SHOWN));
  return new Unfilled(`cannot carry the value ${shown} of {${name}}: ${takes}`);
}

/** Writes a value as it is, or in a form of its own, where it fits. */
const fitting =
  (
    takes: string,
    fits: (value: Value, name: string) => boolean,
    write: (text: string) => string = String,
  ): Encode =>
  (value, name) => {
    if (!fits(value, name)) throw unfit(value, name, takes);
    return write(asText(value));
  };

const PLAIN = /^(?!-|\.{1,2}$)[A-Za-z0-9._:@+-]{1,200}$/;

/** Keeps to letters that no structure of a text can give a meaning. Numbers, booleans and "none" are always plain. */
export const plain = fitting(
  'it takes 1 to 200 letters, digits and . _ : @ + - and must not begin with -, nor be . or ..',
  (value, name) => typeof value !== 'string' || PLAIN.test(value) || isSecretName(name),
);

/** A negative number has to follow `--option=`. */
const argument: Encode = (value, name) =>
  fitting('an argument must not begin with -', (one) => !asText(one).startsWith('-'))(
    plain(value, name),
    name,
  );

/** The query of an address, or a form. */
export const component = fitting(
  'it takes no control characters and no lone surrogates',
  (value) => !/[\p{Cc}\p{Cs}]/u.test(asText(value)),
  encodeURIComponent,
);

/** Some servers decode a path before they split it, so an encoded slash must not pass either. */
const segment = fitting(
  'a path takes no / \\ and %, no control characters and no lone surrogates',
  (value) => !/[/\\%\p{Cc}\p{Cs}]/u.test(asText(value)),
  encodeURIComponent,
);

const printable = fitting('a header takes printable ASCII', (value) => /^[\x20-\x7e]*$/.test(asText(value)));

/** A header that is one value takes any printable text, and so does a secret, which mostly follows a word such as "Bearer"; among other text a value is plain. */
export function inHeader(template: string): Encode {
  const isWhole = /^\{\w+\}$/.test(template);
  return (value, name) => (isWhole || isSecretName(name) ? printable : plain)(value, name);
}
