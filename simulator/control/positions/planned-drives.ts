/** Drives of devices that report by a plan of their own, such as a recorded track: from report to report. */
import type { Drive, Drives, Way } from '../../drives.ts';
import { MOST_CORNERS } from '../../drives.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { PlannedReports } from '../../fleet/locations/itinerary.ts';
import type { DeviceId, LocationReport } from '../../fleet/types.ts';
import type { Timeline } from '../../time/timeline.ts';

interface Part {
  reports: PlannedReports['reports'];
  /** The place of this part among those of the plan, from 0. */
  index: number;
  version: number;
  drive: Drive | undefined;
}

/** From report to report: pieces of a drive. */
const PART = MOST_CORNERS - 1;

export class PlannedDrives implements Drives {
  readonly #fleet: Fleet;
  readonly #timeline: Pick<Timeline, 'now'>;
  /** By device: the part of its plan on which it was last. */
  readonly #parts = new Map<DeviceId, Part>();
  #versions = 0;

  constructor(fleet: Fleet, timeline: Pick<Timeline, 'now'>) {
    this.#fleet = fleet;
    this.#timeline = timeline;
  }

  get count(): number {
    return this.#fleet.devices.last;
  }

  /** The beginning of a plan, before its first report, is not shown: the service has received nothing of it. */
  version(device: DeviceId): number {
    const planned = this.#fleet.locations.planned(device);
    const known = this.#parts.get(device);
    if (planned === undefined || planned.next === 0) return known?.version ?? 0;
    const index = this.#partOf(planned);
    if (known?.reports === planned.reports && known.index === index) return known.version;
    this.#versions++;
    const part = { reports: planned.reports, index, version: this.#versions, drive: undefined };
    this.#parts.set(device, part);
    return part.version;
  }

  /** While what is due does not come, or is lost. */
  isSilent(device: DeviceId): boolean {
    const { now } = this.#timeline;
    const { reports, next, lost } = this.#fleet.locations.planned(device) ?? {};
    if (lost !== undefined && lost[0] <= now && now < lost[1]) return true;
    return (reports?.[next ?? 0]?.deviceTime ?? Number.POSITIVE_INFINITY) < now;
  }

  /** The vehicle drives on while its reports are held back. */
  #partOf({ reports, next }: PlannedReports): number {
    let index = Math.floor((next - 1) / PART);
    const ends = (part: number) => reports[(part + 1) * PART]?.deviceTime ?? Number.POSITIVE_INFINITY;
    while (ends(index) < this.#timeline.now) index++;
    return index;
  }

  of(device: DeviceId): Drive {
    const part = this.#parts.get(device);
    if (part === undefined) throw new RangeError(`Nothing is planned for device ${device}.`);
    part.drive ??= driveAlong(part);
    return part.drive;
  }
}

function driveAlong({ reports, index }: Part): Drive {
  const first = index * PART;
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
