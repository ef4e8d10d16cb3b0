/**
 * Faults of what devices report, one row for each: how a story says it (`written`, `read`), how it is put into words,
 * and what it does to the stream of reports (`distort` to each report as it is made, `arrange` to those that were
 * kept while nothing got through). All chance is by seed, vehicle and moment.
 */
import { type Static, type TSchema, typed } from '../../contracts/kit/schema.ts';
import { mapTable, nameIn, namesOf } from '../../contracts/kit/tables.ts';
import { numbered } from '../../simulator/fleet/locations/row.ts';
import { durationOf, metresOf } from '../language/resolve/durations.ts';
import { choice, named, number, object, oneOf, option, orWord, whole } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
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

/** Why a value cannot be: the fields that lead to it, the reason, and what to try. */
interface WrongValue {
  within: readonly string[];
  message: string;
  hint: string;
}

interface FaultRow<Written extends TSchema = TSchema, Value = unknown> {
  readonly written: Written;
  read(written: Static<Written>): { value: Value } | WrongValue;
  words(value: Value): string;
  distort?(report: FaultyReport, value: Value): void;
  /** Reports in the order of their times. */
  arrange?<Report>(reports: readonly Report[], value: Value, chance: FaultyReport['chance']): Report[];
}

function row<Written extends TSchema, Value>(fault: FaultRow<Written, Value>): FaultRow<Written, Value> {
  return fault;
}

/** The facts that a receiver repeats when it sees no satellite. */
const place = ['latitude', 'longitude', 'altitude', 'course'] as const;
/** The facts of a location that a fault may show wrongly, beside the sensors of a vehicle. */
const readable = [
  ...(['altitude', 'speed', 'course', 'accuracy', 'satellites', 'battery', 'fuel', 'odometer'] as const),
];
export const readableFacts: readonly string[] = readable;

const readings = named(orWord(oneOf('stuck'), number(-LARGEST_READING, LARGEST_READING)), 1);

const rows = {
  clock: row({
    written: option(
      'Report times are ahead or behind.',
      choice(
        'a wrong clock',
        {
          ahead: { summary: 'By how much report times are ahead.', value: ref('duration'), beside: {} },
          behind: { summary: 'By how much report times are behind.', value: ref('duration'), beside: {} },
        },
        {},
      ),
    ),
    read(written) {
      const [[side, text] = ['ahead', '']] = Object.entries(written);
      const ms = durationOf(text) ?? 0;
      if (ms >= 1 && ms <= FURTHEST_CLOCK) return { value: side === 'ahead' ? ms : -ms };
      const message = 'a clock is wrong by a millisecond or more, and by a hundred years at most';
      return { within: [side], message, hint: 'years are written in days: 1826d are five' };
    },
    words: (ms: number) => `its clock is ${durationInWords(Math.abs(ms))} ${ms > 0 ? 'ahead' : 'behind'}`,
    distort({ numbers }, ms) {
      numbers[numbered.deviceTime] = (numbers[numbered.deviceTime] ?? 0) + ms;
    },
  }),

  position: row({
    written: option(
      'No location at all, the place at 0, 0, or the last place again and again.',
      oneOf('none', 'zero', 'frozen'),
    ),
    read: (value) => ({ value }),
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
        upTo: ref('length'),
        oneIn: option('One report in so many, by chance; default 4.', whole(1, 1_000)),
      }),
    ),
    read({ upTo, oneIn = 4 }) {
      const metres = metresOf(upTo);
      if (metres >= 1 && metres <= FURTHEST_JUMP) return { value: { upTo: metres, oneIn } };
      return { within: ['upTo'], message: 'a jump is a metre or more, and 1000 km at most', hint: 'try 5km' };
    },
    words: ({ upTo, oneIn }: { upTo: number; oneIn: number }) =>
      `one report in ${oneIn} is up to ${upTo / 1000} km off`,
    distort({ numbers, chance }, { upTo, oneIn }) {
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
      typed<{ readonly [sensor: string]: number | 'stuck' }>({ ...readings, maxProperties: 20 }),
    ),
    read: (sensors) => ({ value: { ...sensors } }),
    words: (sensors: { readonly [sensor: string]: number | 'stuck' }) =>
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
    read: (value) => ({ value }),
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
    read: (value) => ({ value }),
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

/** The faults of a device, each with its value. */
export type DeviceFaults = {
  readonly [K in FaultKind]?: (typeof rows)[K] extends FaultRow<infer _Written, infer Value> ? Value : never;
};

/** The table, to be asked by the kind of what it is asked about. */
export const faultRows: { readonly [K in FaultKind]: FaultRow } = rows;

/** In the order in which they distort a report. */
export const faultKinds = namesOf(rows);

/** The fields by which a story asks for them. */
export const faultFields = mapTable(rows, ({ written }: { written: unknown }) => written) as {
  readonly [K in FaultKind]: (typeof rows)[K]['written'];
};

/** Faults as a story or a client says them, in the form of their schema; the first that cannot be. */
export function faultsOf(written: object): { faults: DeviceFaults } | { wrong: WrongValue } {
  const faults: { [kind: string]: unknown } = {};
  for (const kind of kindsIn(written)) {
    const read = faultRows[kind].read(Object(written)[kind]);
    if (!('value' in read)) return { wrong: { ...read, within: [kind, ...read.within] } };
    faults[kind] = read.value;
  }
  return { faults };
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
