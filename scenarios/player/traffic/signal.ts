/**
 * Dropouts: devices of which nothing gets through for a while. What a device kept meanwhile comes afterwards,
 * a few reports a second, with the times of then: partly out of order, now and then one twice, unless a fault of the
 * device says the order.
 */
import { SECOND } from '../../../contracts/kit/durations.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { bitsOf, nextState, stateFor } from '../../../contracts/kit/random.ts';
import { deviceTimeOf } from '../../../simulator/fleet/locations/row.ts';
import type { Timeline } from '../../../simulator/time/timeline.ts';
import type { Misreporting } from './misreporting.ts';

const REGAINED = 'traffic-signal';
const UPLOAD = 'traffic-upload';
/** A device keeps so many reports; older ones give way. */
const KEPT = 1_000;
/** It takes so long until a device is connected again, in ms. */
const CONNECTS = 2_000;
/** However much it kept, it sends all of it in about so many seconds. */
const LONGEST = 120;
/** One report in so many changes places with one of the next few, and one in so many comes twice. */
const chances = { swapped: 3, twice: 12 };
const FURTHEST = 4;

/** A report that did not get through. */
export interface Kept {
  /** Packed. */
  words: number[];
  attributes: { readonly [name: string]: unknown } | null;
  /** Facts of a faulty device, in place of those in the words. */
  facts?: { readonly [fact: string]: number } | undefined;
}

export interface Lost {
  v: number;
  buffered: boolean;
  kept: Kept[];
  /** The event that ends it, if it ends by itself. */
  sequence: number | null;
}

export interface Upload {
  v: number;
  reports: Kept[];
  /** Reports a second. */
  pace: number;
  sequence: number;
}

export class Signal {
  readonly #timeline: Timeline;
  readonly #regained: (v: number) => void;
  readonly #misreporting: Misreporting;
  #lost = new Map<number, Lost>();
  #uploads = new Map<number, Upload>();

  constructor(
    timeline: Timeline,
    misreporting: Misreporting,
    regained: (v: number) => void,
    send: (v: number, kept: Kept) => void,
  ) {
    this.#timeline = timeline;
    this.#misreporting = misreporting;
    this.#regained = regained;
    timeline.on(REGAINED, ({ payload }) => this.regain((payload as { v: number }).v));
    timeline.on(UPLOAD, ({ payload }) => this.#upload((payload as { v: number }).v, send));
  }

  lose(v: number, forMs: number | null, buffered: boolean): void {
    const { now } = this.#timeline;
    const before = this.#lost.get(v);
    if (before?.sequence != null) this.#timeline.cancel(before.sequence);
    const sequence = forMs === null ? null : this.#timeline.schedule(now + forMs, REGAINED, { v });
    this.#lost.set(v, { v, buffered, kept: before?.kept ?? this.#takeBack(v), sequence });
  }

  /** Keeps a report that the device would have sent. */
  keep(v: number, words: Int32Array, attributes: Kept['attributes'], facts?: Kept['facts']): void {
    const lost = this.#lost.get(v);
    if (!lost?.buffered) return;
    if (lost.kept.length >= KEPT) lost.kept.shift();
    lost.kept.push({ words: Array.from(words), attributes, ...(facts && { facts }) });
  }

  regain(v: number): void {
    const lost = this.#lost.get(v);
    if (lost === undefined) return;
    if (lost.sequence !== null) this.#timeline.cancel(lost.sequence);
    this.#lost.delete(v);
    this.#regained(v);
    if (lost.kept.length === 0) return;
    const reports =
      this.#misreporting.arranged(v, lost.kept.toSorted(byTime)) ??
      shuffled(lost.kept, stateFor(this.#timeline.now, v));
    const pace = Math.max(1, Math.ceil(reports.length / LONGEST));
    const sequence = this.#timeline.schedule(this.#timeline.now + CONNECTS, UPLOAD, { v });
    this.#uploads.set(v, { v, reports, pace, sequence });
  }

  save(): { lost: Lost[]; uploads: Upload[] } {
    return structuredClone({ lost: [...this.#lost.values()], uploads: [...this.#uploads.values()] });
  }

  restore(state: ReturnType<Signal['save']>): void {
    const { lost, uploads } = structuredClone(state);
    this.#lost = new Map(lost.map((each) => [each.v, each]));
    this.#uploads = new Map(uploads.map((each) => [each.v, each]));
  }

  #upload(v: number, send: (v: number, kept: Kept) => void): void {
    const upload = this.#uploads.get(v);
    if (upload === undefined) return;
    const now = upload.reports.splice(0, upload.pace);
    if (upload.reports.length === 0) this.#uploads.delete(v);
    else upload.sequence = this.#timeline.schedule(this.#timeline.now + SECOND, UPLOAD, { v });
    for (const kept of now) send(v, kept);
  }

  /** The reports that were on their way and do not get through any more, oldest first. */
  #takeBack(v: number): Kept[] {
    const upload = this.#uploads.get(v);
    if (upload === undefined) return [];
    this.#timeline.cancel(upload.sequence);
    this.#uploads.delete(v);
    return upload.reports;
  }
}

function byTime(one: Kept, other: Kept): number {
  return deviceTimeOf(one.words, 0) - deviceTimeOf(other.words, 0);
}

/** The same reports as they come: some of them a little later than their neighbours, some twice. */
function shuffled(kept: readonly Kept[], seed: number): Kept[] {
  const reports = [...kept];
  let state = seed;
  const oneIn = (many: number) => {
    state = nextState(state);
    return (bitsOf(state) >>> 0) % many === 0;
  };
  for (let at = 0; at < reports.length; at++) {
    const away = 1 + ((bitsOf(state) >>> 0) % FURTHEST);
    const other = reports[at + away];
    if (!oneIn(chances.swapped) || other === undefined) continue;
    reports[at + away] = itemAt(reports, at);
    reports[at] = other;
  }
  return reports.flatMap((report) => (oneIn(chances.twice) ? [report, report] : [report]));
}
