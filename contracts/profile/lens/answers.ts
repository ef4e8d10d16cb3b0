/** The answer to a write: the record, its id, or nothing (`operations.envelope`). */
import type { Json } from '../../kit/json.ts';
import type { WriteAnswer } from '../openings.ts';
import type { Reading } from './lens.ts';
import type { ListPayload } from './lists.ts';
import type { IdPayload, RecordPayload } from './payloads.ts';
import type { AnyFacts } from './record.ts';
import { compileTree, constantPlaces } from './tree.ts';

/** `AnswerLens` without the types of one resource. */
export interface Answer {
  readonly kind: WriteAnswer;
  write(facts: AnyFacts | readonly AnyFacts[]): Json | undefined;
  read(json: unknown): Reading<AnyFacts>;
}

/** `many` makes the payload of several records, where the operation can have several. */
export function recordAnswer(one: RecordPayload, many: () => ListPayload): Answer {
  return {
    kind: 'record',
    write: (facts) => (isMany(facts) ? many().write(facts) : one.write(facts)),
    read: (json) => one.read(json),
  };
}

export function idAnswer(payload: IdPayload): Answer {
  return {
    kind: 'id',
    write: (facts) => payload.write(isMany(facts) ? facts.map((one) => one.id) : facts.id),
    read: (json) => {
      const { id, issues } = payload.read(json);
      return { facts: id === undefined ? {} : { id }, issues };
    },
  };
}

export function nothingAnswer(constants: { [pointer: string]: Json } | undefined): Answer {
  const places = constantPlaces(constants);
  const write = compileTree(places);
  return {
    kind: 'nothing',
    write: (facts) => (places.length === 0 ? undefined : write(facts)),
    read: () => ({ facts: {}, issues: [] }),
  };
}

function isMany(facts: AnyFacts | readonly AnyFacts[]): facts is readonly AnyFacts[] {
  return Array.isArray(facts);
}
