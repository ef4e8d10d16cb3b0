/** The recordings in a text, whatever its format: the points of each vehicle apart, checked. */
import { pointIn, type Reader, type RecordedPoint } from './points.ts';
import { TrackError, trackBounds } from './track-error.ts';

/** The points of one vehicle, in the order of the file. */
export interface Recording {
  /** The file's name of the vehicle, or of the line. */
  name?: string | undefined;
  points: RecordedPoint[];
  /** Points that carry no time: a line that can be driven, but not in its own rhythm. */
  untimed: Omit<RecordedPoint, 'time'>[];
  /** Points without a position: the receiver had no fix. */
  noFix: number;
}

/** The recordings in a file: at least one, each of another vehicle. */
export interface Recordings {
  /** The name that the file gives the track. */
  name?: string | undefined;
  recordings: Recording[];
}

/** A reader is loaded when a file in its format is: none of them is needed to start. */
const formats: readonly { begins: RegExp; reader(): Promise<Reader> }[] = [
  { begins: /^\s*</, reader: async () => (await import('./xml.ts')).readXml },
  { begins: /^\s*[[{]/, reader: async () => (await import('./json.ts')).readJson },
  { begins: /^\s*\$[A-Z]{4,6},/, reader: async () => (await import('./nmea.ts')).readNmea },
  { begins: /^/, reader: async () => (await import('./csv.ts')).readCsv },
];

/** Throws a TrackError. */
export async function recordingsIn(given: string): Promise<Recordings> {
  const tooMany = (subject: string, max: number, things: string, place = {}) => {
    const what = `${subject} more than ${max.toLocaleString('en')} ${things}.`;
    return new TrackError('TRACK_TOO_LARGE', what, 'Split the track, or thin its points out.', place);
  };
  if (given.length > trackBounds.characters)
    throw tooMany('the text has', trackBounds.characters, 'characters');
  const text = given.replace(/^\uFEFF/, '');
  const read = await formats.find(({ begins }) => begins.test(text))?.reader();
  const vehicles = new Map<string, Recording>();
  const sections = new Map<string, Recording>();
  let count = 0;
  const name = read?.(text, (raw) => {
    if (++count > trackBounds.points) throw tooMany('there are', trackBounds.points, 'points', raw.place);
    const { vehicle, section = '', name = vehicle } = raw;
    const [map, key] = vehicle === undefined ? [sections, section] : [vehicles, vehicle];
    const recording = map.get(key) ?? { ...joined([]), name: vehicle ?? name };
    map.set(key, recording);
    const point = pointIn(raw);
    if (point === undefined) recording.noFix += 1;
    else if (point.time === undefined) recording.untimed.push(point);
    else recording.points.push({ ...point, time: point.time });
  });
  // A vehicle that is named counts as one; sections are vehicles where they can be told apart by their times.
  const others = [...sections.values()];
  const all = [...vehicles.values(), ...(others.length < 2 || overlap(others) ? others : [joined(others)])];
  return { name, recordings: all.length > 0 ? all : [joined([])] };
}

/** One vehicle cannot be in two sections at once. */
function overlap(sections: readonly Recording[]): boolean {
  const spans = sections.flatMap(({ points: [first, ...others] }) => {
    if (first === undefined) return [];
    let [from, to] = [first.time, first.time];
    for (const { time } of others) [from, to] = [Math.min(from, time), Math.max(to, time)];
    return [{ from, to }];
  });
  let end = Number.NEGATIVE_INFINITY;
  return spans
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .some(({ from, to }) => {
      const overlaps = from < end && to > from;
      end = Math.max(end, to);
      return overlaps;
    });
}

function joined(sections: readonly Recording[]): Recording {
  return {
    points: sections.flatMap(({ points }) => points),
    untimed: sections.flatMap(({ untimed }) => untimed),
    noFix: sections.reduce((sum, { noFix }) => sum + noFix, 0),
  };
}
