import { someOfUser, wholeUser } from '../language/resolve/people.ts';
import { option } from '../language/schema/builders.ts';
import { ref, type Switch } from '../language/schema/forms.ts';
import { userFacts as factFields, type WrittenUser } from '../language/schema/setting.ts';
import type { UserFacts } from '../language/terms.ts';
import { pairs } from '../language/words.ts';
import { defineAction } from './define.ts';
import { newName, recordActions, recordNamed } from './records.ts';

/** Beside the name of a user. */
const fields = {
  ...factFields,
  disabled: option('Whether the user is switched off.', ref('switch')),
};

const actions = recordActions({
  resource: 'user',
  whole: (name, written: WrittenUser & { disabled?: Switch }, path, names) =>
    wholeUser(name, written, path, names),
  some: (written, path, names): UserFacts => ({
    ...someOfUser(written, path, names),
    ...(written.name !== undefined && { name: written.name }),
  }),
  changeInWords: (_, change) => `: ${pairs(change)}`,
  settled: (facts) => facts,
  collection: ({ users }) => users,
  content: ({ groups, notify, ...facts }, fleet) => ({
    ...facts,
    ...(groups && { groupIds: groups.map((name) => recordNamed(fleet, 'group', name).id) }),
    ...(notify && { notify: [...notify] }),
  }),
});

export const userActions = {
  'create-user': defineAction({
    ...actions.create,
    beside: fields,
    introduces: { users: 'createUser' },
  }),
  'replace-user': defineAction({
    ...actions.replace,
    beside: { name: newName, ...fields },
    introduces: { users: 'name' },
  }),
  'patch-user': defineAction({
    ...actions.patch,
    beside: { name: newName, ...fields },
    introduces: { users: 'name' },
  }),
  'delete-user': defineAction({ ...actions.delete, beside: {} }),
};
