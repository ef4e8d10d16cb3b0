/**
 * Whether somebody else changes the deployment during the run, as another run of the suite would: the
 * clock goes where the run did not move it, or devices come up that it did not make. A failure that was
 * seen meanwhile may be theirs.
 */
import type { AnyId } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import { sentByRun } from '../controls/index.ts';
import { readPage } from '../reading/list.ts';
import type { Session } from './session.ts';
import { unlessUnbound } from './unbound.ts';

export class Others {
  readonly #session: Session;
  /** When a change of theirs was last seen, by our own clock. */
  #seenAt = Number.NEGATIVE_INFINITY;
  #known: Set<AnyId> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether a change of theirs was seen since a moment of our own clock. */
  async changedSince(moment: number): Promise<boolean> {
    const { time } = this.#session;
    if (time.movedByOthersAt !== undefined) this.#seenAt = Math.max(this.#seenAt, time.movedByOthersAt);
    if (this.#seenAt < moment) await this.#lookAtDevices().catch(unlessUnbound);
    return this.#seenAt >= moment;
  }

  async #lookAtDevices(): Promise<void> {
    const { calibration, host } = this.#session;
    const first = await calibration.served.get('listDevices');
    if (!first) return;
    this.#known ??= new Set(this.#idsIn(first.answer));
    const listed = this.#idsIn(await this.#session.background('calibration').call('listDevices'));
    const foreign = listed.filter((id) => !this.#known?.has(id) && !this.#isOurs(id));
    for (const id of listed) this.#known.add(id);
    if (foreign.length > 0) this.#seenAt = host.monotonic();
  }

  #isOurs(id: AnyId): boolean {
    return sentByRun(this.#session.controls, id, 'email') !== undefined;
  }

  #idsIn(answer: Answer): AnyId[] {
    const { records } = readPage(this.#session.lens, 'devices', answer.json);
    return records.flatMap(({ id }) => (id === undefined || id === null ? [] : [id]));
  }
}
