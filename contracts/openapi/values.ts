/** The value of one fact in a dialect as a JSON Schema. Every value in it is written by the lens. */
import type { Json, Scalar } from '../kit/json.ts';
import type { CompiledLens } from '../profile/lens/compile.ts';
import { type OwnIdForm, ownIdForm } from '../profile/lens/ids.ts';
import type { Shape } from '../profile/openings.ts';
import type { Openings } from '../specification/openings/index.ts';
import type { OwnForm } from '../specification/openings/payloads.ts';
import type { Field, Fields } from '../specification/records/field.ts';
import { records } from '../specification/records/fields.ts';
import { limitFacts, recordFacts } from '../specification/records/index.ts';
import {
  type FactKind,
  type IdentifiedResource,
  numericKinds,
  type ResourceName,
} from '../specification/records/kinds.ts';
import { notification } from '../specification/records/values.ts';
import { exampleOf, factSays } from './facts.ts';
import type { Schema } from './schema.ts';

/** A reply has what the service keeps, a body what a caller may send. */
export type Use = 'reply' | 'body';
export type Values = ReturnType<typeof createValues>;

type Write = (value: unknown) => Json;
type Time = Openings['records.time'];

/** @param hasIdForm whether ids are of the form of the profile; where it says none, others may come */
export function createValues(openings: Openings, lens: CompiledLens, hasIdForm: boolean) {
  const { 'records.time': usual, 'records.units': units, 'limits.range': range } = openings;
  const id = (resource: IdentifiedResource): Schema =>
    hasIdForm ? idSchema(ownIdForm(openings['records.id'], resource)) : { type: 'string' };

  /** The example of a fact as the dialect writes it. */
  const example = (resource: ResourceName, fact: string): Json =>
    lens.writeFact(resource, fact, exampleOf(openings, resource, fact));

  /** A time in a body that is no fact of a record, with words for it. */
  const told = (says: string): Schema => ({
    ...timeSchema(usual, 'body'),
    description: says + sinceWhen(usual),
    examples: [example('location', 'deviceTime')],
  });

  function schema(resource: ResourceName, fact: string, use: Use): Schema {
    const kinds = new Map<string, FactKind>(Object.entries({ ...limitFacts, ...recordFacts[resource] }));
    const kind = kinds.get(fact) ?? 'text';
    const shape: Shape | null =
      fact in recordFacts[resource] ? openings[`records.${resource}`] : openings['limits.names'];
    const [words, own] = [shape?.values?.[fact], shape?.forms?.[fact]];
    const { core, isNullable } = canonicalOf(resource, fact, use, openings);
    const write: Write = (value) => lens.writeFact(resource, fact, value);
    const writeOne: Write = (word) => (write([word]) as Json[])[0] ?? null;
    const made =
      kind === 'texts'
        ? listOf(worded(core.items as Schema, words, writeOne, textSchema))
        : worded(kind === 'boolean' ? { enum: [true, false] } : core, words, write, () =>
            plain(kind, core, write, use, own),
          );
    const description = [describedAs(resource, fact, kind, own), made.description].filter(Boolean).join(' ');
    const value = isNullable ? orNone(made, words?.null ?? null) : made;
    return { ...value, description, examples: [example(resource, fact)] };
  }

  const timeOf = (own: OwnForm | undefined): Time => (own === undefined || own === 'text' ? usual : own);

  function plain(kind: FactKind, core: Schema, write: Write, use: Use, own: OwnForm | undefined): Schema {
    if (own === 'text') return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
    if (numericKinds.has(kind)) {
      const ends = ['minimum', 'maximum'].flatMap((end) => (end in core ? [[end, write(core[end])]] : []));
      return { type: core.type ?? 'number', ...Object.fromEntries(ends), ...only(core, ['default']) };
    }
    if (kind === 'time') return timeSchema(timeOf(own), use);
    if (kind === 'date')
      return isEpoch(timeOf(own)) ? { type: 'integer' } : { type: 'string', format: 'date' };
    if (kind === 'json') return { type: 'object', ...only(core, ['maxProperties']) };
    if (kind === 'notifications') {
      const { properties, required = [] } = plainSchema(notification);
      return listOf({
        type: 'object',
        required,
        properties: { ...(properties as Schema), userId: id('user') },
      });
    }
    const [form, resource] = kind.split(':') as [string, IdentifiedResource | undefined];
    if (resource === undefined) return textSchema(core);
    return form === 'id' ? id(resource) : { ...listOf(id(resource)), ...only(core, ['uniqueItems']) };
  }

  function describedAs(resource: ResourceName, fact: string, kind: FactKind, own?: OwnForm): string {
    const says = factSays(resource, fact);
    const time = timeOf(own);
    if (kind === 'time' || (kind === 'date' && isEpoch(time))) return says + sinceWhen(time);
    const { altitude: length, ...others } = units;
    const unit = new Map<string, string>(Object.entries({ length, ...others })).get(kind);
    const isEndless = fact.startsWith('daily') && range.max === null;
    return `${says}${unit === undefined ? '' : ` in ${unit}.`}${isEndless ? ' There is no maximum.' : ''}`;
  }

  return { schema, id, told, example };
}

