/** The facts of a record in its schema: by their names, the kinds of values that they can have, and what is said of them. */

import { parseExactJson } from '../../kit/exact-json.ts';
import type { Json, Scalar } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { assigned, rankOf } from '../../learning/facts.ts';
import { timeFormOf } from '../../learning/forms.ts';
import { plainName } from '../../learning/leaves.ts';
import { factNames, limitNames } from '../../learning/names.ts';
import { limitFacts, recordFacts } from '../../specification/records/index.ts';
import type { FactKind, ResourceName } from '../../specification/records/kinds.ts';
import { wordsOf } from '../fact-schemas.ts';
import { type Description, type Look, listOf, textOf } from './document.ts';

/** A value without parts, or a list, in a payload. */
export interface Leaf {
  readonly pointer: string;
  readonly names: readonly string[];
  readonly look: Look;
  /** Tells whether it is always there. */
  readonly isRequired: boolean;
}

/** An object in a payload, with its leaves; their pointers begin at it. */
export interface Node {
  readonly pointer: string;
  readonly look: Look;
}

const MAX_DEPTH = 8;
const MAX_PARTS = 400;

export function leavesOf(description: Description, schema: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (one: unknown, names: readonly string[], isRequired: boolean): void => {
    if (leaves.length >= MAX_PARTS || names.length > MAX_DEPTH) return;
    const look = description.look(one);
    const inside = partsOf(description, look);
    if (inside.length === 0) leaves.push({ pointer: formatPointer(names), names, look, isRequired });
    for (const [name, part] of inside)
      walk(part, [...names, name], isRequired && (look.properties.size === 0 || look.required.has(name)));
  };
  walk(schema, [], true);
  return leaves;
}

/** The payload itself and the objects in it, the outermost first. */
export function nodesOf(description: Description, schema: unknown): Node[] {
  const nodes: Node[] = [];
  const walk = (one: unknown, names: readonly string[]): void => {
    if (nodes.length >= MAX_PARTS || names.length > MAX_DEPTH) return;
    const look = description.look(one);
    nodes.push({ pointer: formatPointer(names), look });
    for (const [name, part] of look.properties) walk(part, [...names, name]);
  };
  walk(schema, []);
  return nodes;
}

function partsOf(description: Description, look: Look): (readonly [name: string, schema: unknown])[] {
  if (look.branches.length > 0) return [];
  if (look.properties.size > 0) return [...look.properties];
  const items = look.row.length > 0 ? look.row : coordinates(description, look);
  return items.map((schema, place) => [String(place), schema]);
}

const axes: { readonly [start: string]: string } = {
  ...{ lat: 'Latitude', lon: 'Longitude', lng: 'Longitude', alt: 'Altitude', ele: 'Altitude' },
};

/** An array of numbers that is said to be a position, `[longitude, latitude]`: each with what is said of it. */
function coordinates(description: Description, { items, told }: Look): unknown[] {
  if (items === undefined || !description.look(items).types.has('number')) return [];
  const named = [...told.slice(0, 500).matchAll(/\b(lat|lon|lng|alt|ele)[a-z]*([^,;]{0,40})/gi)].map(
    ([, start = '', more = '']) => ({ axis: axes[start.toLowerCase()], more }),
  );
  const isPosition = named.length >= 2 && new Set(named.map(({ axis }) => axis)).size === named.length;
  return isPosition ? named.map(({ axis, more }) => ({ type: 'number', description: `${axis}${more}` })) : [];
}

export interface Found {
  readonly leaf: Leaf;
  readonly words: { readonly [canonical: string]: Scalar } | undefined;
}
export type Facts = ReadonlyMap<string, Found>;

function kindsOf(resource: ResourceName): { readonly [fact: string]: FactKind } {
  return resource === 'device' ? { ...limitFacts, ...recordFacts.device } : recordFacts[resource];
}

/** Each fact with the one leaf that fits it best. */
export function factsOf(description: Description, resource: ResourceName, leaves: readonly Leaf[]): Facts {
  const kinds = kindsOf(resource);
  const open = leaves.filter(({ look }) => !isFixed(look));
  const sure = assigned(namesOf(kinds), open, (fact, leaf) =>
    canBe(kinds[fact] ?? 'text', leaf.look) ? rankFor(resource, fact, leaf) : undefined,
  );
  return new Map(
    Object.entries(sure).flatMap(([fact, leaf]) => {
      const kind = kinds[fact] ?? 'text';
      const words = wordsIn(fact, kind, kind === 'texts' ? description.look(leaf.look.items) : leaf.look);
      return words === 'unknown' ? [] : [[fact, { leaf, words }]];
    }),
  );
}

