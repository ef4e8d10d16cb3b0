/** Frames of positions in real time: no more of them and no larger than a page can take. */
import { toBase64 } from '../../../contracts/kit/base64.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import type { Drives } from '../../drives.ts';
import type { World } from '../../world.ts';
import { eventFrame } from '../event-stream.ts';
import { Pending } from './pending.ts';
import { PendingDrives } from './pending-drives.ts';
import { RECORD_BYTES } from './record.ts';

/** The most bytes that are sent in a second of real time, with everything around the records. */
const BYTES_A_SECOND = 300_000;
/** The bytes around the records of a frame. */
const FRAME_BYTES = 120;
/** The share of a frame that drives take at the most: what was reported comes too, though later. */
const DRIVES_SHARE = 0.8;

export interface StreamOptions {
  /** Frames a second of real time, at the most. */
  framesPerSecond: number;
  /** Numbers of the devices that are meant; those that do not exist are waited for. Default: all. */
  devices?: readonly number[] | undefined;
  /** True if the drives of all vehicles are sent beside. */
  drives?: boolean;
}

/**
 * The last position of every vehicle, each at its first frame and whenever there is a newer one: `event: positions`
 * with `{ at, n, p }`, `p` being `n` records (record.ts) as base64. What is not new is not sent; when more is
 * new than there is room for, it comes in turn. `event: world` comes before the first frame, and again when
 * another world has taken the place: what was received before it is void.
 *
 * Where drives are asked for: `event: drives` with `{ at, w, n, p }`, `p` being `w` ways and `n` drives (ways.ts), for
 * each drive that a vehicle has begun.
 */
export function positionStream(
  world: World,
  { framesPerSecond, devices, drives = false }: StreamOptions,
): (write: (chunk: string) => void) => () => void {
  // Base64 makes four bytes out of three.
  const room = Math.floor(((BYTES_A_SECOND / framesPerSecond - 2 * FRAME_BYTES) * 3) / 4);
  return (write) => {
    const bytes = new Uint8Array(Math.floor(room / RECORD_BYTES) * RECORD_BYTES);
    let pending: Pending;
    let pendingDrives: PendingDrives | undefined;
    let cancel: () => void;

    function send(): void {
      cancel = world.pace.after(1000 / framesPerSecond, send);
      const now = world.clock.now();
      const at = isoUtc(now);
      const used = sendDrives(now, at);
      const view = new DataView(bytes.buffer, 0, Math.max(0, bytes.length - used));
      const taken = pending.take(view);
      if (taken === 0) return;
      write(eventFrame('positions', { at, n: taken, p: toBase64(bytes.subarray(0, taken * RECORD_BYTES)) }));
    }

    /** How many bytes they took. */
    function sendDrives(now: number, at: string): number {
      if (pendingDrives === undefined) return 0;
      const { ways, drives: n, bytes: p } = pendingDrives.take(now);
      if (n > 0) write(eventFrame('drives', { at, w: ways, n, p: toBase64(p) }));
      return p.length;
    }

    function begin(): void {
      const driven = drivesOf(world);
      pending = new Pending(world.fleet, driven, devices);
      if (drives) pendingDrives = new PendingDrives(driven, Math.floor(room * DRIVES_SHARE));
      write(eventFrame('world', world.identity.view()));
    }

    begin();
    send();
    const stopWorld = world.identity.onReplaced(begin);
    return () => {
      cancel();
      stopWorld();
    };
  };
}

/** Vehicles of a world that a plugin moves, as far as their devices are there. */
function drivesOf({ fleet, companion }: Pick<World, 'fleet' | 'companion'>): Drives {
  const moved = companion?.drives;
  return {
    get count() {
      return moved?.count ?? 0;
    },
    version: (device) => (moved && fleet.devices.isThere(device) ? moved.version(device) : 0),
    isSilent: (device) => moved?.isSilent(device) ?? false,
    of(device) {
      if (moved) return moved.of(device);
      throw new RangeError(`Nothing moves device ${device}.`);
    },
  };
}
