/** The vehicles of a story in one world as data, on which the functions of this folder work. */
import type { PluginWorld } from '../../../simulator/plugin.ts';
import type { DeviceFaults, FaultKind, FaultyReport } from '../../device-faults/index.ts';
import type { Story } from '../../language/story.ts';
import type { ReportIntervals } from '../../language/terms.ts';
import type { Vehicles } from './vehicles.ts';
import type { Watching } from './watching.ts';
import type { Ways } from './ways.ts';

/** Called after the wave in which something was seen, at the same moment. */
export interface TrafficHooks {
  /** A condition, by its place in the list that was given, became true of a device at this moment. */
  fired(watched: number, device: number): void;
  /**
   * A location reached the service, as packed words (see `unpackRow` of the simulator), with the attributes
   * beside it, and facts in place of those in the words; also where the service refuses it. Absent: not needed.
   */
  reported?(device: number, words: Int32Array, attributes: Kept['attributes'], facts?: Kept['facts']): void;
}

/** Neighbours that report in step: one event on the timeline for all of them. */
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

/** A report that did not get through. */
export interface Kept {
  /** Packed. */
  words: number[];
  attributes: { readonly [name: string]: unknown } | null;
  /** Facts of a faulty device, in place of those in the words. */
  facts?: { readonly [fact: string]: number } | undefined;
}

export interface Lost {
  buffered: boolean;
  kept: Kept[];
  /** The event that ends it, if it ends by itself. */
  sequence: number | null;
}

export interface Upload {
  reports: Kept[];
  /** Reports a second. */
  pace: number;
  sequence: number;
}

/** A fault of a device: its value under its kind. */
export interface Fault {
  value: DeviceFaults;
  /** Facts of the first report with it, as far as it repeats them. */
  first: FaultyReport['first'];
  /** The event that ends it; `null` where it does not end by itself. */
  sequence: number | null;
}

export type SensorValues = { readonly [sensor: string]: number };
type ByVehicle<T> = { [v: number]: T };

/** The part of a road that is saved as it is, beside the columns of its vehicles. */
export interface RoadState {
  waves: Wave[];
  lost: ByVehicle<Lost>;
  uploads: ByVehicle<Upload>;
  /** The values of the sensors of a vehicle, which are sent in reports as attributes. */
  sensors: ByVehicle<SensorValues>;
  faults: ByVehicle<{ [K in FaultKind]?: Fault }>;
}

export interface Road {
  readonly story: Story;
  readonly world: PluginWorld;
  readonly hooks: TrafficHooks;
  readonly vehicles: Vehicles;
  readonly watching: Watching;
  ways: Ways;
  state: RoadState;
  /** By row: which wave it belongs to; -1 for none. */
  waveOf: Int32Array;
  /** A byte for each vehicle and thing that is watched: whether it is inside, or whether it holds. */
  known: Uint8Array;
  /** The watches that became true in the wave that runs, and of which devices. */
  seen: { watch: number; device: number }[];
}
