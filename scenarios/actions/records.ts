/** Groups and users: created, replaced, patched and deleted. A name that nothing has is refused as the service refuses its id. */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { FleetError } from '../../simulator/fleet/errors.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import { anyText, option, orNothing, type ReadFields, type Reads, text } from '../language/builders.ts';
import { groupName, ref, userName } from '../language/forms.ts';
import { userFacts, usualUser } from '../language/people.ts';
import { idsOf } from '../language/terms.ts';
import { pairs, renamed } from '../language/words.ts';
import { defineAction } from './define.ts';

type Fleet = PluginWorld['fleet'];
type Resource = 'group' | 'user';
/** Names the change to a record; a patch is an update in the service. */
type Verb = 'create' | 'replace' | 'update' | 'delete';

const groupFacts = {
  description: option('Of the group.', anyText),
  devices: option('Its devices; null for none.', orNothing(ref('devices'))),
};
/** A record, or some of it, as a story has it. */
type Facts = { name?: string } & ReadFields<typeof groupFacts> & ReadFields<typeof userFacts>;

/** The records of the service; what they are made of is known to be right. */
interface Records {
  create(content: object): unknown;
  replace(id: number, content: object): unknown;
  update(id: number, content: object): unknown;
  delete(id: number): void;
}

/** The record of a name. Throws the FleetError of an id that is unknown. */
export function recordNamed(fleet: Fleet, resource: Resource, name: string): { id: number } {
  const records: readonly { id: number; name: string }[] = fleet[`${resource}s`].list();
  const record = records.find((each) => each.name === name);
  if (record !== undefined) return record;
  const code = resource === 'group' ? 'UNKNOWN_GROUP' : 'UNKNOWN_USER';
  throw new FleetError(code, `There is no ${resource} ${quoted(name)}.`);
}

/** A record as the service has it at the moment of the action. @param it the device that set off the entry, if one did */
function contentOf({ devices, groups, notify, ...facts }: Facts, fleet: Fleet, it: number | null): object {
  return {
    ...facts,
    ...(devices !== undefined && { deviceIds: devices === null ? [] : [...idsOf(devices, it)] }),
    ...(groups && { groupIds: groups.map((name) => recordNamed(fleet, 'group', name).id) }),
    ...(notify && { notify: [...notify] }),
  };
}

function row<Value extends TSchema & Reads<string>, Beside extends TProperties>(
  resource: Resource,
  verb: Verb,
  summary: string,
  value: Value,
  beside: Beside,
) {
  const list = `${resource}s` as const;
  return defineAction({
    summary,
    value,
    beside,
    ...(verb === 'create' && { introduces: [list] as const }),
    ...('name' in beside && { introduces: [list, 'name'] as const }),
    read(read, { names }): { name: string; facts: Facts } {
      const { main, ...written }: { main: string } & Facts = Object(read);
      if (verb === 'update' || verb === 'delete') return { name: main, facts: written };
      const { name = main } = written;
      const usual =
        resource === 'group'
          ? { description: '', devices: null }
          : { ...usualUser(name, names.users.size, names), groups: [...names.groupOf.keys()] };
      return { name: main, facts: { ...usual, ...written, name } };
    },
    words({ name, facts }) {
      const isPatched = verb === 'update';
      const change = isPatched && resource === 'user' ? `: ${pairs(facts)}` : renamed(name, facts.name);
      return `${isPatched ? 'patch' : verb} ${resource} ${name}${change}`;
    },
    perform({ name, facts }, { it }, { fleet }) {
      const records = fleet[list] as Records;
      const idOf = () => recordNamed(fleet, resource, name).id;
      if (verb === 'create') records.create(contentOf(facts, fleet, it));
      else if (verb === 'delete') records.delete(idOf());
      else records[verb](idOf(), contentOf(facts, fleet, it));
    },
  });
}

const changed = { name: option('The new name; default the one it has.', text) };
const [group, user] = [
  { ...changed, ...groupFacts },
  { ...changed, ...userFacts },
];
const PATCH = 'Changes what is said and leaves the rest (PATCH).';

export const recordRows = {
  createGroup: row('group', 'create', 'Creates a group of this name.', text, groupFacts),
  replaceGroup: row('group', 'replace', 'Replaces a group whole (PUT).', groupName, group),
  patchGroup: row('group', 'update', PATCH, groupName, group),
  deleteGroup: row('group', 'delete', 'Deletes a group.', groupName, {}),
  createUser: row('user', 'create', 'Creates a user of this name.', text, userFacts),
  replaceUser: row('user', 'replace', 'Replaces a user whole (PUT).', userName, user),
  patchUser: row('user', 'update', PATCH, userName, user),
  deleteUser: row('user', 'delete', 'Deletes a user.', userName, {}),
};
