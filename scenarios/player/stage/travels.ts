/** Trips and stops of vehicles, by the locations that the service has of them. */
import { itemAt } from '../../../contracts/kit/items.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import { excerpt } from '../../../contracts/kit/untrusted.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import type { ReplyOf } from '../../../simulator/control/schemas/index.ts';
import type { Location } from '../../../simulator/fleet/types.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { dateAt, endOfDate, startOfDate } from '../../../simulator/time/calendar.ts';
import type { Site } from '../../language/terms.ts';
import { areaOf, Fences } from '../../motion/fences.ts';
import { type Span, type TimedPosition, travelsOf } from '../../motion/trips.ts';

/** Vehicles that one call looks at: each costs about a millisecond. */
const MOST_VEHICLES = 1_000;

type Fleet = Simulator['fleet'];

/** Trips and stops of one vehicle, with the time that it spent within the areas of a story's places. */
export function travelsView(
  { locations }: Fleet,
  device: number,
  sites: readonly Site[],
): ReplyOf<'GET /devices/{id}/trips'> {
  const points = positionsOf(locations.between(device, -Infinity, Infinity));
  const { trips, stops } = travelsOf(points);
  const areas = sites.filter(({ area }) => area !== undefined);
  const fences = new Fences(areas.map(areaOf));
  const within = (span: Span) => {
    const spent = timesWithin(points, span, { fences, count: areas.length });
    return areas.flatMap(({ name }, place) => {
      const seconds = Math.round(itemAt(spent, place) / 1000);
      return seconds > 0 ? [{ name, seconds }] : [];
    });
  };
  const times = ({ start, end }: Span) => ({ start: isoUtc(start), end: isoUtc(end) });
  return {
    since: momentOf(points[0]),
    trips: trips.map((trip) => ({
      ...times(trip),
      distance: Math.round(trip.distance),
      areas: within(trip),
    })),
    stops: stops.map(({ latitude, longitude, ...span }) => ({
      ...times(span),
      latitude,
      longitude,
      areas: within(span),
    })),
  };
}

/**
 * Totals of all vehicles on one day of the account.
 *
 * @param day YYYY-MM-DD; `null`: the day of now. Throws a ControlError for what is no date.
 */
export function totalsOf({ fleet, clock }: Simulator, day: string | undefined): ReplyOf<'GET /trips'> {
  const now = clock.now(); // what fell due before comes first
  const { timeZone } = fleet.account.view();
  const date = checkedDate(day ?? dateAt(now, timeZone), timeZone);
  const [start, end] = [startOfDate(date, timeZone), endOfDate(date, timeZone)];
  const ids = fleet.devices.list().map(({ id }) => id);
  const looked = ids.slice(0, MOST_VEHICLES);
  const sums = { trips: 0, stops: 0, distance: 0, driving: 0, standing: 0 };
  let since = Number.POSITIVE_INFINITY;
  for (const id of looked) {
    const points = positionsOf(fleet.locations.between(id, start, end - 1));
    const { trips, stops } = travelsOf(points);
    since = Math.min(since, points[0]?.time ?? Number.POSITIVE_INFINITY);
    sums.trips += trips.length;
    sums.stops += stops.length;
    for (const trip of trips) sums.distance += trip.distance;
    sums.driving += lengthOf(trips);
    sums.standing += lengthOf(stops);
  }
  return {
    day: date,
    since: Number.isFinite(since) ? isoUtc(since) : null,
    devices: looked.length,
    of: ids.length,
    trips: sums.trips,
    stops: sums.stops,
    distance: Math.round(sums.distance),
    driving: Math.round(sums.driving / 1000),
    standing: Math.round(sums.standing / 1000),
  };
}

function checkedDate(date: string, timeZone: string): string {
  try {
    startOfDate(date, timeZone);
    return date;
  } catch {
    throw new ControlError('BODY_INVALID', `"${excerpt(date)}" is not a date.`, {
      field: 'day',
      hint: 'Write a day as YYYY-MM-DD.',
    });
  }
}

/** In order of the device's time: reports may come late. */
function positionsOf(locations: readonly Location[]): TimedPosition[] {
  return locations.map(({ deviceTime: time, latitude, longitude }) => ({ time, latitude, longitude }));
}

const momentOf = (point: TimedPosition | undefined) => (point === undefined ? null : isoUtc(point.time));

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Milliseconds of a span that were spent within each of so many fences: half of the time in which it was entered or left. */
function timesWithin(
  points: readonly TimedPosition[],
  { start, end }: Span,
  { fences, count }: { fences: Fences; count: number },
): number[] {
  const spent = Array<number>(count).fill(0);
  const isIn = (place: number, { latitude, longitude }: TimedPosition) =>
    fences.holds(place, latitude, longitude) ? 0.5 : 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined || from.time >= end || to.time <= start) continue;
    const passed = Math.min(end, to.time) - Math.max(start, from.time);
    for (let place = 0; place < count; place++)
      spent[place] = itemAt(spent, place) + passed * (isIn(place, from) + isIn(place, to));
  }
  return spent;
}
