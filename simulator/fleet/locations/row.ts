/**
 * A location in 32 bytes: 8 words of an Int32Array. The resolution of every stored fact is defined here
 * and nowhere else:
 *
 *     word 0   latitude             1e-7 degrees (about 1 cm)
 *     word 1   longitude            1e-7 degrees
 *     word 2   deviceTime           1 ms, lower 32 bits
 *     word 3   deviceTime           upper 16 bits, signed | altitude 16: 0.1 m from -500 m to 6053 m
 *     word 4   received - device    31 bits signed, 1 ms, up to 12 days either way | extra 1
 *     word 5   speed 16             0.01 km/h up to 655 km/h | course 16: 0.01 degrees
 *     word 6   odometer 24          0.1 km | satellites 6: up to 62 | ignition 2: off, on, absent
 *     word 7   battery 10, fuel 10  0.1 % | accuracy 12: 0.1 m up to 409 m
 *
 * The largest value of a field says that the fact is absent. A value out of its field's range, and
 * the free `attributes`, are exact in an `Extra` beside the row, and the row says so by one bit.
 */
import type { DeviceId, EpochMs, Extra, Location, LocationReport } from '../types.ts';

export const WORDS = 8;

/** The numbers that a row holds as `round(value × perUnit) - from`, from 0 to `absent` - 1. */
const fields = {
  altitude: { perUnit: 10, from: -5000, absent: 0xffff },
  speed: { perUnit: 100, from: 0, absent: 0xffff },
  course: { perUnit: 100, from: 0, absent: 0xffff },
  odometer: { perUnit: 10, from: 0, absent: 0xffffff },
  satellites: { perUnit: 1, from: 0, absent: 63 },
  battery: { perUnit: 10, from: 0, absent: 1023 },
  fuel: { perUnit: 10, from: 0, absent: 1023 },
  accuracy: { perUnit: 10, from: 0, absent: 4095 },
} as const;
type Field = keyof typeof fields;
type FieldCoding = (typeof fields)[Field];

const DEGREE = 1e7;
const UPPER = 2 ** 32;
const LONGEST_DELAY = 2 ** 30 - 1;
const ignitionBits = { off: 0, on: 1, absent: 2 };

/** Writes a report into 8 words; returns what they cannot hold. */
export function packRow(
  report: LocationReport,
  receivedAt: EpochMs,
  words: Int32Array,
  offset: number,
): Extra | undefined {
  const extra: Extra = {};
  const deviceTime = Math.round(report.deviceTime);
  const delay = receivedAt - deviceTime;
  const delayFits = Math.abs(delay) <= LONGEST_DELAY;
  if (!delayFits) extra.received = receivedAt;
  if (report.attributes != null) extra.attributes = structuredClone(report.attributes);

  const altitude = encode('altitude', report.altitude, extra);
  const speed = encode('speed', report.speed, extra);
  const course = encode('course', report.course, extra);
  const odometer = encode('odometer', report.odometer, extra);
  const satellites = encode('satellites', report.satellites, extra);
  const battery = encode('battery', report.battery, extra);
  const fuel = encode('fuel', report.fuel, extra);
  const accuracy = encode('accuracy', report.accuracy, extra);
  const ignition =
    report.ignition == null ? ignitionBits.absent : report.ignition ? ignitionBits.on : ignitionBits.off;
  const hasExtra =
    extra.received !== undefined || extra.exact !== undefined || extra.attributes !== undefined;

  words[offset] = Math.round(report.latitude * DEGREE);
  words[offset + 1] = Math.round(report.longitude * DEGREE);
  words[offset + 2] = deviceTime % UPPER;
  words[offset + 3] = (Math.floor(deviceTime / UPPER) << 16) | altitude;
  words[offset + 4] = ((delayFits ? delay : 0) << 1) | (hasExtra ? 1 : 0);
  words[offset + 5] = (speed << 16) | course;
  words[offset + 6] = (odometer << 8) | (satellites << 2) | ignition;
  words[offset + 7] = (battery << 22) | (fuel << 12) | accuracy;
  return hasExtra ? extra : undefined;
}

/** Facts of a drive in 8 words, as codes: no object is made of them. */
export const drive = {
  /** In 0.01 km/h; at the most 655 km/h. */
  speed: (words: Int32Array, offset: number): number => (words[offset + 5] ?? 0) >>> 16,
  /** In 0.01 degrees. */
  course: (words: Int32Array, offset: number): number => (words[offset + 5] ?? 0) & 0xffff,
  /** Marks a speed or a course that was not reported. */
  absent: fields.speed.absent,
  ignition: (words: Int32Array, offset: number): boolean | undefined => {
    const bits = (words[offset + 6] ?? 0) & 3;
    return bits === ignitionBits.absent ? undefined : bits === ignitionBits.on;
  },
} as const;

