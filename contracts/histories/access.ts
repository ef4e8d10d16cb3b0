/** Histories of the operations: the bearer values that serve them, and what is refused without effect (sections 4.2 and 5). */
import { itemAt } from '../kit/items.ts';
import { alterations, garbage, type Step, spellings } from '../play/steps.ts';
import type { JudgedId } from '../specification/judged.ts';
import { type GuardedOperationId, guardedOperations, listedBy } from '../specification/operations.ts';
import type { History } from './history.ts';
import { create, devices, last, list, locate, read, token } from './steps.ts';

type Call = Extract<Step, { do: 'call' }>;

/** The records or devices that an operation is called on, and the steps that show whether it was carried out. */
interface Stage {
  /** The steps that are taken beforehand. */
  readonly made: readonly Step[];
  /** The record or device that calls go to; without one to what is at hand. */
  readonly to?: number;
  /** The record that a call with a good token may delete. */
  readonly spare?: number;
  readonly look: readonly Step[];
}

const posts: Stage = { made: [...devices(1), locate(1), last(1)], to: 1, look: [last(1)] };

function stageOf({ id, method, pathId, family }: (typeof guardedOperations)[number]): Stage {
  if (id === 'postLocations') return posts;
  if (id === 'lastLocation') return { made: [...devices(1), locate(1)], to: 1, look: [] };
  if (pathId === 'device') return { made: devices(1), to: 1, look: [] };
  if (method === 'GET' && pathId === null) return { made: [], look: [] };
  const resource = family === 'groups' ? 'group' : 'user';
  if (method === 'POST') return { made: [], to: 9, look: [list(resource)] };
  if (method === 'GET') return { made: [create(resource, 1)], to: 1, look: [] };
  const made = [create(resource, 1), read(resource, 1)];
  const spare = method === 'DELETE' ? { spare: 2, made: [...made, create(resource, 2)] } : { made };
  return { ...spare, to: 1, look: [read(resource, 1)] };
}

/** Some entries of a table for each operation in turn, far from each other, so that all are tried on some. */
function inTurn<T>(all: readonly T[], place: number, count = 1): readonly T[] {
  const apart = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, index) => itemAt(all, (place + index * apart) % all.length));
}

/** So many ways round are tried for each operation. */
const WAYS = 4;
/** The most places at which a path can be spelled otherwise. */
const PLACES = 9;

const rules = [
  ...(['bearer-accepted', 'header-required', 'garbage-refused', 'tampered-refused', 'no-way-round'] as const),
] as const;

type Row = (typeof guardedOperations)[number];

/** The bearer values and spellings that must not be served. */
function drawnFor({ id }: Row, place: number): readonly Partial<Call>[] {
  const ways = spellings.filter((by) => by !== 'a query' || id in listedBy);
  return [
    { bearer: 'none' },
    { bearer: 'garbage' },
    { bearer: 'tampered' },
    ...inTurn(garbage, place).map((bearer) => ({ bearer })),
    ...inTurn(alterations, place).map((bearer) => ({ bearer })),
    ...inTurn(ways, place, WAYS).map((by) => ({ bearer: 'none' as const, by, place })),
  ];
}

function allFor(): readonly Partial<Call>[] {
  const places = Array.from({ length: PLACES }, (_, place) => place);
  return [
    ...[...garbage, ...alterations].map((bearer) => ({ bearer })),
    ...spellings.flatMap((by) => places.map((place) => ({ bearer: 'none' as const, by, place }))),
  ];
}

/** An operation with the token, with each of these, and with the token again; after each a look at what it may have done. */
function accessOf(operation: Row, name: string, refused: readonly Partial<Call>[]): History {
  const { id } = operation;
  const { made, to, spare, look } = stageOf(operation);
  const call = (more: Partial<Call>): Call => ({
    ...{ do: 'call', operation: id, bearer: 'token', back: 0 },
    ...(to !== undefined && { to }),
    ...more,
  });
  return {
    name: `${id} with and without a token${name}`,
    about: [...rules.map((rule): JudgedId => `auth/${rule}/${id}`), `operations/${id}`],
    steps: [
      token(),
      ...made,
      call(spare === undefined ? {} : { to: spare }),
      ...refused.flatMap((step) => [call(step), ...look]),
      call({}),
      ...look,
    ],
  };
}

/** One history for each operation. */
export const accessHistories: readonly History[] = guardedOperations.map((row, place) =>
  accessOf(row, '', drawnFor(row, place)),
);

/** The same with everything that is known, for a run that may take longer. */
export const rareAccessHistories: readonly History[] = guardedOperations.map((row) =>
  accessOf(row, ', by every way', allFor()),
);

/** The record that each operation is called on at the end of a token: a record once deleted is no more. */
const targets: { readonly [O in GuardedOperationId]?: readonly [number, number, number] } = {
  ...{ readGroup: [1, 1, 1], replaceGroup: [1, 1, 1], updateGroup: [1, 1, 1], deleteGroup: [2, 3, 1] },
  ...{ readUser: [1, 1, 1], replaceUser: [1, 1, 1], updateUser: [1, 1, 1], deleteUser: [2, 3, 1] },
  ...{ createGroup: [4, 5, 6], createUser: [4, 5, 6] },
  ...{ readDevice: [1, 1, 1], lastLocation: [1, 1, 1], postLocations: [1, 1, 1], postAlerts: [1, 1, 1] },
};

function callsAt(moment: 0 | 1 | 2, back: number): Call[] {
  return guardedOperations.map(({ id }) => {
    const to = targets[id]?.[moment];
    return { do: 'call', operation: id, bearer: 'token', back, ...(to !== undefined && { to }) };
  });
}

/** Histories about both sides of the end of a token. A newer one is asked for shortly before it. */
export const endHistories: readonly History[] = [
  {
    name: 'every operation shortly before and after the end of a token',
    about: [
      ...guardedOperations.flatMap(({ id }): JudgedId[] => [
        `auth/valid-until-expiry/${id}`,
        `auth/expired-refused/${id}`,
      ]),
    ],
    steps: [
      // A token may be one that was issued before: from the end of that on it has a life of its own.
      token(),
      { do: 'until', side: 'after', back: 0 },
      ...(['group', 'user'] as const).flatMap((family) => [1, 2, 3].map((record) => create(family, record))),
      ...devices(1),
      locate(1),
      last(1),
      token(),
      ...callsAt(0, 0),
      { do: 'until', side: 'before', back: 0 },
      ...callsAt(1, 0),
      token(),
      { do: 'until', side: 'after', back: 1 },
      ...callsAt(2, 1).flatMap((call) => [call, ...lookAfter(call)]),
    ],
  },
];

function lookAfter({ operation }: Call): Step[] {
  if (operation === 'postLocations') return [last(1)];
  if (operation === 'createGroup' || operation === 'createUser')
    return [list(operation === 'createGroup' ? 'group' : 'user')];
  const [, resource] = /^(?:replace|update|delete)(Group|User)$/.exec(operation) ?? [];
  return resource === undefined ? [] : [read(resource === 'Group' ? 'group' : 'user', 1)];
}
