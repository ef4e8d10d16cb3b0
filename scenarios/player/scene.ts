/** The scene that actions act on and expectations look at. */

import type { Injection } from '../../simulator/control/schemas/index.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Devices, Setting } from '../language/terms.ts';
import type { ApiClient, Service } from './client.ts';
import type { Counters } from './counters.ts';
import type { AlertFacts } from './steps.ts';
import type { Traffic } from './traffic/traffic.ts';

export interface Scene {
  readonly story: Setting;
  readonly fleet: PluginWorld['fleet'];
  readonly timeline: PluginWorld['timeline'];
  readonly faults: PluginWorld['faults'];
  readonly traffic: Traffic;
  readonly client: ApiClient;
  readonly counters: Counters;
  /** How many events of a kind there were since the story began; what it took to set the scene does not count. */
  happened(kind: string): number;
  /** Called with an alert before it is raised; absent where nobody asks. */
  readonly noted?: ((alert: AlertFacts) => void) | undefined;
  /** Lets something happen to a device, as the page does. Throws a Refusal for what cannot be. */
  inject(device: number, kind: Injection): unknown;
  /** The service as a caller meets it, and the dialect that it speaks. */
  readonly service: Service;
}

/** The ids that are meant; `it` is the device that set off the entry, if one did. */
export function idsOf(devices: Devices, it: number | null): readonly number[] {
  if (devices === 'it') return it === null ? [] : [it];
  return Array.from({ length: devices.count }, (_, index) => devices.first + index);
}

/** Returns whether a device is among those that are meant. */
export function isAmong(devices: Devices, device: number, it: number | null = null): boolean {
  if (devices === 'it') return device === it;
  return device >= devices.first && device < devices.first + devices.count;
}
