/** Places in payloads that get into each other's way. */

import { formatPointer, splitPointer } from '../../kit/json-pointer.ts';
import { quoted } from '../../kit/untrusted.ts';
import type { ProfileIssue } from '../errors.ts';
import type { JsonPointer } from '../openings.ts';
import { pointerFault } from '../pointer.ts';
import { issue } from './issue.ts';

/** A place that a profile names. */
export interface Named {
  /** From the root of the payload. */
  tokens: readonly string[];
  /** Names the thing that is there: `fact "id"`, `a constant`. */
  what: string;
  /** Place in the profile at which it is named. */
  where: JsonPointer;
  /** Something else may be inside it, as beside the entries of a map. */
  open?: boolean;
}

/** The place that a pointer leads to, from where something begins. */
export function named(
  pointer: JsonPointer,
  what: string,
  where: JsonPointer,
  at: readonly string[] = [],
): Named {
  return { tokens: [...at, ...splitPointer(pointer)], what, where };
}

/** A place of `own` that collides with one before it, or with one of `others`, is an issue. */
export function collisions(own: readonly Named[], others: readonly Named[] = []): ProfileIssue[] {
  const taken = treeOf(others);
  return own.flatMap((place) => {
    const rival = rivalOf(place, taken);
    insert(place, taken);
    if (!rival) return [];
    const [pointer, other] = [formatPointer(place.tokens), formatPointer(rival.tokens)];
    const same = pointer === other;
    return [
      {
        code: same ? 'PLACE_TWICE' : 'PLACE_INSIDE_ANOTHER',
        message: same
          ? `the place ${quoted(pointer)} is that of ${rival.what} already`
          : `the places ${quoted(pointer)} and ${quoted(other)} (${rival.what}) are inside one another`,
        pointer: place.where,
        hint: 'give each a place of its own',
      },
    ];
  });
}

/** Names that are all numbers make an array, which can have no gaps. */
export function gaps(places: readonly Named[]): ProfileIssue[] {
  const issues: ProfileIssue[] = [];
  const open: { node: Node; path: readonly string[] }[] = [{ node: treeOf(places), path: [] }];
  for (const { node, path } of open) {
    const names = [...node.below.keys()];
    for (const [name, inside] of node.below) open.push({ node: inside, path: [...path, name] });
    const isArray = names.every((name) => /^\d+$/.test(name));
    if (!isArray || names.every((_, index) => node.below.has(String(index)))) continue;
    issues.push(
      issue(
        'ARRAY_WITH_GAPS',
        node.first?.where ?? '',
        `the places under ${quoted(formatPointer(path))} are those of an array, but do not go 0, 1, 2 …`,
      ),
    );
  }
  return issues;
}

/** Places by their names: each is compared with those on its way alone, and not with all others. */
interface Node {
  /** The first of the places that end here, and the first that may have nothing inside it. */
  here?: Named;
  closed?: Named;
  /** The first of the places that are here or further in. */
  first?: Named;
  below: Map<string, Node>;
}

function treeOf(places: readonly Named[]): Node {
  const root: Node = { below: new Map() };
  for (const place of places) insert(place, root);
  return root;
}

function insert(place: Named, root: Node): void {
  let node = root;
  node.first ??= place;
  for (const token of place.tokens) {
    const next: Node = node.below.get(token) ?? { below: new Map() };
    node.below.set(token, next);
    next.first ??= place;
    node = next;
  }
  node.here ??= place;
  if (!place.open) node.closed ??= place;
}

/** A place that is the same, or that is around or inside this one. */
function rivalOf(place: Named, root: Node): Named | undefined {
  let node = root;
  for (const token of place.tokens) {
    if (node.closed) return node.closed;
    const next = node.below.get(token);
    if (!next) return undefined;
    node = next;
  }
  return node.here ?? (place.open ? undefined : node.first);
}

/** The reasons why a pointer cannot be used. */
export function pointerIssues(pointer: JsonPointer, where: JsonPointer): ProfileIssue[] {
  const fault = pointerFault(pointer);
  return fault ? [{ ...fault, pointer: where }] : [];
}
