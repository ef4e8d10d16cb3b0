/**
 * Position at which each vehicle is shown: on its drive of the moment that is shown (state/drives.ts), be it one that the stream has
 * sent or a report. One whose reports are overdue stands at the last one.
 */
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import {
  arriveBy,
  beganAt,
  drivesHad,
  drivesLength,
  isReported,
  KEPT,
  lastsAt,
  lineAt,
} from '../state/drives.ts';
import { CREEPING, stands, truthShown } from '../state/known.ts';
import { positions } from '../state/positions.ts';
import { worldX, worldY } from './camera.ts';
import { cornerAt, type Line, shareOf } from './lines.ts';
import { Playhead } from './playhead.ts';

/** m/s below which a vehicle is parked: a recording wanders where it is parked. */
const PARKED = 0.6;
/** Real milliseconds in which a vehicle turns round a corner, and degrees that are not worth another picture. */
const TURNS = 120;
const TURNED = 0.5;

/** Arrays by the fleet's number. */
export class Motion {
  /** Positions at which vehicles are shown, in coordinates of the world; NaN for those without a place. */
  x = new Float64Array(0);
  y = new Float64Array(0);
  /** Degrees; NaN where it is not known. */
  heading = new Float32Array(0);
  /** True if any vehicle is on the way, or anything else may have changed where one is shown. */
  moving = true;
  private readonly playhead = new Playhead();
  private stepped = 0;
  /** The drive that is shown, counted from the first, plus 1; its line, and the piece of that. */
  private shown = new Uint32Array(0);
  private began = new Float64Array(0);
  private lasts = new Float64Array(0);
  private lines: (Line | undefined)[] = [];
  private piece = piecesOf(0);

  /** Another world. */
  forget(): void {
    this.x.fill(Number.NaN);
    this.y.fill(Number.NaN);
    this.shown.fill(0);
    this.lines = [];
    this.piece = piecesOf(0);
    this.playhead.forget();
    this.moving = true;
  }

  /** One more than the highest number of a vehicle that may have a place. */
  get length(): number {
    return drivesLength();
  }

  /** The simulated moment that is shown; NaN before the first. */
  get at(): number {
    return this.playhead.at;
  }

  /** Returns whether a vehicle moves at the moment that is shown. */
  moves(number: number): boolean {
    if (stands(number)) return false;
    if (isReported(number)) return (positions.speed[number] ?? 0) > CREEPING;
    return (this.piece.drives[number] ?? 0) > 0;
  }

  /** Lets vehicles arrive that go to where they were reported: the clock was stopped at a simulated moment. */
  settle(now: number): void {
    arriveBy(this.playhead.at, now);
    this.moving = true;
  }

  /** Moves every vehicle on to a real moment. */
  step(real: number): void {
    const turn = Math.min(1, (real - this.stepped) / TURNS);
    this.stepped = real;
    const at = this.playhead.step(real);
    const { length } = this;
    this.makeRoom(length);
    const isTrue = truthShown.peek();
    let goesOn = false;
    let turns = false;
    for (let number = 1; number < length; number++) {
      const had = drivesHad(number);
      if (had === 0) this.x[number] = Number.NaN;
      else if (stands(number, isTrue)) this.stand(number);
      else {
        if (this.shown[number] !== had && this.choose(number, had, at)) goesOn = true;
        if (this.drive(number, at)) goesOn = true;
        if (this.turn(number, turn)) turns = true;
      }
    }
    this.moving = turns || (goesOn && !this.playhead.arrived);
  }

  /** Puts a vehicle where it is on its drive; whether that goes on. */
  private drive(number: number, at: number): boolean {
    const { piece } = this;
    if (!(at >= (piece.begins[number] ?? 0) && at < (piece.ends[number] ?? 0))) this.enter(number, at);
    const begins = piece.begins[number] ?? 0;
    const ends = piece.ends[number] ?? 0;
    const share = shareOf((at - begins) / (ends - begins), piece.entry[number] ?? 0, piece.exit[number] ?? 0);
    const [fromX, fromY] = [piece.fromX[number] ?? 0, piece.fromY[number] ?? 0];
    this.x[number] = fromX + ((piece.toX[number] ?? 0) - fromX) * share;
    this.y[number] = fromY + ((piece.toY[number] ?? 0) - fromY) * share;
    return ends < NEVER;
  }

