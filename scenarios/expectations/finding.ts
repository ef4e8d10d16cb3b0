/** How an expectation is looked at: what was wanted, what there is, and whether it is met. */
import type { Wanted } from '../language/terms.ts';

export interface Finding {
  met: boolean;
  wanted: string;
  actual: string;
}

/** A number against how it is to be. `null` is none, which meets nothing. */
export function number(actual: number | null, wanted: Wanted, shown = plain): Finding {
  return {
    met: actual !== null && meets(actual, wanted),
    wanted: inWords(wanted, shown),
    actual: shown(actual),
  };
}

export function fact<T>(actual: T, wanted: T): Finding {
  return { met: actual === wanted, wanted: String(wanted), actual: String(actual) };
}

export function existence(actual: boolean, wanted: boolean): Finding {
  const words = (there: boolean) => (there ? 'there' : 'not there');
  return fact(words(actual), words(wanted));
}

/** To one decimal place. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function meets(actual: number, wanted: Wanted): boolean {
  if ('is' in wanted) return actual === wanted.is;
  const { atLeast = actual, atMost = actual } = wanted;
  return actual >= atLeast && actual <= atMost;
}

function inWords(wanted: Wanted, shown: (value: number | null) => string): string {
  if ('is' in wanted) return shown(wanted.is);
  const { atLeast, atMost } = wanted;
  if (atLeast === undefined) return `at most ${shown(atMost ?? null)}`;
  return atMost === undefined ? `at least ${shown(atLeast)}` : `${shown(atLeast)} to ${shown(atMost)}`;
}

function plain(value: number | null): string {
  return value === null ? 'none' : String(Number(value.toFixed(3)));
}
