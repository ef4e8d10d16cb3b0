/**
 * Requests that are sent at the same moment, with a token that has just ended: what is found out about their answers may
 * need another one, and that may end the token before the others are there.
 */
import type { Appointments } from '../time/appointments.ts';

export class AtOnce {
  readonly #appointments: Pick<Appointments, 'idle'>;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor({ appointments }: { readonly appointments: Pick<Appointments, 'idle'> }) {
    this.#appointments = appointments;
  }

  /** Returns when all that were sent by then have been answered. */
  async send<T>(send: () => Promise<T>): Promise<T> {
    const mine = send();
    this.#underWay.add(mine);
    await mine.catch(() => undefined);
    await this.#appointments.idle(() => Promise.allSettled(this.#underWay));
    this.#underWay.delete(mine);
    return mine;
  }
}
