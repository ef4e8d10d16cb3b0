/** The facts of a record in its schema: by their names, the kinds of values that they can have, and what is said of them. */

import { parseExactJson } from '../../kit/exact-json.ts';
import type { Json, Scalar } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { firstByRank } from '../../learning/facts.ts';
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

const DEEPEST = 8;
const MOST = 400;

export function leavesOf(description: Description, schema: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (one: unknown, names: readonly string[], isRequired: boolean): void => {
    if (leaves.length >= MOST || names.length > DEEPEST) return;
    const look = description.look(one);
    const inside = partsOf(description, look);
    if (inside.length === 0) leaves.push({ pointer: formatPointer(names), names, look, isRequired });
    for (const part of inside) walk(part.schema, [...names, part.name], isRequired && part.isRequired);
  };
  walk(schema, [], true);
  return leaves;
}

/** The payload itself and the objects in it, the outermost first. */
export function nodesOf(description: Description, schema: unknown): Node[] {
  const nodes: Node[] = [];
  const walk = (one: unknown, names: readonly string[]): void => {
    if (nodes.length >= MOST || names.length > DEEPEST) return;
    const look = description.look(one);
    nodes.push({ pointer: formatPointer(names), look });
    for (const [name, part] of look.properties) walk(part, [...names, name]);
  };
  walk(schema, []);
  return nodes;
}

interface Part {
  name: string;
  schema: unknown;
  isRequired: boolean;
}

function partsOf(description: Description, look: Look): Part[] {
  const { properties, required, row, branches } = look;
  if (branches.length > 0) return [];
  if (properties.size > 0)
    return [...properties].map(([name, schema]) => ({ name, schema, isRequired: required.has(name) }));
  const items = row.length > 0 ? row : coordinates(description, look);
  return items.map((schema, place) => ({ name: String(place), schema, isRequired: true }));
}

const axes: { readonly [start: string]: string } = {
  lat: 'Latitude',
  lon: 'Longitude',
  lng: 'Longitude',
  alt: 'Altitude',
  ele: 'Altitude',
};

/** An array of numbers that is said to be a position, `[longitude, latitude]`: each with what is said of it. */
function coordinates(description: Description, { items, says }: Look): unknown[] {
  if (items === undefined || !description.look(items).types.has('number')) return [];
  const told = [
    ...textOf(says.description)
      .slice(0, 500)
      .matchAll(/\b(lat|lon|lng|alt|ele)[a-z]*([^,;]{0,40})/gi),
  ];
  const named = told.map(([, start = '', more = '']) => ({ axis: axes[start.toLowerCase()], more }));
  const isPosition = named.length >= 2 && new Set(named.map(({ axis }) => axis)).size === named.length;
  return isPosition ? named.map(({ axis, more }) => ({ type: 'number', description: `${axis}${more}` })) : [];
}

export interface Found {
  readonly leaf: Leaf;
  readonly words: { readonly [canonical: string]: Scalar } | undefined;
}
export type Facts = ReadonlyMap<string, Found>;

const kindsOf = (resource: ResourceName): { readonly [fact: string]: FactKind } =>
  resource === 'device' ? { ...limitFacts, ...recordFacts.device } : recordFacts[resource];

function usualNames(resource: ResourceName, fact: string): readonly string[] {
  const own: { readonly [fact: string]: readonly string[] | undefined } = factNames[resource];
  const limits: { readonly [fact: string]: readonly string[] | undefined } = limitNames;
  const usual = own[fact] ?? (resource === 'device' ? limits[fact] : undefined) ?? [];
  return usual.includes(plainName(fact)) ? usual : [plainName(fact), ...usual];
}

