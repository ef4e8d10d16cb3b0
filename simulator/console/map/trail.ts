/**
 * Where the chosen vehicle came from: along the ways that it drove. Of a vehicle whose ways are not known it is what the
 * service holds of it; where it goes faster than the stream sends, the gaps are filled from the service again. So it is
 * of one whose reports were overdue: its way ends at the last one, and what lies between is what was reported late.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { control } from '../api/control.ts';
import { FLAGS, type PositionFrame } from '../api/positions.ts';
import { chosen, chosenDevice } from '../state/choice.ts';
import { driveOf, drivesHad, KEPT, type KnownDrive } from '../state/drives.ts';
import { stands, truthShown } from '../state/known.ts';
import { onNewWorld } from '../state/world.ts';
import { isLeap, type View, type WorldPoint, worldX, worldY } from './camera.ts';
import { drivenOf, walkDrive } from './lines.ts';
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
  private drives: KnownDrive[] = [];
  /** The ways of those before the one that is driven, joined: they change only when the next one is begun. */
  private behind: readonly WorldPoint[] = [];
  private behindOf: KnownDrive | undefined;
  /** The reported locations of the vehicle, the oldest first. */
  fixes: WorldPoint[] = [];
  /** Whether its reports were overdue last, since when they come again (simulated), and its way up to then. */
  private wasSilent = false;
  private resumed = Number.NEGATIVE_INFINITY;
  private earlier: readonly WorldPoint[] = [];
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
    this.earlier = [];
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
    if (this.wasSilent && !isSilent && id !== null) this.resume(id, frame.at);
    this.wasSilent = isSilent;
    this.grow([worldX(frame.longitude[index] ?? 0), worldY(frame.latitude[index] ?? 0)]);
  }

  /** Takes in which vehicles have begun a drive. */
  drive(numbers: Uint32Array): void {
    if (this.driver === 0 || !numbers.includes(this.driver)) return;
    const last = driveOf(this.driver, 0);
    if (last !== undefined) this.drives.push(last);
    if (this.drives.length > MOST_DRIVES) this.drives.shift();
    this.behindOf = undefined;
  }

  /** @param number the chosen vehicle's */
  draw(context: CanvasRenderingContext2D, view: View, colour: string, number: number): void {
    const isDriven = number > 0 && drivesHad(number) > 0 && !stands(number);
    const driven = isDriven ? this.driven(number) : [];
    // What it drove before the page was opened is known by its reports.
    const way = driven.length > 1 ? driven : this.reported(number);
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

  /** Corner by corner, up to where the vehicle is shown. */
  private driven(number: number): readonly WorldPoint[] {
    if (number !== this.driver) {
      this.driver = number;
      const kept = Array.from({ length: KEPT }, (_, back) => driveOf(number, KEPT - 1 - back));
      this.drives = kept.filter((drive) => drive !== undefined);
      this.behindOf = undefined;
    }
    const { at } = this.motion;
    if (!truthShown.peek() && this.resumed > Number.NEGATIVE_INFINITY)
      return [...this.earlier, ...this.drivenSince(this.resumed, at)];
    const index = this.drives.findLastIndex(({ began }) => began <= at);
    const driven = this.drives[index];
    if (driven === undefined) return [];
    if (driven !== this.behindOf) {
      this.behindOf = driven;
      // A drive ends where the next one begins, which may be before its plan does.
      const ends = (place: number) => this.drives[place + 1]?.began ?? at;
      this.behind = this.drives.slice(0, index).flatMap((drive, place) => drivenOf(drive, ends(place)));
    }
    return [...this.behind, ...drivenOf(driven, at)];
  }

  /** The way from one simulated moment to another. */
  private drivenSince(from: number, to: number): WorldPoint[] {
    const points: WorldPoint[] = [];
    this.drives.forEach((drive, place) => {
      const ends = Math.min(to, this.drives[place + 1]?.began ?? to);
      if (drive.began > to || ends < from) return;
      walkDrive({ ...drive, from, to: ends }, (x, y) => points.push([x, y]));
    });
    return points;
  }

  /** Its reports come again since a simulated moment: what was reported before, also late, is its way up to then. */
  private resume(id: string, at: number): void {
    this.resumed = at;
    this.earlier = this.fixes.slice();
    void this.fetch(id);
  }

  /** The last point is where the vehicle is shown, not where it is going to be. */
  private reported(number: number): readonly WorldPoint[] {
    if (this.fixes.length === 0 || !this.motion.has(number)) return this.fixes;
    return [...this.fixes.slice(0, -1), [this.motion.x[number] ?? 0, this.motion.y[number] ?? 0]];
  }

  private grow(point: WorldPoint): void {
    const last = this.fixes.at(-1);
    this.fixes.push(point);
    if (this.fixes.length > MOST_FIXES) this.fixes.shift();
    this.onChange();
    const hasGap = last !== undefined && isLeap(last, point, GAP);
    const isDue = performance.now() - this.fetchedAt > PAUSE;
    const isSeen = reportedShown.peek() || drivesHad(chosenDevice.peek()?.number ?? 0) === 0;
    if (isSeen && hasGap && isDue && this.fixesOf !== null) void this.fetch(this.fixesOf);
  }

  private async fetch(id: string): Promise<void> {
    this.fetchedAt = performance.now();
    try {
      const { locations } = await control.devices.track(id, { limit: MOST_FIXES });
      if (this.fixesOf !== id) return;
      const pointOf = ({ longitude, latitude }: { longitude: number; latitude: number }): WorldPoint => [
        worldX(longitude),
        worldY(latitude),
      ];
      this.fixes = locations.map(pointOf);
      const before = locations.filter(({ deviceTime }) => Date.parse(deviceTime) <= this.resumed);
      if (before.length > 0) this.earlier = before.map(pointOf);
      this.onChange();
    } catch {
      // A vehicle that is gone, or a server: the way begins with what the stream sends.
    }
  }
}
