/** Groups and users by id: events hold ids, people know names. One that was deleted keeps the name that it had. */
import { signal } from '@preact/signals';
import { capitalised } from '../../../contracts/kit/phrases.ts';
import { events } from '../../../contracts/specification/events/index.ts';
import type { Id, ShownEvent } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { onEvents } from './events.ts';
import { Renewal } from './renewal.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

type Family = 'group' | 'user';
const keyOf = (family: Family, id: Id) => `${family} ${String(id)}`;
/** Groups, and users, whose names are fetched: as many as the server sends at once. */
const MOST = 10_000;
const names = signal<ReadonlyMap<string, string>>(new Map());

onNewWorld((isSameStory) => {
  if (!isSameStory) names.value = new Map();
});

export async function loadNames(): Promise<void> {
  const found = await ofThisWorld(control.names.list({ limit: MOST }));
  if (!found) return;
  const { groups, users } = found;
  names.value = new Map([
    ...names.peek(),
    ...groups.map(({ id, name }) => [keyOf('group', id), name] as const),
    ...users.map(({ id, name }) => [keyOf('user', id), name] as const),
  ]);
}

const renewal = new Renewal(loadNames);

onEvents((added) => {
  if (added.some(({ kind }) => events[kind].family === 'records')) renewal.ask();
});

/** The name of a group or a user, or its id while the name is not known. */
export function calledBy(family: Family, id: Id): string {
  return names.value.get(keyOf(family, id)) ?? `${family} ${String(id)}`;
}

/** An event in words that name groups and users: `Group “Vans” created`. */
export function wordsOf(event: ShownEvent): string {
  const words = events[event.kind].words(event);
  const [family, id] =
    'groupId' in event && event.groupId != null
      ? (['group', event.groupId] as const)
      : 'userId' in event && event.userId != null
        ? (['user', event.userId] as const)
        : [];
  const name = family && names.value.get(keyOf(family, id));
  return capitalised(name ? words.replace(keyOf(family, id), () => `${family} “${name}”`) : words);
}
