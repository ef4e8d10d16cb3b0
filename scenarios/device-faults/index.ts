/**
 * Faults of what devices report, one row for each: how a story says it (`written`), how it is put into words, and what
 * it does to the stream of reports (`distort` to each report as it is made, `arrange` to those that were
 * kept while nothing got through). All chance is by seed, vehicle and moment.
 */
import type { TSchema } from '../../contracts/kit/schema.ts';
import { mapTable, nameIn, namesOf } from '../../contracts/kit/tables.ts';
import { numbered } from '../../simulator/fleet/locations/row.ts';
import {
  also,
  checks,
  choice,
  named,
  number,
  object,
  oneOf,
  option,
  orWord,
  type Read,
  type Reads,
  readChoice,
  readFields,
  reads,
  whole,
} from '../language/builders.ts';
import { ref } from '../language/forms.ts';
import { Names } from '../language/names.ts';
import { durationInWords } from '../language/words.ts';
import { longitudeScale, metresPerDegree, wrapped } from '../motion/geodesy.ts';

/** A clock is wrong by a hundred years at most, in ms. */
const FURTHEST_CLOCK = 36_525 * 86_400_000;
/** The furthest jump, in metres. */
const FURTHEST_JUMP = 1_000_000;
const LARGEST_READING = 1e9;

/** A report that a device is about to send. */
export interface FaultyReport {
  /** Its facts by their places in `numbered`. */
  readonly numbers: Float64Array;
  /** Facts whose value may be too large for a packed row. */
  readonly facts: { [fact: string]: number };
  /** The values of its sensors. */
  readonly sensors: { [sensor: string]: number };
  /** How often it is sent; 0: not at all. */
  copies: number;
  /** The facts of the first report with the fault that distorts it. */
  first: { [fact: string]: number };
  /** From 0 up to 1; another for each number. */
  chance(number: number): number;
}

interface FaultRow<Written extends TSchema = TSchema> {
  readonly written: Written;
  words(value: Read<Written>): string;
  distort?(report: FaultyReport, value: Read<Written>): void;
  /** Reports in the order of their times. */
  arrange?<Report>(
    reports: readonly Report[],
    value: Read<Written>,
    chance: FaultyReport['chance'],
  ): Report[];
}

function row<Written extends TSchema>(fault: FaultRow<Written>): FaultRow<Written> {
  return fault;
}

/** The facts that a receiver repeats when it sees no satellite. */
const place = ['latitude', 'longitude', 'altitude', 'course'] as const;
/** The facts of a location that a fault may show wrongly, beside the sensors of a vehicle. */
const readable = [
  ...(['altitude', 'speed', 'course', 'accuracy', 'satellites', 'battery', 'fuel', 'odometer'] as const),
];
export const readableFacts: readonly string[] = readable;

/** A number of at least 1, as it is read by a form. */
function bounded<Form extends TSchema>(
  form: Form & Reads<number>,
  max: number,
  message: string,
  hint: string,
) {
  return checks(form, (value, { names, path }) => {
    if (Number(value) < 1 || Number(value) > max) names.wrong('OUT_OF_RANGE', path, message, hint);
  });
}

const off = bounded(
  ref('duration'),
  FURTHEST_CLOCK,
  'a clock is wrong by a millisecond or more, and by a hundred years at most',
  'years are written in days: 1826d are five',
);
const clocks = {
  ahead: { summary: 'By how much report times are ahead.', value: off, beside: {} },
  behind: { summary: 'By how much report times are behind.', value: off, beside: {} },
};

