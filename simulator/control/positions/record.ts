/**
 * A position in 16 bytes, little-endian:
 *
 *     0   uint32   number of the device, from 1
 *     4   int32    latitude, 1e-7 degrees
 *     8   int32    longitude, 1e-7 degrees
 *     12  uint16   speed, 0.1 km/h; 0xffff when not reported
 *     14  uint8    course, 360/256 degrees
 *     15  uint8    bits: 1 ignition on, 2 ignition reported, 4 device expired, 8 device offline, 16 course not reported, 32 no signal
 */
import type { Devices } from '../../fleet/devices.ts';
import { drive } from '../../fleet/locations/row.ts';

export const RECORD_BYTES = 16;

const bits = {
  ignitionOn: 1,
  ignitionKnown: 2,
  expired: 4,
  offline: 8,
  courseUnknown: 16,
  silent: 32,
} as const;
const UNKNOWN_SPEED = 0xffff;

/** The bits that change although the device does not report. */
export function standingBits(devices: Devices, number: number, isSilent: boolean): number {
  const service =
    (devices.isExpired(number) ? bits.expired : 0) | (devices.isOffline(number) ? bits.offline : 0);
  return service | (isSilent ? bits.silent : 0);
}

/** Writes a device's position, which `words` hold from `offset` on, into the bytes from `place` on. */
export function writeRecord(
  bytes: DataView,
  place: number,
  number: number,
  words: Int32Array,
  offset: number,
  standing: number,
): void {
  const speed = drive.speed(words, offset);
  const course = drive.course(words, offset);
  const ignition = drive.ignition(words, offset);
  const ignitionBits = ignition === undefined ? 0 : bits.ignitionKnown | (ignition ? bits.ignitionOn : 0);
  const courseKnown = course !== drive.absent;
  bytes.setUint32(place, number, true);
  bytes.setInt32(place + 4, words[offset] ?? 0, true);
  bytes.setInt32(place + 8, words[offset + 1] ?? 0, true);
  bytes.setUint16(place + 12, speed === drive.absent ? UNKNOWN_SPEED : Math.round(speed / 10), true);
  bytes.setUint8(place + 14, courseKnown ? Math.round((course * 256) / 36_000) & 0xff : 0);
  bytes.setUint8(place + 15, standing | ignitionBits | (courseKnown ? 0 : bits.courseUnknown));
}
