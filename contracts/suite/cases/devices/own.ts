/** Devices that a case may change: those that the run made, and those that the profile names for it. */
import { Pool } from '../../../kit/pool.ts';
import type { AnyId } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import { perRun } from '../per-run.ts';

/** A device cannot be removed again, so cases that can wait for each other share so many. */
const MOST = 4;

/** The devices that the run made, each in the hands of one case at a time. */
class OwnDevices {
  readonly all: AnyId[] = [];
  readonly #pool = new Pool<AnyId>([], MOST);

  /** `urgent` does not wait, however many there are. */
  async take(count: number, make: () => Promise<AnyId>, urgent: boolean): Promise<AnyId[]> {
    const taken = urgent ? this.#pool.takeNow(count) : await this.#pool.take(count);
    try {
      while (taken.length < count) {
        const device = await make();
        this.all.push(device);
        taken.push(device);
      }
      return taken;
    } catch (error) {
      this.#pool.give(taken, count - taken.length);
      throw error;
    }
  }

  give(devices: readonly AnyId[]): void {
    this.#pool.give(devices);
  }
}

const poolOf = perRun(() => new OwnDevices());

/**
 * Devices for one case alone, with what earlier cases set on them. `urgent` is for a case that waits
 * for the clock, and must not wait for others too.
 */
export async function ownDevices(
  context: CaseContext,
  count: number,
  { urgent = false }: { urgent?: boolean } = {},
): Promise<AnyId[]> {
  // Those that the profile names are held by the context.
  if (!context.controls.has('createDevice')) return context.devices(count);
  const pool = poolOf(context);
  const devices = await pool.take(count, () => context.make.device(), urgent);
  context.afterwards(async () => pool.give(devices));
  return devices;
}

/** Devices on which nothing was set. Afterwards other cases may use them. */
export async function newDevices(context: CaseContext, count: number): Promise<AnyId[]> {
  const pool = poolOf(context);
  const devices: AnyId[] = [];
  for (let made = 0; made < count; made++) devices.push(await context.make.device());
  pool.all.push(...devices);
  context.afterwards(async () => pool.give(devices));
  return devices;
}

/** All devices that the run made to share, whichever case has them. */
export function sharedDevices(context: CaseContext): readonly AnyId[] {
  return poolOf(context).all;
}
