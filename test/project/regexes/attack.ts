/**
 * Texts on which a regular expression would backtrack: its own atoms one after the other, then one or two of
 * them again and again, then something that fits nowhere.
 */
import { cpuMsOf } from '../../cpu.ts';
import { growsLinearly } from '../../growth.ts';

/** How often the part repeats. A linear expression takes as many steps, a quadratic one this squared. */
const LONGEST = 4_000;
const SHORTER = LONGEST / 10;
const SIZES = [20, SHORTER, LONGEST];
/** How many times longer than a plain look at so many characters an expression may take. */
const BOUND = 700;
const ATTEMPTS = 10;
const MOST_ATOMS = 7;
const plain = /^(?:[^\0]|\0)*$/;

/** A part that makes the expression take more than linear time; `undefined` when there is none among those tried. */
export function weaknessOf({ source, flags }: RegExp): string | undefined {
  const expression = new RegExp(source, flags.replace('y', ''));
  const atoms = atomsOf(source);
  const samples = [...new Set(atoms)].slice(0, MOST_ATOMS);
  const parts = [...samples, ...samples.flatMap((one) => samples.map((other) => one + other))];
  const prefixes = new Set(['', ...atoms.map((_, length) => atoms.slice(0, length).join(''))]);
  for (const prefix of prefixes) {
    for (const part of new Set(parts)) {
      const attack = (size: number) => `${prefix}${part.repeat(size)}\u2603`;
      const slow = SIZES.find((size) => isSlow(expression, attack(size)));
      if (slow === undefined) continue;
      // A machine that is busy makes long texts slow, but not in that proportion.
      if (slow < LONGEST || !growsLinearly((size) => attack(size).replace(expression, ''), SHORTER)) {
        return `${JSON.stringify(prefix)} and then ${JSON.stringify(part)} again and again`;
      }
    }
  }
  return undefined;
}

/** Other work on the machine only adds time, so that the quickest of several attempts counts. */
function isSlow(expression: RegExp, text: string): boolean {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (cpuMsOf(() => text.replace(expression, '')) < BOUND * usual()) return false;
  }
  return true;
}

let known: number | undefined;

/** How long one plain look at every character of a text takes. */
function usual(): number {
  const text = 'x'.repeat(LONGEST);
  known ??= Math.min(...Array.from({ length: 50 }, () => cpuMsOf(() => text.replace(plain, ''))));
  return known;
}

/** For each atom of an expression a text that it takes, in their order: groups and choices are run through. */
function atomsOf(source: string): string[] {
  const token =
    /\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d+(?:,\d*)?\}|[()|*+?^$]|[\s\S]/giu;
  return [...source.matchAll(token)].flatMap(([atom]) => {
    if (/^(\(.*|[)|*+?^$]|\{\d.*\}|\\[bB1-9])$/.test(atom)) return [];
    const fits = new RegExp(`^${atom}$`, 'u');
    const sample = candidates.find((candidate) => fits.test(candidate));
    return sample === undefined ? [] : [sample];
  });
}

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
/** Characters that are in many classes come first, so that neighbouring atoms are often the same. */
const candidates = [
  '1',
  'a',
  ' ',
  'A',
  '-',
  '.',
  '/',
  ...ascii,
  'é',
  '…',
  '\ud800',
  '\ufeff',
  '\u4e00',
  '\u0301',
  '\u200b',
];
