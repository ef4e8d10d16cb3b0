/**
 * How the value of one fact is written in a payload, by the fact's kind.
 *
 * A codec is only made when a fact needs it, so that a profile which names no speed need not say
 * in which unit speeds are.
 */

import { exactJsonText } from '../../kit/exact-json.ts';
import { fieldsOf } from '../../kit/fields.ts';
import type { Json, Scalar } from '../../kit/json.ts';
import type { OwnForm } from '../../specification/openings/payloads.ts';
import type { FactKind, IdentifiedResource } from '../../specification/records/kinds.ts';
import type { AlertNotification, AnyId } from '../facts.ts';
import { findUnsafe } from '../pointer.ts';
import type { IdForm } from './ids.ts';
import { type TimeForm, timeForm } from './times.ts';
import type { Conversion } from './units.ts';

export interface Codec {
  /** Says in words what belongs in a payload. */
  expected: string;
  /** Takes a value of the fact's kind. */
  write(value: unknown): Json;
  /** `undefined` for what does not belong there. */
  read(json: unknown): unknown;
  /** From the name of an entry in a map, where everything is text. Needed where that differs from `read`. */
  readName?: (name: string) => unknown;
}

/** The value that the name of an entry in a map represents. */
export function readName(codec: Codec, name: string): unknown {
  if (codec.readName) return codec.readName(name);
  const value = codec.read(name);
  return value !== undefined || name.trim() === '' ? value : codec.read(Number(name));
}

/** The parts of the dialect that codecs rest on. Each throws when the profile does not bind it. */
export interface Dialect {
  ids(): IdForm;
  times(): TimeForm;
  unit(quantity: 'speed' | 'distance' | 'altitude' | 'course'): Conversion;
}

/** The codec of a kind, `null` passing through, with other words for its values where the profile has them. */
export function codecOf(
  kind: FactKind,
  dialect: Dialect,
  words?: { [canonical: string]: Scalar },
  own?: OwnForm,
): Codec {
  const plain = plainCodec(kind, dialect, own);
  if (!words) return nullable(plain);
  return kind === 'texts' ? nullable(eachOf(worded(text, words))) : worded(nullable(plain), words);
}

function plainCodec(kind: FactKind, dialect: Dialect, own: OwnForm | undefined): Codec {
  if (own === undefined) return makers[kind](dialect);
  if (own === 'text') return asText(makers[kind](dialect));
  return makers[kind]({ ...dialect, times: () => timeForm(own) });
}

/** A number in digits, with a point and without an exponent. */
const digits = /^-?\d{1,30}(\.\d{1,30})?$/;

function asText(number: Codec): Codec {
  return {
    expected: `${number.expected} as text`,
    write: (value) => inDigits(Number(number.write(value))),
    read: (json) => (typeof json === 'string' && digits.test(json) ? number.read(Number(json)) : undefined),
  };
}

function inDigits(value: number): string {
  const plain = String(value);
  if (!plain.includes('e')) return plain;
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
}

const text: Codec = {
  expected: 'text',
  write: asItIs,
  read: (json) => (typeof json === 'string' ? json : undefined),
};

const makers: { readonly [K in FactKind]: (dialect: Dialect) => Codec } = {
  text: () => text,
  texts: () => eachOf(text),
  number: () => ({ expected: 'a number', write: asItIs, read: readNumber }),
  boolean: () => ({
    expected: 'true or false',
    write: asItIs,
    read: (json) => (typeof json === 'boolean' ? json : undefined),
  }),
  json: () => ({
    expected: 'a value without unsafe names and deep nesting',
    write: asItIs,
    read: (json) => (findUnsafe(json) === undefined ? json : undefined),
  }),
  time: (dialect) => timeCodec(dialect.times()),
  date: (dialect) => dateCodec(dialect.times()),
  speed: (dialect) => measure(dialect.unit('speed')),
  course: (dialect) => measure(dialect.unit('course')),
  length: (dialect) => measure(dialect.unit('altitude')),
  distance: (dialect) => measure(dialect.unit('distance')),
  notifications: (dialect) => notificationsCodec(dialect.ids()),
  'id:device': (dialect) => idCodec(dialect.ids(), 'device'),
  'id:alert': (dialect) => idCodec(dialect.ids(), 'alert'),
  'id:group': (dialect) => idCodec(dialect.ids(), 'group'),
  'id:user': (dialect) => idCodec(dialect.ids(), 'user'),
  'ids:device': (dialect) => eachOf(idCodec(dialect.ids(), 'device')),
  'ids:alert': (dialect) => eachOf(idCodec(dialect.ids(), 'alert')),
  'ids:group': (dialect) => eachOf(idCodec(dialect.ids(), 'group')),
  'ids:user': (dialect) => eachOf(idCodec(dialect.ids(), 'user')),
};

