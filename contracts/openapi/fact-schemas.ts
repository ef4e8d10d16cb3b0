/** The value of one fact in a dialect as a JSON Schema. Every value in it is written by the lens. */
import type { Json, Scalar } from '../kit/json.ts';
import { mapTable } from '../kit/tables.ts';
import { compileUntyped } from '../profile/lens/compile.ts';
import { type OwnIdForm, ownIdForm } from '../profile/lens/ids.ts';
import type { Shape } from '../profile/openings.ts';
import type { GivenOpenings, Openings } from '../specification/openings/index.ts';
import type { OwnForm } from '../specification/openings/payloads.ts';
import type { Field, Fields } from '../specification/records/field.ts';
import { records } from '../specification/records/fields.ts';
import { limitFacts, recordFacts } from '../specification/records/index.ts';
import type { FactKind, IdentifiedResource, ResourceName } from '../specification/records/kinds.ts';
import { channelIds, withheldReasons } from '../specification/records/values.ts';
import { type FactWords, factWords } from './facts.ts';
import { listIn, objectIn, type Schema } from './schema-tree.ts';

/** A reply has what the service keeps, a body what a caller may send. */
export type Use = 'reply' | 'body';

export interface FactSchemas {
  of(resource: ResourceName, fact: string, use: Use): Schema;
  id(resource: IdentifiedResource): Schema;
  /** A time in a body that is no fact of a record, with words for it. */
  told(says: string): Schema;
  /** The value of a fact as the dialect writes it. */
  written(resource: ResourceName, fact: string, value: unknown): Json;
  /** The example of a fact as the dialect writes it. */
  example(resource: ResourceName, fact: string): Json;
}

const identified = ['device', 'alert', 'group', 'user'] as const satisfies readonly IdentifiedResource[];

export function createFactSchemas(openings: Openings, hasIdForm: boolean): FactSchemas {
  const lens = compileUntyped(everyFactInPlace(openings));

  const written: FactSchemas['written'] = (resource, fact, value) =>
    objectIn(lens.record(resource).write({ [fact]: value }))[fact] ?? null;
  const example: FactSchemas['example'] = (resource, fact) =>
    written(resource, fact, exampleOf(openings, resource, fact));

  const of: FactSchemas['of'] = (resource, fact, use) => {
    const kind = kindOf(resource, fact);
    const { core, isNullable } = canonicalOf(resource, fact, use, openings);
    const shape = shapeOf(openings, resource, fact);
    const words = shape?.values?.[fact];
    const own = shape?.forms?.[fact];
    const write = (value: unknown): Json => written(resource, fact, value);
    const base = () => plain(kind, core, write, use, own);
    const schema =
      kind === 'texts'
        ? listOf(
            worded(
              objectIn(core.items),
              words,
              (word) => listIn(write([word]))[0] ?? null,
              () => ({ type: 'string' }),
            ),
          )
        : worded(kind === 'boolean' ? { enum: [true, false] } : core, words, write, base);
    const none = words && 'null' in words ? words.null : undefined;
    const nullable = isNullable ? orNone(schema, none) : schema;
    const description = [described(resource, fact, kind, own), schema.description].filter(Boolean).join(' ');
    return { ...nullable, description, examples: [example(resource, fact)] };
  };

  const id: FactSchemas['id'] = (resource) =>
    hasIdForm ? idSchema(ownIdForm(openings['records.id'], resource)) : { type: 'string' };
  const time = (use: Use, own?: OwnForm): Schema => timeSchema(timeOf(own), use);
  const timeOf = (own: OwnForm | undefined): Openings['records.time'] =>
    own === undefined || own === 'text' ? openings['records.time'] : own;
  const told: FactSchemas['told'] = (says) => ({
    ...time('body'),
    description: says + sinceWhen(openings['records.time']),
    examples: [written('location', 'deviceTime', wordsOf('location', 'deviceTime').example)],
  });

  function plain(
    kind: FactKind,
    core: Schema,
    write: (value: unknown) => Json,
    use: Use,
    own: OwnForm | undefined,
  ): Schema {
    if (own === 'text') return { type: 'string', pattern: NUMERIC };
    switch (kind) {
      case 'time':
        return time(use, own);
      case 'date':
        return timeOf(own).form.startsWith('epoch')
          ? { type: 'integer' }
          : { type: 'string', format: 'date' };
      case 'speed':
      case 'course':
      case 'length':
      case 'distance':
        return { type: 'number', ...ends(core, write) };
      case 'number':
        return {
          type: core.type ?? 'number',
          ...ends(core, write),
          ...only(core, ['default']),
        };
      case 'json':
        return { type: 'object', ...only(core, ['maxProperties']) };
      case 'notifications':
        return listOf(notificationSchema());
      case 'text':
      case 'texts':
      case 'boolean':
        return { type: 'string', ...only(core, ['minLength', 'maxLength', 'pattern']) };
      default: {
        const resource = identified.find((one) => kind.endsWith(`:${one}`)) ?? 'device';
        return kind.startsWith('id:')
          ? id(resource)
          : { ...listOf(id(resource)), ...only(core, ['uniqueItems']) };
      }
    }
  }

  function notificationSchema(): Schema {
    return {
      type: 'object',
      required: ['channel', 'userId', 'outcome', 'reason'],
      properties: {
        channel: { enum: [...channelIds] },
        userId: id('user'),
        outcome: { enum: ['sent', 'withheld'] },
        reason: { enum: [...withheldReasons, null] },
      },
    };
  }

  function sinceWhen(time: Openings['records.time']): string {
    if (time.form === 'iso') return '';
    if (time.form === 'local') return ` In ISO 8601 without a zone, at ${time.offset}.`;
    return ` In ${time.form === 'epoch-seconds' ? 'seconds' : 'milliseconds'} since 1970 UTC.`;
  }

  function described(resource: ResourceName, fact: string, kind: FactKind, own: OwnForm | undefined): string {
    const { says } = wordsOf(resource, fact);
    const unit = unitOf(kind, openings['records.units']);
    const suffix = unit === undefined ? '' : ` in ${unit}.`;
    if (kind === 'time') return says + sinceWhen(timeOf(own));
    if (kind === 'date') return timeOf(own).form.startsWith('epoch') ? says + sinceWhen(timeOf(own)) : says;
    const isEndless = /^daily/.test(fact) && openings['limits.range'].max === null;
    return says + suffix + (isEndless ? ' There is no maximum.' : '');
  }

  return { of, id, told, written, example };
}

