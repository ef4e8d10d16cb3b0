/** Facts of the server that are fetched again after events: account, deadlines, names, calls, faults, the library of stories. */
import { computed, signal } from '@preact/signals';
import { capitalised } from '../../../contracts/kit/phrases.ts';
import { events } from '../../../contracts/specification/events/index.ts';
import type { Id, JournalEntry, ShownEvent } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { now } from './clock.ts';
import { type Resource, resource } from './resource.ts';

const affects = (part: 'account' | 'deadlines') => (event: ShownEvent) =>
  events[event.kind].affects.includes(part);

export const account = resource(() => control.account.read(), { on: affects('account'), isKept: true });

const MAX_DEADLINES = 60;

/** The deadlines to come, soonest first. */
export const deadlines = resource(
  async () => (await control.clock.deadlines({ limit: MAX_DEADLINES })).deadlines,
  { on: affects('deadlines') },
);
now.subscribe((at) => {
  const first = deadlines.peek()?.[0];
  if (first !== undefined && Date.parse(first.at) < at) deadlines.ask();
});

export const library = resource(async () => (await control.story.list()).stories, { isKept: true });

/** The operations of the document; loaded when they are first asked for. */
export const operations = resource(
  async () => (await import('../../../contracts/specification/operations.ts')).operations,
  { isKept: true, isLazy: true },
);
export const faults = resource(async () => (await control.faults.read()).rules, { isLazy: true });

/** Calls that are shown: bodies are long. */
const MAX_CALLS = 200;
const none: readonly JournalEntry[] = [];

/** API calls, the newest first. Most of the time there is nothing new: then they are not fetched. */
export const journal: Resource<readonly JournalEntry[]> = resource<readonly JournalEntry[]>(
  async () => {
    const shown = journal.peek()?.[0]?.sequence;
    const [last] = (await control.requests.list({ limit: 1 })).requests;
    if (last?.sequence === shown) return shown === undefined ? none : undefined;
    return (await control.requests.list({ limit: MAX_CALLS })).requests.reverse();
  },
  { isLazy: true, isKept: true },
);

type Family = 'group' | 'user';
const keyOf = (family: Family, id: Id) => `${family} ${String(id)}`;
/** Groups, and users, whose names are fetched: as many as the server sends at once. */
const MAX_NAMES = 10_000;

/** Names of groups and users by id: one that was deleted keeps the name that it had. */
const earlier = signal<ReadonlyMap<string, string>>(new Map());
const people = resource(
  async () => {
    const { groups, users } = await control.names.list({ limit: MAX_NAMES });
    const found = new Map([
      ...earlier.peek(),
      ...groups.map(({ id, name }) => [keyOf('group', id), name] as const),
      ...users.map(({ id, name }) => [keyOf('user', id), name] as const),
    ]);
    earlier.value = found;
    return found;
  },
  { on: ({ kind }) => events[kind].family === 'records', isKept: true },
);
const names = computed(() => people.value ?? new Map<string, string>());

/** The name of a group or a user, or its id while the name is not known. */
export function calledBy(family: Family, id: Id): string {
  return names.value.get(keyOf(family, id)) ?? keyOf(family, id);
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
