/**
 * Texts that a store may get wrong, by class. Each is printable, without markup and short, and none looks like an attack
 * to a filter. A run spreads all classes over its groups and users; a thorough one takes every text for both.
 */
import { namesOf } from '../../../kit/tables.ts';
import type { Chance } from '../../session/chance.ts';

/** Two letters of each script. */
const letters = 'Üß Łç Ωέ Жй 東京 배송 של مر रथ';

/** Short texts that can be beside others in one value: groups get one half of each class, users the other. */
const parts = {
  quote: [`d'Or "N" %s \`c\``, '‘x’ “y” 5% –«z»'],
  /** Good codes alone: a careless reader decodes a text as a whole or not at all. */
  percent: ['50%25 %41b', '%2F 7%2C8'],
  sign: ['a/b\\c;d:e #7', 'e,f|g k=v: w', '(x)[y]{z} $1', '^~@h! 7*8+_-'],
} as const;

/** Longer texts, of one script each. */
const scripts = [
  'Müller Straße',
  'Łódź Çorlu',
  'Ωμέγα Ελλάδα',
  'Жуковский',
  '東京都 配送',
  '배송 차량',
  'שלום רכב',
  'مركبة ليلية',
  'रथ सेवा',
] as const;

/** Texts that are more than their letters where they are all of a value. A run takes one of each class. */
const wholes = {
  zeros: ['00712', '007', '+4930'],
  number: ['1e5', '0x1F', '1.50', '-0'],
  long: ['12345678901234567890', '1152921504606846977'],
  nothing: ['null', 'undefined', 'NaN', 'None'],
  truth: ['true', 'no'],
  moment: ['2026-01-02', '12:30'],
} as const;

/** The longest text that every deployment has to keep. */
export const LONGEST = 50;

export interface Texts {
  /** Two texts each of which begins with the mark; the second is as long as one may be. */
  marked: readonly [string, string];
  /** Texts that have to be alone. */
  alone: readonly string[];
}

/** What a run draws for one half of its records. `mark` is short: it comes before the parts. */
export function drawTexts(chance: Chance, half: 0 | 1, mark: string): Texts {
  const halfOf = <T>(all: readonly T[]) => all.slice((half * all.length) / 2, ((half + 1) * all.length) / 2);
  const part = (name: keyof typeof parts) =>
    halfOf(chance.shuffled<string>(`texts of ${name}`, parts[name])).join(' ');
  const classes = chance.shuffled('texts alone', namesOf(wholes));
  return {
    marked: [
      shortened(`${mark} ${part('percent')} ${part('sign')}`),
      filled(`${mark} ${part('quote')} ${letters} `),
    ],
    alone: halfOf(classes).map((name) => chance.pick<string>(`text ${name}`, wholes[name])),
  };
}

/** Every text of every class, each behind the mark or alone. */
export function allTexts(mark: string): string[] {
  return [
    ...[letters, ...Object.values(parts).flat(), ...scripts].map((text) => shortened(`${mark} ${text}`)),
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
