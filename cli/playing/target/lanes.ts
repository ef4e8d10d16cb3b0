/**
 * The order of work by keys: work that writes a key waits for all earlier work that reads or writes it, work that reads a
 * key waits for the last that writes it. All other work runs at the same time.
 */
import type { Order } from '../../../scenarios/target/order.ts';

/** A key since it was last written. */
interface Epoch {
  written: Promise<void>;
  /** Those who read it and are not done yet. */
  reading: number;
  drained: (() => void) | undefined;
}

export class Lanes {
  readonly #epochs = new Map<string, Epoch>();
  readonly #room: number;
  #under = 0;
  #failure: { error: unknown } | undefined;
  #changed: (() => void)[] = [];

  /** @param room how much may be under way or wait at the same time */
  constructor(room: number) {
    this.#room = room;
  }

  /** Work that has begun or waits. */
  get under(): number {
    return this.#under;
  }

  /** Resolves when there is room for more. Rejects with the first error of any work. */
  async room(): Promise<void> {
    while (this.#under >= this.#room) await this.#change();
    this.#rethrow();
  }

  /** Resolves when all is done. Rejects with the first error of any work. */
  async settled(): Promise<void> {
    while (this.#under > 0) await this.#change();
    this.#rethrow();
  }

  /** Does the work when its turn has come. */
  run({ writes, reads }: Order, work: () => Promise<void>): void {
    this.#under++;
    const waits: Promise<void>[] = [];
    const leave: (() => void)[] = [];
    for (const key of reads) {
      const epoch = this.#epoch(key);
      waits.push(epoch.written);
      epoch.reading++;
      leave.push(() => {
        epoch.reading--;
        if (epoch.reading === 0) epoch.drained?.();
      });
    }
    let done = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      done = resolve;
    });
    for (const key of writes) {
      const before = this.#epoch(key);
      waits.push(before.written, drainOf(before));
      this.#epochs.set(key, { written: over, reading: 0, drained: undefined });
    }
    void Promise.all(waits)
      .then(work)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        for (const step of leave) step();
        done();
        this.#under--;
        const waiting = this.#changed;
        this.#changed = [];
        for (const go of waiting) go();
      });
  }

  #epoch(key: string): Epoch {
    const known = this.#epochs.get(key);
    if (known) return known;
    const epoch: Epoch = { written: Promise.resolve(), reading: 0, drained: undefined };
    this.#epochs.set(key, epoch);
    return epoch;
  }

  #rethrow(): void {
    if (this.#failure) throw this.#failure.error;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#changed.push(resolve));
  }
}

/** Each epoch has one successor, so at most one writer waits. */
function drainOf(epoch: Epoch): Promise<void> {
  if (epoch.reading === 0) return Promise.resolve();
  return new Promise((resolve) => {
    epoch.drained = resolve;
  });
}
