/**
 * Trail of the chosen vehicle: along the ways that it drove. Of a vehicle whose ways are not known it is what the
 * service holds of it; where it goes faster than the stream sends, the gaps are filled from the service again. So it is
 * of one whose reports were overdue: its way ends at the last one, and what lies between is what was reported late.
 */
import { MINUTE } from '../../../contracts/kit/durations.ts';
import { control } from '../api/control.ts';
import { FLAGS, type PositionFrame } from '../api/positions.ts';
import { chosen, chosenDevice } from '../state/choice.ts';
import { driveOf, isReported, KEPT } from '../state/drives.ts';
import { stands, truthShown } from '../state/known.ts';
import { Renewal } from '../state/renewal.ts';
import { onNewWorld } from '../state/world.ts';
import { isLeap, type WorldPoint, worldX, worldY } from './camera.ts';
import { type Drive, placeOn, walkDrive } from './lines.ts';
import type { Motion } from './motion.ts';
import { reportedShown } from './shown.ts';

/** Reported locations, and drives. */
const MOST_FIXES = 1_000;
const MOST_DRIVES = 40;
/** Between two points of a way above which some are missing; a quarter of a kilometre, in world coordinates. */
const GAP = 250 / 40_075_017;
/** Simulated milliseconds between two reports above which some may be missing. */
const LONG = 5 * MINUTE;
/** Real milliseconds between two looks at what the service holds. */
const PAUSE = 1_200;

export class Trail {
  /** The vehicle's number and drives, the oldest first. */
  private driver = 0;
  private drives: Drive[] = [];
  /** The reported locations of the vehicle, the oldest first. */
  private fixes: Fix[] = [];
  /** True if its reports were overdue last, and since when they come again (simulated). */
  private wasSilent = false;
  private resumed = Number.NEGATIVE_INFINITY;
  private fixesOf: string | null = null;
  /** The simulated moments up to which reports may be missing, and up to which all were fetched. */
  private missing = Number.NEGATIVE_INFINITY;
  private fetched = Number.NEGATIVE_INFINITY;
  private readonly renewal = new Renewal(() => this.fetch(), PAUSE);
  private readonly motion: Motion;
  private readonly onChange: () => void;
  readonly stop: () => void;

  constructor(motion: Motion, onChange: () => void) {
    this.motion = motion;
    this.onChange = onChange;
    this.stop = onNewWorld(() => this.begin(null));
  }

  /** Another vehicle's way; `null` for none. */
  begin(id: string | null): void {
    this.driver = 0;
    this.drives = [];
    this.fixes = [];
    this.fixesOf = id;
    this.wasSilent = false;
    this.resumed = Number.NEGATIVE_INFINITY;
    this.missing = Number.NEGATIVE_INFINITY;
    this.fetched = Number.NEGATIVE_INFINITY;
    this.onChange();
    this.renewal.begin();
  }

  /** Takes in where vehicles were reported last. */
  take(frame: PositionFrame | null): void {
    if (frame === null) return;
    const id = chosen.peek();
    if (id !== this.fixesOf) this.begin(id);
    const number = chosenDevice.peek()?.number;
    const index = number === undefined ? -1 : frame.numbers.indexOf(number);
    if (index < 0) return;
    const isSilent = ((frame.flags[index] ?? 0) & FLAGS.silent) !== 0;
    if (this.wasSilent && !isSilent && id !== null) {
      this.resumed = frame.at;
      this.renewal.ask();
    }
    this.wasSilent = isSilent;
    this.grow(fixAt(frame.at, frame.latitude[index] ?? 0, frame.longitude[index] ?? 0));
  }

  /** Takes in which vehicles have begun a drive. */
  drive(numbers: Uint32Array): void {
    if (this.driver === 0 || !numbers.includes(this.driver)) return;
    const last = driveOf(this.driver, 0);
    if (last !== undefined) this.drives.push(last);
    if (this.drives.length > MOST_DRIVES) this.drives.shift();
  }

  /**
   * The way of a vehicle as lines: it is broken off where it is not known.
   *
   * @param number the chosen vehicle's
   */
  linesOf(number: number): WorldPoint[][] {
    const lines: WorldPoint[][] = [];
    let last: WorldPoint | undefined;
    for (const point of this.wayOf(number)) {
      if (last === undefined || !isOneWay(last, point)) lines.push([]);
      lines.at(-1)?.push(point);
      last = point;
    }
    return lines.filter((line) => line.length > 1);
  }

