/** Payloads that hold one record, and answers that hold its id alone or nothing. */
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import type { JsonPointer, Wrapping } from '../openings.ts';
import { follow, parsePointer } from '../pointer.ts';
import type { Codec } from './codecs.ts';
import type { Issue, Reading } from './lens.ts';
import { type AnyFacts, issue, type RecordPlan, readRecord, recordPlaces } from './record.ts';
import { compileTree, constantPlaces } from './tree.ts';

/** `RecordLens` without the types of one resource. */
export interface RecordPayload {
  readonly facts: readonly string[];
  pointer(fact: string): JsonPointer | undefined;
  write(facts: AnyFacts): Json;
  read(json: unknown): Reading<AnyFacts>;
}

/** A payload that holds a record where the wrapping says. */
export function compileRecord(plan: RecordPlan, wrapping: Wrapping = { at: '' }): RecordPayload {
  const at = parsePointer(wrapping.at);
  const pointers = new Map(plan.slots.map(({ fact, tokens }) => [fact, formatPointer([...at, ...tokens])]));
  return {
    facts: [...pointers.keys()],
    pointer: (fact) => pointers.get(fact),
    write: compileTree([...constantPlaces(wrapping.constants), ...recordPlaces(plan, at)]),
    read: (json) => {
      const issues: Issue[] = [];
      return { facts: readRecord(plan, follow(json, at), wrapping.at, issues), issues };
    },
  };
}

/** The same plan without some of its facts. */
export function withoutFacts(plan: RecordPlan, facts: ReadonlySet<string>): RecordPlan {
  return { ...plan, slots: plan.slots.filter(({ fact }) => !facts.has(fact)) };
}

/** An answer that holds an id alone, or a list of ids. */
export interface IdPayload {
  write(id: unknown): Json;
  read(json: unknown): { id: unknown; issues: Issue[] };
}

export function compileId(codec: Codec, wrapping: Wrapping): IdPayload {
  const at = parsePointer(wrapping.at);
  const writeId = (id: unknown): Json =>
    Array.isArray(id) ? id.map((one) => codec.write(one)) : codec.write(id);
  return {
    write: compileTree<unknown>([...constantPlaces(wrapping.constants), { tokens: at, write: writeId }]),
    read: (json) => {
      const found = follow(json, at);
      const id = codec.read(Array.isArray(found) ? found[0] : found);
      return id === undefined || id === null
        ? { id: undefined, issues: [issue(wrapping.at, codec.expected, found)] }
        : { id, issues: [] };
    },
  };
}
