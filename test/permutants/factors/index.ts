/** Everything that can differ from one lawful deployment to the next. */
import type { Factors, Level } from '../level.ts';
import { accessFactors } from './access.ts';
import { payloadFactors } from './payloads.ts';
import { replyFactors } from './replies.ts';
import { timeFactors } from './time.ts';
import { wayFactors } from './way.ts';
import { writingFactors } from './writing.ts';

/** Where two levels say the same of a deployment, the later one counts. */
const table = {
  ...accessFactors,
  ...replyFactors,
  ...payloadFactors,
  ...writingFactors,
  ...timeFactors,
  ...wayFactors,
};

export const factors: Factors = table;
export type FactorName = keyof typeof table;
export const factorNames = Object.keys(table) as FactorName[];

/** One level of each factor. */
export type Row = { readonly [F in FactorName]: string };

/** The names of a factor's levels, the default first. */
export function levelsOf(factor: FactorName): string[] {
  return Object.keys(factors[factor]?.levels ?? {});
}

export function levelOf(factor: FactorName, level: string): Level {
  return factors[factor]?.levels[level] as Level;
}

interface Impossible {
  one: readonly [FactorName, ...levels: string[]];
  other: readonly [FactorName, ...levels: string[]];
  why: string;
}

/** Levels of two factors that no deployment can have at once; each of the one with each of the other. */
export const impossible: readonly Impossible[] = [
  {
    one: ['error body', 'text', 'html', 'nothing'],
    other: ['refusal', 'success: false'],
    why: 'a refusal with status 200 has to say in its body that it is none',
  },
  {
    one: ['error body', 'text', 'html', 'nothing'],
    other: ['refusal for want of a token', 'success: false'],
    why: 'the same',
  },
  {
    one: ['error body', 'text', 'html', 'nothing'],
    other: ['what was deleted', 'success: false'],
    why: 'the same',
  },
  {
    one: ['lists', 'a bare array'],
    other: ['paging', 'by cursor'],
    why: 'a bare array has no place for the cursor of the next page',
  },
];

/** Whether the levels of a row, or of a part of one, can stand together. */
export function isPossible(row: Partial<Row>): boolean {
  const has = ([factor, ...levels]: Impossible['one']): boolean =>
    levels.some((level) => row[factor] === level);
  return !impossible.some(({ one, other }) => has(one) && has(other));
}
