/** One record in one payload: its facts' places, read and written. */

import { exactJsonText } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { excerpt } from '../../kit/untrusted.ts';
import type { FactKind } from '../../specification/records/kinds.ts';
import type { JsonPointer, Shape } from '../openings.ts';
import { follow, parsePointer } from '../pointer.ts';
import { type Codec, codecOf, type Dialect } from './codecs.ts';
import type { Issue } from './lens.ts';
import { constantPlaces, type Place } from './tree.ts';

/** Facts by name, whatever the resource. The typed views on this are in `lens.ts`. */
export interface AnyFacts {
  [fact: string]: unknown;
}

/** One fact and its place in the record. */
export interface Slot {
  fact: string;
  tokens: readonly string[];
  codec: Codec;
}

/** The shape of a record, ready to be put into any payload. */
export interface RecordPlan {
  slots: readonly Slot[];
  constants: readonly Place<unknown>[];
  /** The one fact that a record consists of, when its place is the whole record. */
  whole: Slot | undefined;
  /** How every fact of the resource is written, whether or not it has a place. */
  codec(fact: string): Codec;
}

/** `shapes` are laid over each other: a device's own fields, and those of its limit settings. */
export function planRecord(
  shapes: readonly Shape[],
  kinds: { readonly [fact: string]: FactKind },
  dialect: Dialect,
): RecordPlan {
  const codec = (fact: string): Codec => {
    const words = shapes.map((shape) => shape.values?.[fact]).find((given) => given !== undefined);
    const kind = kinds[fact];
    if (kind === undefined) throw new RangeError(`There is no fact ${fact}.`);
    const own = shapes.map((shape) => shape.forms?.[fact]).find((given) => given !== undefined);
    return codecOf(kind, dialect, words, own);
  };
  const slots = shapes
    .flatMap((shape) => Object.entries(shape.fields))
    .flatMap(([fact, pointer]) =>
      pointer === undefined ? [] : [{ fact, tokens: parsePointer(pointer), codec: codec(fact) }],
    );
  return {
    slots,
    constants: shapes.flatMap((shape) => constantPlaces(shape.constants)),
    whole: slots.find((slot) => slot.tokens.length === 0),
    codec,
  };
}

/** The places of a record inside a payload that has it where `at` leads. */
export function recordPlaces(plan: RecordPlan, at: readonly string[] = []): Place<AnyFacts>[] {
  const facts = plan.slots.map(({ fact, tokens, codec }) => ({
    tokens: [...at, ...tokens],
    write: (facts: AnyFacts): Json | undefined => {
      const value = facts[fact];
      return value === undefined ? undefined : codec.write(value);
    },
  }));
  return [...facts, ...plan.constants.map(({ tokens, write }) => ({ tokens: [...at, ...tokens], write }))];
}

/** Reads the facts of a record. `at` is where the record is, for the issues. */
export function readRecord(plan: RecordPlan, json: unknown, at: JsonPointer, issues: Issue[]): AnyFacts {
  const facts: AnyFacts = {};
  if (!holdsFacts(plan, json)) {
    issues.push(issue(at, 'an object', json));
    return facts;
  }
  for (const { fact, tokens, codec } of plan.slots) {
    const found = follow(json, tokens);
    if (found === undefined) continue;
    const value = codec.read(found);
    if (value === undefined) issues.push(issue(at + formatPointer(tokens), codec.expected, found));
    else facts[fact] = value;
  }
  return facts;
}

function holdsFacts(plan: RecordPlan, json: unknown): boolean {
  if (plan.whole) return json !== undefined;
  if (Array.isArray(json)) return plan.slots.some(({ tokens }) => tokens[0] === '0');
  return json !== null && typeof json === 'object';
}

export function issue(pointer: JsonPointer, expected: string, found: unknown): Issue {
  return { pointer, expected, found: nameType(found) };
}

function nameType(json: unknown): string {
  if (json === undefined) return 'nothing';
  if (json === null) return 'null';
  if (Array.isArray(json)) return 'a list';
  if (typeof json === 'object') return 'an object';
  if (typeof json === 'string') return json.length > 40 ? 'text' : `the text ${exactJsonText(json)}`;
  if (typeof json === 'boolean') return `${json}`;
  return `the number ${excerpt(String(json))}`;
}
