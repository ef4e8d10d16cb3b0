/** Drives of devices that report by a plan of their own, such as a recorded track: from report to report. */
import type { Drive, Drives, Way } from '../../drives.ts';
import { MOST_CORNERS } from '../../drives.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { PlannedReports } from '../../fleet/locations/itinerary.ts';
import type { DeviceId, LocationReport } from '../../fleet/types.ts';

interface Part {
  reports: PlannedReports['reports'];
  /** Which part of them it is, from 0. */
  index: number;
  version: number;
  drive: Drive | undefined;
}

export class PlannedDrives implements Drives {
  readonly #fleet: Fleet;
  /** By device: the part of its plan on which it was last. */
  readonly #parts = new Map<DeviceId, Part>();
  #versions = 0;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  get count(): number {
    return this.#fleet.devices.count;
  }

  /** The beginning of a plan, before its first report, is not shown: the service has received nothing of it. */
  version(device: DeviceId): number {
    const planned = this.#fleet.locations.planned(device);
    if (planned === undefined || planned.next === 0) return this.#parts.get(device)?.version ?? 0;
    const index = Math.floor((planned.next - 1) / (MOST_CORNERS - 1));
    const known = this.#parts.get(device);
    if (known?.reports === planned.reports && known.index === index) return known.version;
    this.#versions++;
    const part = { reports: planned.reports, index, version: this.#versions, drive: undefined };
    this.#parts.set(device, part);
    return part.version;
  }

  isSilent(): boolean {
    return false;
  }

  of(device: DeviceId): Drive {
    const part = this.#parts.get(device);
    if (part === undefined) throw new RangeError(`Nothing is planned for device ${device}.`);
    part.drive ??= driveAlong(part);
    return part.drive;
  }
}

function driveAlong({ reports, index }: Part): Drive {
  const first = index * (MOST_CORNERS - 1);
  const corners: readonly LocationReport[] = reports.slice(first, first + MOST_CORNERS);
  const began = corners[0]?.deviceTime ?? 0;
  const way: Way = {
    seconds: Float64Array.from(corners, ({ deviceTime }) => (deviceTime - began) / 1000),
    latitude: Float64Array.from(corners, ({ latitude }) => latitude),
    longitude: Float64Array.from(corners, ({ longitude }) => longitude),
    speed: null,
    once: true,
  };
  return { way, began, lasts: (corners.at(-1)?.deviceTime ?? began) - began };
}
