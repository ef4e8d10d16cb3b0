/** The facts of a record in its schema: by their names, the kinds of values that they can have, and what is said of them. */
import { parseExactJson } from '../../kit/exact-json.ts';
import type { Json, Scalar } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { assigned, rankOf } from '../../learning/facts.ts';
import { same } from '../../learning/finding.ts';
import { type Time, timeFormOf } from '../../learning/forms.ts';
import { plainName } from '../../learning/leaves.ts';
import { factNames, limitNames } from '../../learning/names.ts';
import { limitFacts, recordFacts } from '../../specification/records/index.ts';
import { type FactKind, numericKinds, type ResourceName } from '../../specification/records/kinds.ts';
import { factSays } from '../facts.ts';
import { examplesIn, isFixed, type Look, textOf } from './look.ts';

/** A place in a payload; as a leaf one of a value without parts, or of a list. */
export interface Leaf {
  readonly pointer: string;
  readonly names: readonly string[];
  readonly look: Look;
  /** Tells whether it is always there. */
  readonly isRequired: boolean;
  readonly isLeaf: boolean;
}

const MAX_DEPTH = 8;
const MAX_PARTS = 800;

/** The payload itself and all places in it, the outer ones first. */
export function nodesOf(payload: Look): Leaf[] {
  const places = [{ names: [] as readonly string[], look: payload, isRequired: true }];
  const found: Leaf[] = [];
  for (const { names, look, isRequired } of places) {
    if (names.length > MAX_DEPTH) continue;
    const parts = partsOf(look);
    found.push({ pointer: formatPointer(names), names, look, isRequired, isLeaf: parts.length === 0 });
    const isSure = (name: string) => look.properties().size === 0 || look.required.includes(name);
    if (places.length < MAX_PARTS)
      for (const [name, part] of parts)
        places.push({ names: [...names, name], look: part, isRequired: isRequired && isSure(name) });
  }
  return found;
}

export function leavesOf(payload: Look | undefined): Leaf[] {
  return payload ? nodesOf(payload).filter(({ isLeaf }) => isLeaf) : [];
}

function partsOf(look: Look): (readonly [name: string, look: Look])[] {
  if (look.among.length > 0) return [];
  const properties = look.properties();
  if (properties.size > 0) return [...properties];
  const items = look.row();
  return (items.length > 0 ? items : coordinates(look)).map((one, place) => [String(place), one]);
}

const axes: { readonly [start: string]: string } = {
  ...{ lat: 'Latitude', lon: 'Longitude', lng: 'Longitude', alt: 'Altitude', ele: 'Altitude' },
};

/** An array of numbers that is said to be a position, `[longitude, latitude]`: each with what is said of it. */
function coordinates(look: Look): Look[] {
  const item = look.items();
  if (!item?.types.has('number')) return [];
  const named = [...look.told.slice(0, 500).matchAll(/\b(lat|lon|lng|alt|ele)[a-z]*([^,;]{0,40})/gi)].map(
    ([, start = '', more = '']) => ({ axis: axes[start.toLowerCase()], more }),
  );
  const isPosition = named.length >= 2 && new Set(named.map(({ axis }) => axis)).size === named.length;
  return isPosition ? named.map(({ axis, more }) => ({ ...item, told: `${axis}${more}` })) : [];
}

export interface Found {
  readonly leaf: Leaf;
  readonly words: { readonly [canonical: string]: Scalar } | undefined;
}
export type Facts = ReadonlyMap<string, Found>;

export function kindsOf(resource: ResourceName): { readonly [fact: string]: FactKind } {
  return resource === 'device' ? { ...limitFacts, ...recordFacts.device } : recordFacts[resource];
}

