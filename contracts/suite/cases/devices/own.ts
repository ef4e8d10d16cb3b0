/** Devices that a case may change: those that the run made, and those that the profile names for it. */
import type { AnyId } from '../../../profile/facts.ts';
import { Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { ofRun } from '../of-run.ts';

/** A device cannot be removed again, so cases that can wait for each other share so many. */
const MOST = 4;

/** The devices that the run made, each in the hands of one case at a time. Who comes first is served first. */
class OwnDevices {
  /** Made, or about to be. */
  #made = 0;
  readonly all: AnyId[] = [];
  readonly #idle: AnyId[] = [];
  readonly #waiting: { count: number; serve: (taken: AnyId[]) => void }[] = [];

  /** `urgent` does not wait, however many there are. */
  async take(count: number, make: () => Promise<AnyId>, urgent: boolean): Promise<AnyId[]> {
    const taken =
      urgent || (this.#waiting.length === 0 && this.#canServe(count))
        ? this.#grant(count)
        : await new Promise<AnyId[]>((serve) => this.#waiting.push({ count, serve }));
    try {
      while (taken.length < count) {
        const device = await make();
        this.all.push(device);
        taken.push(device);
      }
      return taken;
    } catch (error) {
      this.#made -= count - taken.length;
      this.give(taken);
      throw error;
    }
  }

  give(devices: readonly AnyId[]): void {
    this.#idle.push(...devices);
    for (let [next] = this.#waiting; next && this.#canServe(next.count); [next] = this.#waiting) {
      this.#waiting.shift();
      next.serve(this.#grant(next.count));
    }
  }

  #canServe(count: number): boolean {
    return this.#idle.length + MOST - this.#made >= count;
  }

  /** What there is; the rest is then made, and counted here so that nobody else makes it too. */
  #grant(count: number): AnyId[] {
    const taken = this.#idle.splice(0, count);
    this.#made += count - taken.length;
    return taken;
  }
}

const poolOf = ofRun(() => new OwnDevices());

/**
 * Devices for one case alone, with what earlier cases set on them. `urgent` is for a case that waits
 * for the clock, and must not wait for others too; `keep` for what goes on after the case.
 */
export async function ownDevices(
  kit: Kit,
  count: number,
  { urgent = false, keep = false }: { urgent?: boolean; keep?: boolean } = {},
): Promise<AnyId[]> {
  // Those that the profile names are held by the kit.
  if (!kit.controls.has('createDevice')) return kit.devices(count);
  const pool = poolOf(kit);
  const devices = await pool.take(count, () => kit.make.device(), urgent);
  if (!keep) kit.afterwards(async () => pool.give(devices));
  return devices;
}

/** Devices that nobody has set anything on. Afterwards others may use them. */
export async function newDevices(kit: Kit, count: number): Promise<AnyId[]> {
  const pool = poolOf(kit);
  const devices: AnyId[] = [];
  for (let made = 0; made < count; made++) devices.push(await kit.make.device());
  pool.all.push(...devices);
  kit.afterwards(async () => pool.give(devices));
  return devices;
}

/** Devices for what cannot be undone: nobody has them afterwards, and they are never somebody else's. */
export async function spareDevices(kit: Kit, count: number): Promise<AnyId[]> {
  if (!kit.controls.has('createDevice')) {
    throw new Unreached(
      'this is only done to devices that the run made, and it can make none',
      'controls.createDevice',
    );
  }
  return ownDevices(kit, count, { urgent: true, keep: true });
}

/** Gives back devices that were kept. */
export function giveBack(kit: Kit, devices: readonly AnyId[]): void {
  if (kit.controls.has('createDevice')) poolOf(kit).give(devices);
}

/** All devices that the run made to share, whoever has them. */
export function sharedDevices(kit: Kit): readonly AnyId[] {
  return poolOf(kit).all;
}
