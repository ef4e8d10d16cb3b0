/** Cases of the answer to a call, each with its status and its body, put together to the responses of an operation. */
import { bodilessStatuses } from '../kit/http.ts';
import { isDeepEqual, type Json } from '../kit/json.ts';
import type { Schema } from './schema-tree.ts';

/** One thing that may come of a call. */
export interface Case {
  /** Names its example. */
  readonly name: string;
  readonly status: number;
  /** Says when, in a sentence. */
  readonly says: string;
  readonly headers?: { readonly [name: string]: Schema };
  /** `undefined` for an empty body. */
  readonly body?:
    | { readonly contentType: string; readonly schema: Schema; readonly example: Json }
    | undefined;
}

/** Before the cases of a response that have no body, where others have one. */
export const WITHOUT = 'Without a body:';

/** The `responses` of an operation. Several cases of one status are one response with several bodies. */
export function responsesOf(cases: readonly Case[]): Schema {
  const byStatus = grouped(cases, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, same]) => [String(status), responseOf(same)]),
  );
}

function responseOf(cases: readonly Case[]): Schema {
  const headers: Schema = Object.assign({}, ...cases.map((one) => one.headers ?? {}));
  const bodies = cases.flatMap(({ name, status, body }) =>
    body === undefined || bodilessStatuses.has(status) ? [] : [{ name, ...body }],
  );
  const isEmpty = ({ status, body }: Case): boolean => body === undefined || bodilessStatuses.has(status);
  const empty = bodies.length > 0 ? cases.filter(isEmpty) : [];
  const full = cases.filter((one) => !empty.includes(one));
  const says = [...new Set(full.map(({ says }) => says))];
  if (empty.length > 0) says.push(`${WITHOUT} ${[...new Set(empty.map((one) => one.says))].join(' ')}`);
  const content = Object.fromEntries(
    [...grouped(bodies, ({ contentType }) => contentType)].map(([type, same]) => [
      type,
      {
        schema: anyOf(same.map(({ schema }) => schema)),
        examples: Object.fromEntries(same.map(({ name, example }) => [name, { value: example }])),
      },
    ]),
  );
  return {
    description: says.join(' '),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(bodies.length > 0 && { content }),
  };
}

/** One of several schemas, each of them once. */
export function anyOf(schemas: readonly Schema[]): Schema {
  const different = schemas.filter(
    (one, index) => schemas.findIndex((other) => isDeepEqual(one, other)) === index,
  );
  const [only = {}] = different;
  return different.length > 1 ? { anyOf: [...different] } : only;
}

function grouped<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