/** Each fact with the one leaf that fits it best. */
export function factsOf(resource: ResourceName, leaves: readonly Leaf[]): Facts {
  const kinds = kindsOf(resource);
  const open = leaves.filter(({ look }) => !isFixed(look));
  const sure = assigned(namesOf(kinds), open, (fact, leaf) =>
    canBe(kinds[fact] ?? 'text', leaf.look) ? rankFor(resource, fact, leaf) : undefined,
  );
  return new Map(
    Object.entries(sure).flatMap(([fact, leaf]) => {
      const words = wordsIn(fact, kinds[fact] ?? 'text', leaf.look);
      return words === 'unknown' ? [] : [[fact, { leaf, words }]];
    }),
  );
}

export function pointersOf(facts: Facts): ReadonlySet<string> {
  return new Set([...facts.values()].map(({ leaf }) => leaf.pointer));
}

/** How well a leaf is named for a fact: 0 where the description has our own words for it. */
function rankFor(resource: ResourceName, fact: string, { names, look }: Leaf): number | undefined {
  const says = factSays(resource, fact);
  if (look.told.startsWith(says.endsWith('.') ? says : `${says} in `)) return 0;
  // An item of a row has no name: it is told what it is.
  if (/^\d+$/.test(names.at(-1) ?? '')) {
    const said = plainName(`${look.told} ${textOf(look.says.title)}`);
    return said.startsWith(plainName(fact)) || said.startsWith(plainName(`the ${fact}`)) ? 0 : undefined;
  }
  const own = names.filter((name) => !/^\d+$/.test(name));
  const table: { readonly [fact: string]: readonly string[] | undefined } = {
    ...(resource === 'device' && limitNames),
    ...factNames[resource],
  };
  const known = table[fact] ?? [];
  const usual = known.includes(plainName(fact)) ? known : [plainName(fact), ...known];
  const rank = rankOf({ names: own }, usual);
  // The outer one of two places with the same name is meant, unless the name of its object belongs to it.
  const isInner = own.length > 1 && !usual.includes(plainName(own.slice(-2).join('')));
  return rank === undefined ? undefined : 1 + rank + (isInner ? 0.5 : 0);
}

/** Returns whether a fact of a kind can be written so. A schema that says no type can be anything but an object. */
function canBe(kind: FactKind, look: Look): boolean {
  const { types, says, values } = look;
  const is = (...some: readonly string[]): boolean =>
    some.some(
      (type) => types.has(type) || (types.size === 0 && values.some(({ value }) => typeof value === type)),
    );
  const isTime =
    ['date-time', 'date', 'time'].includes(textOf(says.format)) ||
    examplesIn(look).some((one) => typeof one === 'string' && timeFormOf(one) !== undefined);
  const isDate = says.format === 'date';
  if (numericKinds.has(kind)) return is('number', 'integer') || isNumeric(look);
  if (kind === 'boolean') return is('boolean') || values.length === 2;
  if (kind === 'time') return !isDate && (isTime || timeIn(look) !== undefined);
  if (kind === 'date') return isDate || timeUnitOf(look) !== undefined;
  if (kind === 'json') {
    const isUnsaid = types.size === 0 && values.length === 0 && look.items() === undefined;
    return (is('object') || isUnsaid) && look.properties().size === 0;
  }
  if (kind === 'notifications' || kind === 'texts' || kind.startsWith('ids:')) return is('array');
  if (kind.startsWith('id:')) return is('string', 'integer', 'number') && !isTime;
  return (is('string') || values.length > 0) && !isTime;
}

/** Returns whether a text can be nothing but a number: by its pattern, its format, or all of its examples. */
export function isNumeric(look: Look): boolean {
  const { types, says } = look;
  if (!types.has('string') || types.has('number') || types.has('integer')) return false;
  const pattern = textOf(says.pattern).slice(0, 100);
  if (pattern !== '') return /^\^?[-+?]*(\\d|\[0-9\])[\\\d[\](){}*+?.,d|:-]*\$?$/.test(pattern);
  if (['decimal', 'double', 'float', 'number'].includes(textOf(says.format))) return true;
  const examples = examplesIn(look);
  return examples.length > 0 && examples.every((one) => typeof one === 'string' && /^-?\d+\.\d+$/.test(one));
}

