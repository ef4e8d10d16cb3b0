/** Payloads that hold many records: an array, or a map from one fact to the record or to another fact. */
import { isFields } from '../../kit/fields.ts';
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import type { ListWrapping } from '../openings.ts';
import { follow, isUnsafeName, parsePointer } from '../pointer.ts';
import { readName } from './codecs.ts';
import type { Issue, ListPage } from './lens.ts';
import { type AnyFacts, issue, planOfOne, type ResourcePlan, readRecord, recordPlaces } from './record.ts';
import { compileTree, constantPlaces, type Place } from './tree.ts';

/** `ListLens` without the types of one resource. */
export type ListPayload = ReturnType<typeof compileList>;

/** How the records themselves are written at their place. */
interface Collection {
  write(records: readonly AnyFacts[]): Json;
  read(json: unknown, at: string, issues: Issue[]): AnyFacts[];
}

interface Input extends ListPage {
  records: readonly AnyFacts[];
}

/** `identifying` is the fact that keys a map when the wrapping names none. */
export function compileList(plan: ResourcePlan, wrapping: ListWrapping, identifying: string) {
  const at = parsePointer(wrapping.at);
  const parts = (['total', 'next', 'page', 'pages'] as const).flatMap((part) => {
    const pointer = wrapping[part];
    return pointer === undefined ? [] : [{ part, tokens: parsePointer(pointer) }];
  });
  const pages = parts.map(({ part, tokens }): Place<Input> => {
    const isText = part === 'total' && wrapping.totalAsText === true;
    return { tokens, write: ({ [part]: value }) => (isText && value !== undefined ? String(value) : value) };
  });
  const beside = [...constantPlaces(wrapping.constants), ...pages];
  // Names in a map that are not keys of it, because the wrapping puts something else there.
  const notKeys = beside
    .filter(({ tokens }) => at.every((token, index) => tokens[index] === token))
    .map(({ tokens }) => tokens[at.length] ?? '');
  const collection =
    wrapping.form === 'array' ? arrayOf(plan) : mapOf(plan, wrapping, identifying, new Set(notKeys));
  const records: Place<Input> = {
    ...{ tokens: at, isOpen: wrapping.form === 'map' },
    write: (input) => collection.write(input.records),
  };
  const write = compileTree<Input>([...constantPlaces(wrapping.constants), records, ...pages]);
  return {
    write: (records: readonly AnyFacts[], page?: ListPage): Json => write({ ...page, records }),
    read: (json: unknown): ListPage & { records: AnyFacts[]; issues: Issue[] } => {
      const issues: Issue[] = [];
      const records = collection.read(follow(json, at), wrapping.at, issues);
      const given = parts.map(({ part, tokens }) => [part, pageFact(part, follow(json, tokens))] as const);
      return { records, issues, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
    },
  };
}

/** A number, also as text; of a cursor what it is. */
function pageFact(part: keyof ListPage, json: unknown): number | string | null | undefined {
  if (part === 'next') {
    if (json === null || typeof json === 'string') return json;
    return typeof json === 'number' || typeof json === 'bigint' ? String(json) : undefined;
  }
  if (typeof json === 'number') return json;
  return typeof json === 'string' && /^\d{1,15}$/.test(json) ? Number(json) : undefined;
}

function arrayOf(plan: ResourcePlan): Collection {
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
  plan: ResourcePlan,
  { key: keyFact, value: valueFact }: ListWrapping,
  identifying: string,
  notKeys: ReadonlySet<string>,
): Collection {
  const fact = keyFact ?? identifying;
  const key = plan.codec(fact);
  // An entry that is one fact is a record which consists of that.
  const entry = valueFact === undefined ? plan : planOfOne(valueFact, plan.codec(valueFact));
  const writeEntry = compileTree(recordPlaces(entry));
  return {
    write: (records) => {
      const map: { [name: string]: Json } = {};
      for (const record of records) {
        const name = String(key.write(record[fact]));
        const value = writeEntry(record);
        if (isUnsafeName(name)) Object.defineProperty(map, name, { value, enumerable: true });
        else map[name] = value;
      }
      return map;
    },
    read: (json, at, issues) => {
      if (!isFields(json)) {
        issues.push(issue(at, 'a map', json));
        return [];
      }
      const names = Object.keys(json).filter((name) => !notKeys.has(name));
      return names.map((name) => {
        const place = at + formatPointer([name]);
        const record = readRecord(entry, json[name], place, issues);
        const id = readName(key, name);
        if (id === undefined) issues.push(issue(place, `as its name ${key.expected}`, name));
        else record[fact] ??= id;
        return record;
      });
    },
  };
}
