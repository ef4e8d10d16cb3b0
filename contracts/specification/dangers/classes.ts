/**
 * Classes of values by the kind of a field, by which the coverage of a run counts what it wrote. A value may be of several.
 * Texts are written so that each part and each whole text of `texts.ts` is, dates as `dates` here has them.
 */
import { alone, parts } from './texts.ts';

/** A value as it was written; `before` is the one that it takes the place of, for a date the present one. */
type Is<V> = (value: V, before?: V) => boolean;
type Classes<V> = { readonly [name: string]: Is<V> };

/** Texts that are exactly as long as every deployment has to keep. */
export const LONGEST = 50;

const texts: Classes<string> = {
  ...Object.fromEntries(parts.map((part) => [part, (text: string) => text.includes(part)])),
  ...Object.fromEntries(alone.map((some) => [`alone: ${some[0]}`, (text: string) => some.includes(text)])),
  'as long as can be': (text) => text.length === LONGEST,
};

const choices: Classes<string> = {
  one: (value) => value !== '',
  'another one': (value, before) => value !== '' && before !== undefined && before !== value,
};

const lists: Classes<string> = {
  none: (value) => value === '',
  one: (value) => value !== '' && !value.includes(' '),
  several: (value) => value.includes(' '),
};

const degrees: Classes<number> = {
  zero: (value) => value === 0,
  negative: (value) => value < 0,
  'with a fraction': (value) => !Number.isInteger(value),
  'a bound': (value) => Math.abs(value) === 90 || Math.abs(value) === 180,
};

const at = (moment: number) => new Date(moment);
/** Times in the last second of UTC before a day, and in the first whole one after it has begun. */
const ends =
  (of: (next: Date) => boolean): Is<number> =>
  (time) =>
    /T23:59:59$/.test(secondOf(time)) && of(at(time + 1_000));
const begins =
  (of: (day: Date) => boolean): Is<number> =>
  (time) =>
    /T00:00:01$/.test(secondOf(time)) && of(at(time));
const secondOf = (time: number) => at(time).toISOString().slice(0, 19);
const isFirst = (day: Date) => day.getUTCDate() === 1;
const isNewYear = (day: Date) => isFirst(day) && day.getUTCMonth() === 0;

const times: Classes<number> = {
  'a leap day': (time) => at(time).getUTCMonth() === 1 && at(time).getUTCDate() === 29,
  'the end of a year': ends(isNewYear),
  'the beginning of a year': begins(isNewYear),
  'the end of a month': ends(isFirst),
  'the beginning of a month': begins(isFirst),
  'a whole second': (time) => time % 1_000 === 0,
  'a part of a second': (time) => time % 1_000 !== 0,
};

const limits: Classes<number> = {
  zero: (limit) => limit === 0,
  one: (limit) => limit === 1,
  several: (limit) => limit > 1 && limit < 100,
  'more than 16 bits hold': (limit) => limit > 65_535,
  negative: (limit) => limit < 0,
};

/**
 * Dates that are easily taken for others: a leap day, the last day of a year, which may be in the first week of the next
 * one, a date that lies ahead when day and month are exchanged, and those on which weeks and months begin or jobs rest.
 */
const dates = {
  'a leap day': (date) => date.endsWith('-02-29'),
  'the last day of a year': (date) => date.endsWith('-12-31'),
  'ahead with day and month exchanged': (date, today = '') => (exchanged(date) ?? '') > today,
  'the first day of a month': (date) => date.endsWith('-01'),
  'a Sunday': (date) => new Date(date).getUTCDay() === 0,
} satisfies Classes<string>;

/** With day and month exchanged, where that is a date. */
function exchanged(date: string): string | undefined {
  const [year, month = '', day = ''] = date.split('-');
  return Number(day) <= 12 ? `${year}-${day}-${month}` : undefined;
}

/** By kind of field. */
export const classes = {
  texts,
  choices,
  lists,
  degrees,
  times,
  limits,
  dates,
  flags: { yes: (value: string) => value !== '', no: (value: string) => value === '' },
  addresses: {
    plain: (value: string) => !value.includes('+'),
    'with a plus': (value: string) => value.includes('+'),
  },
  numbers: { given: (value: string) => value !== '', none: (value: string) => value === '' },
} as const;
