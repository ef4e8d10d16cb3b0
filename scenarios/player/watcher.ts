/** A watcher of what a story does, in the order in which it happens: an export writes it as requests. */
import type { AlertReport, LocationReport } from '../../simulator/fleet/types.ts';
import type { ApiCall } from './client.ts';

/** Devices are the story's own numbers. */
export interface Watcher {
  /** A device sends a location. */
  location(device: number, report: LocationReport): void;
  /** A device is about to raise an alert. */
  alert(device: number, report: AlertReport & { raisedAt: number }): void;
  /** The story's client calls the API. */
  call(call: ApiCall): void;
  /** Any other action is about to be done, by its kind. */
  action(name: string): void;
}
