/** What keeps a server with many worlds within its memory. */
import { MINUTE } from '../../contracts/kit/durations.ts';
import type { Fleet } from '../fleet/fleet.ts';

/** How much a server holds beside the world at the plain address. */
export interface WorldBounds {
  /** How many worlds there can be. Default 2,000. */
  mostWorlds?: number;
  /** What they may take together when one is added, in bytes, as estimated by `bytesOf`. Default 2 GiB. */
  mostBytes?: number;
  /** How long a world is kept that is not called, in real milliseconds. Default 30 minutes. */
  idleMs?: number;
}

const GIBIBYTE = 1024 ** 3;
export const usualBounds: Required<WorldBounds> = {
  mostWorlds: 2_000,
  mostBytes: 2 * GIBIBYTE,
  idleMs: 30 * MINUTE,
};

/** Measured: what a world takes without a device, and what each device adds. */
const EMPTY = 256 * 1024;
const PER_DEVICE = 2 * 1024;

/** About how many bytes a world of so many devices takes when it is new. */
export function newBytes(devices: number): number {
  return EMPTY + devices * PER_DEVICE;
}

/** About how many bytes a world takes. */
export function bytesOf({ devices, locations }: Pick<Fleet, 'devices' | 'locations'>): number {
  return newBytes(devices.count) + locations.bytes;
}