  /**
   * Up to where the vehicle is shown. Before the page was opened, while its reports were overdue, and where the clock jumped,
   * what was reported, also late, is its way.
   */
  private wayOf(number: number): readonly WorldPoint[] {
    const isDriven = number > 0 && !isReported(number) && !stands(number);
    const { since, points } = isDriven ? this.driven(number) : NOTHING;
    if (points.length < 2) {
      this.want(Number.POSITIVE_INFINITY);
      return this.reported(number);
    }
    if (since === Number.NEGATIVE_INFINITY) return points;
    this.want(since);
    return [...wayAlong(this.fixes.filter(({ at }) => at < since)), ...points];
  }

  /** Corner by corner, and since when its drives are known without a gap (simulated). */
  private driven(number: number): { since: number; points: readonly WorldPoint[] } {
    if (number !== this.driver) {
      this.driver = number;
      const kept = Array.from({ length: KEPT }, (_, back) => driveOf(number, KEPT - 1 - back));
      this.drives = kept.filter((drive) => drive !== undefined);
    }
    const { at } = this.motion;
    let since = truthShown.peek() ? Number.NEGATIVE_INFINITY : this.resumed;
    let points: WorldPoint[] = [];
    this.drives.forEach((drive, place) => {
      // A drive ends where the next one begins, which may be before its plan does.
      const ends = Math.min(at, this.drives[place + 1]?.began ?? at);
      if (drive.began > at || ends < since) return;
      const last = points.at(-1);
      if (last !== undefined && isLeap(last, placeOn(drive, drive.began), GAP)) {
        since = drive.began;
        points = [];
      }
      walkDrive({ ...drive, from: since, to: ends }, (x, y) => points.push([x, y]));
    });
    return { since, points };
  }

  /** Fetches what was reported up to a simulated moment, where something may be missing. */
  private want(upTo: number): void {
    if (Math.min(this.missing, upTo) > this.fetched) this.renewal.ask();
  }

  /** The last point is where the vehicle is shown, not where it is going to be. */
  private reported(number: number): readonly WorldPoint[] {
    const way = wayAlong(this.fixes);
    if (this.fixes.length === 0 || !this.motion.has(number)) return way;
    return [...way.slice(0, -1), [this.motion.x[number] ?? 0, this.motion.y[number] ?? 0]];
  }

  /** The reported locations of the vehicle, the oldest first. */
  get points(): readonly WorldPoint[] {
    return this.fixes.map(({ point }) => point);
  }

  private grow(fix: Fix): void {
    const last = this.fixes.at(-1);
    this.fixes.push(fix);
    if (this.fixes.length > MOST_FIXES) this.fixes.shift();
    this.onChange();
    const isNext = last && !isLeap(last.point, fix.point, GAP) && fix.at - last.at < LONG;
    if (!isNext) this.missing = fix.at;
    if (reportedShown.peek()) this.want(fix.at);
  }

  private async fetch(): Promise<void> {
    const id = this.fixesOf;
    if (id === null) return;
    const asked = this.fixes.at(-1)?.at ?? this.fetched;
    try {
      const { locations } = await control.devices.track(id, { limit: MOST_FIXES });
      if (this.fixesOf !== id) return;
      this.fetched = asked;
      this.fixes = locations.map(({ deviceTime, latitude, longitude }) =>
        fixAt(Date.parse(deviceTime), latitude, longitude),
      );
      this.onChange();
    } catch {
      // A vehicle that is gone, or a server: the way begins with what the stream sends.
    }
  }
}

const NOTHING = { since: Number.NEGATIVE_INFINITY, points: [] };

/** A reported location: when (simulated), and where. */
interface Fix {
  at: number;
  point: WorldPoint;
}

function fixAt(at: number, latitude: number, longitude: number): Fix {
  return { at, point: [worldX(longitude), worldY(latitude)] };
}

/** A point at which a way is broken off. */
const BREAK: WorldPoint = [Number.NaN, Number.NaN];

/** From report to report. Where it went for a long time is not known. */
function wayAlong(fixes: readonly Fix[]): WorldPoint[] {
  return fixes.flatMap((fix, index) => {
    const last = fixes[index - 1];
    const isBroken = last && fix.at - last.at > LONG && isLeap(last.point, fix.point, GAP);
    return isBroken ? [BREAK, fix.point] : [fix.point];
  });
}

function isOneWay(from: WorldPoint, to: WorldPoint): boolean {
  return !Number.isNaN(from[0] + to[0]) && !isLeap(from, to);
}
