/**
 * How the value of one fact is written in a payload, by the fact's kind.
 *
 * A codec is only made when a fact needs it, so that a profile which names no speed need not say
 * in which unit speeds are.
 */

import { exactJsonText } from '../../kit/exact-json.ts';
import { fieldsOf } from '../../kit/fields.ts';
import type { Json, Scalar } from '../../kit/json.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { OwnForm } from '../../specification/openings/payloads.ts';
import type { FactKind, IdentifiedResource } from '../../specification/records/kinds.ts';
import type { AlertNotification, AnyId } from '../facts.ts';
import { findUnsafe } from '../pointer.ts';
import type { IdForms } from './ids.ts';
import { type TimeForm, timeForm } from './times.ts';

export interface Codec {
  /** Says in words what belongs in a payload. */
  expected: string;
  /** Takes a value of the fact's kind. */
  write(value: unknown): Json;
  /** `undefined` for what does not belong there. */
  read(json: unknown): unknown;
  /** From the name of an entry in a map, where everything is text. Needed where that differs from `read`. */
  readName?: ((name: string) => unknown) | undefined;
}

/** The value that the name of an entry in a map represents. */
export function readName(codec: Codec, name: string): unknown {
  if (codec.readName) return codec.readName(name);
  const value = codec.read(name);
  return value !== undefined || name.trim() === '' ? value : codec.read(Number(name));
}

/** The parts of the dialect that codecs rest on. Each throws when the profile does not bind it. */
export interface Dialect {
  ids(): IdForms;
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
  const times = own === undefined || own === 'text' ? dialect.times : () => timeForm(own);
  const usual = plainCodec(kind, { ...dialect, times });
  const plain = own === 'text' ? asText(usual) : usual;
  if (!words) return nullable(plain);
  return kind === 'texts' ? nullable(eachOf(worded(text, words))) : worded(nullable(plain), words);
}

function plainCodec(kind: FactKind, dialect: Dialect): Codec {
  const [form, resource] = kind.split(':') as [string, IdentifiedResource | undefined];
  if (resource !== undefined) {
    const id = idCodec(dialect, resource);
    return form === 'ids' ? eachOf(id) : id;
  }
  if (kind === 'time') return dialect.times();
  if (kind === 'date') return dialect.times().date;
  if (kind === 'length') return measured(dialect.unit('altitude'));
  if (kind === 'speed' || kind === 'course' || kind === 'distance') return measured(dialect.unit(kind));
  if (kind === 'notifications') return notifications(idCodec(dialect, 'user'));
  return plainCodecs[kind as keyof typeof plainCodecs];
}

function asItIs(value: Json): Json {
  return value;
}

const text: Codec = {
  expected: 'text',
  write: asItIs,
  read: (json) => (typeof json === 'string' ? json : undefined),
};

const number: Codec = { expected: 'a number', write: asItIs, read: readNumber };

const plainCodecs = {
  text,
  texts: eachOf(text),
  number,
  boolean: {
    expected: 'true or false',
    write: asItIs,
    read: (json: unknown) => (typeof json === 'boolean' ? json : undefined),
  },
  json: {
    expected: 'a value without unsafe names and deep nesting',
    write: asItIs,
    read: (json: unknown) => (findUnsafe(json) === undefined ? json : undefined),
  },
};

function readNumber(json: unknown): number | undefined {
  if (typeof json === 'bigint') return Number(json);
  return typeof json === 'number' && Number.isFinite(json) ? json : undefined;
}

function measured(unit: Conversion): Codec {
  const read = (json: unknown) => {
    const value = readNumber(json);
    return value === undefined ? undefined : unit.read(value);
  };
  return { expected: number.expected, write: unit.write, read };
}

/** A number in digits, with a point and without an exponent. */
const digits = /^-?\d{1,30}(\.\d{1,30})?$/;

