/** Findings as they are collected from exchanges, before it is said where those came from. */
import type { Json } from '../kit/json.ts';
import { formatPointer } from '../kit/json-pointer.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { Finding, Source } from './finding.ts';

export class Drafts {
  readonly findings: Finding[] = [];
  readonly notes: string[] = [];
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** An answer to an opening, or to a part of one. */
  say(opening: OpeningId, way: readonly string[], value: Json, evidence: string): void {
    this.put(['openings', opening, ...way], value, evidence);
  }

  /** Anything else of a profile. */
  put(way: readonly string[], value: Json, evidence: string): void {
    const word = this.#source === 'har' ? 'recorded' : 'seen';
    this.findings.push({
      at: formatPointer(way),
      value,
      source: this.#source,
      evidence: `${word}: ${evidence}`,
    });
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }
}

/** Returns `12 of 12 replies`. */
export function counted(some: number, what: string, of = some): string {
  return `${some} of ${of} ${what}`;
}
