/**
 * Trips and stops in the locations that a vehicle reported: where it stood for two minutes or longer, and what it drove
 * between. Receivers wander around where a vehicle is parked, jump, and are silent at times.
 */
import { itemAt } from '../../contracts/kit/items.ts';
import { distanceBetween, type Position, wrapped } from './geodesy.ts';

/** Position of a vehicle. Degrees (WGS 84), milliseconds since 1970 UTC. */
export interface TimedPosition extends Position {
  time: number;
}

/** From its first to its last moment, ms since 1970 UTC. */
export interface Span {
  start: number;
  end: number;
}

export type Stop = Span & Position;

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
/** Metres around a place within which a parked receiver wanders; what is further off than `PARKED` is arriving, or leaving. */
const WANDERS = 40;
const PARKED = 12;
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
    const found = stopFrom(points, first);
    if (found) addStop(stops, found.stop, points);
    first = found?.after ?? first + 1;
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
function stopFrom(
  points: readonly TimedPosition[],
  first: number,
): { stop: Stop; after: number } | undefined {
  let { latitude, longitude }: Position = itemAt(points, first);
  let after = first + 1;
  for (; after < points.length; after++) {
    const point = itemAt(points, after);
    if (distanceBetween({ latitude, longitude }, point) > WANDERS) break;
    const share = 1 / (after - first + 1);
    latitude += share * (point.latitude - latitude);
    longitude = wrapped(longitude + share * wrapped(point.longitude - longitude));
  }
  const place = { latitude, longitude };
  const isThere = (point: TimedPosition) => distanceBetween(place, point) <= PARKED;
  while (first < after - 1 && !isThere(itemAt(points, first))) first++;
  while (after > first + 1 && !isThere(itemAt(points, after - 1))) after--;
  const [arrived, leaves] = [itemAt(points, first), itemAt(points, after - 1)];
  const start = arrived.time - timeParked(points[first - 1] ?? arrived, arrived);
  const end = leaves.time + timeParked(leaves, points[after] ?? leaves);
  return end - start < SHORTEST_STOP ? undefined : { stop: { start, end, ...place }, after };
}

/**
 * How long of the time between two reports a vehicle was parked at one of them: it may have been there since shortly after
 * the last report. A device may be silent where it is parked.
 */
function timeParked(one: TimedPosition, other: TimedPosition): number {
  const passed = other.time - one.time;
  const distance = distanceBetween(one, other);
  if (passed > ARRIVAL && distance > SAME_PLACE) return 0;
  return Math.max(0, passed - (distance / ARRIVES) * 1000);
}

/** Adds a stop; a vehicle that is moved a little in between has made one. */
function addStop(stops: Stop[], stop: Stop, points: readonly TimedPosition[]): void {
  const last = stops.at(-1);
  const between = last && { start: last.end, end: stop.start };
  if (between && distanceBetween(last, stop) <= SAME_PLACE && distanceIn(points, between) < SHORTEST_TRIP) {
    last.end = stop.end;
    return;
  }
  // Half of the time between two reports that both would take is each one's.
  if (last && last.end > stop.start) last.end = (last.end + stop.start) / 2;
  stops.push({ ...stop, start: Math.max(stop.start, last?.end ?? stop.start) });
}

/** The trips between stops; a silence in which a vehicle may have stood or driven ends a trip. */
function tripsBetween(stops: readonly Stop[], points: readonly TimedPosition[]): Trip[] {
  const silences = points.flatMap((point, index) => {
    const before = points[index - 1] ?? point;
    const passed = point.time - before.time;
    if (passed <= SILENCE || distanceBetween(before, point) / (passed / 1000) >= ARRIVES) return [];
    return [{ start: before.time, end: point.time }];
  });
  const last = points.at(-1)?.time ?? 0;
  const bounds: Span[] = [...stops, ...silences, { start: last, end: last }];
  let start = points[0]?.time ?? 0;
  return bounds
    .sort((a, b) => a.start - b.start)
    .flatMap((bound) => {
      const span = { start, end: bound.start };
      start = Math.max(start, bound.end);
      const distance = distanceIn(points, span);
      return distance >= SHORTEST_TRIP ? [{ ...span, distance }] : [];
    });
}

/** Metres that were driven within a span. */
function distanceIn(points: readonly TimedPosition[], { start, end }: Span): number {
  let last: TimedPosition | undefined;
  let sum = 0;
  for (const point of points) {
    if (point.time < start || point.time > end) continue;
    const step = last === undefined ? 0 : distanceBetween(last, point);
    if (last !== undefined && step < STEP) continue;
    sum += step;
    last = point;
  }
  return sum;
}
