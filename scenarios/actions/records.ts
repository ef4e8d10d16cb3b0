/** Groups and users: created, replaced, patched and deleted. A name that nothing has is refused as the service refuses its id. */

import type { TProperties } from '../../contracts/kit/schema.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { FleetError } from '../../simulator/fleet/errors.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import { anyText, option, orNothing, type ReadFields, text } from '../language/builders.ts';
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

/** The service's own records of a family. */
interface Collection<Content> {
  create(content: Content): unknown;
  replace(id: number, content: Content): unknown;
  update(id: number, change: Content): unknown;
  delete(id: number): void;
}

/** `Content` is a record as it is at the moment of the action. */
interface Family<Beside extends TProperties, Content> {
  readonly resource: Resource;
  /** The fields beside the name. */
  readonly fields: Beside;
  /** A whole record of which nothing but the name is said. */
  usual(name: string, names: Names): Record<Beside>;
  /** The words after `patch group Vans`. */
  changeInWords(name: string, change: Record<Beside>): string;
  collection(fleet: Fleet): Collection<Content>;
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
  const named = resource === 'group' ? groupName : userName;
  const changed = { name: option('The new name; default the one it has.', text), ...fields };
  const idOf = (fleet: Fleet, name: string) => recordNamed(fleet, resource, name).id;
  const whole = (name: string, written: object, names: Names): Record<Beside> & { name: string } => ({
    ...family.usual(name, names),
    ...written,
    name,
  });
  return {
    create: defineAction({
      summary: `Creates a ${resource} of this name.`,
      value: text,
      beside: fields,
      introduces: [`${resource}s`],
      read: (read, { names }) => {
        const { main, ...written }: { main: string } = Object(read);
        return { facts: whole(main, written, names) };
      },
      words: ({ facts }) => `create ${resource} ${facts.name}`,
      perform({ facts }, { it }, { fleet }) {
        family.collection(fleet).create(family.content(facts, fleet, it));
      },
    }),

    replace: defineAction({
      summary: `Replaces a ${resource} whole (PUT).`,
      value: named,
      beside: changed,
      introduces: [`${resource}s`, 'name'],
      read: (read, { names }) => {
        const { main, name = main, ...written }: { main: string; name?: string } = Object(read);
        return { name: main, facts: whole(name, written, names) };
      },
      words: ({ name, facts }) => `replace ${resource} ${name}${renamed(name, facts.name)}`,
      perform({ name, facts }, { it }, { fleet }) {
        family.collection(fleet).replace(idOf(fleet, name), family.content(facts, fleet, it));
      },
    }),

    patch: defineAction({
      summary: 'Changes what is said and leaves the rest (PATCH).',
      value: named,
      beside: changed,
      introduces: [`${resource}s`, 'name'],
      read: (read) => {
        const { main, ...change }: { main: string } & Record<Beside> = Object(read);
        return { name: main, change: Object(change) as Record<Beside> };
      },
      words: ({ name, change }) => `patch ${resource} ${name}${family.changeInWords(name, change)}`,
      perform({ name, change }, { it }, { fleet }) {
        family.collection(fleet).update(idOf(fleet, name), family.content(change, fleet, it));
      },
    }),

    delete: defineAction({
      summary: `Deletes a ${resource}.`,
      value: named,
      beside: {},
      words: ({ main }) => `delete ${resource} ${main}`,
      perform: ({ main }, _subject, { fleet }) => family.collection(fleet).delete(idOf(fleet, main)),
    }),
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
