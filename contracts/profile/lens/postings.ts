/** The bodies of POST …/locations and POST …/alerts (openings `locations.purpose`, `alerts.purpose`). */

import { exactJsonText } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { ProfileError } from '../errors.ts';
import type { JsonPointer, Posting } from '../openings.ts';
import { follow, parsePointer } from '../pointer.ts';
import type { Codec } from './codecs.ts';
import type { Issue, Range } from './lens.ts';
import { type AnyFacts, compileRecord, issue, type RecordPlan, readRecord, recordPlaces } from './record.ts';
import { compileTree, constantPlaces } from './tree.ts';

/** `PostingLens` without the types of one resource. */
export type PostingPayload = ReturnType<typeof compilePosting>;

/** `plan` and `times` are only asked for when the posting records, and when it queries. */
export function compilePosting(posting: Posting, plan: () => RecordPlan, times: () => Codec) {
  const { form, many, required } = posting.body;
  const takesMany = form === 'wrapper' ? many : form !== 'bare';
  const isWrapped = form === 'wrapper';
  const at = isWrapped ? parsePointer(posting.body.at) : [];
  const prefix = formatPointer(at);
  const constants = constantPlaces(required);
  const requireFields = requirement(required);
  // The required fields are beside the records in a wrapper, and without one in each record.
  const records = once(() => ({
    plan: plan(),
    pointers: compileRecord(plan()),
    write: compileTree([...(isWrapped ? [] : constants), ...recordPlaces(plan())]),
  }));
  const wrap = isWrapped
    ? compileTree([...constants, { tokens: at, write: (written: Json) => written }])
    : (written: Json) => written;
  const range = once(() => compileRange(posting, times()));
  const readOne = (plan: RecordPlan, item: unknown, place: JsonPointer, issues: Issue[]): AnyFacts => {
    if (!isWrapped) requireFields(item, place, issues);
    return readRecord(plan, item, place, issues);
  };
  return {
    does: posting.does,
    takesMany,
    pointer: (
      fact: string,
      place = { many: takesMany && form !== 'either', index: 0 },
    ): JsonPointer | undefined => {
      const pointer = records().pointers.pointer(fact);
      return pointer === undefined ? undefined : `${prefix}${place.many ? `/${place.index}` : ''}${pointer}`;
    },
    write: (given: readonly AnyFacts[]): Json => {
      const { write } = records();
      const [only] = given;
      if (takesMany && !(form === 'either' && given.length === 1)) return wrap(given.map(write));
      if (given.length === 1 && only) return wrap(write(only));
      const message = `A body of this deployment takes one record, not ${given.length}.`;
      throw new ProfileError('PROFILE_ONE_ONLY', message);
    },
    read: (json: unknown): { many: boolean; records: AnyFacts[]; issues: Issue[] } => {
      const { plan } = records();
      const issues: Issue[] = [];
      if (isWrapped) requireFields(json, '', issues);
      const found = follow(json, at);
      const many = Array.isArray(found);
      if (form !== 'either' && (found === undefined || many !== takesMany)) {
        issues.push(issue(prefix, takesMany ? 'a list' : 'one object', found));
        return { many, records: [], issues };
      }
      const read = many
        ? found.map((item, index) => readOne(plan, item, `${prefix}/${index}`, issues))
        : [readOne(plan, found, prefix, issues)];
      return { many, records: read, issues };
    },
    writeRange: (ends: Range): Json => range().write({ ...ends }),
    readRange: (json: unknown): { range: Partial<Range>; issues: Issue[] } => {
      const issues: Issue[] = [];
      requireFields(json, '', issues);
      const read = range().read(json);
      return { range: read.facts, issues: [...issues, ...read.issues] };
    },
  };
}

/** A required field must hold a value of the type that a good one has. */
function requirement(required: Posting['body']['required']) {
  const fields = Object.entries(required).map(([pointer, good]) => ({
    ...{ pointer, good, tokens: parsePointer(pointer) },
  }));
  return (json: unknown, at: JsonPointer, issues: Issue[]): void => {
    for (const { pointer, tokens, good } of fields) {
      const found = follow(json, tokens);
      if (typeOf(found) !== typeOf(good))
        issues.push(issue(at + pointer, `a value such as ${exactJsonText(good)}`, found));
    }
  };
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
  const codec = { ...time, read: (json: unknown) => time.read(json) ?? undefined };
  const slots = Object.entries(rangeEnds(posting)).map(([fact, pointer]) => ({
    ...{ fact, tokens: parsePointer(pointer), codec, isRequired: true },
  }));
  return compileRecord({ slots, constants: constantPlaces(posting.body.required), isAny: true });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