/** The form of a time: by its words, its pattern, or its examples. */
export function timeIn(look: Look): Time | undefined {
  const unit = timeUnitOf(look);
  if (unit) return { form: unit };
  const told = /without (?:a )?(?:time )?zone,? (?:at|in) (Z|UTC|[+-]\d\d:\d\d)/i.exec(
    look.told.slice(0, 1000),
  );
  const local = look.types.has('string') ? told?.[1]?.toUpperCase().replace('UTC', 'Z') : undefined;
  if (local !== undefined) return { form: 'local', offset: local };
  const [, ending] = /(Z|\\?[+-]\d\d:\d\d)\$$/.exec(textOf(look.says.pattern)) ?? [];
  if (ending !== undefined) return { form: 'iso', offset: ending.replace('\\', '') };
  return same(examplesIn(look).flatMap((one) => timeFormOf(one) ?? []));
}

/** The unit of a time that is a number: by its words, or by the size of an example. */
export function timeUnitOf(look: Look): 'epoch-seconds' | 'epoch-milliseconds' | undefined {
  if (!look.types.has('integer') && !look.types.has('number')) return undefined;
  if (/millisecond|\bms\b/i.test(look.told)) return 'epoch-milliseconds';
  if (/seconds since|epoch seconds|unix (time|seconds)|in seconds/i.test(look.told)) return 'epoch-seconds';
  const form = same(examplesIn(look).map((one) => timeFormOf(one)?.form));
  return form === 'epoch-seconds' || form === 'epoch-milliseconds' ? form : undefined;
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
  texts: { email: 'email mail emails', sms: 'sms text textmessage' },
  boolean: { true: 'true yes on', false: 'false no off' },
};

/**
 * Other words for the values of a fact; `undefined` for none. `unknown` where it has few values and the words for them cannot be
 * told: read as they are, they would be misunderstood.
 */
function wordsIn(fact: string, kind: FactKind, look: Look): Found['words'] | 'unknown' {
  const of = kind === 'texts' ? look.items() : look;
  const known = few[kind] ?? few[fact];
  const all = of?.values ?? [];
  const none = all.filter(({ name }) => /^(none|null|no \w+)$/i.test(name ?? ''));
  const values = all.filter((one) => !none.includes(one));
  const found: { [canonical: string]: Scalar } = {};
  for (const { value, name } of values) {
    // Words that are not explained are taken as they are, but those that are sent as well.
    if (!known && name === undefined && fact !== 'type') continue;
    const canonical = known ? canonicalOf(known, name ?? String(value)) : name;
    if (canonical === undefined || canonical in found || !isScalar(value)) return 'unknown';
    found[canonical] = value;
  }
  const isWhole = of?.isClosed && Object.keys(found).length >= Object.keys(known ?? {}).length;
  if (known && (values.length === 0 ? kind !== 'boolean' : !isWhole && kind !== 'texts')) return 'unknown';
  const isOther = Object.entries(found).some(
    ([canonical, value]) => String(value) !== canonical || (kind === 'boolean' && typeof value !== 'boolean'),
  );
  const lone = none.map(({ value }) => value).filter(isScalar)[0] ?? noneIn(look);
  const words = { ...(isOther && found), ...(none.length < 2 && lone !== undefined && { null: lone }) };
  return Object.keys(words).length === 0 ? undefined : words;
}

/** The word for none, where a description tells it: `0 for none`. */
function noneIn({ told, types, isNullable }: Look): number | undefined {
  const [, word] =
    /[`'"]?(-?\d{1,9})[`'"]? (?:for|is|means|if|=) (?:none\b|no\b)/i.exec(told.slice(0, 500)) ?? [];
  const isNumber = types.has('integer') || types.has('number');
  return word !== undefined && !isNullable && isNumber ? Number(word) : undefined;
}

function canonicalOf(known: { readonly [canonical: string]: string }, word: string): string | undefined {
  const found = Object.keys(known).filter((one) => known[one]?.split(' ').includes(plainName(word)));
  return found.length === 1 ? found[0] : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'boolean', 'number'].includes(typeof value);
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
