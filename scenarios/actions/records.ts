/** Groups and users: created, replaced, patched and deleted. A name that nothing has is refused as the service refuses its id. */
import type { Static, TObject, TProperties } from '../../contracts/kit/schema.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { FleetError } from '../../simulator/fleet/errors.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import { someOfUser, wholeUser } from '../language/resolve/people.ts';
import type { Reading } from '../language/rows.ts';
import { anyText, option, orNothing, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { userFacts } from '../language/schema/setting.ts';
import type { Devices, UserFacts } from '../language/terms.ts';
import { pairs, renamed } from '../language/words.ts';
import { idsOf } from '../player/scene.ts';
import { defineAction } from './define.ts';

type Fleet = PluginWorld['fleet'];
type Resource = 'group' | 'user';

/** The service's own records of a family. */
interface Collection<Content> {
  create(content: Content): unknown;
  replace(id: number, content: Content): unknown;
  update(id: number, change: Content): unknown;
  delete(id: number): void;
}

/** `Facts` are a record, or some of it, as a story has them; `Content` the same at the moment of the action. */
interface Family<Beside extends TProperties, Facts extends { name?: string }, Content> {
  readonly resource: Resource;
  /** The fields beside the name. */
  readonly fields: Beside;
  /** A whole record: what is not said is as usual. */
  whole(name: string, written: Static<TObject<Beside>>, path: Path, names: Names): Facts & { name: string };
  /** The facts that are said. */
  some(written: Changed<Beside>, path: Path, names: Names): Facts;
  /** The words after `patch group Vans`. */
  changeInWords(name: string, change: Facts): string;
  collection(fleet: Fleet): Collection<Content>;
  content(facts: Facts, fleet: Fleet): Content;
}

/** The record of a name. Throws the FleetError of an id that is unknown. */
export function recordNamed(fleet: Fleet, resource: Resource, name: string): { id: number } {
  const records: readonly { id: number; name: string }[] = fleet[`${resource}s`].list();
  const record = records.find((each) => each.name === name);
  if (record !== undefined) return record;
  const code = resource === 'group' ? 'UNKNOWN_GROUP' : 'UNKNOWN_USER';
  throw new FleetError(code, `There is no ${resource} ${quoted(name)}.`);
}

/** The facts that are written of a record that is there: with a new name. */
type Changed<Beside extends TProperties> = Static<TObject<Beside>> & { name?: string };

function recordActions<Beside extends TProperties, Facts extends { name?: string }, Content>(
  family: Family<Beside, Facts, Content>,
) {
  const { resource, fields } = family;
  const changed = { name: option('The new name; default the one it has.', text), ...fields };
  const nameIn = ({ value, here, names }: Reading<string, unknown>) => names[resource](value, here);
  const idOf = (fleet: Fleet, name: string) => recordNamed(fleet, resource, name).id;
  return {
    create: defineAction({
      summary: `Creates a ${resource} of this name.`,
      value: text,
      beside: fields,
      introduces: [`${resource}s`],
      read: ({ value, fields, path, names }) => ({ facts: family.whole(value, fields, path, names) }),
      words: ({ facts }) => `create ${resource} ${facts.name}`,
      perform({ facts }, _subject, { fleet }) {
        family.collection(fleet).create(family.content(facts, fleet));
      },
    }),

    replace: defineAction({
      summary: `Replaces a ${resource} whole (PUT).`,
      value: text,
      beside: changed,
      introduces: [`${resource}s`, 'name'],
      read(reading) {
        const name = nameIn(reading);
        const { name: as = name, ...facts }: Changed<Beside> = Object(reading.fields);
        if (name === undefined || as === undefined) return undefined;
        return { name, facts: family.whole(as, Object(facts), reading.path, reading.names) };
      },
      words: ({ name, facts }) => `replace ${resource} ${name}${renamed(name, facts.name)}`,
      perform({ name, facts }, _subject, { fleet }) {
        family.collection(fleet).replace(idOf(fleet, name), family.content(facts, fleet));
      },
    }),

    patch: defineAction({
      summary: 'Changes what is said and leaves the rest (PATCH).',
      value: text,
      beside: changed,
      introduces: [`${resource}s`, 'name'],
      read(reading) {
        const name = nameIn(reading);
        const change = family.some(Object(reading.fields), reading.path, reading.names);
        return name === undefined ? undefined : { name, change };
      },
      words: ({ name, change }) => `patch ${resource} ${name}${family.changeInWords(name, change)}`,
      perform({ name, change }, _subject, { fleet }) {
        family.collection(fleet).update(idOf(fleet, name), family.content(change, fleet));
      },
    }),

    delete: defineAction({
      summary: `Deletes a ${resource}.`,
      value: text,
      beside: {},
      read(reading) {
        const name = nameIn(reading);
        return name === undefined ? undefined : { name };
      },
      words: ({ name }) => `delete ${resource} ${name}`,
      perform({ name }, _subject, { fleet }) {
        family.collection(fleet).delete(idOf(fleet, name));
      },
    }),
  };
}

/** Devices are `null` for none. */
export interface GroupFacts {
  name?: string;
  description?: string;
  devices?: Devices | null;
}

const group = recordActions({
  resource: 'group',
  fields: {
    description: option('Of the group.', anyText),
    devices: option('Its devices; null for none.', orNothing(ref('devices'))),
  },
  whole: (name, { description = '', devices = null }, path, names): GroupFacts & { name: string } => ({
    name,
    description,
    devices: membersIn(devices, path, names),
  }),
  some: ({ devices, ...facts }, path, names): GroupFacts => ({
    ...facts,
    ...(devices !== undefined && { devices: membersIn(devices, path, names) }),
  }),
  changeInWords: (name, change) => renamed(name, change.name),
  collection: ({ groups }) => groups,
  content: ({ devices, ...facts }) => ({
    ...facts,
    ...(devices !== undefined && { deviceIds: devices === null ? [] : [...idsOf(devices, null)] }),
  }),
});

function membersIn(written: string | null, path: Path, names: Names): Devices | null {
  return written === null ? null : (names.those(written, [...path, 'devices'], false) ?? null);
}

const user = recordActions({
  resource: 'user',
  fields: { ...userFacts, disabled: option('Whether the user is switched off.', ref('switch')) },
  whole: wholeUser,
  some: (written, path, names): UserFacts => someOfUser(written, path, names),
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