/** How well a leaf is named for a fact: 0 where the description has our own words for it. */
function rankFor(resource: ResourceName, fact: string, { names, look }: Leaf): number | undefined {
  const { says } = wordsOf(resource, fact);
  if (says.endsWith('.') ? look.told.startsWith(says) : look.told.startsWith(`${says} in `)) return 0;
  // An item of a row has no name: it is told what it is.
  if (/^\d+$/.test(names.at(-1) ?? '')) {
    const said = plainName(`${look.told} ${textOf(look.says.title)}`);
    return said.startsWith(plainName(fact)) || said.startsWith(plainName(`the ${fact}`)) ? 0 : undefined;
  }
  const table: { readonly [fact: string]: readonly string[] | undefined } = {
    ...(resource === 'device' && limitNames),
    ...factNames[resource],
  };
  const known = table[fact] ?? [];
  const usual = known.includes(plainName(fact)) ? known : [plainName(fact), ...known];
  const own = names.filter((name) => !/^\d+$/.test(name));
  const rank = rankOf({ names: own }, usual);
  // The outer one of two places with the same name is meant, unless the name of its object belongs to it.
  const isInner = own.length > 1 && !usual.includes(plainName(own.slice(-2).join('')));
  if (rank !== undefined) return 1 + rank + (isInner ? 0.5 : 0);
  const title = /^(?:the )?([\w -]{1,40})\.?$/i.exec(look.told)?.[1] ?? '';
  const byTitle = usual.indexOf(plainName(title));
  return byTitle < 0 ? undefined : 100 + byTitle;
}

const numbers: ReadonlySet<FactKind> = new Set(['number', 'speed', 'course', 'length', 'distance']);

/** Returns whether a fact of a kind can be written so. A schema that says no type can be anything but an object. */
function canBe(kind: FactKind, look: Look): boolean {
  const { types, says, values, properties, items } = look;
  const is = (...some: readonly string[]): boolean =>
    some.some(
      (type) => types.has(type) || (types.size === 0 && values.some(({ value }) => typeof value === type)),
    );
  const format = textOf(says.format);
  const isTime =
    ['date-time', 'date', 'time'].includes(format) ||
    examplesIn(look).some((one) => typeof one === 'string' && timeFormOf(one) !== undefined);
  const isUnit = timeUnitOf(look) !== undefined;
  if (numbers.has(kind)) return is('number', 'integer') || isNumeric(look);
  if (kind === 'boolean') return is('boolean') || values.length === 2;
  if (kind === 'time') return localOffsetOf(look) !== undefined || (isTime ? format !== 'date' : isUnit);
  if (kind === 'date') return format === 'date' || isUnit;
  if (kind === 'json') {
    const isUnsaid = types.size === 0 && values.length === 0 && items === undefined;
    return (is('object') || isUnsaid) && properties.size === 0;
  }
  if (kind === 'notifications' || kind === 'texts' || kind.startsWith('ids:')) return is('array');
  if (kind.startsWith('id:')) return is('string', 'integer', 'number') && !isTime;
  return (is('string') || values.length > 0) && !isTime;
}

/** Returns whether a fact that is a number is written as text. */
export function isNumberAsText(resource: ResourceName, fact: string, look: Look): boolean {
  return numbers.has(kindsOf(resource)[fact] ?? 'text') && isNumeric(look);
}

/** Returns whether a text can be nothing but a number: by its pattern, its format, or all of its examples. */
function isNumeric(look: Look): boolean {
  const { types, says } = look;
  if (!types.has('string') || types.has('number') || types.has('integer')) return false;
  const pattern = textOf(says.pattern).slice(0, 100);
  if (pattern !== '') return /^\^?[-+?]*(\\d|\[0-9\])[\\\d[\](){}*+?.,d|:-]*\$?$/.test(pattern);
  if (['decimal', 'double', 'float', 'number'].includes(textOf(says.format))) return true;
  const examples = examplesIn(look);
  return examples.length > 0 && examples.every((one) => typeof one === 'string' && /^-?\d+\.\d+$/.test(one));
}

/** The offset of a time without a zone, where a description tells it. */
export function localOffsetOf({ types, told }: Look): string | undefined {
  if (!types.has('string')) return undefined;
  const [, offset] =
    /without (?:a )?(?:time )?zone,? (?:at|in) (Z|UTC|[+-]\d\d:\d\d)/i.exec(told.slice(0, 1000)) ?? [];
  return offset === undefined || /UTC/i.test(offset) ? offset && 'Z' : offset.toUpperCase();
}

export function examplesIn({ says }: Look): unknown[] {
  const { example, examples } = says;
  return [...(example === undefined ? [] : [example]), ...listOf(examples)];
}

