/** Groups and users: create, replace, patch, delete (section 4.2), by the ids that the deployment gave. */
import type { AnyId } from '../../../contracts/profile/facts.ts';
import type { UserFacts } from '../../language/story.ts';
import type { CallErrand, RecordFacts, Resource, SentOf } from '../errand.ts';
import type { Means } from '../means.ts';

const operations = {
  group: { create: 'createGroup', replace: 'replaceGroup', patch: 'updateGroup', remove: 'deleteGroup' },
  user: { create: 'createUser', replace: 'replaceUser', patch: 'updateUser', remove: 'deleteUser' },
} as const;

export const createGroup = (deed: SentOf<'create-group'>, means: Means) =>
  created('group', deed.name, groupFacts(deed, means), means);
export const replaceGroup = (deed: SentOf<'replace-group'>, means: Means) =>
  replaced('group', deed.was, deed.name, groupFacts(deed, means), means);
export const patchGroup = (deed: SentOf<'patch-group'>, means: Means) =>
  patched('group', deed.name, deed.change.name, groupFacts(deed.change, means), means);
export const deleteGroup = (deed: SentOf<'delete-group'>, means: Means) => removed('group', deed.name, means);

export const createUser = (deed: SentOf<'create-user'>, means: Means) =>
  created('user', deed.user.name, userFacts(deed.user, means), means);
export const replaceUser = (deed: SentOf<'replace-user'>, means: Means) =>
  replaced('user', deed.was, deed.user.name, userFacts(deed.user, means), means);
export const patchUser = (deed: SentOf<'patch-user'>, means: Means) =>
  patched('user', deed.name, deed.change.name, userFacts(deed.change, means), means);
export const deleteUser = (deed: SentOf<'delete-user'>, means: Means) => removed('user', deed.name, means);

function created(resource: Resource, name: string, facts: RecordFacts, { lens }: Means): CallErrand {
  // Without the place of the new id nothing more could be done with the record: better not to make it.
  lens.answer(operations[resource].create);
  const effect = { resource, was: null, name, facts };
  return {
    does: 'call',
    operation: operations[resource].create,
    body: lens.body(resource).write(facts),
    effect,
  };
}

function replaced(
  resource: Resource,
  was: string,
  name: string,
  facts: RecordFacts,
  means: Means,
): CallErrand {
  const { id } = means.cast.record(resource, was);
  const body = means.lens.body(resource).write(facts);
  const effect = { resource, was, name, facts };
  return { does: 'call', operation: operations[resource].replace, id, body, effect };
}

function patched(
  resource: Resource,
  was: string,
  name: string | undefined,
  change: RecordFacts,
  means: Means,
): CallErrand {
  const known = means.cast.record(resource, was);
  const body = means.lens.patch(resource).write(change, known.facts);
  const effect = { resource, was, name: name ?? was, facts: change };
  return { does: 'call', operation: operations[resource].patch, id: known.id, body, effect };
}

function removed(resource: Resource, was: string, { cast }: Means): CallErrand {
  const { id } = cast.record(resource, was);
  const effect = { resource, was, name: null, facts: {} };
  return { does: 'call', operation: operations[resource].remove, id, effect };
}

function groupFacts(
  given: { name?: string; description?: string; devices?: readonly number[] },
  means: Means,
): RecordFacts {
  const { devices, ...facts } = given;
  const deviceIds = devices?.map((number): AnyId => means.cast.device(number));
  return only({ name: marked(facts.name, means), description: facts.description, deviceIds });
}

function userFacts({ groups, notify, ...facts }: UserFacts, means: Means): RecordFacts {
  const groupIds = groups?.map((name): AnyId => means.cast.record('group', name).id);
  return only({ ...facts, name: marked(facts.name, means), groupIds, notify: notify && [...notify] });
}

function marked(name: string | undefined, { mark }: Means): string | undefined {
  return name === undefined || !mark ? name : mark(name);
}

function only(facts: { [F in keyof RecordFacts]: RecordFacts[F] | undefined }): RecordFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
