/**
 * Where the chosen vehicle came from: along the ways that it drove. Of a vehicle whose ways are not known it is what the
 * service holds of it; where it goes faster than the stream sends, the gaps are filled from the service again. So it is
 * of one whose reports were overdue: its way ends at the last one, and what lies between is what was reported late.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { control } from '../api/control.ts';
import { FLAGS, type PositionFrame } from '../api/positions.ts';
import { chosen, chosenDevice } from '../state/choice.ts';
import { driveOf, isReported, KEPT } from '../state/drives.ts';
import { stands, truthShown } from '../state/known.ts';
import { onNewWorld } from '../state/world.ts';
import { isLeap, type View, type WorldPoint, worldX, worldY } from './camera.ts';
import { type Drive, walkDrive } from './lines.ts';
import type { Motion } from './motion.ts';
import { reportedShown } from './reported.ts';

/** Reported locations, and drives. */
const MOST_FIXES = 1_000;
const MOST_DRIVES = 40;
/** Between two points of a way above which some are missing; a quarter of a kilometre, in world coordinates. */
const GAP = 250 / 40_075_017;
/** Real milliseconds between two looks at what the service holds. */
const PAUSE = 1_200;
const WIDTH = 3.5;
/** The older, the fainter: a way is drawn in so many parts. */
const PARTS = 6;

export class Trail {
  /** The vehicle's number and drives, the oldest first. */
  private driver = 0;
  private drives: Drive[] = [];
  /** The reported locations of the vehicle, the oldest first. */
  private fixes: Fix[] = [];
  /** Whether its reports were overdue last, and since when they come again (simulated). */
  private wasSilent = false;
  private resumed = Number.NEGATIVE_INFINITY;
  private fixesOf: string | null = null;
  private fetchedAt = Number.NEGATIVE_INFINITY;
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
    this.onChange();
    if (id !== null) void this.fetch(id);
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
      void this.fetch(id);
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

  /** @param number the chosen vehicle's */
  draw(context: CanvasRenderingContext2D, view: View, colour: string, number: number): void {
    const way = this.wayOf(number);
    if (way.length < 2) return;
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.strokeStyle = colour;
    context.lineWidth = WIDTH;
    const length = Math.ceil(way.length / PARTS);
    for (let part = 0; part < PARTS; part++) {
      context.globalAlpha = 0.25 + (0.6 * (part + 1)) / PARTS;
      context.beginPath();
      for (let index = part * length; index <= Math.min((part + 1) * length, way.length - 1); index++) {
        const point = itemAt(way, index);
        const [x, y] = point;
        const before = way[index - 1];
        const goesOn = index > part * length && before && !isLeap(before, point);
        context[goesOn ? 'lineTo' : 'moveTo'](x * view.scale - view.left, y * view.scale - view.top);
      }
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** Up to where the vehicle is shown. Where its reports were overdue, what was reported also late is its way up to then. */
  private wayOf(number: number): readonly WorldPoint[] {
    const since = truthShown.peek() ? Number.NEGATIVE_INFINITY : this.resumed;
    const driven = number > 0 && !isReported(number) && !stands(number) ? this.driven(number, since) : [];
    // What it drove before the page was opened is known by its reports.
    if (driven.length < 2) return this.reported(number);
    return [...this.fixes.filter(({ at }) => at < since).map(({ point }) => point), ...driven];
  }

  /** Corner by corner, since a simulated moment. */
  private driven(number: number, since: number): readonly WorldPoint[] {
    if (number !== this.driver) {
      this.driver = number;
      const kept = Array.from({ length: KEPT }, (_, back) => driveOf(number, KEPT - 1 - back));
      this.drives = kept.filter((drive) => drive !== undefined);
    }
    const { at } = this.motion;
    const points: WorldPoint[] = [];
    this.drives.forEach((drive, place) => {
      // A drive ends where the next one begins, which may be before its plan does.
      const ends = Math.min(at, this.drives[place + 1]?.began ?? at);
      if (drive.began > at || ends < since) return;
      walkDrive({ ...drive, from: since, to: ends }, (x, y) => points.push([x, y]));
    });
    return points;
  }

  /** The last point is where the vehicle is shown, not where it is going to be. */
  private reported(number: number): readonly WorldPoint[] {
    if (this.fixes.length === 0 || !this.motion.has(number)) return this.points;
    return [...this.points.slice(0, -1), [this.motion.x[number] ?? 0, this.motion.y[number] ?? 0]];
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
    const hasGap = last !== undefined && isLeap(last.point, fix.point, GAP);
    const isDue = performance.now() - this.fetchedAt > PAUSE;
    const isSeen = reportedShown.peek() || isReported(chosenDevice.peek()?.number ?? 0);
    if (isSeen && hasGap && isDue && this.fixesOf !== null) void this.fetch(this.fixesOf);
  }

  private async fetch(id: string): Promise<void> {
    this.fetchedAt = performance.now();
    try {
      const { locations } = await control.devices.track(id, { limit: MOST_FIXES });
      if (this.fixesOf !== id) return;
      this.fixes = locations.map(({ deviceTime, latitude, longitude }) =>
        fixAt(Date.parse(deviceTime), latitude, longitude),
      );
      this.onChange();
    } catch {
      // A vehicle that is gone, or a server: the way begins with what the stream sends.
    }
  }
}

/** A reported location: when (simulated), and where. */
interface Fix {
  at: number;
  point: WorldPoint;
}

function fixAt(at: number, latitude: number, longitude: number): Fix {
  return { at, point: [worldX(longitude), worldY(latitude)] };
}