/** The unit of a time that is a number: by its words, or by the size of an example. */
export function timeUnitOf(look: Look): 'epoch-seconds' | 'epoch-milliseconds' | undefined {
  if (!look.types.has('integer') && !look.types.has('number')) return undefined;
  if (/millisecond|\bms\b/i.test(look.told)) return 'epoch-milliseconds';
  if (/seconds since|epoch seconds|unix (time|seconds)|in seconds/i.test(look.told)) return 'epoch-seconds';
  const [form, ...others] = new Set(examplesIn(look).map((one) => timeFormOf(one)?.form));
  const isEpoch = form === 'epoch-seconds' || form === 'epoch-milliseconds';
  return isEpoch && others.length === 0 ? form : undefined;
}

/** The canonical values of facts that have few, with other words for them that are in use. */
const few: { readonly [fact: string]: { readonly [canonical: string]: string } } = {
  status: {
    online: 'online connected up',
    offline: 'offline disconnected down',
    unknown: 'unknown never none',
  },
  licence: {
    used: 'used active running valid inuse licensed licenced',
    expired: 'expired lapsed ended inactive',
  },
  severity: {
    info: 'info information informational notice low',
    warning: 'warning warn medium',
    critical: 'critical high severe emergency',
  },
  channels: { email: 'email mail emails', sms: 'sms text textmessage' },
  boolean: { true: 'true yes on', false: 'false no off' },
};

/**
 * Other words for the values of a fact; `undefined` for none. `unknown` where it has few values and the words for them cannot be
 * told: read as they are, they would be misunderstood.
 */
function wordsIn(fact: string, kind: FactKind, look: Look): Found['words'] | 'unknown' {
  const known = few[kind === 'texts' ? 'channels' : kind === 'boolean' ? 'boolean' : fact];
  const none = look.values.filter(({ name }) => /^(none|null|no \w+)$/i.test(name ?? ''));
  const values = look.values.filter((one) => !none.includes(one));
  const found: { [canonical: string]: Scalar } = {};
  for (const { value, name } of values) {
    // Words that are not explained are taken as they are, but those that are sent as well.
    if (!known && name === undefined && fact !== 'type') continue;
    const canonical = known ? canonicalOf(known, name ?? String(value)) : name;
    const word = scalarOf(value);
    if (canonical === undefined || canonical in found || word === undefined) return 'unknown';
    found[canonical] = word;
  }
  if (known && kind !== 'boolean' && values.length === 0) return 'unknown';
  const isWhole = look.isClosed && Object.keys(found).length >= Object.keys(known ?? {}).length;
  if (known && values.length > 0 && !isWhole && kind !== 'texts') return 'unknown';
  const isOther = Object.entries(found).some(
    ([canonical, value]) => String(value) !== canonical || (kind === 'boolean' && typeof value !== 'boolean'),
  );
  const lone = none.length === 1 ? scalarOf(none[0]?.value) : undefined;
  const nothing = none.length === 0 ? noneIn(look) : lone === undefined ? {} : { null: lone };
  const all = { ...(isOther && found), ...nothing };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** The word for none, where a description tells it: `0 for none`. */
function noneIn({ told, types, isNullable }: Look): { null?: Scalar } {
  const [, word] =
    /[`'"]?(-?\w{1,20})[`'"]? (?:for|is|means|if|=) (?:none\b|no\b)/i.exec(told.slice(0, 500)) ?? [];
  const isNumber = types.has('integer') || types.has('number');
  return word !== undefined && !isNullable && isNumber && /^-?\d+$/.test(word) ? { null: Number(word) } : {};
}

function canonicalOf(known: { readonly [canonical: string]: string }, word: string): string | undefined {
  const found = Object.entries(known).filter(([, words]) => words.split(' ').includes(plainName(word)));
  return found.length === 1 ? found[0]?.[0] : undefined;
}

function scalarOf(value: unknown): Scalar | undefined {
  return value === null || ['string', 'boolean', 'number'].includes(typeof value)
    ? (value as Scalar)
    : undefined;
}

function isFixed({ isClosed, values, isNullable }: Look): boolean {
  return isClosed && values.length === 1 && !isNullable;
}

/** The same value of our own; none for what JSON cannot hold. */
export function jsonOf(value: unknown): Json | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : parseExactJson(text);
}

/** Fixed values among leaves, by their pointers. */
export function constantsIn(leaves: readonly Leaf[]): { [pointer: string]: Json } {
  const fixed = leaves.filter(({ look }) => isFixed(look));
  return Object.fromEntries(
    fixed.map(({ pointer, look }) => [pointer, jsonOf(look.values[0]?.value) ?? null]),
  );
}
