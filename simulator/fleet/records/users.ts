/** Users of the account. User 1 is the account's own. */
import type { Answers } from '../../../contracts/specification/openings/index.ts';
import type { Core } from '../core.ts';
import { FleetError } from '../errors.ts';
import type { User } from '../types.ts';
import type { Groups, Users } from './groups.ts';
import { type Links, type RecordEvents, type RecordPolicy, Records } from './records.ts';

export const OWN_USER = 1;

export type UserPolicy = RecordPolicy & Answers<'users.delete-self'>;

export function createUsers(
  core: Core<RecordEvents>,
  policy: UserPolicy,
  groups: Groups,
  seed: () => User[],
): Users {
  const links: Links<User> = {
    check(next) {
      const unknown = next.groupIds.find((id) => groups.peek(id) === undefined);
      if (unknown === undefined) return;
      throw new FleetError('UNKNOWN_REFERENCE', `Group ${unknown} of the user does not exist.`, {
        field: 'groupIds',
        missing: { resource: 'group', id: unknown },
      });
    },
    checkRemoval(user) {
      if (user.id !== OWN_USER || policy['users.delete-self'] === 'allowed') return;
      throw new FleetError('OWN_USER', 'The user whose key is in use cannot be deleted.');
    },
    apply() {},
  };
  return new Records('user', core, policy, links, seed);
}
