/** The bodies of POST …/locations and POST …/alerts (openings `locations.purpose`, `alerts.purpose`). */

import { exactJsonText } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { ProfileError } from '../errors.ts';
import type { JsonPointer, Posting } from '../openings.ts';
import { follow, parsePointer } from '../pointer.ts';
import type { Codec } from './codecs.ts';
import type { Issue, Range } from './lens.ts';
import { type AnyFacts, issue, type RecordPlan, readRecord, recordPlaces } from './record.ts';
import { compileTree, constantPlaces } from './tree.ts';

/** `PostingLens` without the types of one resource. */
export interface PostingPayload {
  readonly does: Posting['does'];
  readonly takesMany: boolean;
  pointer(fact: string, place?: { many: boolean; index: number }): JsonPointer | undefined;
  write(records: readonly AnyFacts[]): Json;
  read(json: unknown): { many: boolean; records: AnyFacts[]; issues: Issue[] };
  writeRange(range: Range): Json;
  readRange(json: unknown): { range: Partial<Range>; issues: Issue[] };
}

interface Required {
  pointer: JsonPointer;
  tokens: readonly string[];
  good: Json;
}

/** `plan` and `times` are only asked for when the posting records, and when it queries. */
export function compilePosting(posting: Posting, plan: () => RecordPlan, times: () => Codec): PostingPayload {
  const takesMany = posting.body.form === 'wrapper' ? posting.body.many : posting.body.form !== 'bare';
  const records = once(() => compileRecords(posting, plan(), takesMany));
  const ranges = once(() => compileRange(posting, times()));
  return {
    does: posting.does,
    takesMany,
    pointer: (fact, place) => records().pointer(fact, place),
    write: (facts) => records().write(facts),
    read: (json) => records().read(json),
    writeRange: (range) => ranges().writeRange(range),
    readRange: (json) => ranges().readRange(json),
  };
}

function compileRecords(posting: Posting, plan: RecordPlan, takesMany: boolean) {
  const { form } = posting.body;
  const wrapped = form === 'wrapper';
  const at = wrapped ? parsePointer(posting.body.at) : [];
  const prefix = formatPointer(at);
  const required = requiredFields(posting);
  const pointers = new Map(plan.slots.map(({ fact, tokens }) => [fact, formatPointer(tokens)]));

  // The required fields are beside the records in a wrapper, and without one in each record.
  const constants = constantPlaces(posting.body.required);
  const writeRecord = compileTree([...(wrapped ? [] : constants), ...recordPlaces(plan)]);
  const writeWrapper =
    wrapped && compileTree([...constants, { tokens: at, write: (records: Json) => records }]);
  const wrap = (records: Json): Json => (writeWrapper ? writeWrapper(records) : records);

  return {
    pointer: (
      fact: string,
      place = { many: takesMany && form !== 'either', index: 0 },
    ): JsonPointer | undefined => {
      const pointer = pointers.get(fact);
      return pointer === undefined ? undefined : `${prefix}${place.many ? `/${place.index}` : ''}${pointer}`;
    },
    write: (records: readonly AnyFacts[]): Json => {
      const [only] = records;
      if (takesMany && !(form === 'either' && records.length === 1)) return wrap(records.map(writeRecord));
      if (records.length === 1 && only) return wrap(writeRecord(only));
      throw new ProfileError(
        'PROFILE_ONE_ONLY',
        `A body of this deployment takes one record, not ${records.length}.`,
      );
    },
    read: (json: unknown): { many: boolean; records: AnyFacts[]; issues: Issue[] } => {
      const issues: Issue[] = [];
      if (wrapped) requireFields(json, required, '', issues);
      const found = follow(json, at);
      const many = Array.isArray(found);
      if (form !== 'either' && (found === undefined || many !== takesMany)) {
        issues.push(issue(prefix, takesMany ? 'a list' : 'one object', found));
        return { many, records: [], issues };
      }
      const readOne = (item: unknown, place: JsonPointer): AnyFacts => {
        if (!wrapped) requireFields(item, required, place, issues);
        return readRecord(plan, item, place, issues);
      };
      const records = many
        ? found.map((item, index) => readOne(item, `${prefix}/${index}`))
        : [readOne(found, prefix)];
      return { many, records, issues };
    },
  };
}

function requiredFields(posting: Posting): Required[] {
  return Object.entries(posting.body.required).map(([pointer, good]) => ({
    pointer,
    tokens: parsePointer(pointer),
    good,
  }));
}

/** A required field must hold a value of the type that a good one has. */
function requireFields(json: unknown, required: readonly Required[], at: JsonPointer, issues: Issue[]): void {
  for (const { pointer, tokens, good } of required) {
    const found = follow(json, tokens);
    if (found === undefined || typeOf(found) !== typeOf(good)) {
      issues.push(issue(at + pointer, `a value such as ${exactJsonText(good)}`, found));
    }
  }
}

function typeOf(json: unknown): string {
  if (json === null) return 'null';
  return Array.isArray(json) ? 'array' : typeof json;
}

/** The places of the ends of a range: a profile of a POST that records need not name them. */
export function rangeEnds({ query }: Posting): { from: JsonPointer; to: JsonPointer } {
  return query ?? { from: '/from', to: '/to' };
}

function compileRange(posting: Posting, time: Codec) {
  const ends = rangeEnds(posting);
  const from = parsePointer(ends.from);
  const to = parsePointer(ends.to);
  const write = compileTree<Range>([
    { tokens: from, write: (range) => time.write(range.from) },
    { tokens: to, write: (range) => time.write(range.to) },
    ...constantPlaces(posting.body.required),
  ]);
  const required = requiredFields(posting);
  return {
    writeRange: write,
    readRange: (json: unknown): { range: Partial<Range>; issues: Issue[] } => {
      const issues: Issue[] = [];
      const range: Partial<Range> = {};
      requireFields(json, required, '', issues);
      for (const [end, tokens] of [['from', from] as const, ['to', to] as const]) {
        const found = follow(json, tokens);
        const value = found === null ? undefined : time.read(found);
        if (typeof value === 'number') range[end] = value;
        else issues.push(issue(formatPointer(tokens), time.expected, found));
      }
      return { range, issues };
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
