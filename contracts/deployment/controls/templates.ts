/**
 * Templates: a profile's texts and bodies with `{name}` in them, and the values for the names. Ids and settings come from the
 * deployment: what it says must stay one argument, one segment of a path, one field, whatever reads it afterwards.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
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

/** A text needs a value that was not given, or that does not fit there. The message is to be read after "the control". */
export class Unfilled extends Error {
  override readonly name = 'Unfilled';
  /** Tells whether a control that reads the settings would give the value. */
  readonly isUnread: boolean;

  constructor(message: string, isUnread = false) {
    super(message);
    this.isUnread = isUnread;
  }
}

const MAX_SHOWN = 60;
/** Letters that no structure of a text can give a meaning. */
const PLAIN = /^(?!-|\.{1,2}$)[A-Za-z0-9._:@+=-]{1,200}$/;

/** Writes a value as it is. Numbers, booleans and "none" are always plain; a secret is the user's own, and no message shows it. */
export function plain(value: Value, name: string): string {
  const text = value === null ? '' : String(value);
  if (typeof value !== 'string' || isSecretName(name) || PLAIN.test(text)) return text;
  const shown = exactJsonText(text.slice(0, MAX_SHOWN));
  const takes = '1 to 200 letters, digits and . _ : @ + = - and must not begin with -, nor be . or ..';
  throw new Unfilled(`cannot carry the value ${shown} of {${name}}: it takes ${takes}`);
}

/** Writes a value for an address, or a form. */
export function encoded(value: Value, name: string): string {
  return encodeURIComponent(plain(value, name));
}

/** A text with its values in place. Names that are none of the values stay as they are. Throws `Unfilled`. */
export function fillText(template: string, values: Values, write = plain): string {
  return template.replace(PLACEHOLDER, (text, name: string) => {
    const value = values[name];
    if (!Object.hasOwn(values, name) && !isSecretName(name)) return text;
    if (value === undefined) throw missing(name);
    return write(value, name);
  });
}

function missing(name: string): Unfilled {
  if (isSecretName(name))
    return new Unfilled(`asks for the environment variable ${name.slice(1)}, which is not set`);
  const why = `asks for {${name}}, which was not set and which the control readLimits does not return`;
  return new Unfilled(why, true);
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
      : fillText(template, values, (value) => (value === null ? '' : String(value)));
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
  if (value === undefined) return [];
  const argument = prefix + plain(value, name);
  // A negative number has to follow `--option=`.
  if (prefix === '' && argument.startsWith('-'))
    throw new Unfilled(`cannot carry the value ${argument} of {${name}}: an argument must not begin with -`);
  return [argument];
}

/** The path of an address with its values. It has as many segments as the template, and leads nowhere else. */
export function fillPath(template: string, values: Values): string {
  const fill = (part: string) => {
    const filled = fillText(part, values, encoded);
    if (filled !== part && (filled === '' || isDotSegment(filled)))
      throw new Unfilled(
        `cannot carry ${part} as ${filled || 'nothing'}: a path takes no empty segment, no . and no ..`,
      );
    return filled;
  };
  return template.split('/').map(fill).join('/');
}
