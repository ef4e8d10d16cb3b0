/** The scene in which a trace is drawn: a simulator that carries out each call at once. */
import type { PathResource } from '../../../contracts/specification/operations.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { Player, type TracedCall } from '../trace.ts';
import { Dice } from './dice.ts';

export class Scene {
  readonly dice: Dice;
  readonly #simulator: Simulator;
  readonly #player: Player;

  constructor(seed: number) {
    this.dice = new Dice(seed);
    this.#simulator = createSimulator();
    this.#player = new Player(this.#simulator.handle);
  }

  async carryOut(calls: readonly TracedCall[]): Promise<void> {
    for (const call of calls) await this.#player.shownFor(call);
  }

  get now(): number {
    return this.#simulator.clock.now();
  }

  get licences(): { used: number; total: number } {
    return this.#simulator.fleet.account.view().licences;
  }

  /** The id of a record that there is, the first ones more often than others, so that they come to something. */
  id(resource: PathResource): string {
    if (resource === 'device') return this.device(false);
    const { groups, users } = this.#simulator.fleet;
    const records = resource === 'group' ? groups.list() : users.list();
    return this.#oneOf(
      resource,
      records.map(({ id }) => id),
    );
  }

  /** The id of a device, or of an expired one if there is any. */
  device(expired: boolean): string {
    const devices = this.#simulator.fleet.devices.list();
    const wanted = expired ? devices.filter(({ licence }) => licence === 'expired') : [];
    return this.#oneOf(
      'device',
      (wanted.length > 0 ? wanted : devices).map(({ id }) => id),
    );
  }

  #oneOf(resource: PathResource, numbers: readonly number[]): string {
    const few = this.dice.share() < 0.5 ? numbers.slice(0, 4) : numbers;
    const { lens } = this.#simulator;
    return few.length === 0 ? 'none' : `${lens.writeId(resource, this.dice.one(few))}`;
  }
}
