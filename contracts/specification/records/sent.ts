/**
 * The values that a caller may send for a field, as JSON Schemas in canonical units: km/h, degrees, metres, milliseconds
 * since 1970, whole-number ids. The words of each are read after "must be".
 */
import { channelIds } from './values.ts';

export interface Sent {
  readonly description: string;
  /** A name of something that exists, which the service knows. */
  readonly format?: 'country' | 'time-zone';
  readonly [keyword: string]: unknown;
}

const EPOCH_2100 = 4_102_444_800_000;

export const time: Sent = {
  description: 'a time from 1970 to 2100',
  type: 'integer',
  minimum: 0,
  maximum: EPOCH_2100,
};

export function orNone({ description, ...schema }: Sent): Sent {
  return { description: `${description}, or null`, anyOf: [schema, { type: 'null' }] };
}

export function text(maxLength: number): Sent {
  return { description: `a text of at most ${maxLength} characters`, type: 'string', maxLength };
}

export function name(maxLength: number): Sent {
  return { description: `a text of 1 to ${maxLength} characters`, type: 'string', minLength: 1, maxLength };
}

export function number(minimum: number, maximum: number, unit?: string): Sent {
  const description = `a number from ${minimum} to ${maximum}${unit ? ` ${unit}` : ''}`;
  return { description, type: 'number', minimum, maximum };
}

export function wholeNumber(minimum: number, maximum: number): Sent {
  return {
    description: `a whole number from ${minimum} to ${maximum}`,
    type: 'integer',
    minimum,
    maximum,
  };
}

export const flag: Sent = { description: 'true or false', type: 'boolean' };

export const ids: Sent = {
  description: 'a list of ids, each of them once',
  type: 'array',
  items: { type: 'integer', minimum: 1 },
  uniqueItems: true,
  maxItems: 100_000,
};

export const channels: Sent = {
  description: 'a list of email and sms, each of them at most once',
  type: 'array',
  items: { enum: channelIds },
  uniqueItems: true,
};

export const freeFields: Sent = {
  description: 'an object of at most 200 fields',
  type: 'object',
  maxProperties: 200,
};

export const severity: Sent = {
  description: 'info, warning or critical',
  enum: ['info', 'warning', 'critical'],
};

export const email: Sent = {
  description: 'an e-mail address of at most 254 characters, or empty',
  type: 'string',
  maxLength: 254,
  pattern: '^$|^[^@\\s]+@[^@\\s]+$',
};

export const country: Sent = {
  description: 'the code of a country such as DE (ISO 3166-1 alpha-2), or empty',
  type: 'string',
  format: 'country',
};

export const timeZone: Sent = {
  description: 'the name of a time zone such as Europe/Berlin (IANA), or empty',
  type: 'string',
  format: 'time-zone',
};
