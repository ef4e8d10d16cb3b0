/**
 * Checks which values fit where. Ids and settings come from the deployment: what it says must stay one
 * argument, one segment of a path, one field, whatever reads it afterwards.
 */
import { exactJsonText } from '../../kit/exact-json.ts';
import { isDotSegment, isSecretName, templateNames } from '../../profile/templates.ts';
import { asText, type Encode, fillText, type Value, type Values } from './templates.ts';

/** A value that does not fit where its template has it. */
export class ValueUnfit extends Error {
  override readonly name = 'ValueUnfit';

  /** @param takes what the place takes, in words */
  constructor(name: string, value: Value, takes: string) {
    super(`the value ${exactJsonText(asText(value).slice(0, MOST_SHOWN))} of {${name}}: ${takes}`);
  }
}

const MOST_SHOWN = 60;
const PLAIN = /^(?!-|\.{1,2}$)[A-Za-z0-9._:@+-]{1,200}$/;
const PLAIN_WORDS =
  'it takes 1 to 200 letters, digits and . _ : @ + - and must not begin with -, nor be . or ..';

/** Where a text has a structure that we do not know. Numbers, booleans and "none" are always plain. */
export const plain: Encode = (value, name) => {
  const text = asText(value);
  if (typeof value !== 'string' || PLAIN.test(text) || isSecretName(name)) return text;
  throw new ValueUnfit(name, value, PLAIN_WORDS);
};

/** A whole argument, which must not be taken for an option: a negative number has to follow `--option=`. */
export const argument: Encode = (value, name) => {
  const text = plain(value, name);
  if (text.startsWith('-')) throw new ValueUnfit(name, value, 'an argument must not begin with -');
  return text;
};

/** The query of an address, or a form. */
export const component: Encode = (value, name) => {
  const text = asText(value);
  if (/[\p{Cc}\p{Cs}]/u.test(text)) {
    throw new ValueUnfit(name, value, 'it takes no control characters and no lone surrogates');
  }
  return encodeURIComponent(text);
};

/** Some servers decode a path before they split it, so an encoded slash must not pass either. */
const segment: Encode = (value, name) => {
  if (/[/\\%]/.test(asText(value))) throw new ValueUnfit(name, value, 'a path takes no / \\ and %');
  return component(value, name);
};

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
