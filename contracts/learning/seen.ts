/** An exchange of any client with a deployment: findings follow from these alone. */
import { fieldOf } from '../kit/json.ts';
import type { Refusal } from '../specification/openings/errors.ts';
import { type OperationId, operations } from '../specification/operations.ts';

/** Why a request was refused, where that is known. */
export type Cause = Refusal | 'no-token' | 'wrong-key' | 'no-key' | 'not-json' | 'other-type';

export interface Seen {
  /** Absent for a path that the interface does not have. */
  readonly operation?: OperationId | undefined;
  /** The id in the path. */
  readonly id?: string | undefined;
  readonly query: { readonly [name: string]: string };
  readonly cause?: Cause | undefined;
  /** The body that was sent, as JSON. */
  readonly sent?: unknown;
  readonly sentType?: string | undefined;
  readonly status: number;
  /** Under their lower-case names. */
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  readonly json: unknown;
}

/** Whether it granted what was asked for, by its status and by what it says itself. */
export function isGranted({ status, json, cause }: Seen): boolean {
  return cause === undefined && status >= 200 && status < 300 && fieldOf(json, 'success') !== false;
}

/** The exchanges of an operation that succeeded. */
export function grantedOf(seen: readonly Seen[], operation: OperationId): Seen[] {
  return seen.filter((one) => one.operation === operation && isGranted(one));
}

const routes = operations.map(({ id, method, path }) => ({
  id,
  method,
  // An id in a path is never the name of another path there: operations without one come first.
  hasId: path.includes('{'),
  pattern: new RegExp(`^(.*)${path.replaceAll('/', '\\/').replace(/\{\w+\}/, '([^/]+)')}\\/?$`),
}));
const inOrder = routes.toSorted((a, b) => Number(a.hasId) - Number(b.hasId));

/** The operation of a path, what is before it there, and the id in it. */
export function routeOf(
  method: string,
  path: string,
): { operation: OperationId; basePath: string; id: string | undefined } | undefined {
  for (const { id, method: wanted, pattern } of inOrder) {
    const [, basePath, segment] = (method === wanted && pattern.exec(path)) || [];
    if (basePath !== undefined) return { operation: id, basePath, id: decoded(segment) };
  }
  return undefined;
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
