/**
 * The recordings in a text, whatever its format: `pointsIn` gives its points one after the other as they are written,
 * `recordingsIn` those of each vehicle, checked.
 */
import { trackBounds } from './bounds.ts';
import {
  isEmpty,
  positionOf,
  type RawPoint,
  type Reader,
  type RecordedPoint,
  type Recording,
  timeOf,
} from './points.ts';
import { type Place, TrackError } from './track-error.ts';

/** The recordings in a file: at least one, each of another vehicle. */
export interface Recordings {
  /** The name that the file gives the track. */
  name?: string | undefined;
  recordings: Recording[];
}

const THIN_OUT = 'Split the track, or thin its points out.';

/** A reader is loaded when a file in its format is: none of them is needed to start. */
const formats: readonly { begins: RegExp; reader(): Promise<Reader> }[] = [
  { begins: /^\s*</, reader: async () => (await import('./xml.ts')).readXml },
  { begins: /^\s*[[{]/, reader: async () => (await import('./json.ts')).readJson },
  { begins: /^\s*\$[A-Z]{4,6},/, reader: async () => (await import('./nmea.ts')).readNmea },
  { begins: /^/, reader: async () => (await import('./csv.ts')).readCsv },
];

/** Gives each point of a text in any format to `take`. Throws a TrackError. */
export async function pointsIn(text: string, take: (point: RawPoint) => void): Promise<string | undefined> {
  if (text.length > trackBounds.characters) {
    const what = `the text has more than ${trackBounds.characters.toLocaleString('en')} characters.`;
    throw new TrackError('TRACK_TOO_LARGE', what, THIN_OUT);
  }
  const whole = text.replace(/^\uFEFF/, '');
  const read = await formats.find(({ begins }) => begins.test(whole))?.reader();
  return read?.(whole, take);
}

/** The points of a text, those of each vehicle apart. Throws a TrackError. */
export async function recordingsIn(text: string): Promise<Recordings> {
  const vehicles = new Map<string, Recording>();
  const sections = new Map<string, Recording>();
  let count = 0;
  const name = await pointsIn(text, (raw) => {
    count += 1;
    if (count > trackBounds.points) throw tooMany(raw.place);
    const { vehicle, section = '' } = raw;
    const recording =
      vehicle === undefined
        ? recordingAt(sections, section, raw.name)
        : recordingAt(vehicles, vehicle, vehicle);
    const position = positionOf(raw);
    if (position === undefined) recording.noFix += 1;
    else if (isEmpty(raw.time)) recording.untimed.push(position);
    else recording.points.push({ time: timeOf(raw.time, raw.place), ...position });
  });
  // A vehicle that is named counts as one; sections are vehicles where they can be told apart by their times.
  const others = [...sections.values()];
  const all = [...vehicles.values(), ...(overlap(others) ? others : joined(others))];
  return { name, recordings: all.length > 0 ? all : [newRecording(undefined)] };
}

function recordingAt(map: Map<string, Recording>, key: string, name: string | undefined): Recording {
  const known = map.get(key) ?? newRecording(name);
  map.set(key, known);
  return known;
}

function newRecording(name: string | undefined): Recording {
  return { name, points: [], untimed: [], noFix: 0 };
}

/** One vehicle cannot be in two sections at once. */
function overlap(sections: readonly Recording[]): boolean {
  let end = Number.NEGATIVE_INFINITY;
  return sections
    .flatMap(({ points }) => spanOf(points) ?? [])
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .some(({ from, to }) => {
      const overlaps = from < end && to > from;
      end = Math.max(end, to);
      return overlaps;
    });
}

function spanOf(points: readonly RecordedPoint[]): { from: number; to: number } | undefined {
  const [first] = points;
  if (!first) return undefined;
  const span = { from: first.time, to: first.time };
  for (const { time } of points) {
    span.from = Math.min(span.from, time);
    span.to = Math.max(span.to, time);
  }
  return span;
}

function joined(sections: readonly Recording[]): readonly Recording[] {
  if (sections.length < 2) return sections;
  return [
    {
      points: sections.flatMap(({ points }) => points),
      untimed: sections.flatMap(({ untimed }) => untimed),
      noFix: sections.reduce((sum, { noFix }) => sum + noFix, 0),
    },
  ];
}

function tooMany(place: Place): TrackError {
  const what = `there are more than ${trackBounds.points.toLocaleString('en')} points.`;
  return new TrackError('TRACK_TOO_LARGE', what, THIN_OUT, place);
}
