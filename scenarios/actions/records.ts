/** Groups and users: created, replaced, patched and deleted. A name that nothing has is refused as the service refuses its id. */

import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { FleetError } from '../../simulator/fleet/errors.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import { anyText, option, orNothing, type ReadFields, type Reads, text } from '../language/builders.ts';
import { groupName, ref, userName } from '../language/forms.ts';
import type { Names } from '../language/names.ts';
import { userFacts, usualUser } from '../language/people.ts';
import { idsOf } from '../language/terms.ts';
import { pairs, renamed } from '../language/words.ts';
import { defineAction } from './define.ts';

type Fleet = PluginWorld['fleet'];
type Resource = 'group' | 'user';
/** A record, or some of it, as a story has it. */
type Record<Beside extends TProperties> = { name?: string } & ReadFields<Beside>;

/** Names the change to a record; a patch is an update in the service. */
type Verb = 'create' | 'replace' | 'update' | 'delete';

/** `Content` is a record as it is at the moment of the action. */
interface Family<Beside extends TProperties, Content> {
  readonly resource: Resource;
  /** The fields beside the name. */
  readonly fields: Beside;
  /** A whole record of which nothing but the name is said. */
  usual(name: string, names: Names): Record<Beside>;
  /** The words after `patch group Vans`. */
  changeInWords(name: string, change: Record<Beside>): string;
  /** The service's own records. */
  collection(fleet: Fleet): {
    create(content: Content): unknown;
    replace(id: number, content: Content): unknown;
    update(id: number, change: Content): unknown;
    delete(id: number): void;
  };
  /** @param it the device that set off the entry, if one did */
  content(facts: Record<Beside>, fleet: Fleet, it: number | null): Content;
}

/** The record of a name. Throws the FleetError of an id that is unknown. */
export function recordNamed(fleet: Fleet, resource: Resource, name: string): { id: number } {
  const records: readonly { id: number; name: string }[] = fleet[`${resource}s`].list();
  const record = records.find((each) => each.name === name);
  if (record !== undefined) return record;
  const code = resource === 'group' ? 'UNKNOWN_GROUP' : 'UNKNOWN_USER';
  throw new FleetError(code, `There is no ${resource} ${quoted(name)}.`);
}

function recordActions<Beside extends TProperties, Content>(family: Family<Beside, Content>) {
  const { resource, fields } = family;

  function row<Value extends TSchema & Reads<string>, Written extends TProperties>(
    verb: Verb,
    summary: string,
    value: Value,
    beside: Written,
  ) {
    const isWhole = verb === 'create' || verb === 'replace';
    const names = `${resource}s` as const;
    return defineAction({
      summary,
      value,
      beside,
      ...(verb === 'create' && { introduces: [names] as const }),
      ...('name' in beside && { introduces: [names, 'name'] as const }),
      read(read, { names }): { name: string; facts: Record<Beside> } {
        const { main, ...written }: { main: string } & Record<Beside> = Object(read);
        const { name = main } = written;
        return {
          name: main,
          facts: Object(isWhole ? { ...family.usual(name, names), ...written, name } : written),
        };
      },
      words({ name, facts }) {
        const change = verb === 'update' ? family.changeInWords(name, facts) : renamed(name, facts.name);
        return `${verb === 'update' ? 'patch' : verb} ${resource} ${name}${change}`;
      },
      perform({ name, facts }, { it }, { fleet }) {
        const collection = family.collection(fleet);
        const idOf = () => recordNamed(fleet, resource, name).id;
        if (verb === 'create') collection.create(family.content(facts, fleet, it));
        else if (verb === 'delete') collection.delete(idOf());
        else collection[verb](idOf(), family.content(facts, fleet, it));
      },
    });
  }

  const named = resource === 'group' ? groupName : userName;
  const changed = { name: option('The new name; default the one it has.', text), ...fields };
  return {
    create: row('create', `Creates a ${resource} of this name.`, text, fields),
    replace: row('replace', `Replaces a ${resource} whole (PUT).`, named, changed),
    patch: row('update', 'Changes what is said and leaves the rest (PATCH).', named, changed),
    delete: row('delete', `Deletes a ${resource}.`, named, {}),
  };
}

const group = recordActions({
  resource: 'group',
  fields: {
    description: option('Of the group.', anyText),
    devices: option('Its devices; null for none.', orNothing(ref('devices'))),
  },
  usual: () => ({ description: '', devices: null }),
  changeInWords: (name, change) => renamed(name, change.name),
  collection: ({ groups }) => groups,
  content: ({ devices, ...facts }, _fleet, it) => ({
    ...facts,
    ...(devices !== undefined && { deviceIds: devices === null ? [] : [...idsOf(devices, it)] }),
  }),
});

const user = recordActions({
  resource: 'user',
  fields: userFacts,
  usual: (name, names) => ({
    ...usualUser(name, names.users.size, names),
    groups: [...names.groupOf.keys()],
  }),
  changeInWords: (_, change) => `: ${pairs(change)}`,
  collection: ({ users }) => users,
  content: ({ groups, notify, ...facts }, fleet) => ({
    ...facts,
    ...(groups && { groupIds: groups.map((name) => recordNamed(fleet, 'group', name).id) }),
    ...(notify && { notify: [...notify] }),
  }),
});

export const recordRows = {
  createGroup: group.create,
  replaceGroup: group.replace,
  patchGroup: group.patch,
  deleteGroup: group.delete,
  createUser: user.create,
  replaceUser: user.replace,
  patchUser: user.patch,
  deleteUser: user.delete,
};
