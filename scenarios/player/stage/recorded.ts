/** Recorded drives as a page draws them. */
import { isoUtc } from '../../../contracts/kit/times.ts';
import type { CurrentStory } from '../../../simulator/control/schemas/index.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import type { Story } from '../../language/story.ts';

/** Drives that are shown, and fixes of all together: of more, some are left out. */
const MAX_DRIVES = 100;
const MAX_FIXES = 20_000;

/** Places by columns, at seconds since the start; `null` where nothing of a fleet drives along a recording. */
export function recordedView(
  { fleet, routes, clock, timeline }: Story,
  { lens }: Pick<Simulator, 'lens'>,
): CurrentStory['recorded'] {
  const drives = fleet.flatMap(({ first, drives }, place) => {
    const route = drives === null ? undefined : routes[drives.route];
    const when = timeline[place]?.when;
    return route?.kind === 'track' && when?.kind === 'at'
      ? [{ device: first, fixes: route.fixes, begins: (when.at - clock.start) / 1000 }]
      : [];
  });
  if (drives.length === 0) return null;
  const shown = drives.slice(0, MAX_DRIVES);
  return {
    start: isoUtc(clock.start),
    end: isoUtc(clock.end),
    drives: shown.map(({ device, fixes, begins }) => {
      const step = Math.ceil((fixes.length * shown.length) / MAX_FIXES);
      const kept = fixes.filter((_, index) => index % step === 0 || index === fixes.length - 1);
      return {
        device: lens.writeId('device', device),
        seconds: kept.map(({ after }) => Math.round((begins + after / 1000) * 10) / 10),
        latitude: kept.map(({ latitude }) => rounded(latitude)),
        longitude: kept.map(({ longitude }) => rounded(longitude)),
        speed: kept.map(({ speed = null }) => speed && Math.round(speed)),
      };
    }),
  };
}

/** To about a tenth of a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