/** Each fact with the one leaf that fits it best. A fact that two fit, and a leaf that fits two, has none. */
export function factsOf(description: Description, resource: ResourceName, all: readonly Leaf[]): Facts {
  const leaves = all.filter(({ look }) => !isFixed(look));
  const kinds = kindsOf(resource);
  const best = namesOf(kinds).flatMap((fact) => {
    const kind = kinds[fact] ?? 'text';
    const fitting = leaves.flatMap((leaf) => {
      const rank = rankOf(resource, fact, leaf);
      return rank !== undefined && canBe(kind, leaf.look) ? [{ fact, kind, leaf, rank }] : [];
    });
    return firstByRank(fitting) ?? [];
  });
  const sure = best.filter(
    ({ fact, leaf, rank }) =>
      !best.some((other) => other.fact !== fact && other.leaf === leaf && other.rank <= rank),
  );
  return new Map(
    sure.flatMap(({ fact, kind, leaf }) => {
      const words = wordsIn(fact, kind, kind === 'texts' ? description.look(leaf.look.items) : leaf.look);
      return words === 'unknown' ? [] : [[fact, { leaf, words }]];
    }),
  );
}

/** How well a leaf is named for a fact: 0 where the description has our own words for it. */
function rankOf(resource: ResourceName, fact: string, { names, look }: Leaf): number | undefined {
  const { says } = wordsOf(resource, fact);
  const told = textOf(look.says.description);
  if (says.endsWith('.') ? told.startsWith(says) : told.startsWith(`${says} in `)) return 0;
  const usual = usualNames(resource, fact);
  const own = names.filter((name) => !/^\d+$/.test(name)).map(plainName);
  const [last = '', above = ''] = own.toReversed();
  const title = /^(?:the )?([\w -]{1,40})\.?$/i.exec(told)?.[1] ?? '';
  const ranks = [usual.indexOf(last), usual.indexOf(above + last)].filter((rank) => rank >= 0);
  const byTitle = usual.indexOf(plainName(title));
  if (isOfRow(names)) return inRow(fact, names, told, look) ? 0 : undefined;
  // The outer one of two places with the same name is meant, unless the name of its object belongs to it.
  const isInner = own.length > 1 && !usual.includes(above + last);
  if (ranks.length > 0) return 1 + Math.min(...ranks) + (isInner ? 0.5 : 0);
  return byTitle < 0 ? undefined : 100 + byTitle;
}

function isOfRow(names: readonly string[]): boolean {
  return /^\d+$/.test(names.at(-1) ?? '');
}

/** An item of a row has no name: it is told what it is. */
function inRow(fact: string, _: readonly string[], told: string, look: Look): boolean {
  const said = plainName(`${told} ${textOf(look.says.title)}`);
  return said.startsWith(plainName(fact)) || said.startsWith(plainName(`the ${fact}`));
}

const numbers: ReadonlySet<FactKind> = new Set(['number', 'speed', 'course', 'length', 'distance']);

