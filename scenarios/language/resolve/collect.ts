/** The names that actions bring into a story: whoever is created, renamed, added or raised later can be spoken of. */

import type { Named, WrittenAction, WrittenStory } from '../written.ts';
import { Desk, each } from './desk.ts';
import type { Names } from './names.ts';
import { isText } from './text.ts';
import { timeOf } from './times.ts';

export function collectNames(written: WrittenStory, names: Names): void {
  for (const name of names.groupOf.keys()) names.groups.add(name);
  for (const name of keysOf(written.users)) names.users.add(name);
  names.users.add(written.account?.userName ?? 'demo');
  const actions = actionsOf(written);
  for (const { action } of actions) {
    if (isText(action.createGroup)) names.groups.add(action.createGroup);
    if (isText(action.createUser)) names.users.add(action.createUser);
    if (isText(action.name))
      ((action.replaceUser ?? action.patchUser) ? names.users : names.groups).add(action.name);
    if (isText(action.setSensor) && isText(action.sensor)) names.sensors.add(action.sensor);
    if (isText(action.alert) && isText(action.type)) names.alertTypes.add(action.type);
  }
  collectAdded(actions, names);
}

type Verbs = Exclude<WrittenAction, string>;
interface Found {
  action: Verbs;
  /** Absent where the moment is not known beforehand. */
  at: string | undefined;
}

function actionsOf(written: WrittenStory): Found[] {
  if (!Array.isArray(written.timeline)) return [];
  return written.timeline.flatMap((entry) =>
    each(entry?.do, []).flatMap(([action]) =>
      action !== null && typeof action === 'object' ? [{ action: action as Verbs, at: entry.at }] : [],
    ),
  );
}

/** Devices are numbered as they come: those that are added at known times can be named. */
function collectAdded(actions: readonly Found[], names: Names): void {
  const added = actions.filter(({ action }) => isText(action.addDevice));
  const quiet = new Desk({ data: undefined, place: () => ({ line: 1, column: 1 }), problems: () => [] }, []);
  const timed = added.map(({ action, at }) => ({
    name: action.addDevice as string,
    at: isText(at) ? timeOf(names.clock, at, [], quiet) : undefined,
  }));
  if (timed.some(({ at }) => at === undefined)) return;
  const inOrder = timed.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  for (const [index, { name }] of inOrder.entries()) {
    if (!names.added.has(name)) names.added.set(name, names.devices + 1 + index);
  }
}

function keysOf(map: Named<unknown> | undefined): string[] {
  return map !== null && typeof map === 'object' && !Array.isArray(map) ? Object.keys(map) : [];
}
