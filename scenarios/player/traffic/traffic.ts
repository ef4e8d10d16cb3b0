/**
 * Traffic: the vehicles of a story on the road. It moves them, and has their devices report to the fleet
 * by themselves, in waves: one event on the timeline for all devices that are due at the same moment.
 *
 * The service knows what devices report, and no more; the conditions of entries of the timeline are looked at
 * with each report that comes at its time, as a service would. Late ones are about the past.
 */
import type { Drives } from '../../../simulator/drives.ts';
import type { DeviceFaults } from '../../device-faults/index.ts';
import type { Driving } from '../../language/terms.ts';

/** Called after the wave in which something was seen, at the same moment. */
export interface TrafficHooks {
  /** A condition, by its place in the list that was given, became true of a device at this moment. */
  fired(watched: number, device: number): void;
  /**
   * A location reached the service, as packed words (see `unpackLocation` of the simulator), with the attributes
   * beside it, and facts in place of those in the words; also where the service refuses it. Absent: not needed.
   */
  reported?(
    device: number,
    words: Int32Array,
    offset: number,
    attributes: { readonly [name: string]: unknown } | null,
    facts?: { readonly [fact: string]: number },
  ): void;
}

/** The vehicles, as entries of the timeline act on them. Times are those of the world's timeline. */
export interface Traffic {
  /** The drives of the vehicles between their reports. */
  readonly drives: Drives;
  /** The first moment: the first reports are put on the timeline. */
  begin(): void;
  drive(device: number, driving: Driving): void;
  /** Brakes to a standstill; drives on after `forMs`, or stays where that is null. */
  stop(device: number, forMs: number | null): void;
  /** No report gets through for `forMs`, or until `regainSignal`. What is buffered comes afterwards. */
  loseSignal(device: number, forMs: number | null, buffered: boolean): void;
  regainSignal(device: number): void;
  /** A fact that the device's locations carry among their attributes. */
  setSensor(device: number, sensor: string, value: number): void;
  /** These facts as they are now; empty for a device without any. */
  sensorsOf(device: number): { readonly [sensor: string]: number };
  /** Percent. */
  setLevel(device: number, level: 'fuel' | 'battery', value: number): void;
  /** Something is wrong with what the device reports, for `forMs` or until it is ended; its other faults go on. */
  setFaults(device: number, faults: DeviceFaults, forMs: number | null): void;
  endFaults(device: number): void;
  /** A device that came into the fleet later: it is parked, and reports nothing until it drives. */
  add(device: number): void;
  /** Position of the vehicle at this moment, whether or not it was reported. */
  at(device: number): { latitude: number; longitude: number; speed: number; course: number };
  /** JSON. */
  save(): unknown;
  /** Throws an Error for the state of other vehicles. */
  restore(state: unknown): void;
}
