/**
 * Trips and stops in the locations that a vehicle reported: where it stood for two minutes or longer, and what it drove
 * between. Receivers wander around where a vehicle is parked, jump, and are silent at times.
 */

import { itemAt } from '../../contracts/kit/items.ts';
import { distanceBetween, longitudeScale, metresPerDegree, wrapped } from './geodesy.ts';

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
export const SHORTEST_STOP = 120_000;
/** Metres around a place within which a parked receiver wanders. */
const WANDERS = 40;
/** The same for most of what it says, at the least: what is further off is arriving, or leaving. */
const PARKED_WITHIN = 8;
/** Two stops are one where they are no further apart, in metres, and little was driven between. */
const SAME_PLACE = 60;
/** Metres and milliseconds below which no trip is made. */
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
  const stops = apart(joined(stopsOf(points), points));
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

function stopsOf(points: readonly TimedPosition[]): Stop[] {
  const stops: Stop[] = [];
  for (let first = 0; first < points.length; ) {
    const after = stayFrom(points, first);
    const found = stopIn(points, first, after);
    if (found !== undefined) stops.push(found.stop);
    first = found === undefined ? first + 1 : found.after;
  }
  return stops;
}

/** The point after those that are, from the first on, around one place. */
function stayFrom(points: readonly TimedPosition[], first: number): number {
  const origin = itemAt(points, first);
  const scale = metresPerDegree * longitudeScale(origin.latitude);
  let [east, north] = [0, 0];
  for (let at = first + 1; at < points.length; at++) {
    const point = itemAt(points, at);
    const x = wrapped(point.longitude - origin.longitude) * scale;
    const y = (point.latitude - origin.latitude) * metresPerDegree;
    const count = at - first;
    if (Math.hypot(x - east / count, y - north / count) > WANDERS) return at;
    east += x;
    north += y;
  }
  return points.length;
}

/** The stop that the points of a stay are, without arriving and leaving. */
function stopIn(
  points: readonly TimedPosition[],
  first: number,
  after: number,
): { stop: Stop; after: number } | undefined {
  const [from, to] = [arrivalAt(points, first), departureFrom(points, after - 1)];
  if (to - from < SHORTEST_STOP) return undefined;
  const stay = points.slice(first, after);
  const place = {
    latitude: median(stay.map(({ latitude }) => latitude)),
    longitude: median(stay.map(({ longitude }) => longitude)),
  };
  const off = stay.map((point) => distanceBetween(point, place));
  const around = Math.max(PARKED_WITHIN, 3 * median(off));
  const isThere = (distance: number) => distance <= around;
  const [begins, ends] = [first + off.findIndex(isThere), first + off.findLastIndex(isThere)];
  const [start, end] = [arrivalAt(points, begins), departureFrom(points, ends)];
  return end - start < SHORTEST_STOP ? undefined : { stop: { start, end, ...place }, after: ends + 1 };
}

/** When a vehicle came to where it was first reported parked: it may have been there since shortly after the last report. */
function arrivalAt(points: readonly TimedPosition[], at: number): number {
  const [before, here] = [points[at - 1], itemAt(points, at)];
  return before === undefined ? here.time : here.time - timeParked(before, here);
}

function departureFrom(points: readonly TimedPosition[], at: number): number {
  const [here, next] = [itemAt(points, at), points[at + 1]];
  return next === undefined ? here.time : here.time + timeParked(here, next);
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

/** A vehicle that is moved a little in between has made one stop. */
function joined(stops: readonly Stop[], points: readonly TimedPosition[]): Stop[] {
  const all: Stop[] = [];
  for (const stop of stops) {
    const last = all.at(-1);
    const isSame =
      last !== undefined &&
      distanceBetween(last, stop) <= SAME_PLACE &&
      distanceIn(points, { start: last.end, end: stop.start }) < SHORTEST_TRIP;
    if (isSame) all[all.length - 1] = { ...last, end: stop.end };
    else all.push(stop);
  }
  return all;
}

/** Between two reports a vehicle may have been parked at either place; half of the time that both would take is each one's. */
function apart(stops: readonly Stop[]): Stop[] {
  const turns = stops.slice(1).map(({ start }, before) => {
    const { end } = itemAt(stops, before);
    return start < end ? (start + end) / 2 : undefined;
  });
  return stops.map((stop, place) => ({
    ...stop,
    start: turns[place - 1] ?? stop.start,
    end: turns[place] ?? stop.end,
  }));
}

/** The trips between stops; a silence in which a vehicle may have stood or driven ends a trip. */
function tripsBetween(stops: readonly Stop[], points: readonly TimedPosition[]): Trip[] {
  const bounds = [...stops.map(({ start, end }) => ({ start, end })), ...silences(points)];
  bounds.sort((a, b) => a.start - b.start);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  const trips: Trip[] = [];
  let start = first.time;
  for (const bound of [...bounds, { start: last.time, end: last.time }]) {
    const span = { start, end: bound.start };
    const distance = span.end > span.start ? distanceIn(points, span) : 0;
    if (distance >= SHORTEST_TRIP) trips.push({ ...span, distance });
    start = Math.max(start, bound.end);
  }
  return trips;
}

function silences(points: readonly TimedPosition[]): Span[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    const passed = before === undefined ? 0 : point.time - before.time;
    if (before === undefined || passed <= SILENCE) return [];
    const isDriven = distanceBetween(before, point) / (passed / 1000) >= ARRIVES;
    return isDriven ? [] : [{ start: before.time, end: point.time }];
  });
}

/** Metres that were driven within a span. */
function distanceIn(points: readonly TimedPosition[], { start, end }: Span): number {
  let last: TimedPosition | undefined;
  let sum = 0;
  for (let at = firstAt(points, start); at < points.length; at++) {
    const point = itemAt(points, at);
    if (point.time > end) break;
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
