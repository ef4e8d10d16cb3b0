/** Places in payloads that get into each other's way. */
import type { ProfileIssue } from '../errors.ts';
import type { JsonPointer } from '../openings.ts';
import { formatPointer, pointerFault, splitPointer } from '../pointer.ts';

/** A place that a profile names. */
export interface Named {
  /** From the root of the payload. */
  tokens: readonly string[];
  /** What stands there: `fact "id"`, `a constant`. */
  what: string;
  /** Where in the profile it is named. */
  where: JsonPointer;
  /** Something else may stand inside it, as beside the entries of a map. */
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

/** Every two places of `own` that collide, and every one of `own` with one of `others`. */
export function collisions(own: readonly Named[], others: readonly Named[] = []): ProfileIssue[] {
  return own.flatMap((place, index) => {
    const rival = [...others, ...own.slice(0, index)].find((other) => collide(place, other));
    if (!rival) return [];
    const [pointer, taken] = [formatPointer(place.tokens), formatPointer(rival.tokens)];
    const same = pointer === taken;
    return [
      {
        code: same ? 'PLACE_TWICE' : 'PLACE_INSIDE_ANOTHER',
        message: same
          ? `the place "${pointer}" is that of ${rival.what} already`
          : `the places "${pointer}" and "${taken}" (${rival.what}) lie inside one another`,
        pointer: place.where,
        hint: 'give each a place of its own',
      },
    ];
  });
}

function collide(a: Named, b: Named): boolean {
  const [outer, inner] = a.tokens.length <= b.tokens.length ? [a, b] : [b, a];
  if (!outer.tokens.every((token, index) => inner.tokens[index] === token)) return false;
  return !(outer.open && inner.tokens.length > outer.tokens.length);
}

/** Names that are all numbers make an array, which can have no gaps. */
export function gaps(places: readonly Named[]): ProfileIssue[] {
  const rows = new Map<JsonPointer, { names: Set<string>; where: JsonPointer }>();
  for (const { tokens, where } of places) {
    for (let length = 1; length <= tokens.length; length++) {
      const parent = formatPointer(tokens.slice(0, length - 1));
      const row = rows.get(parent) ?? { names: new Set(), where };
      row.names.add(tokens[length - 1] as string);
      rows.set(parent, row);
    }
  }
  return [...rows]
    .filter(([, { names }]) => [...names].every((name) => /^\d+$/.test(name)))
    .filter(([, { names }]) => [...names.keys()].some((_, index) => !names.has(String(index))))
    .map(([parent, { where }]) => ({
      code: 'ARRAY_WITH_GAPS',
      message: `the places under "${parent}" are those of an array, but do not go 0, 1, 2 …`,
      pointer: where,
    }));
}

/** What keeps a pointer from being used. */
export function pointerIssues(pointer: JsonPointer, where: JsonPointer): ProfileIssue[] {
  const fault = pointerFault(pointer);
  return fault ? [{ ...fault, pointer: where }] : [];
}
