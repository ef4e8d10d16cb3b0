/** How vehicles move between their reports: for a page that shows them on their way. Nothing here is in the document. */
import type { DeviceId, EpochMs } from './fleet/types.ts';

/** A way that vehicles take, corner by corner; equal ways of several vehicles are one object. */
export interface Way {
  /** Seconds since the way began, by corner; they never fall. */
  readonly seconds: Float64Array;
  /** Degrees, WGS 84, by corner. */
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  /** m/s, by corner: between two corners a vehicle accelerates evenly. `null`: even speed from corner to corner. */
  readonly speed: Float64Array | null;
  /** True if no other drive than the one it was made for goes along it. */
  readonly once: boolean;
}

/** The current drive of a vehicle: it goes along a way from a moment on, for so many ms, or is parked. */
export type Drive = { way: Way; began: EpochMs; lasts: number } | { latitude: number; longitude: number };

/** The longest way, in corners: a longer drive is handed on in parts. */
export const MAX_CORNERS = 512;

/** The drives of all vehicles of a world at the current moment. Reading changes nothing that can be observed elsewhere. */
export interface Drives {
  /** Vehicles have the numbers of their devices, up to this one. */
  readonly count: number;
  /** True if all of them only stand, and none would ever drive by itself. */
  readonly areParked?: boolean;
  /** Changes with each drive that a vehicle begins; 0 where only its reports are known. */
  version(device: DeviceId): number;
  /** Returns whether nothing that the device reports gets through at the moment. */
  isSilent(device: DeviceId): boolean;
  /** The drive that was begun last, though it may have ended since; to be asked for where `version` is not 0. */
  of(device: DeviceId): Drive;
}
