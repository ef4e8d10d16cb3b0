/** Frames of positions in real time: no more than a page can draw and a slow line can carry. */
import { toBase64 } from '../../../contracts/kit/base64.ts';
import { isoUtc } from '../../../contracts/kit/times.ts';
import type { World } from '../../world.ts';
import { eventFrame } from '../event-stream.ts';
import { Pending } from './pending.ts';
import { RECORD_BYTES } from './record.ts';

/** What goes out in a second of real time at the most, with everything around the records. */
const BYTES_A_SECOND = 300_000;
/** What is around the records of a frame. */
const FRAME_BYTES = 120;

export interface StreamOptions {
  /** Frames a second of real time, at the most. */
  framesPerSecond: number;
  /** Numbers of the devices that are meant; those that do not exist are waited for. Default: all. */
  devices?: readonly number[] | undefined;
}

/**
 * The last position of every vehicle, each at its first frame and whenever there is a newer one: `event: positions`
 * with `{ at, n, p }`, `p` being `n` records (record.ts) as base64. What is not new is not sent; when more is
 * new than there is room for, it comes in turn. `event: world` comes before the first frame, and again when
 * another world has taken the place: what was received before it is void.
 */
export function positionStream(
  world: World,
  { framesPerSecond, devices }: StreamOptions,
): (write: (chunk: string) => void) => () => void {
  // Base64 makes four bytes out of three.
  const room = Math.floor(((BYTES_A_SECOND / framesPerSecond - FRAME_BYTES) * 3) / 4 / RECORD_BYTES);
  return (write) => {
    const pending = new Pending(world.fleet, devices);
    const bytes = new Uint8Array(room * RECORD_BYTES);
    const view = new DataView(bytes.buffer);
    let cancel: () => void;

    function send(): void {
      cancel = world.pace.after(1000 / framesPerSecond, send);
      const at = isoUtc(world.clock.now());
      const taken = pending.take(view);
      if (taken === 0) return;
      write(eventFrame('positions', { at, n: taken, p: toBase64(bytes.subarray(0, taken * RECORD_BYTES)) }));
    }

    function begin(): void {
      pending.forget();
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
