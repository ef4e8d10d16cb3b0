/** The names that actions bring into a story: a group that is created later can be referred to, and so on. */

import { namesOf } from '../../../contracts/kit/tables.ts';
import type { Introduces } from '../../actions/define.ts';
import { actionFields, actions } from '../../actions/index.ts';
import type { WrittenStory } from '../schema/index.ts';
import type { WrittenEntry } from '../schema/timeline.ts';
import { each } from './diagnostics.ts';
import { momentsIn } from './following.ts';
import { isMap, isText } from './loose.ts';
import type { Names } from './names.ts';
import { timeOf } from './times.ts';

/** The fields that are read here may not have the form of the schema. */
type Fields = { readonly [field: string]: unknown };

/** A name that an action introduces. */
interface Introduced {
  name: string;
  /** The place of its entry in the timeline. */
  entry: number;
}

export function collectNames(written: Partial<WrittenStory>, names: Names): void {
  for (const name of names.groupOf.keys()) names.groups.add(name);
  for (const name of keysOf(written.users)) names.users.add(name);
  for (const what of ['groups', 'users', 'sensors', 'alertTypes'] as const) {
    for (const { name } of introduced(what, written)) names[what].add(name);
  }
  collectDevices(written, names);
}

function entriesOf({ timeline }: Partial<WrittenStory>): WrittenEntry[] {
  return Array.isArray(timeline) ? timeline : [];
}

function introduced(what: keyof Introduces, story: Partial<WrittenStory>): Introduced[] {
  return entriesOf(story).flatMap((written: Fields | null, entry) =>
    each<unknown>(written?.do, []).flatMap(([action]) =>
      namesIn(what, action).map((name) => ({ name, entry })),
    ),
  );
}

function namesIn(what: keyof Introduces, action: unknown): string[] {
  if (!isMap(action)) return [];
  return namesOf(actions).flatMap((kind) => {
    const { introduces = {} }: { introduces?: Introduces } = actions[kind];
    const named = introduces[what];
    const isIt = named !== undefined && Object.hasOwn(action, actionFields[kind]);
    const name = isIt ? action[named] : undefined;
    return isText(name) ? [name] : [];
  });
}

/** Devices are numbered as they come: those that are added at known times can be named. */
function collectDevices(written: Partial<WrittenStory>, names: Names): void {
  const added = introduced('devices', written);
  if (added.length === 0) return;
  const quiet = { wrong: () => undefined };
  const moments = momentsIn(entriesOf(written), (text) => timeOf(names.clock, text, [], quiet));
  const timed = added.map(({ name, entry }) => ({ name, at: moments[entry] }));
  if (timed.some(({ at }) => at === undefined)) return;
  const inOrder = timed.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  for (const [index, { name }] of inOrder.entries()) {
    if (!names.added.has(name)) names.added.set(name, names.devices + 1 + index);
  }
}

function keysOf(map: unknown): string[] {
  return isMap(map) ? Object.keys(map) : [];
}
