/**
 * Trips and stops in the locations that a vehicle reported: where it stood for two minutes or longer, and what it drove
 * between. Receivers wander around where a vehicle is parked, jump, and are silent at times.
 */
import { itemAt } from '../../contracts/kit/items.ts';
import { distanceBetween, type Position, wrapped } from './geodesy.ts';

/** Position of a vehicle. Degrees (WGS 84), milliseconds since 1970 UTC. */
export interface TimedPosition {
  time: number;
  latitude: number;
  longitude: number;
}

/** From its first to its last moment, ms since 1970 UTC. */
export interface Span {
  start: number;
  end: number;
}

export interface Stop extends Span {
  latitude: number;
  longitude: number;
}

export interface Trip extends Span {
  /** Metres. */
  distance: number;
}

export interface Travels {
  /** In order of time. */
  trips: Trip[];
  stops: Stop[];
}

/** Milliseconds from which being parked is a stop. */
const SHORTEST_STOP = 120_000;
/** Metres around a place within which a parked receiver wanders; what is further off than most of it is arriving, or leaving. */
const WANDERS = 40;
const PARKED_WITHIN = 8;
/** Two stops are one where they are no further apart, in metres, and little was driven between. */
const SAME_PLACE = 60;
/** Metres below which no trip is made. */
const SHORTEST_TRIP = 100;
/** m/s above which no vehicle goes, and of how many points in a row it is believed all the same. */
const IMPOSSIBLE = 80;
const BELIEVED = 5;
/** m/s at which a vehicle arrives and leaves, between two reports. */
const ARRIVES = 8;
/** Milliseconds between two reports in which it may have arrived, and above which a trip may not have gone on. */
const ARRIVAL = 60_000;
const SILENCE = 15 * 60_000;
/** Metres between two points that a distance is made of: below, it would be that of the receiver. */
const STEP = 15;

/**
 * Finds trips and stops.
 *
 * @param given in order of time
 * @example
 * const { trips, stops } = travelsOf(track.fixes);
 * trips[0]; // { start: 1715589000000, end: 1715590200000, distance: 12840.2 }
 */
export function travelsOf(given: readonly TimedPosition[]): Travels {
  const points = withoutJumps(given);
  const stops: Stop[] = [];
  for (let first = 0; first < points.length; ) {
    const { stop, after } = stopFrom(points, first);
    if (stop) addStop(stops, stop, points);
    first = stop ? after : first + 1;
  }
  return { stops, trips: tripsBetween(stops, points) };
}

/** One point a second at the most, without those that no vehicle could have driven to. */
function withoutJumps(given: readonly TimedPosition[]): TimedPosition[] {
  const kept: TimedPosition[] = [];
  let left = 0;
  for (const point of given) {
    const before = kept.at(-1);
    const passed = before === undefined ? Number.POSITIVE_INFINITY : point.time - before.time;
    if (passed < 1000) continue;
    const isJump =
      before !== undefined && distanceBetween(before, point) > WANDERS + (IMPOSSIBLE * passed) / 1000;
    if (isJump && ++left < BELIEVED) continue;
    left = 0;
    kept.push(point);
  }
  return kept;
}

/** The stop that begins with a point, if one does, without arriving and leaving; and the point after it. */
function stopFrom(points: readonly TimedPosition[], first: number): { stop?: Stop; after: number } {
  let mean: Position = itemAt(points, first);
  let after = first + 1;
  for (; after < points.length; after++) {
    const point = itemAt(points, after);
    if (distanceBetween(mean, point) > WANDERS) break;
    const share = 1 / (after - first + 1);
    mean = {
      latitude: mean.latitude + share * (point.latitude - mean.latitude),
      longitude: wrapped(mean.longitude + share * wrapped(point.longitude - mean.longitude)),
    };
  }
  // Most of what is looked at is no stop, and seen to be none without a median.
  const span = { start: arrivalAt(points, first), end: departureFrom(points, after - 1) };
  if (span.end - span.start < SHORTEST_STOP) return { after };
  const stay = points.slice(first, after);
  const place = {
    latitude: median(stay.map(({ latitude }) => latitude)),
    longitude: median(stay.map(({ longitude }) => longitude)),
  };
  const off = stay.map((point) => distanceBetween(point, place));
  const around = Math.max(PARKED_WITHIN, 3 * median(off));
  const isThere = (distance: number) => distance <= around;
  const last = first + off.findLastIndex(isThere);
  const start = arrivalAt(points, first + off.findIndex(isThere));
  const end = departureFrom(points, last);
  return { ...(end - start >= SHORTEST_STOP && { stop: { start, end, ...place } }), after: last + 1 };
}

/** When a vehicle came to where it was first reported parked: it may have been there since shortly after the last report. */
function arrivalAt(points: readonly TimedPosition[], at: number): number {
  const here = itemAt(points, at);
  return here.time - timeParked(points[at - 1] ?? here, here);
}

function departureFrom(points: readonly TimedPosition[], at: number): number {
  const here = itemAt(points, at);
  return here.time + timeParked(here, points[at + 1] ?? here);
}

/** How long of the time between two reports a vehicle was parked at one of them. A device may be silent where it is parked. */
function timeParked(one: TimedPosition, other: TimedPosition): number {
  const passed = other.time - one.time;
  const distance = distanceBetween(one, other);
  if (passed > ARRIVAL && distance > SAME_PLACE) return 0;
  return Math.max(0, passed - (distance / ARRIVES) * 1000);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Adds a stop; a vehicle that is moved a little in between has made one. */
function addStop(stops: Stop[], stop: Stop, points: readonly TimedPosition[]): void {
  const last = stops.at(-1);
  const isSame =
    last !== undefined &&
    distanceBetween(last, stop) <= SAME_PLACE &&
    distanceIn(points, { start: last.end, end: stop.start }) < SHORTEST_TRIP;
  if (isSame) last.end = stop.end;
  else {
    // Half of the time between two reports that both would take is each one's.
    if (last !== undefined && last.end > stop.start) last.end = (last.end + stop.start) / 2;
    stops.push({ ...stop, start: Math.max(stop.start, last?.end ?? stop.start) });
  }
}

/** The trips between stops; a silence in which a vehicle may have stood or driven ends a trip. */
function tripsBetween(stops: readonly Stop[], points: readonly TimedPosition[]): Trip[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  const silences = points.flatMap((point, index) => {
    const before = points[index - 1] ?? point;
    const passed = point.time - before.time;
    if (passed <= SILENCE || distanceBetween(before, point) / (passed / 1000) >= ARRIVES) return [];
    return [{ start: before.time, end: point.time }];
  });
  const bounds: Span[] = [...stops, ...silences].sort((a, b) => a.start - b.start);
  const trips: Trip[] = [];
  let start = first.time;
  for (const bound of [...bounds, { start: last.time, end: last.time }]) {
    const span = { start, end: bound.start };
    const distance = distanceIn(points, span);
    if (distance >= SHORTEST_TRIP) trips.push({ ...span, distance });
    start = Math.max(start, bound.end);
  }
  return trips;
}

/** Metres that were driven within a span. */
function distanceIn(points: readonly TimedPosition[], { start, end }: Span): number {
  let last: TimedPosition | undefined;
  let sum = 0;
  for (const point of points.slice(firstAt(points, start), firstAt(points, end + 1))) {
    const step = last === undefined ? 0 : distanceBetween(last, point);
    if (last !== undefined && step < STEP) continue;
    sum += step;
    last = point;
  }
  return sum;
}

/** The place of the first point at or after a moment. */
function firstAt(points: readonly TimedPosition[], time: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(points, middle).time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
