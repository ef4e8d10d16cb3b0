/**
 * When devices report: in waves, a stretch of neighbours at a time. A wave has one event on the timeline, for
 * the first of its devices that is due; neighbours keep to the same beat, so that mostly all of them are. The
 * beats of waves are spread over the interval.
 */
import { itemAt } from '../../../contracts/kit/items.ts';
import { grown } from '../../../contracts/kit/typed-arrays.ts';
import type { Timeline } from '../../../simulator/time/timeline.ts';
import type { FleetPart, ReportIntervals } from '../../language/terms.ts';
import type { Vehicles } from './vehicles.ts';

const WAVE = 'traffic-wave';
/** The most devices of a wave: its event takes a fraction of a millisecond. */
const LARGEST = 512;
/** Into how many waves a part is cut where none becomes too large. */
const WAVES = 64;
/** In the first so many milliseconds every device reports its position. */
const FIRST = 1_000;

export interface Wave {
  /** Rows. */
  first: number;
  count: number;
  /** A moment of the beat. */
  origin: number;
  intervals: ReportIntervals;
  /** When its event is due, and which it is; `null` for none. */
  at: number | null;
  sequence: number;
}

export class Waves {
  readonly #timeline: Timeline;
  readonly #vehicles: Vehicles;
  #waves: Wave[] = [];
  /** By row: which wave it belongs to; -1 for none. */
  #waveOf = new Int32Array(0);

  /** `due` reports for one device that is due, and sets when it is due again. */
  constructor(
    timeline: Timeline,
    vehicles: Vehicles,
    due: (v: number, now: number) => void,
    after: () => void,
  ) {
    this.#timeline = timeline;
    this.#vehicles = vehicles;
    timeline.on(WAVE, ({ payload }) => {
      const { wave } = payload as { wave: number };
      const { first, count } = itemAt(this.#waves, wave);
      const { now } = timeline;
      const { dueAt } = vehicles;
      for (let v = first; v < first + count; v++) if ((dueAt[v] ?? 0) <= now) due(v, now);
      this.#schedule(wave);
      after();
    });
  }

  /** Puts the devices of a part into waves; all of them report in the first second. */
  begin({ first, count, report }: Pick<FleetPart, 'first' | 'count' | 'report'>): void {
    const { now } = this.#timeline;
    const size = Math.min(LARGEST, Math.max(1, Math.ceil(count / WAVES)));
    const waves = Math.ceil(count / size);
    for (let wave = 0; wave < waves; wave++) {
      const from = first - 1 + wave * size;
      const among = Math.min(size, first - 1 + count - from);
      const number = this.#add(from, among, now + Math.round((report.moving * wave) / waves), report);
      this.#vehicles.dueAt.fill(now + Math.round((FIRST * wave) / waves), from, from + among);
      this.#schedule(number);
    }
  }

  /** A wave of one device that is not due yet. */
  add(v: number, report: ReportIntervals): void {
    this.#add(v, 1, this.#timeline.now, report);
  }

  has(v: number): boolean {
    return (this.#waveOf[v] ?? -1) >= 0 && v < this.#vehicles.count;
  }

  intervalsOf(v: number): ReportIntervals {
    return itemAt(this.#waves, this.#waveOf[v] ?? 0).intervals;
  }

  /** The next beat of an interval after a moment. */
  beatAfter(v: number, after: number, interval: number): number {
    const { origin } = itemAt(this.#waves, this.#waveOf[v] ?? 0);
    return origin + (Math.floor((after - origin) / interval) + 1) * interval;
  }

  /** A device is due earlier than it was. */
  dueBy(v: number, at: number): void {
    if (at >= (this.#vehicles.dueAt[v] ?? 0)) return;
    this.#vehicles.dueAt[v] = at;
    const number = this.#waveOf[v] ?? 0;
    const wave = itemAt(this.#waves, number);
    if (wave.at !== null && at >= wave.at) return;
    if (wave.at !== null) this.#timeline.cancel(wave.sequence);
    this.#put(number, wave, at);
  }

  save(): Wave[] {
    return structuredClone(this.#waves);
  }

  restore(state: readonly Wave[]): void {
    this.#waves = structuredClone([...state]);
    this.#waveOf = new Int32Array(0);
    for (const [number, { first, count }] of this.#waves.entries()) this.#assign(number, first, count);
  }

  #schedule(number: number): void {
    const { dueAt } = this.#vehicles;
    const wave = itemAt(this.#waves, number);
    let next = Number.POSITIVE_INFINITY;
    for (let v = wave.first; v < wave.first + wave.count; v++) {
      if ((dueAt[v] ?? 0) < next) next = dueAt[v] ?? 0;
    }
    if (next < Number.POSITIVE_INFINITY) this.#put(number, wave, next);
    else wave.at = null;
  }

  #put(number: number, wave: Wave, at: number): void {
    wave.at = at;
    wave.sequence = this.#timeline.schedule(at, WAVE, { wave: number });
  }

  #add(first: number, count: number, origin: number, intervals: ReportIntervals): number {
    const number = this.#waves.push({ first, count, origin, intervals, at: null, sequence: 0 }) - 1;
    this.#assign(number, first, count);
    return number;
  }

  #assign(number: number, first: number, count: number): void {
    this.#waveOf = grown(this.#waveOf, first + count, -1);
    this.#waveOf.fill(number, first, first + count);
  }
}
