/**
 * JSON Patch (RFC 6902) on payloads that strangers send.
 *
 * A library does the work. This module keeps it from names that JavaScript gives a meaning
 * of its own, and from patches that grow without bound by copying.
 */

import jsonPatch from 'fast-json-patch';
import { isFields } from '../../kit/fields.ts';
import type { Json } from '../../kit/json.ts';
import { findUnsafe, pointerFault } from '../pointer.ts';
import type { Issue } from './lens.ts';
import { issue } from './record.ts';

export type Patched = { next: Json; issues: [] } | { next?: undefined; issues: Issue[] };

/** The most that one patch may do, and the most that its copies may hold. */
const MAX_OPERATIONS = 1_000;
const MAX_COPIED = 100_000;

const operationNames: readonly unknown[] = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

/** Applies a JSON Patch, all of it or nothing. The document stays as it was. */
export function applyJsonPatch(document: Json, patch: unknown): Patched {
  if (!Array.isArray(patch)) return refuse('', 'a list of operations', patch);
  if (patch.length > MAX_OPERATIONS) return refuse('', `at most ${MAX_OPERATIONS} operations`, patch);
  let next = structuredClone(document);
  let copied = 0;
  for (const [index, operation] of patch.entries()) {
    const fault = operationFault(operation, `/${index}`);
    if (fault) return { issues: [fault] };
    try {
      if (operation.op === 'copy') copied += size(jsonPatch.getValueByPointer(next, operation.from));
      if (copied > MAX_COPIED) return refuse(`/${index}`, 'a patch that copies less', operation);
      next = jsonPatch.applyOperation(next, structuredClone(operation), true).newDocument;
    } catch (error) {
      return refuse(`/${index}`, expectedOf(error), operation);
    }
  }
  // Each operation may put something inside what another has put there.
  const unsafe = findUnsafe(next);
  return unsafe ? refuse('', 'a patch that nests less deeply', patch) : { next, issues: [] };
}

/** The operations that lead from one document to another. */
export function diffAsJsonPatch(from: Json, to: Json): Json {
  return jsonPatch.compare(Object(from), Object(to)).map((operation) => ({ ...operation }));
}

/** Stricter than the library, which knows an operation of its own and follows inherited names. */
function operationFault(operation: unknown, at: string): Issue | undefined {
  if (!isFields(operation)) return issue(at, 'an operation', operation);
  const { op, path, from, value } = operation;
  if (!operationNames.includes(op)) return issue(`${at}/op`, `one of ${operationNames.join(', ')}`, op);
  const misplaced =
    placeFault(path, `${at}/path`) ??
    (op === 'copy' || op === 'move' ? placeFault(from, `${at}/from`) : undefined);
  if (misplaced) return misplaced;
  const unsafe = findUnsafe(value);
  return unsafe && issue(`${at}/value${unsafe.pointer}`, 'a safe name and no deeper nesting', value);
}

function placeFault(pointer: unknown, at: string): Issue | undefined {
  const fault = typeof pointer === 'string' ? pointerFault(pointer) : { code: 'POINTER_INVALID' };
  if (fault === undefined) return undefined;
  const expected = fault.code === 'UNSAFE_NAME' ? 'a JSON Pointer with safe names' : 'a JSON Pointer';
  return issue(at, expected, pointer);
}

function expectedOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'TEST_OPERATION_FAILED') return 'a test that holds';
  if (name === 'OPERATION_PATH_UNRESOLVABLE' || name === 'OPERATION_FROM_UNRESOLVABLE')
    return 'a place that is there';
  return 'an operation that can be applied';
}

/** How many values a JSON value holds. */
function size(json: unknown): number {
  if (json === null || typeof json !== 'object') return 1;
  return Object.values(json).reduce((sum: number, value) => sum + size(value), 1);
}

export function refuse(pointer: string, expected: string, found: unknown): Patched {
  return { issues: [issue(pointer, expected, found)] };
}