function asItIs(value: Json): Json {
  return value;
}

function readNumber(json: unknown): number | undefined {
  if (typeof json === 'bigint') return Number(json);
  return typeof json === 'number' && Number.isFinite(json) ? json : undefined;
}

function timeCodec(times: TimeForm): Codec {
  return { expected: times.expected, write: times.write, read: times.read };
}

function dateCodec(times: TimeForm): Codec {
  return {
    expected: times.expectedDate,
    write: times.writeDate,
    read: times.readDate,
  };
}

function measure(unit: Conversion): Codec {
  return {
    expected: 'a number',
    write: unit.write,
    read: (json) => {
      const value = readNumber(json);
      return value === undefined ? undefined : unit.read(value);
    },
  };
}

function idCodec(ids: IdForm, resource: IdentifiedResource): Codec {
  return {
    expected: ids.expected(resource),
    write: (id: AnyId) => ids.write(resource, id),
    read: (json) => ids.read(resource, json),
    readName: (name) => ids.readText(resource, name),
  };
}

/** A list of values. A value that does not belong there spoils the list. */
function eachOf(item: Codec): Codec {
  return {
    expected: `a list, each ${item.expected}`,
    write: (values: readonly unknown[]) => values.map((value) => item.write(value)),
    read: (json) => {
      if (!Array.isArray(json)) return undefined;
      const values = json.map((entry) => item.read(entry));
      return values.includes(undefined) ? undefined : values;
    },
  };
}

/** The notifications of an alert: the user's id is written in the dialect, the rest under its own names. */
function notificationsCodec(ids: IdForm): Codec {
  return eachOf({
    expected: 'an object with channel, userId, outcome and reason',
    write: ({ channel, userId, outcome, reason }: AlertNotification<AnyId>) => ({
      channel,
      userId: ids.write('user', userId),
      outcome,
      reason,
    }),
    read: (json) => {
      const { channel, userId, outcome, reason } = fieldsOf(json);
      const id = ids.read('user', userId);
      if (typeof channel !== 'string' || id === undefined || typeof outcome !== 'string') return undefined;
      return { channel, userId: id, outcome, reason: typeof reason === 'string' ? reason : null };
    },
  });
}

function nullable(inner: Codec): Codec {
  return {
    expected: inner.expected,
    write: inner.write === asItIs ? asItIs : (value) => (value === null ? null : inner.write(value)),
    read: (json) => (json === null ? null : inner.read(json)),
    ...(inner.readName && { readName: inner.readName }),
  };
}

/** Other words for some values. A value that the profile lists is translated by the list, any other by the fact's own form. */
function worded(inner: Codec, words: { [canonical: string]: Scalar }): Codec {
  const written = new Map<unknown, Scalar>();
  const read = new Map<unknown, unknown>();
  for (const [canonical, word] of Object.entries(words)) {
    const value = canonicalValue(canonical, inner);
    written.set(value, word);
    if (!read.has(word)) read.set(word, value);
  }
  const names = new Map([...read].map(([word, value]) => [String(word), value]));
  return {
    expected: [...read.keys()].map((word) => exactJsonText(word)).join(' or '),
    write: (value) => {
      const word = written.get(value);
      return word === undefined ? inner.write(value) : word;
    },
    read: (json) => {
      const value = read.get(json);
      return value === undefined ? inner.read(json) : value;
    },
    readName: (name) => {
      const value = names.get(name);
      return value === undefined ? readName(inner, name) : value;
    },
  };
}

/** The value that a name in a profile's `values` represents: text for a text fact, else what the text says. */
function canonicalValue(name: string, inner: Codec): unknown {
  if (name === 'null') return null;
  if (inner.read(name) === name) return name;
  if (name === 'true' || name === 'false') return name === 'true';
  return Number.isFinite(Number(name)) ? Number(name) : name;
}
