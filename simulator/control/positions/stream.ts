/** Frames of positions in real time: no more of them and no larger than a page can take. */
import { toBase64 } from '../../../contracts/kit/base64.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import type { Drives } from '../../drives.ts';
import type { World } from '../../world.ts';
import { eventFrame } from '../event-stream.ts';
import { Pending } from './pending.ts';
import { PendingDrives } from './pending-drives.ts';
import { RECORD_BYTES } from './record.ts';

/** Frames a second of real time, at the most. */
const FRAMES = 10;
/** The most bytes that are sent in a second of real time, with everything around the records. */
const BYTES_A_SECOND = 300_000;
/** The bytes around the records of a frame. */
const FRAME_BYTES = 120;
/** The bytes that a frame has room for: base64 makes four out of three. */
const ROOM = Math.floor(((BYTES_A_SECOND / FRAMES - 2 * FRAME_BYTES) * 3) / 4);
/** The share of a frame that drives take at the most: what was reported comes too, though later. */
const DRIVES_SHARE = 0.8;

/**
 * The last position of every vehicle, each at its first frame and whenever there is a newer one: `event: positions`
 * with `{ at, n, p }`, `p` being `n` records (record.ts) as base64. What is not new is not sent; when more is
 * new than there is room for, it comes in turn. `event: world` comes before the first frame, and again when
 * another world has taken the place: what was received before it is void.
 *
 * With drives also `event: drives` with `{ at, w, n, p }`, `p` being `w` ways and `n` drives (ways.ts), for each drive that
 * a vehicle has begun.
 */
export function positionStream(
  world: World,
  withDrives: boolean,
): (write: (chunk: string) => void) => () => void {
  return (write) => {
    const bytes = new Uint8Array(Math.floor(ROOM / RECORD_BYTES) * RECORD_BYTES);
    let pending: Pending;
    let pendingDrives: PendingDrives | undefined;
    let cancel = () => {};

    function send(): void {
      cancel = world.pace.after(1000 / FRAMES, send);
      const now = world.clock.now();
      const at = isoUtc(now);
      const { ways: w, drives, bytes: driven } = pendingDrives?.take(now) ?? nothing;
      if (drives > 0) write(eventFrame('drives', { at, w, n: drives, p: toBase64(driven) }));
      const n = pending.take(new DataView(bytes.buffer, 0, Math.max(0, bytes.length - driven.length)));
      if (n > 0) write(eventFrame('positions', { at, n, p: toBase64(bytes.subarray(0, n * RECORD_BYTES)) }));
    }

    function begin(): void {
      const moved = drivesOf(world);
      pending = new Pending(world.fleet, moved);
      if (withDrives) pendingDrives = new PendingDrives(moved, Math.floor(ROOM * DRIVES_SHARE));
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

const nothing = { ways: 0, drives: 0, bytes: new Uint8Array(0) };

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