/** The same dialect with a place for each fact, under its own name. */
function everyFactInPlace(openings: Openings): GivenOpenings {
  const shapes = mapTable(recordFacts, (facts, resource) => {
    const fields = mapTable<string, FactKind, string>(facts, (_, fact) => `/${fact}`);
    const { values, forms }: Shape = openings[`records.${resource}`];
    return { fields, ...(values && { values }), ...(forms && { forms }) };
  });
  const named = Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [`records.${name}`, shape]));
  const limits = {
    ...(openings['limits.names'] ?? {}),
    fields: mapTable(limitFacts, (_, fact) => `/${fact}`),
    constants: {},
  };
  return { ...openings, ...named, 'limits.names': limits };
}

/** The shape that has the place and the words of a fact: a device can carry its limit settings. */
function shapeOf(openings: Openings, resource: ResourceName, fact: string): Shape | undefined {
  return fact in recordFacts[resource]
    ? openings[`records.${resource}`]
    : (openings['limits.names'] ?? undefined);
}

function kindOf(resource: ResourceName, fact: string): FactKind {
  const kinds: { readonly [fact: string]: FactKind } = { ...limitFacts, ...recordFacts[resource] };
  return kinds[fact] ?? 'text';
}

export function wordsOf(resource: ResourceName, fact: string) {
  const facts: { readonly [fact: string]: FactWords } = factWords[resource];
  const words = facts[fact];
  if (words === undefined) throw new RangeError(`There is no fact ${fact}.`);
  return words;
}

/** The canonical value of a fact for examples: a limit is one that may be set. */
export function exampleOf(openings: Openings, resource: ResourceName, fact: string): unknown {
  const { example } = wordsOf(resource, fact);
  const { min, max } = openings['limits.range'];
  return fact === 'dailyEmail' || fact === 'dailySms'
    ? Math.min(Math.max(Number(example), min), max ?? Number.MAX_SAFE_INTEGER)
    : example;
}

/** The unit of a kind of facts that is measured. */
function unitOf(kind: FactKind, units: Openings['records.units']): string | undefined {
  const quantities: { readonly [kind in FactKind]?: keyof Openings['records.units'] } = {
    speed: 'speed',
    course: 'course',
    length: 'altitude',
    distance: 'distance',
  };
  const quantity = quantities[kind];
  return quantity && units[quantity];
}

/** The canonical values of a fact, without `null`, and whether that is one of them. */
function canonicalOf(
  resource: ResourceName,
  fact: string,
  use: Use,
  openings: Openings,
): { core: Schema; isNullable: boolean } {
  if (fact in limitFacts && !(fact in recordFacts[resource])) return limitOf(fact, openings);
  const fields: Fields = records[resource];
  const { value, sent, required }: Field = fields[fact] ?? { kind: 'text' };
  const schema = plainSchema((use === 'body' ? sent : undefined) ?? value ?? sent);
  const [core = schema, none] = listIn(schema.anyOf).map(objectIn);
  const type = [core.type].flat().find((one) => one !== 'null');
  const values = core.enum === undefined ? undefined : listIn(core.enum);
  const holdsNull = none !== undefined || [core.type].flat().includes('null') || values?.includes(null);
  return {
    core: {
      ...core,
      ...(type !== undefined && { type }),
      ...(values && { enum: values.filter((one) => one !== null) }),
      ...(use === 'body' && core.type === 'string' && longest(core, openings)),
    },
    // A fact that a body takes away with `null` is as if it were not there, but those that must be there.
    isNullable: holdsNull === true || (use === 'body' && required !== true),
  };
}

