/** The facts of a record in its schema: by their names, and by the kinds of values that they can have. */
import { parseExactJson } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { namesOf } from '../../kit/tables.ts';
import { assigned, rankOf } from '../../learning/facts.ts';
import { same } from '../../learning/finding.ts';
import { factChecks, type Time, timeFormOf } from '../../learning/forms.ts';
import { plainName } from '../../learning/leaves.ts';
import { factNames, limitNames } from '../../learning/names.ts';
import { limitFacts, recordFacts } from '../../specification/records/index.ts';
import { type FactKind, numericKinds, type ResourceName } from '../../specification/records/kinds.ts';
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
    const parts = look.among.length > 0 ? [] : [...look.properties()];
    found.push({ pointer: formatPointer(names), names, look, isRequired, isLeaf: parts.length === 0 });
    if (places.length >= MAX_PARTS) continue;
    for (const [name, part] of parts) {
      const isSure = isRequired && look.required.includes(name);
      places.push({ names: [...names, name], look: part, isRequired: isSure });
    }
  }
  return found;
}

export function leavesOf(payload: Look | undefined): Leaf[] {
  return payload ? nodesOf(payload).filter(({ isLeaf }) => isLeaf) : [];
}

/** The leaf of each fact that was found. */
export type Facts = ReadonlyMap<string, Leaf>;

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
  return new Map(Object.entries(sure).filter(([fact, { look }]) => isInOurWords(fact, look)));
}

export function pointersOf(facts: Facts): ReadonlySet<string> {
  return new Set([...facts.values()].map(({ pointer }) => pointer));
}

/** How well a leaf is named for a fact. */
function rankFor(resource: ResourceName, fact: string, { names }: Leaf): number | undefined {
  const table: { readonly [fact: string]: readonly string[] | undefined } = {
    ...(resource === 'device' && limitNames),
    ...factNames[resource],
  };
  const known = table[fact] ?? [];
  const usual = known.includes(plainName(fact)) ? known : [plainName(fact), ...known];
  const rank = rankOf({ names }, usual);
  // The outer one of two places with the same name is meant, unless the name of its object belongs to it.
  const isInner = names.length > 1 && !usual.includes(plainName(names.slice(-2).join('')));
  return rank === undefined ? undefined : rank + (isInner ? 0.5 : 0);
}

/** Returns whether a fact of a kind can be written so. A schema that says no type can be anything but an object. */
function canBe(kind: FactKind, look: Look): boolean {
  const { types, says, values } = look;
  const is = (...some: readonly string[]): boolean =>
    some.some((type) => types.has(type) || (types.size === 0 && values.some((one) => typeof one === type)));
  const isTime =
    ['date-time', 'date', 'time'].includes(textOf(says.format)) ||
    examplesIn(look).some((one) => typeof one === 'string' && timeFormOf(one) !== undefined);
  const isDate = says.format === 'date';
  if (numericKinds.has(kind)) return is('number', 'integer');
  if (kind === 'boolean') return is('boolean');
  if (kind === 'time') return !isDate && (isTime || timeIn(look) !== undefined);
  if (kind === 'date') return isDate;
  if (kind === 'json') {
    const isUnsaid = types.size === 0 && values.length === 0 && look.items() === undefined;
    return (is('object') || isUnsaid) && look.properties().size === 0;
  }
  if (kind === 'notifications' || kind === 'texts' || kind.startsWith('ids:')) return is('array');
  if (kind.startsWith('id:')) return is('string', 'integer', 'number') && !isTime;
  return is('string') && !isTime;
}

/** The form of a time: by its words, or by its examples. */
export function timeIn(look: Look): Time | undefined {
  const unit = timeUnitOf(look);
  return unit ? { form: unit } : same(examplesIn(look).flatMap((one) => timeFormOf(one) ?? []));
}

/** The unit of a time that is a number: by its words, or by the size of an example. */
export function timeUnitOf(look: Look): 'epoch-seconds' | 'epoch-milliseconds' | undefined {
  if (!look.types.has('integer') && !look.types.has('number')) return undefined;
  if (/millisecond|\bms\b/i.test(look.told)) return 'epoch-milliseconds';
  if (/seconds since|epoch seconds|unix (time|seconds)|in seconds/i.test(look.told)) return 'epoch-seconds';
  const form = same(examplesIn(look).map((one) => timeFormOf(one)?.form));
  return form === 'epoch-seconds' || form === 'epoch-milliseconds' ? form : undefined;
}

/** Facts that have few values: other words than our own would be misunderstood, and a description seldom says what they mean. */
const fewValued: ReadonlySet<string> = new Set(['status', 'licence', 'severity', 'notify', 'channels']);

function isInOurWords(fact: string, look: Look): boolean {
  const values = look.items()?.values ?? look.values;
  if (fact === 'type') return values.length === 0;
  return !fewValued.has(fact) || (values.length > 0 && values.every(factChecks[fact] ?? (() => false)));
}

/** The same value of our own; none for what JSON cannot hold. */
export function jsonOf(value: unknown): Json | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : parseExactJson(text);
}

/** Fixed values among leaves, by their pointers. */
export function constantsIn(leaves: readonly Leaf[]): { [pointer: string]: Json } {
  const fixed = leaves.filter(({ look }) => isFixed(look));
  return Object.fromEntries(fixed.map(({ pointer, look }) => [pointer, jsonOf(look.values[0]) ?? null]));
}
