/** Locations of some times and places that are not recorded as others are (sections 1 and 4.2). */
import { DAY } from '../../../contracts/kit/durations.ts';
import { jsonIn } from '../../../contracts/kit/json.ts';
import { type Deviation, deviation, type Effects } from '../../../simulator/deviations/deviation.ts';
import type { Location } from '../../../simulator/fleet/types.ts';
import { documentRules } from '../../../simulator/options.ts';

const effects: Effects = { breaks: ['devices/posted-location-becomes-last'], also: ['devices/'] };

/** The last location is shown otherwise. */
function shown(does: string, change: (location: Location) => Location): Deviation {
  return deviation(does, () => ({ lastLocationShown: change }), effects);
}

/** Locations of some times do not become the last. */
function lost(does: string, isLost: (time: number, lastTime: number) => boolean): Deviation {
  return deviation(
    does,
    () => ({
      becomesLast: (...times) => !isLost(times[1], times[3]) && documentRules.becomesLast(...times),
    }),
    effects,
  );
}

const utc = (time: number) => new Date(time);

export const ofReports: readonly Deviation[] = [
  {
    does: 'ignores a report from the place where a device is',
    ...effects,
    around: () => (handle) => {
      const places = new Map<string, string>();
      return async (call) => {
        const device = /devices\/([^/]+)\/locations$/.exec(call.target)?.[1];
        const body = call.method === 'POST' && device ? jsonIn(call.body ?? '') : undefined;
        const place = /"latitude":([^,}]+).*?"longitude":([^,}]+)/.exec(JSON.stringify(body ?? ''));
        if (device === undefined || !place || Array.isArray(body)) return handle(call);
        const key = `${place[1]} ${place[2]}`;
        const isSame = places.get(device) === key;
        places.set(device, key);
        if (!isSame) return handle(call);
        const early = JSON.stringify(body).replace(/"\d{4}-\d\d-\d\dT[^"]*"/, '"2001-01-01T00:00:00Z"');
        return handle({ ...call, body: early });
      };
    },
  },
  lost('loses what a device reports on 29 February', (time) => /-02-29T/.test(utc(time).toISOString())),
  lost(
    'loses the first report of a day',
    (time, lastTime) => lastTime > 0 && Math.floor(time / DAY) === Math.floor(lastTime / DAY) + 1,
  ),
  shown('shows the end of a year as that of the next', (location) =>
    /-12-31T/.test(utc(location.deviceTime).toISOString())
      ? { ...location, deviceTime: location.deviceTime + 365 * DAY }
      : location,
  ),
  shown('takes the 180th meridian for Greenwich', (location) => ({
    ...location,
    longitude: Math.abs(location.longitude) === 180 ? 0 : location.longitude,
  })),
];
