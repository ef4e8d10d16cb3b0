/** The story that is played: its chapters, entries, captions and expectations. And the library. */
import { batch, computed, signal } from '@preact/signals';
import { MINUTE } from '../../../contracts/kit/durations.ts';
import type {
  CurrentStory,
  ShownEvent,
  StoryExpectation,
  StoryProblem,
  StorySummary,
  StoryView,
} from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { clock, clockIsKnown, now } from './clock.ts';
import { onEvents } from './events.ts';
import { Renewal } from './renewal.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

export const story = signal<StoryView | null>(null);
/** The town in which the vehicles are; `null` where they are elsewhere, `undefined` while that is not known. */
export const roads = signal<CurrentStory['roads'] | undefined>(undefined);
/** The recorded drives that devices follow where no story is played. */
export const recorded = signal<CurrentStory['recorded']>(null);
/** From when to when one can go back and forth; `null` where the clock only moves forward. */
export const span = computed(() => {
  const played = story.value ?? recorded.value;
  return played && { start: Date.parse(played.start), end: Date.parse(played.end) };
});
/** `null` while they are fetched; `undefined` where this server has no stories. */
export const library = signal<readonly StorySummary[] | null | undefined>(null);
/** The problems of the file that was given last. */
export const storyProblems = signal<{ file: string; text: string; problems: readonly StoryProblem[] } | null>(
  null,
);

/** Some stories begin a chapter again and again. */
const CHAPTERS_KEPT = 60;

/** The last caption that was reached; `null` before the first. */
const caption = signal<{ at: number; text: string } | null>(null);
/** The judgements since this world is shown, by entry and label: they may arrive before the story. */
const judged = signal<ReadonlyMap<string, Judgement>>(new Map());
type Judgement = Pick<StoryExpectation, 'met' | 'wanted' | 'actual'>;
type Judged = Extract<ShownEvent, { kind: 'story-expectation' }>;
const keyOf = ({ entry, label }: Judged | StoryExpectation) => `${entry} ${label}`;

export const expectations = computed<readonly StoryExpectation[]>(
  () => story.value?.expectations.map((each) => ({ ...each, ...judged.value.get(keyOf(each)) })) ?? [],
);

export interface Mark {
  /** Simulated, ms since 1970. */
  at: number;
  title: string;
}
/** Chapters that began; of one that something sets off the moment is not known before. */
const begun = signal<readonly Mark[]>([]);
export const chapters = computed<readonly Mark[]>(() => {
  const known = story.value?.chapters.map(({ at, title }) => ({ at: Date.parse(at), title })) ?? [];
  const surprising = begun.value.filter(({ at }) => !known.some((mark) => mark.at === at));
  return [...known, ...surprising].sort((a, b) => a.at - b.at);
});
/** The moments of the story that are known beforehand, soonest first. */
export const moments = computed<readonly number[]>(() => {
  const found = story.value?.entries.map(({ at }) => Date.parse(at)) ?? [];
  return [...new Set(found)].sort((a, b) => a - b);
});
const chapterIndex = computed(() => chapters.value.findLastIndex(({ at }) => at <= now.value));
/** The chapter of now, and its place; `null` outside of a story. */
export const chapter = computed(() => {
  const mark = chapters.value[chapterIndex.value];
  return mark ? { ...mark, index: chapterIndex.value } : null;
});

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

/** True if the moment of the last caption is past. */
const isPast = computed(() => {
  if (caption.value === null) return false;
  const speed = clock.value?.speed ?? 1;
  const lasts = speed === 'max' ? Number.POSITIVE_INFINITY : Math.max(LASTS, speed * READ);
  return now.value - caption.value.at > (clock.value?.frozen ? LASTS : lasts);
});

const chapterAt = (at: number) => chapters.value.findLast((mark) => mark.at <= at)?.title ?? null;

/** The caption to be shown: the last one as long as its chapter goes on; before the first, the first. */
export const shownCaption = computed<ShownCaption | null>(() => {
  const last = caption.value;
  if (last === null) return opening.value;
  const hasEnded = chapter.value !== null && chapter.value.at > last.at;
  return hasEnded ? null : { ...last, chapter: chapterAt(last.at), moment: isPast.value ? 'past' : 'now' };
});

/** The story at its start has not reached its first caption. One that names what is not known yet is not shown before. */
const opening = computed<ShownCaption | null>(() => {
  const first = story.value?.entries.find((entry) => entry.caption !== undefined);
  if (first?.caption === undefined || /[{}]/.test(first.caption) || !clockIsKnown.value) return null;
  const at = Date.parse(first.at);
  if (at < now.value) return null;
  return { at, text: first.caption, chapter: chapterAt(at), moment: at > now.value ? 'next' : 'now' };
});

onNewWorld((isSameStory) => {
  caption.value = null;
  begun.value = [];
  judged.value = new Map();
  // It is fetched again all the same; meanwhile nothing flickers, and keys mean what they meant.
  if (isSameStory) return;
  story.value = null;
  roads.value = undefined;
  recorded.value = null;
});

export async function loadStory(): Promise<void> {
  const current = await ofThisWorld(control.story.read().catch(unlessUnknown));
  if (!current) return;
  batch(() => {
    const before = story.peek();
    story.value = current.story && {
      ...current.story,
      sites: sameAs(before?.sites, current.story.sites),
      routes: sameAs(before?.routes, current.story.routes),
    };
    roads.value = sameAs(roads.peek(), current.roads);
    recorded.value = sameAs(recorded.peek(), current.recorded);
  });
}

/** A server without stories has neither a town nor recorded drives. */
function unlessUnknown(error: unknown): CurrentStory {
  if (isUnknown(error)) return { story: null, roads: null, recorded: null };
  throw error;
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'UNKNOWN_PATH';
}

/** Keeps the same object where nothing has changed: the map draws again for another object. */
function sameAs<T>(before: T | undefined, after: T): T {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

/** The checks of what a story does, done or refused, come with the story itself. */
export const storyRenewal = new Renewal(loadStory);

export async function loadLibrary(): Promise<void> {
  try {
    library.value = (await control.story.list()).stories;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    library.value = isUnknown(error) ? undefined : library.peek();
  }
}

onEvents((events) => {
  const shown = events.findLast((event) => event.kind === 'story-caption');
  if (shown) caption.value = { at: Date.parse(shown.at), text: shown.text };
  const chaptersBegun = events.filter((event) => event.kind === 'story-chapter');
  if (chaptersBegun.length > 0) {
    const marks = chaptersBegun.map(({ at, title }) => ({ at: Date.parse(at), title }));
    begun.value = [...begun.value, ...marks].slice(-CHAPTERS_KEPT);
  }
  const judgements = events.filter((event) => event.kind === 'story-expectation');
  if (judgements.length > 0) judged.value = withJudgements(judged.value, judgements);
  if (events.some(({ kind }) => kind === 'story-refusal')) storyRenewal.ask();
});

/** An expectation that was not met stays so, even if it is met the next time. */
function withJudgements(
  before: ReadonlyMap<string, Judgement>,
  events: readonly Judged[],
): ReadonlyMap<string, Judgement> {
  const after = new Map(before);
  for (const event of events) {
    const { met, wanted, actual } = event;
    if (after.get(keyOf(event))?.met !== false) after.set(keyOf(event), { met, wanted, actual });
  }
  return after;
}
