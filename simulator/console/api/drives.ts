/** Ways and drives of the positions stream: see `simulator/control/positions/ways.ts`. */
import { PbfReader } from 'pbf';
import { byteLength, fromBase64 } from '../../../contracts/kit/base64.ts';
import { fieldsOf } from '../../../contracts/kit/fields.ts';

/** The line that vehicles go along, corner by corner. */
export interface WayCorners {
  /** Milliseconds since the way began. */
  times: Float64Array;
  /** Degrees, WGS 84. */
  latitude: Float64Array;
  longitude: Float64Array;
  /** m/s; `null` where vehicles go at even speed from corner to corner. */
  speed: Float32Array | null;
  /** True if no other drive goes along it. */
  once: boolean;
}

/** One frame; `numbers` and the arrays below it have one place for each drive. */
export interface DriveFrame {
  /** The simulated moment, milliseconds since 1970 UTC. */
  at: number;
  /** New ways; the stream numbers them in their order, from 0 in each world. */
  ways: WayCorners[];
  numbers: Uint32Array;
  /** The number of the way; -1 for a parked vehicle. */
  way: Int32Array;
  /** Position at which a vehicle is parked, in degrees; NaN for one that drives. */
  latitude: Float64Array;
  longitude: Float64Array;
  /** Milliseconds since 1970 UTC, and milliseconds; NaN for the same share of the way's time as on the last drive. */
  began: Float64Array;
  lasts: Float64Array;
}

const DEGREE = 1e6;
/** Milliseconds in the stream's hundredth of a second. */
const MILLISECONDS = 10;
const SPEED = 10;
const EVEN = 1;
const ONCE = 2;

/** Reads one event of the stream. Throws where it is none. */
export function readDrives(data: string): DriveFrame {
  const { at: moment, w, n, p } = fieldsOf(JSON.parse(data));
  const text = String(p);
  const bytes = fromBase64(text, byteLength(text));
  if (bytes === undefined) throw new TypeError('An event of the positions stream holds no base64.');
  const reader = new PbfReader(bytes);
  const at = Date.parse(String(moment));
  const ways = Array.from({ length: Number(w) }, () => readWay(reader));
  return { at, ways, ...readEach(reader, Number(n), at) };
}

function readEach(reader: PbfReader, count: number, at: number): Omit<DriveFrame, 'at' | 'ways'> {
  const numbers = new Uint32Array(count);
  const way = new Int32Array(count);
  const degrees = () => new Float64Array(count).fill(Number.NaN);
  const [latitude, longitude] = [degrees(), degrees()];
  const [began, lasts] = [new Float64Array(count).fill(at), new Float64Array(count)];
  let number = 0;
  for (let index = 0; index < count; index++) {
    number += reader.readSVarint();
    numbers[index] = number;
    const head = reader.readVarint();
    way[index] = Math.ceil(head / 2) - 1;
    if (head === 0) {
      latitude[index] = reader.readSVarint() / DEGREE;
      longitude[index] = reader.readSVarint() / DEGREE;
    } else {
      // Rounded as it was written: pages that were sent it at different moments agree on when it began.
      began[index] = (Math.round(at / MILLISECONDS) - reader.readSVarint()) * MILLISECONDS;
      lasts[index] = head % 2 === 0 ? Number.NaN : reader.readVarint() * MILLISECONDS;
    }
  }
  return { numbers, way, latitude, longitude, began, lasts };
}

function readWay(reader: PbfReader): WayCorners {
  const head = reader.readVarint();
  const corners = Math.floor(head / 4);
  const [even, once] = [(head & EVEN) !== 0, (head & ONCE) !== 0];
  const times = new Float64Array(corners);
  const [latitude, longitude] = [new Float64Array(corners), new Float64Array(corners)];
  const speed = even ? null : new Float32Array(corners);
  let [time, north, east] = [0, 0, 0];
  for (let corner = 0; corner < corners; corner++) {
    if (corner > 0) time += reader.readVarint();
    north += reader.readSVarint();
    east += reader.readSVarint();
    times[corner] = time * MILLISECONDS;
    latitude[corner] = north / DEGREE;
    longitude[corner] = east / DEGREE;
    if (speed !== null) speed[corner] = reader.readVarint() / SPEED;
  }
  return { times, latitude, longitude, speed, once };
}
