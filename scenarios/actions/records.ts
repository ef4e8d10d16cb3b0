/**
 * The four actions on a group or a user: create, replace, patch, delete. A family says in what groups and users differ.
 * A name that nothing has is refused as the service refuses its id.
 */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { FleetError } from '../../simulator/fleet/errors.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import type { Reading } from '../language/resolve/reading.ts';
import { option, text } from '../language/schema/builders.ts';
import { renamed } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';

type Fleet = PluginWorld['fleet'];
type Resource = 'group' | 'user';

interface Named {
  name?: string;
}

/** The service's own records of a family. */
interface Collection<Content> {
  create(content: Content): unknown;
  replace(id: number, content: Content): unknown;
  update(id: number, change: Content): unknown;
  delete(id: number): void;
}

/** `Facts` are a record, or some of it, as a story has them; `Settled` the same at the moment of the action. */
interface Family<Written, Facts extends Named, Settled extends Named, Content> {
  readonly resource: Resource;
  /** A whole record: what is not said is as usual. */
  whole(name: string, written: Written, path: Path, names: Names): Facts & { name: string };
  /** The facts that are said. */
  some(written: Written & Named, path: Path, names: Names): Facts;
  /** The words after `patch group Vans`. */
  changeInWords(name: string, change: Facts): string;
  /** `it` is the device that set off the entry. */
  settled(facts: Facts, it: number | null): Settled;
  collection(fleet: Fleet): Collection<Content>;
  content(settled: Settled, fleet: Fleet): Content;
}

export const newName = option('The new name; default the one it has.', text);

/** The record of a name. Throws the FleetError of an id that is unknown. */
export function recordNamed(fleet: Fleet, resource: Resource, name: string): { id: number } {
  const records: readonly { id: number; name: string }[] = fleet[`${resource}s`].list();
  const record = records.find((each) => each.name === name);
  if (record !== undefined) return record;
  const code = resource === 'group' ? 'UNKNOWN_GROUP' : 'UNKNOWN_USER';
  throw new FleetError(code, `There is no ${resource} ${quoted(name)}.`);
}

/** An action whose row adds the fields that it is read from. */
function verb<Fields, Facts extends object>(given: {
  summary: string;
  read(reading: Reading<string, Fields>): Facts | undefined;
  words(action: NoInfer<Facts>): string;
  perform(action: NoInfer<Facts>, it: number | null, scene: Scene): void;
}) {
  return { ...given, value: text };
}

/** The actions of a family, to which its rows add their fields. */
export function recordActions<Written, Facts extends Named, Settled extends Named, Content>(
  family: Family<Written, Facts, Settled, Content>,
) {
  const { resource } = family;
  const nameIn = ({ value, here, names }: Reading<string, unknown>) => names[resource](value, here);
  const idOf = (fleet: Fleet, name: string) => recordNamed(fleet, resource, name).id;
  const wholeAt = (facts: Facts & { name: string }, it: number | null) => ({
    ...family.settled(facts, it),
    name: facts.name,
  });

  return {
    create: verb({
      summary: `Creates a ${resource} of this name.`,
      read: ({ value, fields, path, names }: Reading<string, Written>) => ({
        facts: family.whole(value, fields, path, names),
      }),
      words: ({ facts }) => `create ${resource} ${facts.name}`,
      perform({ facts }, it, { fleet }) {
        family.collection(fleet).create(family.content(wholeAt(facts, it), fleet));
      },
    }),

    replace: verb({
      summary: `Replaces a ${resource} whole (PUT).`,
      read(reading: Reading<string, Written & Named>) {
        const { fields, path, names } = reading;
        const name = nameIn(reading);
        return name === undefined
          ? undefined
          : { name, facts: family.whole(fields.name ?? name, fields, path, names) };
      },
      words: ({ name, facts }) => `replace ${resource} ${name}${renamed(name, facts.name)}`,
      perform({ name, facts }, it, { fleet }) {
        family.collection(fleet).replace(idOf(fleet, name), family.content(wholeAt(facts, it), fleet));
      },
    }),

    patch: verb({
      summary: 'Changes what is said and leaves the rest (PATCH).',
      read(reading: Reading<string, Written & Named>) {
        const name = nameIn(reading);
        const change = family.some(reading.fields, reading.path, reading.names);
        return name === undefined ? undefined : { name, change };
      },
      words: ({ name, change }) => `patch ${resource} ${name}${family.changeInWords(name, change)}`,
      perform({ name, change }, it, { fleet }) {
        const settled = family.settled(change, it);
        family.collection(fleet).update(idOf(fleet, name), family.content(settled, fleet));
      },
    }),

    delete: verb({
      summary: `Deletes a ${resource}.`,
      read(reading: Reading<string, object>) {
        const name = nameIn(reading);
        return name === undefined ? undefined : { name };
      },
      words: ({ name }) => `delete ${resource} ${name}`,
      perform({ name }, _it, { fleet }) {
        family.collection(fleet).delete(idOf(fleet, name));
      },
    }),
  };
}
