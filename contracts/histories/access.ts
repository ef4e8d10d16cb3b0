/** Histories of the operations: the bearer values that serve them, and what is refused without effect (sections 4.2 and 5). */
import { alterations, type BearerName, garbage, respelt, type Step, spellings } from '../play/steps.ts';
import type { JudgedId } from '../specification/judged.ts';
import { type GuardedOperationId, guardedOperations, listedBy } from '../specification/operations.ts';
import type { History } from './history.ts';

type Call = Extract<Step, { do: 'call' }>;
type Operation = (typeof guardedOperations)[number];

/** The operation whose effect nothing reads: it is tried with what another one is tried with. */
const UNREAD: GuardedOperationId = 'postAlerts';
const reading = guardedOperations.filter(({ method }) => method === 'GET');
const writing = guardedOperations.filter(({ id, method }) => method !== 'GET' && id !== UNREAD);

/**
 * The rows of a table that an operation is tried with: each row is tried on one operation that reads and on one that writes.
 *
 * @param turn another turn spreads them otherwise
 */
function share<T>(rows: readonly T[], operation: Operation, turn = 0): readonly T[] {
  const group = operation.method === 'GET' ? reading : writing;
  const place = Math.max(group.indexOf(operation), 0);
  return rows.filter((_, index) => (index + turn) % group.length === place);
}

/** By each of these it shows whether the signature is checked at all: every operation gets one. */
const plain = ['another payload', 'another signature'] as const satisfies readonly BearerName[];
const forgeries = alterations.filter((name) => !plain.some((one) => one === name));

/** A query is a way round the check of a list alone. */
const ofAny = spellings.filter((by) => by !== 'a query');

/** A path is spelled otherwise at several places: another turn tries two more of them. */
const ANOTHER_TURN = 5;

/** The bearer values and spellings that must not be served. */
function refusedOf(operation: Operation): readonly Partial<Call>[] {
  const index = guardedOperations.indexOf(operation);
  // A deployment that checks no signature serves a made-up token is served as an altered one is: that comes first.
  const bearers = [
    'garbage' as const,
    plain[index % 2] ?? plain[0],
    ...share(forgeries, operation),
    ...share(garbage, operation),
  ];
  const place = operation.method === 'GET' ? 0 : 1;
  const ways = [
    ...share(ofAny, operation).map((by) => ({ by, place })),
    ...share(respelt, operation, ANOTHER_TURN).map((by) => ({ by, place: place + 2 })),
    ...(operation.id in listedBy ? [{ by: 'a query' as const, place }] : []),
  ];
  return [
    { bearer: 'none' },
    ...bearers.map((bearer) => ({ bearer })),
    ...ways.map((way) => ({ bearer: 'none' as const, ...way })),
  ];
}

/** The most places at which a path can be spelled otherwise. */
const PLACES = 9;

function allOf(): readonly Partial<Call>[] {
  const places = Array.from({ length: PLACES }, (_, place) => place);
  return [
    { bearer: 'none' },
    ...[...garbage, ...alterations].map((bearer) => ({ bearer })),
    ...spellings.flatMap((by) =>
      (respelt.some((one) => one === by) ? places : [0]).map((place) => ({
        ...{ bearer: 'none' as const, by, place },
      })),
    ),
  ];
}

function callOf({ id: operation }: Operation, more: Partial<Call> = {}): Call {
  return { do: 'call', operation, bearer: 'token', back: 0, ...more };
}

/** The changes of a write that was not to be carried out. */
const look: Step = { do: 'look' };

function lookAfter({ method }: Operation): Step[] {
  return method === 'GET' ? [] : [look];
}

const rules = ['bearer-accepted', 'header-required', 'garbage-refused', 'tampered-refused', 'no-way-round'];

/**
 * An operation with the token and with each of these. What is carried out without a token needs no other way; and a DELETE
 * shows no text by which it is known again: there is a look after each kind of bearer value.
 */
function accessOf(operation: Operation, name: string, refused: readonly Partial<Call>[]): History {
  const { id, method } = operation;
  const tried = refused.flatMap((more, index): Step[] => {
    const isLast = kindOf(more) !== kindOf(refused[index + 1]);
    const isBare = kindOf(more) === 'none';
    const isLooked = isLast && (method === 'DELETE' || isBare || index === refused.length - 1);
    return [callOf(operation, more), ...(isLooked ? lookAfter(operation) : [])];
  });
  return {
    name: `${id} with and without a token${name}`,
    about: [...rules.map((rule) => `auth/${rule}/${id}` as JudgedId), `operations/${id}`],
    steps: [{ do: 'runToken' }, callOf(operation), ...tried],
  };
}

function kindOf(call: Partial<Call> | undefined): string {
  const { bearer = 'token', by } = call ?? {};
  if (by !== undefined) return 'by another way';
  return alterations.some((one) => one === bearer) ? 'altered' : bearer === 'none' ? 'none' : 'garbage';
}

/** One history for each operation; in a run that may take longer each with everything that is known. */
export const accessHistories: readonly History[] = [
  ...guardedOperations.map((operation) => accessOf(operation, '', refusedOf(operation))),
  ...guardedOperations.map(
    (operation): History => ({ ...accessOf(operation, ', by every way', allOf()), when: 'thorough' }),
  ),
];

/** Both sides of the end of a token, which they share. */
export const endHistories: readonly History[] = guardedOperations.map((operation) => ({
  name: `${operation.id} shortly before and after the end of a token`,
  about: [`auth/valid-until-expiry/${operation.id}`, `auth/expired-refused/${operation.id}`],
  steps: [
    { do: 'runToken' },
    { do: 'until', side: 'before', back: 0 },
    callOf(operation),
    { do: 'until', side: 'after', back: 0 },
    callOf(operation),
    ...lookAfter(operation),
  ],
}));
