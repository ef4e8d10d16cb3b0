/** The reports that devices will make by themselves. Each device has one event on the timeline: its next report. */
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import type { Timeline } from '../../time/timeline.ts';
import type { ItineraryState } from '../state/locations.ts';
import type { DeviceId, EpochMs, LocationReport } from '../types.ts';

const KIND = 'planned-report';

/** The planned reports of a device, and how many of them were made. */
export interface PlannedReports {
  /** By device time; another array once something is planned anew. */
  readonly reports: readonly LocationReport[];
  /** The reports before this one were made. */
  readonly next: number;
  /** Reports from the first moment on and before the second are not received. */
  readonly lost: Lost | undefined;
}

type Lost = readonly [from: EpochMs, to: EpochMs];

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
    const left = before?.reports.slice(before.next) ?? [];
    const all = [...left, ...structuredClone(reports)].sort((a, b) => a.deviceTime - b.deviceTime);
    this.#put(id, all, before?.lost);
  }

  /** Plans other reports in place of those that are left. */
  replace(id: DeviceId, reports: readonly LocationReport[], lost?: Lost): void {
    this.#put(id, structuredClone([...reports]), lost);
  }

  /** Delays reports that are due before a moment until then. */
  hold(id: DeviceId, until: EpochMs): void {
    const plan = this.#plans.get(id);
    const report = plan?.reports[plan.next];
    if (plan === undefined || report === undefined) return;
    this.#timeline.cancel(plan.sequence);
    plan.sequence = this.#schedule(id, report, until);
  }

  /** The reports that a device still has to make; `undefined` where none are left. */
  planned(id: DeviceId): PlannedReports | undefined {
    return this.#plans.get(id);
  }

  /** By device. */
  plans(): Iterable<[DeviceId, PlannedReports]> {
    return this.#plans;
  }

  save(): ItineraryState {
    return [...this.#plans].map(([id, { reports, next, sequence, lost }]) => ({
      id,
      reports: structuredClone(reports.slice(next)),
      sequence,
      ...(lost && { lost: [...lost] }),
    }));
  }

  restore(state: ItineraryState): void {
    const plans = structuredClone(state);
    this.#plans = new Map(
      plans.map(({ id, reports, sequence, lost }) => [id, { reports, next: 0, sequence, lost }]),
    );
  }

  #due(id: DeviceId): void {
    const plan = this.#plans.get(id);
    const report = plan?.reports[plan.next++];
    if (plan === undefined || report === undefined) return;
    const following = plan.reports[plan.next];
    if (following === undefined) this.#plans.delete(id);
    else plan.sequence = this.#schedule(id, following);
    const [from, to] = plan.lost ?? [0, 0];
    if (report.deviceTime < from || report.deviceTime >= to) this.#report(id, report);
  }

  #put(id: DeviceId, reports: LocationReport[], lost: Lost | undefined): void {
    const before = this.#plans.get(id);
    if (before !== undefined) this.#timeline.cancel(before.sequence);
    const [first] = reports;
    if (first === undefined) this.#plans.delete(id);
    else this.#plans.set(id, { reports, next: 0, sequence: this.#schedule(id, first), lost });
  }

  #schedule(id: DeviceId, report: LocationReport, earliest = this.#timeline.now): number {
    const at = Math.max(Math.round(report.deviceTime), earliest);
    return this.#timeline.schedule(at, KIND, { deviceId: id });
  }
}
