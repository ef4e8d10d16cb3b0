/** The names by which the recipient of a message is known: its address, and the users who have it at that moment. */
import type { PluginWorld } from '../../simulator/plugin.ts';
import { ACCOUNT } from '../language/names.ts';

type Fleet = Pick<PluginWorld['fleet'], 'users' | 'account'>;

export class Recipients {
  readonly #fleet: Fleet;
  /** The users by which `#named` was made: there is another list after each change of them. */
  #listed: ReturnType<Fleet['users']['list']> | undefined;
  #named = new Map<string, readonly string[]>();

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /** The names of an address: itself, and those of its users. */
  namesOf(address: string): readonly string[] {
    const users = this.#fleet.users.list();
    if (users !== this.#listed) this.#look(users);
    return this.#named.get(address) ?? [address];
  }

  #look(users: ReturnType<Fleet['users']['list']>): void {
    const { ownUserId } = this.#fleet.account;
    this.#listed = users;
    this.#named = new Map();
    for (const { id, name, email, phone } of users) {
      const names = id === ownUserId ? [name, ACCOUNT] : [name];
      for (const address of [email, phone].filter((each) => each !== ''))
        this.#named.set(address, [...(this.#named.get(address) ?? [address]), ...names]);
    }
  }
}
