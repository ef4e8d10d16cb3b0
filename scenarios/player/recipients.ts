/** The names by which the recipient of a message is known: its address, and the users who have it at that moment. */
import type { PluginWorld } from '../../simulator/plugin.ts';
import { ACCOUNT } from '../language/names.ts';

export interface Recipients {
  /** The names of an address: itself, and those of its users. */
  namesOf(address: string): readonly string[];
}

export function recipientsOf({
  users,
  account,
}: Pick<PluginWorld['fleet'], 'users' | 'account'>): Recipients {
  /** The users by which `named` was made: there is another list after each change of them. */
  let listed: ReturnType<typeof users.list> | undefined;
  let named = new Map<string, readonly string[]>();
  return {
    namesOf(address) {
      const present = users.list();
      if (present !== listed) {
        listed = present;
        named = new Map();
        for (const { id, name, email, phone } of present) {
          const names = id === account.ownUserId ? [name, ACCOUNT] : [name];
          for (const each of [email, phone].filter((text) => text !== ''))
            named.set(each, [...(named.get(each) ?? [each]), ...names]);
        }
      }
      return named.get(address) ?? [address];
    },
  };
}
