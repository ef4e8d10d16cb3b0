/** The scene that actions act on and expectations look at. */

import type { Injection } from '../../simulator/control/schemas/index.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Setting } from '../language/terms.ts';
import type { ApiClient, Service } from './client.ts';
import type { Counters } from './counters.ts';
import type { Traffic } from './traffic/traffic.ts';
import type { Watcher } from './watcher.ts';

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
  /** Absent where nobody watches. */
  readonly watcher?: Watcher | undefined;
  /** Lets something happen to a device, as the page does. Throws a Refusal for what cannot be. */
  inject(device: number, kind: Injection): unknown;
  /** The service as a caller meets it, and the dialect that it speaks. */
  readonly service: Service;
}
