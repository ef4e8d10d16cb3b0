/** Payloads that hold many records: an array, or a map from one fact to the record or to another fact. */
import { isFields } from '../../kit/fields.ts';
import { itemAt } from '../../kit/items.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import type { ListWrapping } from '../openings.ts';
import { follow, isUnsafeName, parsePointer } from '../pointer.ts';
import { type Codec, readName } from './codecs.ts';
import type { Issue, ListPage } from './lens.ts';
import { type AnyFacts, issue, type RecordPlan, readRecord, recordPlaces } from './record.ts';
import { compileTree, constantPlaces, type Place } from './tree.ts';

/** `ListLens` without the types of one resource. */
export interface ListPayload {
  write(records: readonly AnyFacts[], page?: ListPage): Json;
  read(json: unknown): ListPage & { records: AnyFacts[]; issues: Issue[] };
}

/** How the records themselves are written at their place. */
interface Collection {
  write(records: readonly AnyFacts[]): Json;
  read(json: unknown, at: string, issues: Issue[]): AnyFacts[];
}

interface Input extends ListPage {
  records: readonly AnyFacts[];
}

/** `identifying` is the fact that keys a map when the wrapping names none. */
export function compileList(plan: RecordPlan, wrapping: ListWrapping, identifying: string): ListPayload {
  const at = parsePointer(wrapping.at);
  const places = {
    total: placeOf(wrapping.total),
    next: placeOf(wrapping.next),
    page: placeOf(wrapping.page),
    pages: placeOf(wrapping.pages),
  };
  const { total, next } = places;
  const writeTotal = ({ total }: Input): Json | undefined =>
    wrapping.totalAsText && total !== undefined ? String(total) : total;

  const constants = constantPlaces(wrapping.constants);
  const page: Place<Input>[] = [];
  if (total) page.push({ tokens: total, write: writeTotal });
  if (next) page.push({ tokens: next, write: (input) => input.next });
  if (places.page) page.push({ tokens: places.page, write: (input) => input.page });
  if (places.pages) page.push({ tokens: places.pages, write: (input) => input.pages });

  const collection =
    wrapping.form === 'array'
      ? arrayOf(plan)
      : mapOf(plan, wrapping, identifying, namesBeside(at, [...constants, ...page]));
  const records: Place<Input> = { tokens: at, write: (input) => collection.write(input.records) };
  const write = compileTree<Input>([...constants, records, ...page]);

  return {
    write: (records, page) => write({ ...page, records }),
    read: (json) => {
      const issues: Issue[] = [];
      const records = collection.read(follow(json, at), wrapping.at, issues);
      return { records, issues, ...readPage(json, places) };
    },
  };
}

function arrayOf(plan: RecordPlan): Collection {
  const writeRecord = compileTree(recordPlaces(plan));
  return {
    write: (records) => records.map(writeRecord),
    read: (json, at, issues) => {
      if (Array.isArray(json))
        return json.map((item, index) => readRecord(plan, item, `${at}/${index}`, issues));
      issues.push(issue(at, 'a list', json));
      return [];
    },
  };
}

function mapOf(
  plan: RecordPlan,
  wrapping: ListWrapping,
  identifying: string,
  notKeys: ReadonlySet<string>,
): Collection {
  const keyFact = wrapping.key ?? identifying;
  const key = plan.codec(keyFact);
  const value = wrapping.value && { fact: wrapping.value, codec: plan.codec(wrapping.value) };
  const writeRecord = compileTree(recordPlaces(plan));
  const writeValue = (record: AnyFacts): Json => {
    if (!value) return writeRecord(record);
    const fact = record[value.fact];
    return fact === undefined ? null : value.codec.write(fact);
  };

  return {
    write: (records) => {
      const map: { [name: string]: Json } = {};
      for (const record of records) {
        const name = String(key.write(record[keyFact]));
        if (isUnsafeName(name))
          Object.defineProperty(map, name, { value: writeValue(record), enumerable: true });
        else map[name] = writeValue(record);
      }
      return map;
    },
    read: (json, at, issues) => {
      if (!isFields(json)) {
        issues.push(issue(at, 'a map', json));
        return [];
      }
      return Object.entries(json)
        .filter(([name]) => !notKeys.has(name))
        .map(([name, entry]) => {
          const place = at + formatPointer([name]);
          const record = value
            ? readValue(value.fact, value.codec, entry, place, issues)
            : readRecord(plan, entry, place, issues);
          const id = readName(key, name);
          if (id === undefined) issues.push(issue(place, `as its name ${key.expected}`, name));
          else record[keyFact] ??= id;
          return record;
        });
    },
  };
}

function readValue(fact: string, codec: Codec, json: unknown, at: string, issues: Issue[]): AnyFacts {
  const value = codec.read(json);
  if (value !== undefined) return { [fact]: value };
  issues.push(issue(at, codec.expected, json));
  return {};
}

/** Names in the map that are not keys of it, because the wrapping puts something else there. */
function namesBeside(at: readonly string[], beside: readonly Place<Input>[]): ReadonlySet<string> {
  const inside = beside.filter(({ tokens }) => at.every((token, index) => tokens[index] === token));
  return new Set(inside.map(({ tokens }) => itemAt(tokens, at.length)));
}

function placeOf(pointer: string | undefined): readonly string[] | undefined {
  return pointer === undefined ? undefined : parsePointer(pointer);
}

function readPage(
  json: unknown,
  places: { readonly [P in keyof ListPage]: readonly string[] | undefined },
): ListPage {
  const page: ListPage = {};
  for (const name of ['total', 'page', 'pages'] as const) {
    const number = places[name] && countIn(follow(json, places[name]));
    if (number !== undefined) page[name] = number;
  }
  const cursor = places.next && follow(json, places.next);
  if (cursor === null || typeof cursor === 'string') page.next = cursor;
  else if (typeof cursor === 'number' || typeof cursor === 'bigint') page.next = String(cursor);
  return page;
}

/** A number, also as text. */
function countIn(json: unknown): number | undefined {
  if (typeof json === 'number') return json;
  return typeof json === 'string' && /^\d{1,15}$/.test(json) ? Number(json) : undefined;
}
