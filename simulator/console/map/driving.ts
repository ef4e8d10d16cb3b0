/** Vehicles on their ways: where each is at a moment, by the drives that the stream has sent. */
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { beganAt, drivesHad, drivesLength, KEPT, lastsAt, wayAt } from '../state/drives.ts';
import { cornerAt, type Line, lineOf, shareAt } from './lines.ts';

/** m/s below which a vehicle is parked: a recording wanders where it is parked. */
const PARKED = 0.6;
/** Real milliseconds in which a vehicle turns round a corner, and degrees that are not worth another picture. */
const TURNS = 120;
const TURNED = 0.5;

/** Columns by the fleet's number, in which it writes. */
export interface Shown {
  x: Float64Array;
  y: Float64Array;
  heading: Float32Array;
}

export class Driving {
  /** By number: whether it moves at the moment that is shown. */
  moves = new Uint8Array(0);
  /** Whether any vehicle is on the way, or about to be. */
  moving = false;
  /** Whether any vehicle still turns to where its way leads, be it parked or under way. */
  turning = false;
  /** By number: the drive that is shown, counted from the first, plus 1; its line, and the corner that lies behind. */
  private shown = new Uint32Array(0);
  private corner = new Uint32Array(0);
  private began = new Float64Array(0);
  private lasts = new Float64Array(0);
  private lines: (Line | undefined)[] = [];

  forget(): void {
    this.shown.fill(0);
    this.lines = [];
    this.moves.fill(0);
  }

  /** Writes where vehicles are at a simulated moment, `passed` real milliseconds after the one before. */
  step(at: number, passed: number, { x, y, heading }: Shown): void {
    const length = drivesLength();
    this.makeRoom(length);
    const turn = Math.min(1, passed / TURNS);
    let moving = false;
    let turning = false;
    for (let number = 1; number < length; number++) {
      const had = drivesHad(number);
      if (had === 0) continue;
      if (this.shown[number] !== had && this.choose(number, had, at)) moving = true;
      const line = this.lines[number];
      if (line === undefined) continue;
      const since = at - (this.began[number] ?? 0);
      const lasts = this.lasts[number] ?? 0;
      if (since < lasts) moving = true;
      // The driver is slower than the plan by some share: the way's own time.
      const whole = line.times[line.times.length - 1] ?? 0;
      const time = lasts > 0 ? Math.min(1, Math.max(0, since / lasts)) * whole : 0;
      let corner = this.corner[number] ?? 0;
      if ((line.times[corner] ?? 0) > time) corner = 0;
      corner = cornerAt(line, time, corner);
      this.corner[number] = corner;
      const next = Math.min(corner + 1, line.x.length - 1);
      const share = shareAt(line, corner, time);
      const [fromX, fromY] = [line.x[corner] ?? 0, line.y[corner] ?? 0];
      x[number] = fromX + ((line.x[next] ?? 0) - fromX) * share;
      y[number] = fromY + ((line.y[next] ?? 0) - fromY) * share;
      this.moves[number] = since > 0 && since < lasts && (line.pace[corner] ?? 0) > PARKED ? 1 : 0;
      const course = line.course[corner] ?? Number.NaN;
      if (Number.isNaN(course)) continue;
      const turnedTo = turned(heading[number] ?? 0, course, turn);
      const isThere = Math.abs(turnBetween(turnedTo, course)) < TURNED;
      heading[number] = isThere ? course : turnedTo;
      if (!isThere) turning = true;
    }
    this.moving = moving;
    this.turning = turning;
  }

  /** Takes the newest drive that has begun at a moment; whether a later one is still to come. */
  private choose(number: number, had: number, at: number): boolean {
    let back = 0;
    while (back + 1 < Math.min(had, KEPT) && beganAt(number, back) > at) back++;
    const drive = had - back;
    if (this.shown[number] !== drive) {
      const way = wayAt(number, back);
      this.shown[number] = drive;
      this.corner[number] = 0;
      this.began[number] = beganAt(number, back);
      this.lasts[number] = lastsAt(number, back);
      this.lines[number] = way && lineOf(way);
    }
    return back > 0;
  }

  private makeRoom(length: number): void {
    this.moves = grown(this.moves, length, 0);
    this.shown = grown(this.shown, length, 0);
    this.corner = grown(this.corner, length, 0);
    this.began = grown(this.began, length, 0);
    this.lasts = grown(this.lasts, length, 0);
  }
}

/** From one heading to another the shorter way round. */
export function turned(from: number, to: number, share: number): number {
  if (share >= 1 || Number.isNaN(from)) return to;
  return from + turnBetween(from, to) * share;
}

/** Degrees from one heading to another, the shorter way round: from -180 to 180, for headings within a turn of 0 to 360. */
function turnBetween(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}