/** The canonical values of a fact, without `null`, and whether that is one of them. */
function canonicalOf(resource: ResourceName, fact: string, use: Use, openings: Openings) {
  const fields: Fields = records[resource];
  const row = fields[fact];
  const { value, sent, required }: Field = row ?? { kind: 'text' };
  const whole = row
    ? plainSchema((use === 'body' ? sent : undefined) ?? value ?? sent)
    : limitOf(fact, openings);
  const [core = whole, none] = (whole.anyOf ?? []) as Schema[];
  const types = [core.type].flat();
  const type = types.find((one) => one !== 'null');
  const values = core.enum as Json[] | undefined;
  const own: Schema = {
    ...core,
    ...(type !== undefined && { type }),
    ...(values && { enum: values.filter((one) => one !== null) }),
  };
  // A fact that a body takes away with `null` is as if it were not there, but those that must be there.
  const isTaken = row !== undefined && use === 'body' && required !== true;
  const isNull = none !== undefined || types.includes('null') || values?.includes(null) === true;
  return { core: own, isNullable: isNull || isTaken };
}

/** A schema that is a type too, as plain data. */
function plainSchema(schema: object | undefined): Schema {
  return JSON.parse(JSON.stringify(schema ?? {}));
}

/** A limit setting, or a counter. */
function limitOf(fact: string, { 'limits.range': range, 'limits.default': usual }: Openings): Schema {
  const { min: minimum, max, whole } = range;
  const type = [whole ? 'integer' : 'number', 'null'];
  const limit = { type, minimum, ...(max !== null && { maximum: max }) };
  const settings: { readonly [fact: string]: Schema } = {
    expires: { type: 'boolean' },
    expirationDate: { type: ['string', 'null'] },
    dailyEmail: { ...limit, default: usual.email },
    dailySms: { ...limit, default: usual.sms },
  };
  return settings[fact] ?? { type: 'integer', minimum: 0 };
}

/** A value that is one of few, or has other words in this dialect; all else is `base`. */
function worded(
  core: Schema,
  words: { readonly [canonical: string]: Scalar } | undefined,
  write: Write,
  base: (core: Schema) => Schema,
): Schema {
  const all = core.enum as Json[] | undefined;
  if (all !== undefined && !words && typeof all[0] === 'boolean') return { type: 'boolean' };
  const values = all ?? Object.keys(words ?? {}).filter((name) => name !== 'null');
  if (values.length === 0) return base(core);
  const few = oneOfFew(values.map(write));
  return all === undefined ? { anyOf: [few, base(core)] } : few;
}

/** The same, or none: `null`, or a word for it. */
function orNone(schema: Schema, word: Scalar): Schema {
  const { type, enum: few } = schema;
  if (Array.isArray(few)) return oneOfFew([...few, word]);
  if (word === null && typeof type === 'string') return { ...schema, type: [type, 'null'] };
  const none: Schema = word === null ? { type: 'null' } : { const: word, title: 'none' };
  return { anyOf: [none, ...((schema.anyOf as Json[] | undefined) ?? [schema])] };
}

function oneOfFew(values: readonly Json[]): Schema {
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  return { type: types.length === 1 ? (types[0] ?? null) : types, enum: [...values] };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

function textSchema(core: Schema): Schema {
  return { type: 'string', ...only(core, ['minLength', 'maxLength', 'pattern']) };
}

function only(schema: Schema, keywords: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}

function idSchema(form: OwnIdForm): Schema {
  if (form.form === 'uuid') return { type: 'string', format: 'uuid' };
  if (form.form === 'number') return { type: 'integer', minimum: 1 };
  const prefix = form.prefix.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return { type: 'string', pattern: `^${prefix}[1-9][0-9]*$` };
}

function isEpoch({ form }: Time): boolean {
  return form.startsWith('epoch');
}

function sinceWhen(time: Time): string {
  if (time.form === 'iso') return '';
  if (time.form === 'local') return ` In ISO 8601 without a zone, at ${time.offset}.`;
  return ` In ${time.form.replace('epoch-', '')} since 1970 UTC.`;
}

const LOCAL = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?$';

function timeSchema(time: Time, use: Use): Schema {
  // Up to the year 33658: what is more, was written in milliseconds.
  if (time.form === 'epoch-seconds') return { type: 'integer', format: 'int64', maximum: 999_999_999_999 };
  if (time.form === 'epoch-milliseconds') return { type: 'integer', format: 'int64' };
  if (time.form === 'local') return { type: 'string', ...(use === 'reply' && { pattern: LOCAL }) };
  const pattern = `${time.offset.replace('+', '\\+')}$`;
  return { type: 'string', format: 'date-time', ...(use === 'reply' && { pattern }) };
}
