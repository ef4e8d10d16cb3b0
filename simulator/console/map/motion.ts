/**
 * Position at which each vehicle is shown: on its drive of the moment that is shown (state/drives.ts), be it one that the
 * stream has sent or a report. One whose reports are overdue stands at the last one.
 */
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import { clockRate, simulatedAt } from '../state/clock.ts';
import { driveAt, drivesLength, drivesOf, isReported, locate, type Place } from '../state/drives.ts';
import { CREEPING, stands, truthShown } from '../state/known.ts';
import { positions } from '../state/positions.ts';
import { worldX, worldY } from './camera.ts';

/** Real milliseconds by which the map is behind a clock that runs: what vehicles do is known when it is there. */
const BEHIND = 450;
/** Real milliseconds in which the map comes to the moment that it should show, and above which it jumps there. */
const CORRECTION = 250;
const FAR = 2_500;

/** Arrays by the fleet's number. */
export class Motion {
  /** Positions at which vehicles are shown, in coordinates of the world; NaN for those without a place. */
  x = new Float64Array(0);
  y = new Float64Array(0);
  /** Degrees; NaN where it is not known. */
  heading = new Float32Array(0);
  /** True if any vehicle is on the way, or anything else may have changed where one is shown. */
  moving = true;
  /** The simulated moment that is shown; NaN before the first. */
  at = Number.NaN;
  private real = 0;
  private rate = 0;
  private driving = new Uint8Array(0);
  private readonly place: Place = { x: 0, y: 0, course: 0, moves: false };

  /** Forgets the vehicles of the world before. */
  reset(): void {
    this.x.fill(Number.NaN);
    this.y.fill(Number.NaN);
    this.heading.fill(Number.NaN);
    this.at = Number.NaN;
    this.moving = true;
  }

  /** One more than the highest number of a vehicle that may have a place. */
  get length(): number {
    return Math.min(drivesLength(), this.x.length);
  }

  /** Returns whether a vehicle moves at the moment that is shown. */
  moves(number: number): boolean {
    if (stands(number)) return false;
    if (isReported(number)) return (positions.speed[number] ?? 0) > CREEPING;
    return this.driving[number] === 1;
  }

  /** Returns whether a vehicle has a place to be shown at. */
  has(number: number): boolean {
    return !Number.isNaN(this.x[number] ?? Number.NaN);
  }

  /** Moves every vehicle on to a real moment. */
  step(real: number): void {
    const at = this.momentAt(real);
    const hasArrived = at === simulatedAt(real);
    const length = drivesLength();
    this.x = grown(this.x, length, Number.NaN);
    this.y = grown(this.y, length, Number.NaN);
    this.heading = grown(this.heading, length, Number.NaN);
    this.driving = grown(this.driving, length, 0);
    const isTrue = truthShown.peek();
    let goesOn = false;
    for (let number = 1; number < length; number++) {
      const drive = driveAt(number, at);
      if (drive === undefined) this.x[number] = Number.NaN;
      else if (stands(number, isTrue)) this.stand(number);
      else {
        locate(drive, at, this.place);
        this.show(number, this.place);
        if (drive.began + drive.lasts > at || drivesOf(number).at(-1) !== drive) goesOn = true;
      }
    }
    this.moving = goesOn && !hasArrived;
  }

  /**
   * The moment to be shown: a little behind the clock while that runs, where the clock is once it is stopped. It never
   * jumps, unless it is far off.
   */
  private momentAt(real: number): number {
    const passed = Math.max(0, real - this.real);
    this.real = real;
    const rate = clockRate();
    if (rate > 0) this.rate = rate;
    const goal = simulatedAt(real) - BEHIND * rate;
    const off = goal - (this.at + passed * rate);
    if (!(Math.abs(off) < FAR * Math.max(1, this.rate))) this.at = goal;
    else {
      const next = this.at + passed * rate + off * Math.min(1, passed / CORRECTION);
      // Some real milliseconds are not seen.
      this.at = Math.abs(goal - next) < Math.max(1, 4 * this.rate) ? goal : Math.max(this.at, next);
    }
    return this.at;
  }

  private show(number: number, { x, y, course, moves }: Place): void {
    this.x[number] = x;
    this.y[number] = y;
    this.driving[number] = moves ? 1 : 0;
    const shown = isReported(number) ? (positions.course[number] ?? Number.NaN) : course;
    if (!Number.isNaN(shown)) this.heading[number] = shown;
  }

  private stand(number: number): void {
    const { latitude, longitude, course } = positions;
    this.x[number] = worldX(longitude[number] ?? Number.NaN);
    this.y[number] = worldY(latitude[number] ?? Number.NaN);
    this.heading[number] = course[number] ?? Number.NaN;
  }
}
