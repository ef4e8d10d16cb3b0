/** The options of `npm run mutation`. */
import { appendFileSync, writeFileSync } from 'node:fs';

/** @throws Error for a text that is no whole number from `least` on */
export function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`Invalid value "${text}" for --${option}.`);
}

/** @throws Error for a text that is none of them */
export function oneOf<T extends string>(option: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found !== undefined) return found;
  throw new Error(`Unknown --${option} "${text}": it is one of ${known.join(', ')}.`);
}

/** Progress is printed this often. */
const STEPS = 20;

/** Prints how far a long run is, on standard error. */
export function progress(before = ''): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const step = Math.floor((STEPS * done) / total);
    if (step === shown) return;
    shown = step;
    process.stderr.write(`${before}${done} of ${total}\n`);
  };
}

/**
 * All that comes, until the user ends it.
 *
 * @param file takes each as a line of JSON, as soon as it is there
 */
export async function untilInterrupted<T>(coming: AsyncIterable<T>, file?: string): Promise<T[]> {
  const all: T[] = [];
  let interrupted = false;
  process.once('SIGINT', () => {
    interrupted = true;
  });
  if (file !== undefined) writeFileSync(file, '');
  for await (const one of coming) {
    all.push(one);
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(one)}\n`);
    if (interrupted) break;
  }
  return all;
}
