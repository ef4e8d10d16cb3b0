/** What devices will report by themselves. Each device has one event on the timeline: its next report. */
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import { itemAt } from '../../../contracts/kit/items.ts';
import type { Timeline } from '../../time/timeline.ts';
import type { ItineraryState } from '../state/locations.ts';
import type { DeviceId, LocationReport } from '../types.ts';

const KIND = 'planned-report';

/** What a device will report, and what of that it has. */
export interface PlannedReports {
  /** By device time; another array once something is planned anew. */
  readonly reports: readonly LocationReport[];
  /** The reports before this one were made. */
  readonly next: number;
}

interface Plan extends PlannedReports {
  reports: LocationReport[];
  next: number;
  /** The event of the next report. */
  sequence: number;
}

export class Itinerary {
  readonly #timeline: Timeline;
  readonly #report: (id: DeviceId, report: LocationReport) => void;
  #plans = new Map<DeviceId, Plan>();

  constructor(timeline: Timeline, report: (id: DeviceId, report: LocationReport) => void) {
    this.#timeline = timeline;
    this.#report = report;
    timeline.on(KIND, ({ payload }) => this.#due(Number(fieldsOf(payload).deviceId)));
  }

  /** Adds reports; what was planned before stays. */
  plan(id: DeviceId, reports: readonly LocationReport[]): void {
    if (reports.length === 0) return;
    const before = this.#plans.get(id);
    if (before !== undefined) this.#timeline.cancel(before.sequence);
    const left = before?.reports.slice(before.next) ?? [];
    const all = [...left, ...structuredClone(reports)].sort((a, b) => a.deviceTime - b.deviceTime);
    this.#plans.set(id, { reports: all, next: 0, sequence: this.#schedule(id, itemAt(all, 0)) });
  }

  /** What a device has still to report; `undefined` where nothing is left. */
  planned(id: DeviceId): PlannedReports | undefined {
    return this.#plans.get(id);
  }

  save(): ItineraryState {
    return [...this.#plans].map(([id, { reports, next, sequence }]) => ({
      id,
      reports: structuredClone(reports.slice(next)),
      sequence,
    }));
  }

  restore(state: ItineraryState): void {
    const plans = structuredClone(state);
    this.#plans = new Map(plans.map(({ id, reports, sequence }) => [id, { reports, next: 0, sequence }]));
  }

  adopt(other: Itinerary): void {
    this.#plans = other.#plans;
  }

  #due(id: DeviceId): void {
    const plan = this.#plans.get(id);
    const report = plan?.reports[plan.next++];
    if (plan === undefined || report === undefined) return;
    const following = plan.reports[plan.next];
    if (following === undefined) this.#plans.delete(id);
    else plan.sequence = this.#schedule(id, following);
    this.#report(id, report);
  }

  #schedule(id: DeviceId, report: LocationReport): number {
    const at = Math.max(Math.round(report.deviceTime), this.#timeline.now);
    return this.#timeline.schedule(at, KIND, { deviceId: id });
  }
}
