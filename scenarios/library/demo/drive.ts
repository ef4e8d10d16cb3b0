/** How a van moves along its way and stands at its stops, and the reports it sends meanwhile. */
import { courseBetween, distanceBetween, type Position } from '../../motion/index.ts';

/** What the device in a van reports. Milliseconds since 1970 UTC, degrees, km/h, km. */
export interface Report extends Position {
  time: number;
  speed: number;
  course: number;
  ignition: boolean;
  /** Kilometres since the van was new. */
  odometer: number;
}

const van = { faster: 1.6, slower: 3, cornering: 5 }; // m/s², m/s², m/s
const crawl = 1; // m/s: what it takes to reach the very end of a street
const reportMoving = 15; // s
const reportStanding = 300; // s

/** One van: it drives street by street, and stands; the reports grow along. */
export class Van {
  readonly reports: Report[] = [];
  time: number;
  #position: Position;
  #course = 0;
  #speed = 0; // m/s
  #odometer: number; // m
  #silence = 0; // s since the last report

  constructor(time: number, position: Position, odometer: number) {
    this.time = time;
    this.#position = position;
    this.#odometer = odometer * 1000;
  }

  /**
   * Drives straight to a position, second by second.
   *
   * @param limit km/h
   * @param turning whether it goes on round a corner there, or comes to a stand
   */
  driveTo(target: Position, limit: number, turning: boolean): void {
    const start = this.#position;
    const length = distanceBetween(start, target);
    const end = turning ? van.cornering : 0;
    this.#course = courseBetween(start, target);
    this.#report(true); // a turn is reported at once
    for (let gone = 0; gone < length; ) {
      // So fast that, a second from now, it can still brake in time.
      const braking = Math.sqrt(van.slower ** 2 + end ** 2 + 2 * van.slower * (length - gone)) - van.slower;
      this.#speed = Math.max(crawl, Math.min(this.#speed + van.faster, limit / 3.6, braking));
      const step = Math.min(this.#speed, length - gone);
      gone += step;
      this.#odometer += step;
      this.#position = between(start, target, gone / length);
      this.#tick(1, true);
    }
    if (!turning) this.#speed = 0;
  }

  /** Stands for a number of seconds, with the engine on (a red light) or off (a delivery). */
  stand(seconds: number, ignition: boolean): void {
    this.#speed = 0;
    this.#report(ignition);
    for (let waited = 0; waited < seconds; waited++) this.#tick(1, ignition);
  }

  #tick(seconds: number, ignition: boolean): void {
    this.time += seconds * 1000;
    this.#silence += seconds;
    if (this.#silence >= (this.#speed > 0 ? reportMoving : reportStanding)) this.#report(ignition);
  }

  #report(ignition: boolean): void {
    if (this.reports.at(-1)?.time === this.time) this.reports.pop(); // the newer word at the same moment
    this.#silence = 0;
    this.reports.push({
      time: this.time,
      latitude: round(this.#position.latitude, 6),
      longitude: round(this.#position.longitude, 6),
      speed: round(this.#speed * 3.6, 1),
      course: round(this.#course, 0) % 360,
      ignition,
      odometer: round(this.#odometer / 1000, 2),
    });
  }
}

function between(a: Position, b: Position, share: number): Position {
  return {
    latitude: a.latitude + (b.latitude - a.latitude) * share,
    longitude: a.longitude + (b.longitude - a.longitude) * share,
  };
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
