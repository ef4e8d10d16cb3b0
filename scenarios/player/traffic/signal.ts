/**
 * Dropouts: devices of which nothing gets through for a while. What a device kept meanwhile comes afterwards,
 * a few reports a second, with the times of then: partly out of order, now and then one twice, unless a fault of the
 * device says the order.
 */
import { SECOND } from '../../../contracts/kit/durations.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import { bitsOf, nextState, stateFor } from '../../../contracts/kit/random.ts';
import { deviceTimeOf } from '../../../simulator/fleet/locations/row.ts';
import { arranged } from './faults.ts';
import type { Kept, Road } from './road.ts';
import { flags } from './vehicles.ts';
import { dueSoon } from './waves.ts';

export const REGAINED = 'traffic-signal';
export const UPLOAD = 'traffic-upload';
/** A device keeps so many reports; older ones give way. */
const KEPT = 1_000;
/** It takes so long until a device is connected again, in ms. */
const CONNECTS = 2_000;
/** However much it kept, it sends all of it in about so many seconds. */
const LONGEST = 120;
/** One report in so many changes places with one of the next few, and one in so many comes twice. */
const chances = { swapped: 3, twice: 12 };
const FURTHEST = 4;

/** Lets nothing through from now on, nor what is on its way. */
export function loseSignal(road: Road, v: number, forMs: number | null, buffered: boolean): void {
  const { timeline } = road.world;
  const { lost, uploads } = road.state;
  road.vehicles.flag(v, flags.lost, true);
  const before = lost[v];
  if (before?.sequence != null) timeline.cancel(before.sequence);
  const sequence = forMs === null ? null : timeline.schedule(timeline.now + forMs, REGAINED, { v });
  const upload = before === undefined ? uploads[v] : undefined;
  if (upload) {
    timeline.cancel(upload.sequence);
    delete uploads[v];
  }
  lost[v] = { buffered, kept: before?.kept ?? upload?.reports ?? [], sequence };
}

/** Keeps a report that the device would have sent. */
export function keepReport({ state }: Road, v: number, kept: Kept): void {
  const lost = state.lost[v];
  if (!lost?.buffered) return;
  if (lost.kept.length >= KEPT) lost.kept.shift();
  lost.kept.push(kept);
}

export function regainSignal(road: Road, v: number): void {
  const { timeline } = road.world;
  const lost = road.state.lost[v];
  if (lost === undefined) return;
  if (lost.sequence !== null) timeline.cancel(lost.sequence);
  delete road.state.lost[v];
  road.vehicles.flag(v, flags.lost, false);
  dueSoon(road, v);
  if (lost.kept.length === 0) return;
  const inOrder = lost.kept.toSorted((a, b) => deviceTimeOf(a.words, 0) - deviceTimeOf(b.words, 0));
  const reports = arranged(road, v, inOrder) ?? shuffled(lost.kept, stateFor(timeline.now, v));
  const pace = Math.max(1, Math.ceil(reports.length / LONGEST));
  const sequence = timeline.schedule(timeline.now + CONNECTS, UPLOAD, { v });
  road.state.uploads[v] = { reports, pace, sequence };
}

/** Takes the next reports that come late, those of a second. */
export function nextUploaded({ world, state }: Road, v: number): Kept[] {
  const upload = state.uploads[v];
  if (upload === undefined) return [];
  const next = upload.reports.splice(0, upload.pace);
  if (upload.reports.length === 0) delete state.uploads[v];
  else upload.sequence = world.timeline.schedule(world.timeline.now + SECOND, UPLOAD, { v });
  return next;
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
