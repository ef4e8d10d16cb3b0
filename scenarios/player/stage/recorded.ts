/** Recorded drives on the plain fleet: from the first fix to the last one can go back and forth in them, as in a story. */
import { itemAt } from '../../../contracts/kit/items.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import type { CurrentStory } from '../../../simulator/control/schemas/index.ts';
import type { DeviceId, EpochMs, LocationReport } from '../../../simulator/fleet/types.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import type { KeyframeBudget } from '../keyframes.ts';
import { createPlayer, type Player } from '../player.ts';
import type { Injections } from './inject.ts';

/** Drives that are shown, and fixes of all together: of more, some are left out. */
const MOST_DRIVES = 100;
const MOST_FIXES = 20_000;

export interface Recorded {
  drives: readonly { device: DeviceId; fixes: readonly LocationReport[] }[];
  start: EpochMs;
  end: EpochMs;
}

/** The drives that the devices of a world have still to report by themselves; `undefined` for none. */
export function recordedIn({ fleet }: Pick<Simulator, 'fleet'>): Recorded | undefined {
  const drives = [...fleet.locations.plans()].map(([device, { reports, next }]) => ({
    device,
    fixes: reports.slice(next),
  }));
  if (drives.length === 0) return undefined;
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  // One by one: there may be more drives than a call takes arguments.
  for (const { fixes } of drives) {
    start = Math.min(start, itemAt(fixes, 0).deviceTime);
    end = Math.max(end, itemAt(fixes, fixes.length - 1).deviceTime);
  }
  return { drives, start, end };
}

/** Returns whether all that the devices of a world have still to report is the rest of these drives. */
export function goesOn({ drives }: Recorded, { fleet }: Pick<Simulator, 'fleet'>): boolean {
  const fixesOf = new Map(drives.map(({ device, fixes }) => [device, fixes]));
  return [...fleet.locations.plans()].every(([device, { reports, next }]) => {
    const left = reports.slice(next);
    return JSON.stringify(left) === JSON.stringify(fixesOf.get(device)?.slice(-left.length));
  });
}

export function recordedPlayer(
  { start, end }: Recorded,
  simulator: Simulator,
  injections: Injections,
  budget: KeyframeBudget | undefined,
): Player {
  return createPlayer(
    {
      simulator,
      pace: simulator.pace,
      story: { clock: { start, end } },
      quietly: (run) => run(),
      restored: () => injections.restored,
    },
    budget,
  );
}

/** Places by columns, at seconds since the start. */
export function recordedView(
  { drives, start, end }: Recorded,
  { lens }: Pick<Simulator, 'lens'>,
): NonNullable<CurrentStory['recorded']> {
  const shown = drives.slice(0, MOST_DRIVES);
  const most = MOST_FIXES / shown.length;
  return {
    start: isoUtc(start),
    end: isoUtc(end),
    drives: shown.map(({ device, fixes }) => {
      const step = Math.ceil(fixes.length / most);
      const kept = fixes.filter((_, index) => index % step === 0 || index === fixes.length - 1);
      return {
        device: lens.writeId('device', device),
        seconds: kept.map(({ deviceTime }) => Math.round((deviceTime - start) / 100) / 10),
        latitude: kept.map(({ latitude }) => rounded(latitude)),
        longitude: kept.map(({ longitude }) => rounded(longitude)),
        speed: kept.map(({ speed = null }) => speed && Math.round(speed)),
      };
    }),
  };
}

/** To about a tenth of a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
