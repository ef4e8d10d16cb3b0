/**
 * Where each vehicle is shown: on its way, where that is known (driving.ts), and while its reports arrive; one whose
 * reports are overdue stands at the last one. Of others only the fixes are known. A fix
 * is not jumped to: a vehicle moves there from where it is shown in the time that its last two fixes lay apart, so that
 * it arrives when the next one comes, at any speed of the clock. A fix that no vehicle could have driven to is jumped to
 * after all, and while the clock is stopped every vehicle arrives soon.
 */
import { equatorLength, longitudeScale } from '../../../contracts/kit/geodesy.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import type { PositionFrame } from '../api/positions.ts';
import { drivesHad, drivesLength } from '../state/drives.ts';
import { CREEPING, stands } from '../state/known.ts';
import { positions } from '../state/positions.ts';
import { worldX, worldY } from './camera.ts';
import { Driving, turned } from './driving.ts';
import { Playhead } from './playhead.ts';

/** Real milliseconds a movement may take. */
const SHORTEST = 120;
const LONGEST = 12_000;
/** A vehicle that was silent for longer than this does not crawl to its new place. */
const SILENCE = 25_000;
const AFTER_SILENCE = 1_500;
const ARRIVE_SOON = 250;
/** Metres for each simulated millisecond: 300 km/h. */
const FASTEST = 300 / 3_600;
/** A movement below this many metres is that of the receiver, not of the vehicle. */
const NOISE = 400;

/** Arrays by the fleet's number. */
export class Motion {
  /** Where vehicles are shown, in coordinates of the world; NaN for those without a position. */
  x = unplaced(64);
  y = unplaced(64);
  /** Degrees; NaN where it is not known. */
  heading = new Float32Array(64).fill(Number.NaN);
  /** Whether any vehicle is on the way. */
  moving = false;
  private readonly driving = new Driving();
  private readonly playhead = new Playhead();
  private stepped = 0;
  private fromX = unplaced(64);
  private fromY = unplaced(64);
  private toX = unplaced(64);
  private toY = unplaced(64);
  private fromHeading = new Float32Array(64);
  private began = new Float64Array(64);
  private lasts = new Float32Array(64);

  /** Takes in a frame after the table of positions did; `null` once all were forgotten. */
  take(frame: PositionFrame | null, real: number, running: boolean): void {
    if (frame === null) {
      for (const column of [this.x, this.y, this.fromX, this.fromY, this.toX, this.toY])
        column.fill(Number.NaN);
      this.driving.forget();
      this.playhead.forget();
      this.moving = true;
      return;
    }
    this.aimAt(frame.numbers, real, running);
  }

  /** Lets vehicles, by the fleet's number, go where the table of positions has them. */
  aimAt(numbers: Iterable<number>, real: number, running: boolean): void {
    this.makeRoom(positions.length);
    for (const number of numbers) this.aim(number, real, running);
    this.moving = true;
  }

  /** One more than the highest number of a vehicle that may have a place. */
  get length(): number {
    return Math.max(positions.length, drivesLength());
  }

  /** The simulated moment that is shown of vehicles on their ways; NaN before the first. */
  get at(): number {
    return this.playhead.at;
  }

  /** Whether a vehicle moves at the moment that is shown. */
  moves(number: number): boolean {
    if (stands(number)) return false;
    if (drivesHad(number) > 0) return this.driving.moves[number] === 1;
    return (positions.speed[number] ?? 0) > CREEPING;
  }

  private aim(number: number, real: number, running: boolean): void {
    const latitude = positions.latitude[number] ?? 0;
    const toX = worldX(positions.longitude[number] ?? 0);
    const toY = worldY(latitude);
    this.toX[number] = toX;
    this.toY[number] = toY;
    this.began[number] = real;
    const fromX = this.x[number] ?? 0;
    const fromY = this.y[number] ?? 0;
    const metres = Math.hypot(toX - fromX, toY - fromY) * equatorLength * longitudeScale(latitude);
    const simulated = (positions.at[number] ?? 0) - (positions.previousAt[number] ?? 0);
    const jumps = !(metres < NOISE + Math.max(0, simulated) * FASTEST);
    if (jumps && drivesHad(number) === 0) {
      this.x[number] = toX;
      this.y[number] = toY;
      this.heading[number] = positions.course[number] ?? 0;
    }
    this.fromX[number] = this.x[number] ?? 0;
    this.fromY[number] = this.y[number] ?? 0;
    this.fromHeading[number] = this.heading[number] ?? 0;
    const apart = (positions.came[number] ?? 0) - (positions.previousCame[number] ?? 0);
    this.lasts[number] = jumps ? 0 : running ? timeFor(apart) : ARRIVE_SOON;
  }

