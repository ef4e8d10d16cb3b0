/** The routes that the stage adds to the control API (see the `controls` of `createSimulator`). */
import { quoted } from '../../../contracts/kit/untrusted.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import { presentClock } from '../../../simulator/control/present.ts';
import type { Holder } from '../../../simulator/control/roles.ts';
import { deviceIn, type Routes } from '../../../simulator/control/routes/route.ts';
import type { ReplyOf, StoryChoice } from '../../../simulator/control/schemas/index.ts';
import { FleetError } from '../../../simulator/fleet/errors.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { parseInstant } from '../../../simulator/time/calendar.ts';
import { ClockError } from '../../../simulator/time/errors.ts';
import type { Story } from '../../language/story.ts';
import type { Place } from '../../language/terms.ts';
import type { Performance } from '../perform.ts';
import type { Player } from '../player.ts';
import type { Injections } from './inject.ts';
import type { LessonBook } from './lesson.ts';
import type { ParkedFleet } from './parked.ts';
import { recordedView } from './recorded.ts';
import type { Staging } from './staging.ts';
import type { StorySource } from './story-source.ts';

export interface RouteParts {
  source: StorySource;
  current(): Shown;
  load(story: Story | null, staging: Staging): Promise<void>;
  seek(to: number): Promise<void>;
}

interface Shown {
  simulator: Simulator;
  injections: Injections;
  book: LessonBook | undefined;
  performance: Performance | undefined;
  player: Pick<Player, 'pin'> | undefined;
}

export function stageRoutes(parts: RouteParts) {
  const { source, current } = parts;
  /** The simulator with what fell due before. */
  const atOnce = (): Shown => {
    current().simulator.clock.now();
    return current();
  };
  return {
    async 'GET /stories'() {
      const [stories, { summaryOf }] = await Promise.all([source.list(), import('./view.ts')]);
      return { stories: stories.map(summaryOf) };
    },
    'GET /story': () => shownStory(parts),
    async 'PUT /story'({ body: { seed, ...choice } }) {
      await chooseStory(parts, choice, { seed });
      return shownStory(parts);
    },
    async 'POST /story/seek'({ body }) {
      await withStoryErrors(() => parts.seek(parseInstant(body.to)));
      return presentClock(current().simulator.clock.view());
    },
    async 'GET /devices/{id}/trips'({ id }) {
      const { simulator, performance } = atOnce();
      const device = deviceIn(simulator, id, 'id');
      const { travelsView } = await import('./travels.ts');
      return travelsView(simulator.fleet, device, performance?.story.sites ?? []);
    },
    async 'GET /trips'({ query: { day } }) {
      const { totalsOf } = await import('./travels.ts');
      return totalsOf(current().simulator, day);
    },
    'POST /inject'({ body: { device, kind, text } }) {
      const { simulator, performance, player, injections } = atOnce();
      const missing = kind === 'caption' ? text === undefined && 'text' : device === undefined && 'device';
      if (missing) throw new ControlError('BODY_INVALID', `${kind} needs ${missing}.`, { field: missing });
      let did = `The caption is shown: ${text}`;
      if (kind !== 'caption') did = injections.inject(deviceIn(simulator, String(device), 'device'), kind);
      else {
        // After all entries of the story, since it is none of them.
        const entry = performance?.story.timeline.length ?? 0;
        simulator.fleet.log.append('story-caption', { entry, text: String(text).trim() });
      }
      player?.pin(); // else going back a little would undo it
      return { did };
    },
    'GET /lesson': ({ holder }) => lessonOf(parts, holder),
    'POST /lesson/answers'({ holder, body: { question, choice } }) {
      const { book } = current();
      if (book === undefined) throw new ControlError('NO_STORY', 'No lesson is played here.');
      book.answer(question, choice);
      return lessonOf(parts, holder);
    },
  } satisfies Routes;
}

function lessonOf({ current }: RouteParts, holder: Holder): ReplyOf<'GET /lesson'> {
  const lesson = current().book?.view(holder);
  return lesson ? { lesson } : {};
}

async function shownStory({ current }: RouteParts): Promise<ReplyOf<'GET /story'>> {
  const { performance, simulator } = current();
  const { story } = performance ?? {};
  const parked: Partial<ParkedFleet> = Object(simulator.companion);
  const inTown = story ? story.inTown : parked.isShown === true;
  const roads = inTown ? (await import('./map.ts')).roadsOf() : null;
  if (performance === undefined || story === undefined) return { story: null, roads, recorded: null };
  if (story.isPlain) return { story: null, roads, recorded: recordedView(story, simulator) };
  const { storyView } = await import('./view.ts');
  return { story: storyView(story, performance.plugin.results()), roads, recorded: null };
}

/** Puts on the story that is named, or brought as a text. Throws a ControlError for one that is not valid. */
export async function chooseStory(
  { source, load }: Pick<RouteParts, 'source' | 'load'>,
  { name, file, text }: StoryChoice,
  staging: Staging,
): Promise<void> {
  if ((name === undefined) === (text === undefined)) {
    throw new ControlError('BODY_INVALID', 'A story is chosen by its name, or brought as a text.', {
      hint: 'Send {"name":"licence-crunch"}, {"file":"mine.yaml","text":"…"}, or {"name":null} for the plain fleet.',
    });
  }
  await withStoryErrors(async () => {
    const story =
      text === undefined ? await found(source, name ?? null) : await source.read(text, file ?? 'story.yaml');
    await load(story, staging);
  });
}

async function found(source: StorySource, name: string | null): Promise<Story | null> {
  if (name === null) return null;
  const story = await source.named(name);
  if (story !== undefined) return story;
  throw new ControlError('UNKNOWN_STORY', `There is no story ${quoted(name)}.`, {
    field: 'name',
    hint: 'GET /_control/stories lists them.',
  });
}

/** A mistake in a story, or in a moment of it, is a refusal and no defect. */
async function withStoryErrors(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw asControlError(error);
  }
}

/** Errors of the parts that read and play stories say where, or what to try, beside their code; others are defects. */
function asControlError(error: unknown): unknown {
  const isOfSimulator = [ControlError, FleetError, ClockError].some((kind) => error instanceof kind);
  if (!(error instanceof Error) || isOfSimulator) return error;
  const { code, hint, problems, places }: StoryRefusal = error;
  if (code === undefined || (problems ?? places ?? hint) === undefined) return error;
  const facts = hint === undefined ? {} : { hint };
  if (code === 'STORY_TIME') return new ControlError(code, error.message, facts);
  const { line, column } = places?.[0] ?? { line: 1, column: 1 };
  const found = problems ?? [{ line, column, code, message: error.message, ...facts }];
  return new ControlError('STORY_INVALID', error.message, { ...facts, more: { problems: found } });
}

type StoryRefusal = Error & { code?: string; hint?: string; problems?: unknown; places?: readonly Place[] };