/** A schema that is a type too, as plain data. */
function plainSchema(schema: object | undefined): Schema {
  return JSON.parse(JSON.stringify(schema ?? {}));
}

/** The most characters of a text that is taken. */
function longest({ maxLength }: Schema, openings: Openings): Schema {
  const { longest, overlong } = openings['records.text'];
  if (longest === null || overlong === 'cut') return {};
  return { maxLength: Math.min(longest, typeof maxLength === 'number' ? maxLength : longest) };
}

/** A limit setting, or a counter. */
function limitOf(fact: string, openings: Openings): { core: Schema; isNullable: boolean } {
  const { min, max, whole } = openings['limits.range'];
  const limit = { type: whole ? 'integer' : 'number', minimum: min, ...(max !== null && { maximum: max }) };
  const { email, sms } = openings['limits.default'];
  const settings: { readonly [fact: string]: { core: Schema; isNullable: boolean } } = {
    expires: { core: { type: 'boolean' }, isNullable: false },
    expirationDate: { core: { type: 'string' }, isNullable: true },
    dailyEmail: { core: { ...limit, default: email }, isNullable: true },
    dailySms: { core: { ...limit, default: sms }, isNullable: true },
  };
  return settings[fact] ?? { core: { type: 'integer', minimum: 0 }, isNullable: false };
}

/**
 * A value that is one of few, or has other words in this dialect, as constants with the canonical value for a title.
 * All else is `base`.
 */
function worded(
  core: Schema,
  words: { readonly [canonical: string]: Scalar } | undefined,
  write: (value: unknown) => Json,
  base: () => Schema,
): Schema {
  const all = core.enum === undefined ? undefined : listIn(core.enum);
  const values = all ?? Object.keys(words ?? {}).filter((name) => name !== 'null');
  if (all !== undefined && !words)
    return typeof all[0] === 'boolean' ? { type: 'boolean' } : { type: 'string', enum: [...all] };
  if (values.length === 0) return base();
  const named = values.map((value): Schema => ({ const: write(value), title: String(value) }));
  return all === undefined ? { anyOf: [...named, base()] } : { oneOf: named };
}

/** The same, or none: `null`, or a word for it. */
function orNone(schema: Schema, word: Scalar | undefined): Schema {
  const none: Schema =
    word === undefined || word === null ? { type: 'null' } : { const: word, title: 'none' };
  if (typeof schema.type === 'string' && none.type === 'null' && schema.enum === undefined)
    return { ...schema, type: [schema.type, 'null'] };
  if (none.type === 'null' && Array.isArray(schema.enum))
    return { ...schema, type: ['string', 'null'], enum: [...schema.enum, null] };
  if (Array.isArray(schema.oneOf)) return { oneOf: [...schema.oneOf, none] };
  return { anyOf: [none, ...(Array.isArray(schema.anyOf) ? schema.anyOf : [schema])] };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

function ends(core: Schema, write: (value: unknown) => Json): Schema {
  const ended = (['minimum', 'maximum'] as const).flatMap((end) =>
    typeof core[end] === 'number' ? [[end, write(core[end])] as const] : [],
  );
  return Object.fromEntries(ended);
}

function only(schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

function idSchema(form: OwnIdForm): Schema {
  if (form.form === 'uuid') return { type: 'string', format: 'uuid' };
  const check =
    form.check === undefined ? {} : { description: `The last digits are a check (${form.check}).` };
  if (form.form === 'number') return { type: 'integer', minimum: 1, ...check };
  const prefix = form.prefix.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { type: 'string', pattern: `^${prefix}[1-9][0-9]*$`, ...check };
}

/** A number in digits. */
export const NUMERIC = '^-?[0-9]+(\\.[0-9]+)?$';
const LOCAL = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?$';

function timeSchema(time: Openings['records.time'], use: Use): Schema {
  if (time.form === 'epoch-milliseconds') return { type: 'integer', format: 'int64' };
  // Up to the year 33658: what is more, was written in milliseconds.
  if (time.form === 'epoch-seconds') return { type: 'integer', format: 'int64', maximum: 999_999_999_999 };
  const { offset } = time;
  if (time.form === 'local') return { type: 'string', ...(use === 'reply' && { pattern: LOCAL }) };
  const ending = offset.replace('+', '\\+');
  return { type: 'string', format: 'date-time', ...(use === 'reply' && { pattern: `${ending}$` }) };
}
