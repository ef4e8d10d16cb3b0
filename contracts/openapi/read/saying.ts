/** Findings as they are read from a description. */
import type { Json } from '../../kit/json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import type { Finding } from '../../learning/finding.ts';
import type { OpeningId } from '../../specification/openings/index.ts';

export class Saying {
  readonly findings: Finding[] = [];
  readonly notes = new Set<string>();

  /** An answer to an opening, or to a part of one; `undefined` is none. */
  say(opening: OpeningId, way: readonly string[], value: Json | undefined, where: string): void {
    if (value !== undefined) this.put(['openings', opening, ...way], value, where);
  }

  /** Fixed values at their places. */
  sayConstants(
    opening: OpeningId,
    way: readonly string[],
    constants: { readonly [pointer: string]: Json },
    where: string,
  ): void {
    for (const [pointer, value] of Object.entries(constants))
      this.say(opening, [...way, 'constants', pointer], value, where);
  }

  put(way: readonly string[], value: Json, where: string): void {
    const evidence = `openapi: ${where.slice(0, 200)}`;
    this.findings.push({ at: formatPointer(way), value, source: 'openapi', evidence });
  }
}

/** The one value that all have; `undefined` where they differ, or there is none. */
export function same<T>(values: readonly T[]): T | undefined {
  const different = new Set(values.map((value) => JSON.stringify(value)));
  return different.size === 1 ? values[0] : undefined;
}
