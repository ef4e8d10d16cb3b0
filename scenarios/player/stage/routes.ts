/** The routes that the stage adds to the control API (see the `controls` of `createSimulator`). */
import { excerpt, quoted } from '../../../contracts/kit/untrusted.ts';
import { ControlError } from '../../../simulator/control/errors.ts';
import { presentClock } from '../../../simulator/control/present.ts';
import type { Holder } from '../../../simulator/control/roles.ts';
import { type ControlRoute, route } from '../../../simulator/control/routes/route.ts';
import type { BodyOf, ReplyOf, StoryChoice } from '../../../simulator/control/schemas/index.ts';
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
import { ParkedFleet } from './parked.ts';
import { recordedView } from './recorded.ts';
import type { Shelf } from './shelf.ts';
import type { Staging } from './staging.ts';
import type { Verification } from './verification.ts';

export interface RouteParts {
  shelf: Shelf;
  verification: Verification;
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

export function stageRoutes(parts: RouteParts): ControlRoute[] {
  const { verification } = parts;
  return [
    route('GET /stories', () => listStories(parts)),
    route('GET /story', () => showStory(parts)),
    route('PUT /story', async ({ body }) => {
      const { seed, ...choice } = body;
      await chooseStory(parts, choice, { seed });
      return showStory(parts);
    }),
    route('POST /story/seek', async ({ body }) => {
      await withStoryErrors(() => parts.seek(parseInstant(body.to)));
      return { body: presentClock(parts.current().simulator.clock.view()) };
    }),
    route('GET /devices/{id}/trips', async ({ id }) => {
      const { simulator, performance } = parts.current();
      simulator.clock.now(); // what fell due before comes first
      const device = deviceIn(simulator, id, 'id');
      const { travelsView } = await import('./travels.ts');
      return { body: travelsView(simulator.fleet, device, performance?.story.sites ?? []) };
    }),
    route('GET /trips', async ({ query }) => {
      const { totalsOf } = await import('./travels.ts');
      return { body: totalsOf(parts.current().simulator, query.get('day')) };
    }),
    route('POST /inject', ({ body }) => inject(parts, body)),
    route('POST /caption', ({ body: { text } }) => {
      const { simulator, performance, player } = parts.current();
      simulator.clock.now(); // what fell due before comes first
      // After all entries of the story, since it is none of them.
      const entry = performance?.story.timeline.length ?? 0;
      simulator.fleet.log.append('story-caption', { entry, text: text.trim() });
      player?.pin(); // else going back a little would undo it
      return { body: { did: `The caption is shown: ${text}` } };
    }),
    route('GET /lesson', ({ holder }) => lessonOf(parts, holder)),
    route('POST /lesson/answers', ({ holder, body: { question, choice } }) => {
      const { book } = parts.current();
      if (book === undefined) throw new ControlError('NO_STORY', 'No lesson is played here.');
      book.answer(question, choice);
      return lessonOf(parts, holder);
    }),
    ...verification.routes(),
  ];
}

function lessonOf({ current }: RouteParts, holder: Holder): { body: ReplyOf<'GET /lesson'> } {
  const lesson = current().book?.view(holder);
  return { body: lesson ? { lesson } : {} };
}

async function listStories({ shelf }: RouteParts): Promise<{ body: ReplyOf<'GET /stories'> }> {
  const [stories, { summaryOf }] = await Promise.all([shelf.list(), import('./view.ts')]);
  return { body: { stories: stories.map(summaryOf) } };
}

async function showStory({ current }: RouteParts): Promise<{ body: ReplyOf<'GET /story'> }> {
  const { performance, simulator } = current();
  const { companion } = simulator;
  const { story } = performance ?? {};
  const inTown = story ? story.inTown : companion instanceof ParkedFleet && companion.isShown;
  const roads = inTown ? (await import('./map.ts')).roadsOf() : null;
  if (performance === undefined || story === undefined)
    return { body: { story: null, roads, recorded: null } };
  if (story.isPlain) return { body: { story: null, roads, recorded: recordedView(story, simulator) } };
  const { storyView } = await import('./view.ts');
  return { body: { story: storyView(story, performance.plugin.results()), roads, recorded: null } };
}

/** Puts on the story that is named, or brought as a text. Throws a ControlError for one that is not valid. */
export async function chooseStory(
  { shelf, load }: Pick<RouteParts, 'shelf' | 'load'>,
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
      text === undefined ? await found(shelf, name ?? null) : await shelf.read(text, file ?? 'story.yaml');
    await load(story, staging);
  });
}

async function found(shelf: Shelf, name: string | null): Promise<Story | null> {
  if (name === null) return null;
  const story = await shelf.named(name);
  if (story !== undefined) return story;
  throw new ControlError('UNKNOWN_STORY', `There is no story ${quoted(name)}.`, {
    field: 'name',
    hint: 'GET /_control/stories lists them.',
  });
}

function inject(
  { current }: RouteParts,
  { device, kind }: BodyOf<'POST /inject'>,
): { body: ReplyOf<'POST /inject'> } {
  const { simulator, player, injections: injected } = current();
  const id = deviceIn(simulator, String(device), 'device');
  simulator.clock.now(); // what fell due before comes first
  const did = injected.inject(id, kind);
  player?.pin(); // else going back a little would undo it
  return { body: { did } };
}

/** The fleet's own id of a device. */
function deviceIn({ lens, fleet }: Simulator, written: string, field: string): number {
  const id = lens.readPathId('device', written);
  if (id !== undefined && fleet.devices.has(id)) return id;
  throw new ControlError('UNKNOWN_DEVICE', `There is no device ${excerpt(written)}.`, {
    field,
    hint: 'GET /_control/devices lists them.',
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
