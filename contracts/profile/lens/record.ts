/** Payloads that hold one record: its facts' places, read and written. */

import { exactJsonText } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { excerpt } from '../../kit/untrusted.ts';
import { recordFacts } from '../../specification/records/index.ts';
import type { FactKind, ResourceName } from '../../specification/records/kinds.ts';
import type { JsonPointer, Shape, Wrapping } from '../openings.ts';
import { follow, parsePointer } from '../pointer.ts';
import { type Codec, codecOf, type Dialect } from './codecs.ts';
import type { Issue, Reading } from './lens.ts';
import { compileTree, constantPlaces, type Place } from './tree.ts';

/** The fact that distinguishes the records of a resource, and keys a map of them; a location has none. */
export function identifyingFact(resource: ResourceName): 'id' | 'code' | undefined {
  return (['id', 'code'] as const).find((fact) => fact in recordFacts[resource]);
}

/** Facts by name, whatever the resource. The typed views on this are in `lens.ts`. */
export interface AnyFacts {
  [fact: string]: unknown;
}

/** One fact and its place in the record. */
interface Slot {
  readonly fact: string;
  readonly tokens: readonly string[];
  readonly codec: Codec;
  /** Without it the payload is not what it should be. */
  readonly isRequired: boolean;
}

/** The shape of a record, ready to be put into any payload. */
export interface RecordPlan {
  readonly slots: readonly Slot[];
  readonly constants: readonly Place<unknown>[];
  /** Tells whether it may be anything, and not an object alone: a record can consist of one fact. */
  readonly isAny: boolean;
}

/** A plan, and how every fact of the resource is written, whether or not it has a place. */
export interface ResourcePlan extends RecordPlan {
  codec(fact: string): Codec;
}

/** `shapes` are laid over each other: a device's own fields, and those of its limit settings. */
export function planRecord(
  shapes: readonly Shape[],
  kinds: { readonly [fact: string]: FactKind },
  dialect: Dialect,
): ResourcePlan {
  const codec = (fact: string): Codec => {
    const kind = kinds[fact];
    if (kind === undefined) throw new RangeError(`There is no fact ${fact}.`);
    const words = shapes.map((shape) => shape.values?.[fact]).find((given) => given !== undefined);
    const own = shapes.map((shape) => shape.forms?.[fact]).find((given) => given !== undefined);
    return codecOf(kind, dialect, words, own);
  };
  const fields = shapes.flatMap((shape) => Object.entries<JsonPointer | undefined>(shape.fields));
  const slots = fields.flatMap(([fact, pointer]): Slot[] =>
    pointer === undefined
      ? []
      : [{ fact, tokens: parsePointer(pointer), codec: codec(fact), isRequired: pointer === '' }],
  );
  const constants = shapes.flatMap((shape) => constantPlaces(shape.constants));
  return { slots, constants, isAny: slots.some(({ isRequired }) => isRequired), codec };
}

/** The plan of a record that consists of one fact. */
export function planOfOne(fact: string, codec: Codec): RecordPlan {
  return { slots: [{ fact, tokens: [], codec, isRequired: true }], constants: [], isAny: true };
}

/** The same plan without some of its facts. */
export function withoutFacts(plan: ResourcePlan, facts: ReadonlySet<string>): ResourcePlan {
  return { ...plan, slots: plan.slots.filter(({ fact }) => !facts.has(fact)) };
}

/** `RecordLens` without the types of one resource. */
export type RecordPayload = ReturnType<typeof compileRecord>;

/** A payload that holds a record where the wrapping says. */
export function compileRecord(plan: RecordPlan, wrapping: Wrapping = { at: '' }) {
  const at = parsePointer(wrapping.at);
  const pointers = new Map(plan.slots.map(({ fact, tokens }) => [fact, formatPointer([...at, ...tokens])]));
  return {
    facts: [...pointers.keys()],
    pointer: (fact: string): JsonPointer | undefined => pointers.get(fact),
    write: compileTree<AnyFacts>([...constantPlaces(wrapping.constants), ...recordPlaces(plan, at)]),
    read: (json: unknown): Reading<AnyFacts> => {
      const issues: Issue[] = [];
      return { facts: readRecord(plan, follow(json, at), wrapping.at, issues), issues };
    },
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
  for (const { fact, tokens, codec, isRequired } of plan.slots) {
    const found = follow(json, tokens);
    if (found === undefined && !isRequired) continue;
    const value = codec.read(found);
    if (value === undefined) issues.push(issue(at + formatPointer(tokens), codec.expected, found));
    else facts[fact] = value;
  }
  return facts;
}

function holdsFacts({ slots, isAny }: RecordPlan, json: unknown): boolean {
  if (isAny) return true;
  if (Array.isArray(json)) return slots.some(({ tokens }) => tokens[0] === '0');
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