/** Returns whether a fact of a kind can be written so. A schema that says no type can be anything but an object. */
function canBe(kind: FactKind, look: Look): boolean {
  const { types, says, values, properties, items } = look;
  const is = (type: string): boolean =>
    types.has(type) || (types.size === 0 && values.some(({ value }) => typeof value === type));
  const isUnsaid = types.size === 0 && values.length === 0 && properties.size === 0 && items === undefined;
  const isTime =
    ['date-time', 'date', 'time'].includes(textOf(says.format)) ||
    examplesIn(look).some((one) => typeof one === 'string' && timeFormOf(one) !== undefined);
  if (numbers.has(kind)) return is('number') || is('integer') || isNumeric(look);
  if (kind === 'boolean') return is('boolean') || values.length === 2;
  if (kind === 'time' && localOffsetOf(look) !== undefined) return true;
  if (kind === 'time') return isTime ? textOf(says.format) !== 'date' : timeUnitOf(look) !== undefined;
  if (kind === 'date') return textOf(says.format) === 'date' || timeUnitOf(look) !== undefined;
  if (kind === 'json') return (is('object') || isUnsaid) && properties.size === 0;
  if (kind === 'notifications' || kind === 'texts' || kind.startsWith('ids:')) return is('array');
  if (kind.startsWith('id:')) return (is('string') || is('integer') || is('number')) && !isTime;
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
export function localOffsetOf({ types, says }: Look): string | undefined {
  if (!types.has('string')) return undefined;
  const told = textOf(says.description).slice(0, 1000);
  const [, offset] = /without (?:a )?(?:time )?zone,? (?:at|in) (Z|UTC|[+-]\d\d:\d\d)/i.exec(told) ?? [];
  return offset === undefined || /UTC/i.test(offset) ? offset && 'Z' : offset.toUpperCase();
}

export function examplesIn({ says }: Look): unknown[] {
  const { example, examples } = says;
  return [...(example === undefined ? [] : [example]), ...listOf(examples)];
}

/** The unit of a time that is a number: by its words, or by the size of an example. */
export function timeUnitOf(look: Look): 'epoch-seconds' | 'epoch-milliseconds' | undefined {
  if (!look.types.has('integer') && !look.types.has('number')) return undefined;
  const told = textOf(look.says.description);
  if (/millisecond|\bms\b/i.test(told)) return 'epoch-milliseconds';
  if (/seconds since|epoch seconds|unix (time|seconds)|in seconds/i.test(told)) return 'epoch-seconds';
  const forms = new Set(examplesIn(look).map((one) => timeFormOf(one)?.form));
  const [form] = forms;
  return forms.size === 1 && (form === 'epoch-seconds' || form === 'epoch-milliseconds') ? form : undefined;
}

/** The canonical values of facts that have few, with other words for them that are in use. */
const few: { readonly [fact: string]: { readonly [canonical: string]: readonly string[] } } = {
  status: {
    online: ['online', 'connected', 'up'],
    offline: ['offline', 'disconnected', 'down'],
    unknown: ['unknown', 'never', 'none'],
  },
  licence: {
    used: ['used', 'active', 'running', 'valid', 'inuse', 'licensed', 'licenced'],
    expired: ['expired', 'lapsed', 'ended', 'inactive'],
  },
  severity: {
    info: ['info', 'information', 'informational', 'notice', 'low'],
    warning: ['warning', 'warn', 'medium'],
    critical: ['critical', 'high', 'severe', 'emergency'],
  },
  channels: { email: ['email', 'mail', 'emails'], sms: ['sms', 'text', 'textmessage'] },
};
const channels = few.channels ?? {};
const truth = { true: ['true', 'yes', 'on'], false: ['false', 'no', 'off'] };

/**
 * Other words for the values of a fact; `undefined` for none. `unknown` where it has few values and the words for them cannot be
 * told: read as they are, they would be misunderstood.
 */
function wordsIn(fact: string, kind: FactKind, look: Look): Found['words'] | 'unknown' {
  const known = kind === 'texts' ? channels : kind === 'boolean' ? truth : few[fact];
  const { values: own, isClosed } = look;
  const none = own.filter(({ name }) => /^(none|null|no \w+)$/i.test(name ?? ''));
  const values = own.filter((one) => !none.includes(one));
  const lone = scalarOf(none[0]?.value);
  const nothing =
    none.length === 0 ? noneIn(look) : none.length === 1 && lone !== undefined ? { null: lone } : {};
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
  if (
    known &&
    values.length > 0 &&
    (!isClosed || Object.keys(found).length < Object.keys(known).length) &&
    kind !== 'texts'
  )
    return 'unknown';
  const others = Object.entries(found).filter(
    ([canonical, value]) => String(value) !== canonical || (kind === 'boolean' && typeof value !== 'boolean'),
  );
  const all = { ...(others.length > 0 ? found : {}), ...nothing };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** The word for none, where a description tells it: `0 for none`. */
function noneIn({ says, types, isNullable }: Look): { null?: Scalar } {
  const [, word] =
    /[`'"]?(-?\w{1,20})[`'"]? (?:for|is|means|if|=) (?:none\b|no\b)/i.exec(
      textOf(says.description).slice(0, 500),
    ) ?? [];
  if (word === undefined || isNullable) return {};
  const number = types.has('integer') || types.has('number');
  return number && /^-?\d+$/.test(word) ? { null: Number(word) } : {};
}

function canonicalOf(
  known: { readonly [canonical: string]: readonly string[] },
  word: string,
): string | undefined {
  const found = Object.entries(known).filter(([, words]) => words.includes(plainName(word)));
  return found.length === 1 ? found[0]?.[0] : undefined;
}

function scalarOf(value: unknown): Scalar | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' ? value : undefined;
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
