/** Devices that are made while a licence is free for each: the account gets more where none is left, and it can be given some. */
import type { LicencesRead } from './api.ts';

/** The licences of the account, by the controls of the case that makes a device. */
export interface LicenceDesk {
  read(): Promise<LicencesRead>;
  set(total: number): Promise<unknown>;
}

export type WithFreeLicence = <T>(desk: LicenceDesk, create: () => Promise<T>) => Promise<T>;

/** Devices that are made together. */
interface Batch {
  ready: Promise<void>;
  count: number;
  made: Promise<unknown>[];
}

/**
 * A licence that is free for one device is not free for the next: who asks while others are served
 * waits, and is then served together with all who wait.
 */
export function withFreeLicence(): WithFreeLicence {
  let last: Promise<unknown> = Promise.resolve();
  let next: Batch | undefined;

  return async (desk, create) => {
    let mine = next;
    if (!mine) {
      const batch: Batch = { ready: Promise.resolve(), count: 0, made: [] };
      batch.ready = last.then(async () => {
        next = undefined;
        await freeLicences(desk, batch.count);
      });
      last = batch.ready.then(() => Promise.allSettled(batch.made)).catch(() => undefined);
      next = batch;
      mine = batch;
    }
    mine.count++;
    const made = mine.ready.then(create);
    mine.made.push(made);
    return made;
  };
}

/** Licences for a deployment that does not count as it should. */
const PLENTY = 100;

async function freeLicences(desk: LicenceDesk, count: number): Promise<void> {
  const { used, available } = await desk.read();
  if (used === undefined || available === undefined || available >= count) return;
  await desk.set(used + count);
  // One that reckons otherwise gets more than it can lose.
  if (((await desk.read()).available ?? count) < count) await desk.set(used + count + PLENTY);
}