  /** Lets every vehicle arrive soon: the clock was stopped. */
  settle(real: number): void {
    for (let number = 1; number < positions.length; number++) {
      const left = (this.began[number] ?? 0) + (this.lasts[number] ?? 0) - real;
      if (left < ARRIVE_SOON) continue;
      this.fromX[number] = this.x[number] ?? 0;
      this.fromY[number] = this.y[number] ?? 0;
      this.fromHeading[number] = this.heading[number] ?? 0;
      this.began[number] = real;
      this.lasts[number] = ARRIVE_SOON;
    }
    this.moving = true;
  }

  /** Moves every vehicle on to a real moment. */
  step(real: number): void {
    const passed = real - this.stepped;
    this.stepped = real;
    const at = this.playhead.step(real);
    this.makeRoom(this.length);
    this.driving.step(at, passed, this);
    this.stand();
    const goesOn = this.driving.turning || (this.driving.moving && !this.playhead.arrived);
    this.moving = this.glide(real) || goesOn;
  }

  /** Lets those stand at their last report of which no further one arrives. */
  private stand(): void {
    const { latitude, longitude, course } = positions;
    for (let number = 1; number < positions.length; number++) {
      if (drivesHad(number) === 0 || !stands(number)) continue;
      this.x[number] = worldX(longitude[number] ?? Number.NaN);
      this.y[number] = worldY(latitude[number] ?? Number.NaN);
      this.heading[number] = course[number] ?? Number.NaN;
    }
  }

  /** Moves those on whose fixes alone they are shown; whether one is still on the way. */
  private glide(real: number): boolean {
    let moving = false;
    const { x, y, heading, fromX, fromY, toX, toY, fromHeading, began, lasts } = this;
    const length = Math.min(positions.length, x.length);
    for (let number = 1; number < length; number++) {
      if (drivesHad(number) > 0) continue;
      const passed = real - (began[number] ?? 0);
      const time = lasts[number] ?? 0;
      const share = passed >= time ? 1 : passed <= 0 ? 0 : passed / time;
      if (share < 1) moving = true;
      x[number] = (fromX[number] ?? 0) + ((toX[number] ?? 0) - (fromX[number] ?? 0)) * share;
      y[number] = (fromY[number] ?? 0) + ((toY[number] ?? 0) - (fromY[number] ?? 0)) * share;
      heading[number] = turned(
        fromHeading[number] ?? 0,
        positions.course[number] ?? 0,
        Math.min(1, share * 3),
      );
    }
    return moving;
  }

  /** Whether a vehicle has a place to be shown at. */
  has(number: number): boolean {
    return !Number.isNaN(this.x[number] ?? Number.NaN);
  }

  private makeRoom(length: number): void {
    if (length <= this.x.length) return;
    this.x = grown(this.x, length, Number.NaN);
    this.y = grown(this.y, length, Number.NaN);
    this.heading = grown(this.heading, length, Number.NaN);
    this.fromX = grown(this.fromX, length, Number.NaN);
    this.fromY = grown(this.fromY, length, Number.NaN);
    this.toX = grown(this.toX, length, Number.NaN);
    this.toY = grown(this.toY, length, Number.NaN);
    this.fromHeading = grown(this.fromHeading, length, Number.NaN);
    this.began = grown(this.began, length, 0);
    this.lasts = grown(this.lasts, length, 0);
  }
}

function unplaced(places: number): Float64Array<ArrayBuffer> {
  return new Float64Array(places).fill(Number.NaN);
}

function timeFor(apart: number): number {
  if (apart > SILENCE) return AFTER_SILENCE;
  return Math.min(LONGEST, Math.max(SHORTEST, apart));
}
