/** The story that is played: its chapters, entries, captions and expectations, and whether it has ended. */
import { computed, effect, signal } from '@preact/signals';
import { MINUTE } from '../../../contracts/kit/durations.ts';
import type {
  CurrentStory,
  ShownEvent,
  StoryExpectation,
  StoryProblem,
} from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { clock, clockIsKnown, now, running } from './clock.ts';
import { onEvents } from './events.ts';
import { resource } from './resource.ts';
import { account } from './server.ts';
import { onNewWorld } from './world.ts';

/** A server without stories has neither a town nor recorded drives. */
const WITHOUT: CurrentStory = { story: null, roads: null, recorded: null };

const held = resource(
  async () => {
    try {
      return await control.story.read();
    } catch (error) {
      if (error instanceof ApiError && error.problem.code === 'UNKNOWN_PATH') return WITHOUT;
      throw error;
    }
  },
  // The checks of what a story does, done or refused, come with the story itself.
  { on: ({ kind }) => kind === 'story-refusal', isKept: true },
);
/** Fetches the story again. */
export const askForStory = () => held.ask();

/** Settles once the server has said whether a story is played: until then nobody knows the moments of one. */
export async function storyIsKnown(): Promise<void> {
  let stop = () => {};
  await new Promise<void>((known) => {
    stop = held.subscribe((value) => value !== undefined && known());
  });
  stop();
}

/** The same object where nothing has changed: the map draws again for another object. */
function unchanging<T>(read: () => T) {
  let before: T;
  return computed(() => {
    const next = read();
    if (JSON.stringify(next) !== JSON.stringify(before)) before = next;
    return before;
  });
}

export const story = computed(() => held.value?.story ?? null);
/** The town in which the vehicles are; `null` where they are elsewhere, `undefined` while that is not known. */
export const roads = unchanging(() => held.value?.roads);
/** The recorded drives that devices follow where no story is played. */
export const recorded = unchanging(() => held.value?.recorded);
export const sites = unchanging(() => story.value?.sites ?? []);
export const routes = unchanging(() => story.value?.routes);
/** The zone of the story, or of the account. */
export const zone = computed(() => story.value?.timeZone ?? account.value?.timeZone ?? 'UTC');

/** From when to when one can go back and forth; `null` where the clock only moves forward. */
export const span = computed(() => {
  const played = story.value ?? recorded.value;
  return played ? { start: Date.parse(played.start), end: Date.parse(played.end) } : null;
});
/** The problems of the file that was given last. */
export const storyProblems = signal<{ file: string; text: string; problems: readonly StoryProblem[] } | null>(
  null,
);

type Heard = ShownEvent & { kind: 'story-caption' | 'story-chapter' | 'story-expectation' };
/** The story's own events since this world is shown, the oldest first: they may arrive before the story. */
const heard = signal<readonly Heard[]>([]);
const MAX_HEARD = 2_000;
onNewWorld(() => {
  heard.value = [];
});
onEvents((added) => {
  const said = added.filter(
    (event): event is Heard =>
      event.kind === 'story-caption' || event.kind === 'story-chapter' || event.kind === 'story-expectation',
  );
  if (said.length > 0) heard.value = [...heard.value, ...said].slice(-MAX_HEARD);
});

/** The checks. One that was not met stays so, even if it is met the next time. */
export const expectations = computed<readonly StoryExpectation[]>(() => {
  const judged = new Map<string, Pick<StoryExpectation, 'met' | 'wanted' | 'actual'>>();
  const keyOf = ({ entry, label }: { entry: number; label: string }) => `${entry} ${label}`;
  for (const event of heard.value) {
    if (event.kind !== 'story-expectation' || judged.get(keyOf(event))?.met === false) continue;
    const { met, wanted, actual } = event;
    judged.set(keyOf(event), { met, wanted, actual });
  }
  return story.value?.expectations.map((each) => ({ ...each, ...judged.get(keyOf(each)) })) ?? [];
});

