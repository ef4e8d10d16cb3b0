/** The vehicles of a story, as entries of the timeline act on them. Times are those of the world's timeline. */
import type { DeviceFaults } from '../../device-faults/index.ts';
import type { Driving } from '../../language/terms.ts';

export interface Traffic {
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
}
