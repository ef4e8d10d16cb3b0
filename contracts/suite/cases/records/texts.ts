/**
 * Texts that a store may get wrong, by class. Each is printable, without markup and shorter than 20 characters, and none
 * looks like an attack to a filter. A run draws one of each class; a thorough one takes all.
 */
import type { Chance } from '../../session/chance.ts';

/** Texts that can be beside others in one value. */
const parts = {
  script: [
    'Müller Straße',
    'Łódź Çorlu',
    'Ωμέγα Ελλάδα',
    'Жуковский',
    '東京都 配送',
    '배송 차량',
    'שלום רכב',
    'مركبة ليلية',
    'रथ सेवा',
  ],
  quote: ["O'Brien", 'the "Nord"', '‘x’ “y” «z»', 'a `b` c', "d'Or l'Or"],
  percent: ['100%', '50%25', '%41b', '%2F %20', '5 %d %s'],
  sign: ['a/b\\c;d:e', 'e,f|g k=v:w', '#7 + 1 x_y-z.w', '(x) [y] {z} $1', '^~ @home! 7*8?'],
} as const;

/** Two letters of each script. */
const letters = ['Üß', 'Łç', 'Ωέ', 'Жй', '東京', '배송', 'של', 'مر', 'रथ'] as const;

/** Texts that are more than their letters where they are all of a value. */
const wholes = {
  number: ['00712', '1e5', '0x1F', '12345678901234567890', '1.50', '-0', '+4930'],
  word: ['null', 'true', 'undefined', 'NaN', 'None', 'no', '2026-01-02', '12:30'],
} as const;

export type Part = keyof typeof parts;
export type Whole = keyof typeof wholes;

/** The longest text that every deployment has to keep. */
export const LONGEST = 50;

export interface Texts {
  /** Two texts each of which begins with the mark; the second is as long as one may be. */
  marked: readonly [string, string];
  /** Texts that have to be alone. */
  alone: readonly [string, string];
}

/** What a run draws for a purpose. `mark` is short: it comes before the parts. */
export function drawTexts(chance: Chance, purpose: string, mark: string): Texts {
  const part = (name: Part) => chance.pick(`${purpose} ${name}`, parts[name]);
  const scripts = chance.shuffled(`${purpose} letters`, letters).join(' ');
  const signs = chance.shuffled(`${purpose} signs`, parts.sign).slice(0, 2).join(' ');
  const whole = (name: Whole) => chance.pick(`${purpose} ${name}`, wholes[name]);
  return {
    marked: [
      shortened(`${mark} ${part('quote')} ${scripts}`),
      filled(`${mark} ${part('percent')} ${signs} `),
    ],
    alone: [whole('number'), whole('word')],
  };
}

/** Every text of every class, each behind the mark or alone. */
export function allTexts(mark: string): string[] {
  return [
    ...Object.values(parts).flatMap((texts) => texts.map((text) => shortened(`${mark} ${text}`))),
    ...Object.values(wholes).flat(),
  ];
}

function shortened(text: string): string {
  return text.slice(0, LONGEST).trim();
}

/** Exactly as long as a text may be, without a space at its end. */
function filled(text: string): string {
  return text.slice(0, LONGEST - 1).padEnd(LONGEST, 'abcdefghijklmnopqrstuvwxyz');
}