const rows = {
  clock: row({
    written: option(
      'Report times are ahead or behind.',
      reads(choice('a wrong clock', clocks, {}), (written, at): number => {
        const { kind, made } = readChoice(clocks, written, at);
        return kind === 'ahead' ? Object(made).main : -Object(made).main;
      }),
    ),
    words: (ms) => `its clock is ${durationInWords(Math.abs(ms))} ${ms > 0 ? 'ahead' : 'behind'}`,
    distort({ numbers }, ms) {
      numbers[numbered.deviceTime] = (numbers[numbered.deviceTime] ?? 0) + ms;
    },
  }),

  position: row({
    written: option(
      'No location at all, the place at 0, 0, or the last place again and again.',
      oneOf('none', 'zero', 'frozen'),
    ),
    words: (position) =>
      ({ none: 'it has no fix', zero: 'its place is 0, 0', frozen: 'it repeats its last place' })[position],
    distort(report, position) {
      const { numbers } = report;
      if (position === 'none') {
        report.copies = 0;
        return;
      }
      for (const fact of place) {
        if (position === 'frozen') numbers[numbered[fact]] = firstOf(report, fact) ?? 0;
        else if (fact === 'latitude' || fact === 'longitude') numbers[numbered[fact]] = 0;
      }
      numbers[numbered.satellites] = 0;
      numbers[numbered.speed] = 0;
    },
  }),

  jumps: row({
    written: option(
      'Some reports are thrown off by kilometres.',
      object({
        upTo: bounded(
          ref('length'),
          FURTHEST_JUMP,
          'a jump is a metre or more, and 1000 km at most',
          'try 5km',
        ),
        oneIn: option('One report in so many, by chance; default 4.', whole(1, 1_000)),
      }),
    ),
    words: ({ upTo, oneIn = 4 }) => `one report in ${oneIn} is up to ${upTo / 1000} km off`,
    distort({ numbers, chance }, { upTo, oneIn = 4 }) {
      if (chance(0) * oneIn >= 1) return;
      const metres = upTo * (0.5 + 0.5 * chance(1));
      const course = 2 * Math.PI * chance(2);
      const latitude = numbers[numbered.latitude] ?? 0;
      const north = (metres * Math.cos(course)) / metresPerDegree;
      const east = (metres * Math.sin(course)) / (metresPerDegree * Math.max(0.01, longitudeScale(latitude)));
      numbers[numbered.latitude] = Math.min(90, Math.max(-90, latitude + north));
      numbers[numbered.longitude] = wrapped(((numbers[numbered.longitude] ?? 0) + east) % 360);
    },
  }),

  sensors: row({
    written: option(
      'Sensors, or facts such as fuel, that show a value in place of the real one, or are stuck.',
      also(named(orWord(oneOf('stuck'), number(-LARGEST_READING, LARGEST_READING)), 1), {
        maxProperties: 20,
      }),
    ),
    words: (sensors) =>
      Object.entries(sensors)
        .map(([name, value]) => (value === 'stuck' ? `${name} is stuck` : `${name} shows ${value}`))
        .join(', '),
    distort(report, sensors) {
      for (const [name, value] of Object.entries(sensors)) {
        const fact = readable.find((each) => each === name);
        const shown = value === 'stuck' ? firstOf(report, name) : value;
        if (shown === undefined) continue;
        if (fact === undefined) report.sensors[name] = shown;
        else {
          report.facts[fact] = shown;
          report.numbers[numbered[fact]] = shown;
        }
      }
    },
  }),

  copies: row({
    written: option('Each report is sent so many times.', whole(2, 20)),
    words: (copies) => `each report comes ${copies} times`,
    distort(report, copies) {
      report.copies *= copies;
    },
  }),

  uploadOrder: row({
    written: option(
      'The order in which it sends what it kept while nothing got through.',
      oneOf('oldest-first', 'newest-first', 'shuffled'),
    ),
    words: (order) => `it sends what it kept ${order.replace('-', ' ')}`,
    arrange(reports, order, chance) {
      if (order === 'oldest-first') return [...reports];
      if (order === 'newest-first') return reports.toReversed();
      const keys = reports.map((report, place) => ({ report, key: chance(place) }));
      return keys.toSorted((a, b) => a.key - b.key).map(({ report }) => report);
    },
  }),
};
export type FaultKind = keyof typeof rows;

/** The fields by which a story asks for them. */
export const faultFields = mapTable(rows, ({ written }: { written: unknown }) => written) as {
  readonly [K in FaultKind]: (typeof rows)[K]['written'];
};

/** The faults of a device, each with its value. */
export type DeviceFaults = { readonly [K in FaultKind]?: Read<(typeof rows)[K]['written']> };

/** The table, to be asked by the kind of what it is asked about. */
export const faultRows: { readonly [K in FaultKind]: FaultRow } = rows;

/** In the order in which they distort a report. */
export const faultKinds = namesOf(rows);

/** Faults that are known to be right, from the form in which they are written. */
export function faultsOf(written: object): DeviceFaults {
  const refuse = (): never => {
    throw new TypeError('a fault is wrong that is known to be right');
  };
  const names = new Names({ data: written, place: () => ({ line: 1, column: 1 }), refuse });
  const read = readFields(faultFields, written, { path: [], names, mayBeIt: false });
  names.settle();
  return read;
}

/** Some faults in words: `its clock is 5d ahead, each report comes 2 times`. */
export function faultsInWords(faults: DeviceFaults): string {
  return kindsIn(faults)
    .map((kind) => faultRows[kind].words(faults[kind]))
    .join(', ');
}

/** The faults that there are, in the order of the table. */
export function kindsIn(faults: object): FaultKind[] {
  return faultKinds.filter((kind) => Object.hasOwn(faults, kind));
}

/** A fact of the first report with the fault; of this one, where it is the first. */
function firstOf({ first, sensors, numbers }: FaultyReport, name: string): number | undefined {
  const at = nameIn(numbered, name);
  const now = at === undefined ? sensors[name] : numbers[numbered[at]];
  if (first[name] === undefined && now !== undefined) first[name] = now;
  return first[name];
}
