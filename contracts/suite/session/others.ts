/**
 * Whether somebody else changes the deployment during the run, as another run of the suite would: the
 * clock goes where the run did not move it, or devices come up that it did not make. A failure that was
 * seen meanwhile may be theirs.
 */
import type { AnyId } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import type { Host } from '../host.ts';
import { readPage } from '../reading/list.ts';
import type { Calibration } from './calibration.ts';
import type { Caller } from './caller.ts';
import type { Dialect } from './dialect.ts';
import type { DeploymentTime } from './time.ts';
import { unlessUnbound } from './unbound.ts';

export interface OthersMeans extends Pick<Dialect, 'lens'> {
  readonly host: Pick<Host, 'monotonic'>;
  readonly time: Pick<DeploymentTime, 'movedByOthersAt'>;
  readonly calibration: Pick<Calibration, 'served'>;
  readonly controls: Pick<Controls, 'isMade'>;
  background(purpose: 'calibration'): Caller;
}

export class Others {
  readonly #means: OthersMeans;
  /** When a change of theirs was last seen, by our own clock. */
  #seenAt = Number.NEGATIVE_INFINITY;
  #known: Set<AnyId> | undefined;

  constructor(means: OthersMeans) {
    this.#means = means;
  }

  /** Whether a change of theirs was seen since a moment of our own clock. */
  async changedSince(moment: number): Promise<boolean> {
    const { time } = this.#means;
    if (time.movedByOthersAt !== undefined) this.#seenAt = Math.max(this.#seenAt, time.movedByOthersAt);
    if (this.#seenAt < moment) await this.#lookAtDevices().catch(unlessUnbound);
    return this.#seenAt >= moment;
  }

  async #lookAtDevices(): Promise<void> {
    const { calibration, host } = this.#means;
    const first = await calibration.served.get('listDevices');
    if (!first) return;
    this.#known ??= new Set(this.#idsIn(first.answer));
    const listed = this.#idsIn(await this.#means.background('calibration').call('listDevices'));
    const foreign = listed.filter((id) => !this.#known?.has(id) && !this.#isOurs(id));
    for (const id of listed) this.#known.add(id);
    if (foreign.length > 0) this.#seenAt = host.monotonic();
  }

  #isOurs(id: AnyId): boolean {
    return this.#means.controls.isMade(id);
  }

  #idsIn(answer: Answer): AnyId[] {
    const { records } = readPage(this.#means.lens, 'devices', answer.json);
    return records.flatMap(({ id }) => (id === undefined || id === null ? [] : [id]));
  }
}