  /** Turns a vehicle towards where its drive leads; whether it is not there yet. */
  private turn(number: number, share: number): boolean {
    const course = this.piece.course[number] ?? Number.NaN;
    if (Number.isNaN(course)) return false;
    const turnedTo = turned(this.heading[number] ?? 0, course, share);
    const isThere = Math.abs(turnBetween(turnedTo, course)) < TURNED;
    this.heading[number] = isThere ? course : turnedTo;
    return !isThere;
  }

  /** Finds the piece of its line on which a vehicle is. Before its drive and after it a vehicle stands at an end of it. */
  private enter(number: number, at: number): void {
    const line = this.lines[number];
    if (line === undefined) return;
    const { piece } = this;
    const began = this.began[number] ?? 0;
    const lasts = this.lasts[number] ?? 0;
    const last = line.times.length - 1;
    // The driver is slower than the plan by some share.
    const share = lasts / (line.times[last] ?? 0);
    const time = (at - began) / share;
    const [isBefore, isAfter] = [at < began, at >= began + lasts];
    const corner = isBefore ? 0 : isAfter ? last : cornerAt(line, time);
    const next = isBefore || isAfter ? corner : corner + 1;
    piece.begins[number] = isBefore ? -NEVER : began + (isAfter ? lasts : (line.times[corner] ?? 0) * share);
    piece.ends[number] = isBefore ? began : isAfter ? NEVER : began + (line.times[next] ?? 0) * share;
    piece.fromX[number] = line.x[corner] ?? 0;
    piece.fromY[number] = line.y[corner] ?? 0;
    piece.toX[number] = line.x[next] ?? 0;
    piece.toY[number] = line.y[next] ?? 0;
    piece.entry[number] = line.speed?.[corner] ?? 0;
    piece.exit[number] = line.speed?.[next] ?? 0;
    piece.course[number] = line.course[corner] ?? Number.NaN;
    piece.drives[number] = next > corner && (line.pace[corner] ?? 0) > PARKED ? 1 : 0;
  }

  /** Takes the newest drive that has begun at a moment; whether a later one is still to come. */
  private choose(number: number, had: number, at: number): boolean {
    let back = 0;
    while (back + 1 < Math.min(had, KEPT) && beganAt(number, back) > at) back++;
    const drive = had - back;
    if (this.shown[number] !== drive) {
      this.shown[number] = drive;
      this.piece.ends[number] = -NEVER;
      this.began[number] = beganAt(number, back);
      this.lasts[number] = lastsAt(number, back);
      this.lines[number] = lineAt(number, back);
    }
    return back > 0;
  }

  private stand(number: number): void {
    const { latitude, longitude, course } = positions;
    this.x[number] = worldX(longitude[number] ?? Number.NaN);
    this.y[number] = worldY(latitude[number] ?? Number.NaN);
    this.heading[number] = course[number] ?? Number.NaN;
  }

  /** Returns whether a vehicle has a place to be shown at. */
  has(number: number): boolean {
    return !Number.isNaN(this.x[number] ?? Number.NaN);
  }

  private makeRoom(length: number): void {
    this.x = grown(this.x, length, Number.NaN);
    this.y = grown(this.y, length, Number.NaN);
    this.heading = grown(this.heading, length, Number.NaN);
    this.shown = grown(this.shown, length, 0);
    this.began = grown(this.began, length, 0);
    this.lasts = grown(this.lasts, length, 0);
    if (length > this.piece.begins.length) this.piece = piecesOf(length, this.piece);
  }
}

/** The pieces of lines on which vehicles are: when they begin and end (simulated), and from where to where they lead. */
type Pieces = Record<
  'begins' | 'ends' | 'fromX' | 'fromY' | 'toX' | 'toY' | 'entry' | 'exit' | 'course' | 'drives',
  Float64Array
>;
/** Later than any moment. */
const NEVER = Number.MAX_SAFE_INTEGER;

function piecesOf(vehicles: number, before?: Pieces): Pieces {
  const column = (name: keyof Pieces) => grown(before?.[name] ?? new Float64Array(0), vehicles, 0);
  return {
    begins: column('begins'),
    ends: column('ends'),
    fromX: column('fromX'),
    fromY: column('fromY'),
    toX: column('toX'),
    toY: column('toY'),
    entry: column('entry'),
    exit: column('exit'),
    course: column('course'),
    drives: column('drives'),
  };
}

/** From one heading to another the shorter way round. */
function turned(from: number, to: number, share: number): number {
  if (share >= 1 || Number.isNaN(from)) return to;
  return from + turnBetween(from, to) * share;
}

/** Degrees from one heading to another, the shorter way round: from -180 to 180, for headings within a turn of 0 to 360. */
function turnBetween(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}
