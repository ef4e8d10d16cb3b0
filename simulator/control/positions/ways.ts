/**
 * Ways and drives as bytes, for a page that moves vehicles along them. All numbers are whole, and written as Protocol
 * Buffers write them (LEB128): u: unsigned; s: signed, in zigzag.
 *
 *     way     u  2 bits: 1 even speed from corner to corner, 2 no other drive goes along it; above them the number of corners
 *             s  latitude, s longitude of the first corner: millionths of a degree
 *             u  its speed in 0.1 m/s, unless it is even
 *             for each further corner: u seconds since the last one in hundredths, s latitude, s longitude from the last
 *             one, u speed
 *     drive   s  number of the device, from the one before in the frame
 *             u  0 it is parked: s latitude, s longitude; else twice the number of its way, and 1 or 2 above that, then
 *             s  when it began, in hundredths of a second before the frame; both moments are rounded to these
 *             u  at 1 above: how long it takes, in hundredths of a second; at 2 above its driver takes the same share of
 *                the time of the way as on the device's last drive
 *
 * Ways are numbered from 0, in the order in which a stream sends them; a drive comes after its way.
 */
import type { PbfWriter } from 'pbf';
import type { Drive, Way } from '../../drives.ts';

const DEGREE = 1e6;
const SECOND = 100;
/** Milliseconds of a hundredth of a second. */
const HUNDREDTH = 10;
const SPEED = 10;
const EVEN = 1;
const ONCE = 2;

/** The most bytes that a number of these takes: of seconds and degrees in the units above. */
const NUMBER_BYTES = 6;

/** The most bytes that a way takes. */
export function wayBytes({ seconds }: Way): number {
  return (4 * seconds.length + 1) * NUMBER_BYTES;
}

/** The most bytes that a drive takes. */
export const DRIVE_BYTES = 4 * NUMBER_BYTES;

export function writeWay(bytes: PbfWriter, { seconds, latitude, longitude, speed, once }: Way): void {
  bytes.writeVarint(4 * seconds.length + (speed === null ? EVEN : 0) + (once ? ONCE : 0));
  // Each number is the difference of rounded ones: what is lost does not add up.
  const before = { time: 0, latitude: 0, longitude: 0 };
  for (let corner = 0; corner < seconds.length; corner++) {
    const time = Math.round((seconds[corner] ?? 0) * SECOND);
    const north = Math.round((latitude[corner] ?? 0) * DEGREE);
    const east = Math.round((longitude[corner] ?? 0) * DEGREE);
    if (corner > 0) bytes.writeVarint(time - before.time);
    bytes.writeSVarint(north - before.latitude);
    bytes.writeSVarint(east - before.longitude);
    if (speed !== null) bytes.writeVarint(Math.round((speed[corner] ?? 0) * SPEED));
    Object.assign(before, { time, latitude: north, longitude: east });
  }
}

/** The facts of a frame that its drives refer to. */
interface Framed {
  /** The moment of the frame. */
  at: number;
  numberOf: (way: Way) => number;
  /** True if the share of the way's time that the driver takes is known. */
  isPaceKnown: boolean;
}

/** @param step from the number of the device of the drive before to that of this one */
export function writeDrive(
  bytes: PbfWriter,
  step: number,
  drive: Drive,
  { at, numberOf, isPaceKnown }: Framed,
): void {
  bytes.writeSVarint(step);
  if (!('way' in drive)) {
    bytes.writeVarint(0);
    bytes.writeSVarint(Math.round(drive.latitude * DEGREE));
    bytes.writeSVarint(Math.round(drive.longitude * DEGREE));
    return;
  }
  bytes.writeVarint(2 * numberOf(drive.way) + (isPaceKnown ? 2 : 1));
  bytes.writeSVarint(Math.round(at / HUNDREDTH) - Math.round(drive.began / HUNDREDTH));
  if (!isPaceKnown) bytes.writeVarint(Math.round(drive.lasts / HUNDREDTH));
}
