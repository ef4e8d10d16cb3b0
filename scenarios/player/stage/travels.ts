/** Trips and stops of vehicles, by the locations that the service has of them. */
import { isoUtc } from '../../../contracts/kit/times.ts';
import { excerpt } from '../../../contracts/kit/untrusted.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import type { ReplyOf } from '../../../simulator/control/schemas/index.ts';
import type { Location } from '../../../simulator/fleet/types.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { dateAt, endOfDate, isDate, startOfDate } from '../../../simulator/time/calendar.ts';
import type { Site } from '../../language/terms.ts';
import { type Area, areaOf, metresTo } from '../../motion/fences.ts';
import { type Span, type TimedPosition, travelsOf } from '../../motion/trips.ts';

/** Vehicles that one call looks at: each costs about a millisecond. */
const MAX_VEHICLES = 1_000;

type Fleet = Simulator['fleet'];

/** Trips and stops of one vehicle, with the time that it spent within the areas of a story's places. */
export function travelsView(
  { locations }: Fleet,
  device: number,
  sites: readonly Site[],
): ReplyOf<'GET /devices/{id}/trips'> {
  const points = positionsOf(locations.between(device, -Infinity, Infinity));
  const { trips, stops } = travelsOf(points);
  const areas = sites.flatMap((site) => (site.area ? [{ name: site.name, area: areaOf(site) }] : []));
  const shown = ({ start, end }: Span) => {
    const inside = points.filter(({ time }) => time >= start && time <= end);
    return {
      ...{ start: isoUtc(start), end: isoUtc(end) },
      areas: areas.flatMap(({ name, area }) => {
        const seconds = Math.round(timeWithin(inside, area) / 1000);
        return seconds > 0 ? [{ name, seconds }] : [];
      }),
    };
  };
  return {
    since: momentOf(points[0]),
    trips: trips.map((trip) => ({ ...shown(trip), distance: Math.round(trip.distance) })),
    stops: stops.map(({ latitude, longitude, ...span }) => ({ ...shown(span), latitude, longitude })),
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
  const date = day ?? dateAt(now, timeZone);
  if (!isDate(date)) {
    const hint = 'Write a day as YYYY-MM-DD.';
    throw new ControlError('QUERY_INVALID', `"${excerpt(date)}" is not a date.`, { field: 'day', hint });
  }
  const [start, end] = [startOfDate(date, timeZone), endOfDate(date, timeZone)];
  const ids = fleet.devices.list().map(({ id }) => id);
  const looked = ids.slice(0, MAX_VEHICLES);
  const travels = looked.map((id) => {
    const points = positionsOf(fleet.locations.between(id, start, end - 1));
    return { since: points[0]?.time ?? Number.POSITIVE_INFINITY, ...travelsOf(points) };
  });
  const [trips, stops] = [travels.flatMap((each) => each.trips), travels.flatMap((each) => each.stops)];
  const since = Math.min(...travels.map((each) => each.since));
  return {
    day: date,
    since: Number.isFinite(since) ? isoUtc(since) : null,
    devices: looked.length,
    of: ids.length,
    trips: trips.length,
    stops: stops.length,
    distance: Math.round(trips.reduce((sum, { distance }) => sum + distance, 0)),
    driving: Math.round(lengthOf(trips) / 1000),
    standing: Math.round(lengthOf(stops) / 1000),
  };
}

/** In order of the device's time: reports may come late. */
function positionsOf(locations: readonly Location[]): TimedPosition[] {
  return locations.map(({ deviceTime: time, latitude, longitude }) => ({ time, latitude, longitude }));
}

const momentOf = (point: TimedPosition | undefined) => (point === undefined ? null : isoUtc(point.time));

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** Milliseconds that were spent within an area: half of the time in which it was entered or left. */
function timeWithin(points: readonly TimedPosition[], area: Area): number {
  const isIn = points.map((point) => (metresTo(area, point) <= 0 ? 0.5 : 0));
  return points.reduce((sum, { time }, at) => {
    const passed = time - (points[at - 1]?.time ?? time);
    return sum + passed * ((isIn[at - 1] ?? 0) + (isIn[at] ?? 0));
  }, 0);
}
