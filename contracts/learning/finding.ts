/** Answers to openings as they are collected from a source, each with where it was seen. */
import type { Json } from '../kit/json.ts';
import { formatPointer } from '../kit/json-pointer.ts';
import type { OpeningId } from '../specification/openings/index.ts';

/** The source of findings: a description in OpenAPI, a recording of a browser, or the deployment itself. */
export type Source = 'openapi' | 'har' | 'live';

/** One answer to an opening, or the base path, that a source showed. */
export interface Finding {
  /**
   * The place in a profile: a JSON Pointer of the profile file, such as `/openings/records.device/fields/name`. It names the
   * smallest place that the source showed; an object is the same as a finding for each of its members.
   */
  readonly at: string;
  readonly value: Json;
  readonly source: Source;
  /** Short and plain, in one line: `openapi: paths./devices.get`, `seen: 12 of 12 replies`. */
  readonly evidence: string;
  /** The exchanges of a run that showed it. */
  readonly exchanges?: readonly number[];
}

/** The findings of a source, and in words where it contradicts itself or could not be followed. */
export interface Findings {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

/** Fixed values at their places. */
export interface Constants {
  readonly [pointer: string]: Json;
}

/** The exchanges that show something, in words. */
export interface Evidence {
  readonly words: string;
  readonly exchanges: readonly number[];
}

const words: { readonly [S in Source]: string } = { openapi: 'openapi', har: 'recorded', live: 'seen' };

/** Letters of evidence. */
const MAX_EVIDENCE = 200;

export class Drafts {
  readonly findings: Finding[] = [];
  readonly notes: string[] = [];
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** An answer to an opening, or to a part of one; `undefined` is none. */
  say(
    opening: OpeningId,
    way: readonly string[],
    value: Json | undefined,
    evidence: string | Evidence,
  ): void {
    if (value !== undefined) this.put(['openings', opening, ...way], value, evidence);
  }

  sayConstants(
    opening: OpeningId,
    way: readonly string[],
    constants: Constants,
    evidence: string | Evidence,
  ): void {
    for (const [pointer, value] of Object.entries(constants))
      this.say(opening, [...way, 'constants', pointer], value, evidence);
  }

  /** Anything else of a profile. */
  put(way: readonly string[], value: Json, evidence: string | Evidence): void {
    const source = this.#source;
    const { words: shown, exchanges } =
      typeof evidence === 'string' ? { words: evidence, exchanges: [] } : evidence;
    const said = `${words[source]}: ${shown.slice(0, MAX_EVIDENCE)}`;
    this.findings.push({ at: formatPointer(way), value, source, evidence: said, exchanges });
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }
}

/** The one value that all have; `undefined` where they differ, or there is none. */
export function same<T>(values: readonly T[]): T | undefined {
  const different = new Set(values.map((value) => JSON.stringify(value)));
  return different.size === 1 ? values[0] : undefined;
}

/** Returns `12 of 12 replies`. */
export function counted(some: number, what: string, of = some): string {
  return `${some} of ${of} ${what}`;
}

/** Replies as evidence, `12 of 12 replies`. */
export function by(seen: readonly { readonly exchange?: number }[], what = 'replies'): Evidence {
  return { words: counted(seen.length, what), exchanges: seen.flatMap(({ exchange }) => exchange ?? []) };
}
