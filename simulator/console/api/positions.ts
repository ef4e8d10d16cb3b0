/** The positions stream: little-endian records of 16 bytes each, in base64. */
import { byteLength, fromBase64 } from '../../../contracts/kit/base64.ts';
import { fieldsOf } from '../../../contracts/kit/fields.ts';

export const FLAGS = {
  ignitionOn: 1,
  ignitionKnown: 2,
  expired: 4,
  offline: 8,
  courseUnknown: 16,
  silent: 32,
} as const;

const RECORD = 16;
const UNKNOWN_SPEED = 0xffff;

/** One frame; the arrays have one place for each device of the frame. */
export interface PositionFrame {
  /** The simulated moment, milliseconds since 1970 UTC. */
  at: number;
  count: number;
  /** The fleet's own numbers, from 1. */
  numbers: Uint32Array;
  /** Degrees, WGS 84. */
  latitude: Float64Array;
  longitude: Float64Array;
  /** km/h; NaN where it is not known. */
  speed: Float32Array;
  /** Degrees clockwise from north; NaN where it is not known. */
  course: Float32Array;
  /** See `FLAGS`. */
  flags: Uint8Array;
}

/** Reads one event of the stream. Throws where it is none. */
export function readPositions(data: string): PositionFrame {
  const { at, p } = fieldsOf(JSON.parse(data));
  const text = String(p);
  const bytes = fromBase64(text, byteLength(text));
  if (bytes === undefined) throw new TypeError('An event of the positions stream holds no base64.');
  const view = new DataView(bytes);
  const count = Math.floor(bytes.byteLength / RECORD);
  const frame: PositionFrame = {
    at: Date.parse(String(at)),
    count,
    numbers: new Uint32Array(count),
    latitude: new Float64Array(count),
    longitude: new Float64Array(count),
    speed: new Float32Array(count),
    course: new Float32Array(count),
    flags: new Uint8Array(count),
  };
  for (let index = 0, offset = 0; index < count; index++, offset += RECORD) {
    const speed = view.getUint16(offset + 12, true);
    const flags = view.getUint8(offset + 15);
    frame.numbers[index] = view.getUint32(offset, true);
    frame.latitude[index] = view.getInt32(offset + 4, true) / 1e7;
    frame.longitude[index] = view.getInt32(offset + 8, true) / 1e7;
    frame.speed[index] = speed === UNKNOWN_SPEED ? Number.NaN : speed / 10;
    frame.course[index] = flags & FLAGS.courseUnknown ? Number.NaN : (view.getUint8(offset + 14) * 360) / 256;
    frame.flags[index] = flags;
  }
  return frame;
}