/** How the checks stand. */
export const checks = computed(() => {
  const all = expectations.value;
  const unmet = all.filter(({ met }) => met === false).length;
  const met = all.filter(({ met: is }) => is === true).length;
  const words = unmet > 0 ? `✘ ${unmet} of ${all.length} not met` : `✔ ${met} of ${all.length} met`;
  return { tone: unmet > 0 ? 'bad' : met > 0 ? 'good' : '', words: all.length === 0 ? 'none' : words };
});

export interface Mark {
  /** Simulated, ms since 1970. */
  at: number;
  title: string;
}
export const chapters = computed<readonly Mark[]>(
  () => story.value?.chapters.map(({ at, title }) => ({ at: Date.parse(at), title })) ?? [],
);
/** The moments of the story that are known beforehand, soonest first. */
export const moments = computed<readonly number[]>(() => {
  const found = story.value?.entries.map(({ at }) => Date.parse(at)) ?? [];
  return [...new Set(found)].sort((a, b) => a - b);
});
/** The chapter of a moment; one that something set off is not known before. */
function chapterAt(at: number): Mark | null {
  const begun = heard.value.flatMap((event) =>
    event.kind === 'story-chapter' ? [{ at: Date.parse(event.at), title: event.title }] : [],
  );
  const all = [...chapters.value, ...begun].filter((mark) => mark.at <= at);
  return all.sort((one, other) => one.at - other.at).at(-1) ?? null;
}
/** The chapter of now; `null` outside of a story. */
export const chapter = computed(() => chapterAt(now.value));

/** A caption with the chapter that it belongs to, and whether its moment is still to come, is now or is past. */
export interface ShownCaption {
  at: number;
  text: string;
  chapter: string | null;
  moment: 'next' | 'now' | 'past';
}

/** Simulated milliseconds after which a caption is past, and real ones for which it can be read at any speed. */
const LASTS = 2 * MINUTE;
const READ = 12_000;

/** The caption to be shown: the last one as long as its chapter goes on; before the first, the first. */
export const shownCaption = computed<ShownCaption | null>(() => {
  const last = heard.value.findLast((event) => event.kind === 'story-caption');
  if (last === undefined) return opening.value;
  const at = Date.parse(last.at);
  if (chapter.value !== null && chapter.value.at > at) return null;
  const { speed = 1, frozen = true } = clock.value ?? {};
  const reading = speed === 'max' ? Number.POSITIVE_INFINITY : speed * READ;
  const isPast = now.value - at > (frozen ? LASTS : Math.max(LASTS, reading));
  return { at, text: last.text, chapter: chapterAt(at)?.title ?? null, moment: isPast ? 'past' : 'now' };
});

/** The story at its start has not reached its first caption. One that names what is not known yet is not shown before. */
const opening = computed<ShownCaption | null>(() => {
  const first = story.value?.entries.find((entry) => entry.caption !== undefined);
  if (first?.caption === undefined || /[{}]/.test(first.caption) || !clockIsKnown.value) return null;
  const at = Date.parse(first.at);
  if (at < now.value) return null;
  const title = chapterAt(at)?.title ?? null;
  return { at, text: first.caption, chapter: title, moment: at > now.value ? 'next' : 'now' };
});

/** `none` without a story, `playing` before its last moment, `ended` at that, `over` once the clock went on without it. */
export const ending = computed<'none' | 'playing' | 'ended' | 'over'>(() => {
  if (story.value === null) return 'none';
  const end = Date.parse(story.value.end);
  // The clock of the page is milliseconds, and stops at the moment itself.
  return now.value < end ? 'playing' : now.value <= end + 1 ? 'ended' : 'over';
});
effect(() => {
  // An action that was done though it should have been refused has no event: at the end its check is judged.
  if (ending.value === 'ended' && !running.value) held.ask();
});
