/** The names by which the recipient of a message is known: its address, and the users who have it at that moment. */
import type { PluginWorld } from '../../simulator/plugin.ts';

type Users = Pick<PluginWorld['fleet']['users'], 'list'>;

export class Recipients {
  readonly #users: Users;
  /** The users by which `#named` was made: there is another list after each change of them. */
  #listed: ReturnType<Users['list']> | undefined;
  #named = new Map<string, readonly string[]>();

  constructor(users: Users) {
    this.#users = users;
  }

  /** The names of an address: itself, and those of its users. */
  namesOf(address: string): readonly string[] {
    const users = this.#users.list();
    if (users !== this.#listed) this.#look(users);
    return this.#named.get(address) ?? [address];
  }

  #look(users: ReturnType<Users['list']>): void {
    this.#listed = users;
    this.#named = new Map();
    for (const { name, email, phone } of users) {
      for (const address of [email, phone].filter((each) => each !== ''))
        this.#named.set(address, [...(this.#named.get(address) ?? [address]), name]);
    }
  }
}