/** Index of each fact of a location in the numbers that `packNumbers` takes; ignition is 1 or 0. */
export const numbered = {
  deviceTime: 0,
  receivedAt: 1,
  latitude: 2,
  longitude: 3,
  altitude: 4,
  speed: 5,
  course: 6,
  accuracy: 7,
  satellites: 8,
  ignition: 9,
  battery: 10,
  fuel: 11,
  odometer: 12,
} as const;

/**
 * Writes a location into 8 words from numbers alone, as `packRow` does, for those who report by the million.
 * Every fact is there and has to fit into its field (see above): one that does not is put at the end of the
 * field's range.
 */
export function packNumbers(numbers: Float64Array, words: Int32Array, offset: number): void {
  const deviceTime = numbers[numbered.deviceTime] ?? 0;
  const upper = Math.floor(deviceTime / UPPER);
  const ignition = numbers[numbered.ignition] === 0 ? ignitionBits.off : ignitionBits.on;
  words[offset] = Math.round((numbers[numbered.latitude] ?? 0) * DEGREE);
  words[offset + 1] = Math.round((numbers[numbered.longitude] ?? 0) * DEGREE);
  words[offset + 2] = deviceTime - upper * UPPER;
  words[offset + 3] = (upper << 16) | within(numbers, numbered.altitude, fields.altitude);
  words[offset + 4] = ((numbers[numbered.receivedAt] ?? 0) - deviceTime) << 1;
  words[offset + 5] =
    (within(numbers, numbered.speed, fields.speed) << 16) | within(numbers, numbered.course, fields.course);
  words[offset + 6] =
    (within(numbers, numbered.odometer, fields.odometer) << 8) |
    (within(numbers, numbered.satellites, fields.satellites) << 2) |
    ignition;
  words[offset + 7] =
    (within(numbers, numbered.battery, fields.battery) << 22) |
    (within(numbers, numbered.fuel, fields.fuel) << 12) |
    within(numbers, numbered.accuracy, fields.accuracy);
}

/** The location that 8 words and their extra, if any, hold. */
export function unpackRow(deviceId: DeviceId, words: Int32Array, offset: number, extra?: Extra): Location {
  const upper = words[offset + 3] ?? 0;
  const motion = words[offset + 5] ?? 0;
  const vehicle = words[offset + 6] ?? 0;
  const levels = words[offset + 7] ?? 0;
  const ignition = vehicle & 3;
  const exact = extra?.exact;
  return {
    deviceId,
    deviceTime: deviceTimeOf(words, offset),
    receivedAt: extra?.received ?? receivedAtOf(words, offset),
    latitude: (words[offset] ?? 0) / DEGREE,
    longitude: (words[offset + 1] ?? 0) / DEGREE,
    altitude: decode('altitude', upper & 0xffff, exact),
    speed: decode('speed', motion >>> 16, exact),
    course: decode('course', motion & 0xffff, exact),
    accuracy: decode('accuracy', levels & 0xfff, exact),
    satellites: decode('satellites', (vehicle >>> 2) & 0x3f, exact),
    ignition: ignition === ignitionBits.absent ? null : ignition === ignitionBits.on,
    battery: decode('battery', levels >>> 22, exact),
    fuel: decode('fuel', (levels >>> 12) & 0x3ff, exact),
    odometer: decode('odometer', vehicle >>> 8, exact),
    attributes: extra?.attributes ?? null,
  };
}

export function deviceTimeOf(words: ArrayLike<number>, offset: number): EpochMs {
  return ((words[offset + 3] ?? 0) >> 16) * UPPER + ((words[offset + 2] ?? 0) >>> 0);
}

/** Exact unless the delay was longer than the row holds; then the extra knows. */
export function receivedAtOf(words: Int32Array, offset: number): EpochMs {
  return deviceTimeOf(words, offset) + ((words[offset + 4] ?? 0) >> 1);
}

export function hasExtra(words: Int32Array, offset: number): boolean {
  return ((words[offset + 4] ?? 0) & 1) === 1;
}

function encode(field: Field, value: number | null | undefined, extra: Extra): number {
  const { perUnit, from, absent } = fields[field];
  if (value == null) return absent;
  const code = Math.round(value * perUnit) - from;
  if (code >= 0 && code < absent && (perUnit !== 1 || Number.isInteger(value))) return code;
  extra.exact ??= {};
  extra.exact[field] = value;
  return Math.min(Math.max(Math.round(code), 0), absent - 1);
}

function within(numbers: Float64Array, place: number, { perUnit, from, absent }: FieldCoding): number {
  const code = Math.round((numbers[place] ?? 0) * perUnit) - from;
  return code < 0 ? 0 : code >= absent ? absent - 1 : code;
}

function decode(field: Field, code: number, exact: Extra['exact']): number | null {
  const { perUnit, from, absent } = fields[field];
  if (code === absent) return null;
  return exact?.[field] ?? (code + from) / perUnit;
}