function asText(inner: Codec): Codec {
  return {
    expected: `${inner.expected} as text`,
    write: (given) => {
      const value = Number(inner.write(given));
      if (!String(value).includes('e')) return String(value);
      return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
    },
    read: (json) => (typeof json === 'string' && digits.test(json) ? inner.read(Number(json)) : undefined),
  };
}

function idCodec(dialect: Dialect, resource: IdentifiedResource): Codec {
  const { expected, write, read, readText } = dialect.ids()[resource];
  return { expected, write: (id: AnyId) => write(id), read, readName: readText };
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
function notifications(id: Codec): Codec {
  return eachOf({
    expected: 'an object with channel, userId, outcome and reason',
    write: ({ channel, userId, outcome, reason }: AlertNotification<AnyId>) => ({
      ...{ channel, userId: id.write(userId), outcome, reason },
    }),
    read: (json) => {
      const { channel, userId, outcome, reason } = fieldsOf(json);
      const user = id.read(userId);
      if (typeof channel !== 'string' || user === undefined || typeof outcome !== 'string') return undefined;
      return { channel, userId: user, outcome, reason: typeof reason === 'string' ? reason : null };
    },
  });
}

function nullable({ expected, write, read, readName }: Codec): Codec {
  return {
    expected,
    write: write === asItIs ? asItIs : (value) => (value === null ? null : write(value)),
    read: (json) => (json === null ? null : read(json)),
    readName,
  };
}

/** Other words for some values. A value that the profile lists is translated by the list, any other by the fact's own form. */
function worded(inner: Codec, words: { [canonical: string]: Scalar }): Codec {
  const pairs = Object.entries(words).map(([name, word]) => [canonicalValue(name, inner), word] as const);
  const written = new Map<unknown, Scalar>(pairs);
  // A word that represents two values is read as the first of them.
  const read = new Map<unknown, unknown>(pairs.map(([value, word]) => [word, value] as const).toReversed());
  const names = new Map([...read].map(([word, value]) => [String(word), value]));
  const given = <T>(found: T | undefined, otherwise: () => T): T =>
    found === undefined ? otherwise() : found;
  return {
    expected: [...new Set(Object.values(words))].map((word) => exactJsonText(word)).join(' or '),
    write: (value) => given<Json>(written.get(value), () => inner.write(value)),
    read: (json) => given(read.get(json), () => inner.read(json)),
    readName: (name) => given(names.get(name), () => readName(inner, name)),
  };
}

/** The value that a name in a profile's `values` represents: text for a text fact, else what the text says. */
function canonicalValue(name: string, inner: Codec): unknown {
  if (name === 'null') return null;
  if (inner.read(name) === name) return name;
  if (name === 'true' || name === 'false') return name === 'true';
  return Number.isFinite(Number(name)) ? Number(name) : name;
}

type Units = Openings['records.units'];

/** One unit in km/h, km, m or degrees. */
const sizes: { [Quantity in keyof Units]: { [Unit in Units[Quantity]]: number } } = {
  speed: { 'km/h': 1, 'm/s': 3.6, mph: 1.609344, knots: 1.852 },
  distance: { km: 1, m: 0.001, mi: 1.609344 },
  altitude: { m: 1, ft: 0.3048 },
  course: { degrees: 1, radians: 180 / Math.PI },
};

export interface Conversion {
  write(canonical: number): number;
  read(written: number): number;
}

const same: Conversion = { write: (value) => value, read: (value) => value };

/**
 * From the canonical unit and back. Six decimals are written, far finer than any receiver measures;
 * more are kept of what is read, so that it is written again exactly as it came.
 */
export function conversion<Quantity extends keyof Units>(quantity: Quantity, units: Units): Conversion {
  const size: number = sizes[quantity][units[quantity]];
  if (size === 1) return same;
  return { write: (value) => rounded(value / size, 1e6), read: (value) => rounded(value * size, 1e10) };
}

/** `+ 0` so that a negative value rounded to nothing is 0 and not -0. */
function rounded(value: number, scale: number): number {
  return Math.round(value * scale) / scale + 0;
}
