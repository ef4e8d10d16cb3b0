/** An area of documents: each is drawn, read, and used when it is accepted. */
import { cpuMs } from '../../cpu.ts';
import type { Area } from '../area.ts';
import { randomFrom } from '../random.ts';
import { type Chance, chanceFrom } from './mutate.ts';

export interface Documents {
  /** As the table of `npm run resilience` calls them: `fuzz-profiles`. */
  name: string;
  /** The good documents, and how they are changed. */
  draw(chance: Chance): string | Promise<string>;
  /** Reads a document, and uses it when it is accepted. Throws for what is neither accepted nor refused with a code and a place. */
  use(text: string): Promise<void> | void;
}

const USUAL_COUNT = 5_000;
/** Times as long as the median that a document may take; with less than that it is measured again. */
const SLOW = 400;
/** No document is slow that takes less than this, in ms of the processor. */
const QUICK = 5;
const ATTEMPTS = 3;
/** Documents before any is held to the median. */
const SETTLED = 50;

export function areaOf({ name, draw, use }: Documents): Area {
  return {
    name,
    async run({ count = USUAL_COUNT, seed, onProgress }) {
      const lost: string[] = [];
      const taken: number[] = [];
      for (let number = 0; number < count; number++) {
        // Each has a seed of its own, so that it can be repeated alone.
        const text = await draw(chanceFrom(randomFrom(seed * 1_000_003 + number)));
        const fault = await faultOf(use, text, taken);
        if (fault !== undefined)
          lost.push(`number ${number}: ${fault}\n      ${JSON.stringify(text.slice(0, 600))}`);
        onProgress?.(number + 1, count);
      }
      return { tried: count, survived: count - lost.length, lost };
    },
  };
}

/** Other work on the machine only adds time: a document that seems slow is measured again. */
async function faultOf(use: Documents['use'], text: string, taken: number[]): Promise<string | undefined> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const start = cpuMs();
    try {
      await use(text);
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    least = Math.min(least, cpuMs() - start);
    if (attempt === 0) taken.push(least);
    if (taken.length < SETTLED || least < Math.max(QUICK, SLOW * medianOf(taken))) return undefined;
  }
  return `takes ${(least / medianOf(taken)).toFixed(0)} times as long as usual`;
}

function medianOf(times: readonly number[]): number {
  const recent = times.slice(-SETTLED).sort((a, b) => a - b);
  return recent[Math.floor(recent.length / 2)] ?? 0;
}

/** A run of one letter that fuzzed documents hold 300 of: an error quotes at most 200 characters of a value. */
const QUOTED_TOO_LONG = /x{201}/;

/** Throws unless an error is one that a person can act on. */
export function expectCoded(problem: object, place?: { line?: unknown }): void {
  const { code, message } = problem as { code?: unknown; message?: unknown };
  if (typeof code !== 'string' || !/^[A-Z][A-Z_]+$/.test(code))
    throw new Error(`an error without a code: ${String(message)}`);
  if (place && !(Number(place.line) >= 1)) throw new Error(`${code} has no place: ${String(message)}`);
  expectShort(String(message));
}

/** Throws for a text that quotes more of a document than it should. */
export function expectShort(text: string): void {
  if (QUOTED_TOO_LONG.test(text)) throw new Error(`quotes too much: ${text.slice(0, 500)}`);
}
