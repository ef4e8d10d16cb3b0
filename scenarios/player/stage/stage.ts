/** One simulator at a time, and the change from one to another. */

import { ControlError } from '../../../simulator/control/errors.ts';
import { isControl } from '../../../simulator/control/guard.ts';
import type { Routes } from '../../../simulator/control/routes/route.ts';
import type { LessonScore, StoryChoice } from '../../../simulator/control/schemas/index.ts';
import type { Call, Handle, Reply } from '../../../simulator/http/call.ts';
import type { SimulatorOptions } from '../../../simulator/options.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import type { Story } from '../../language/story.ts';
import type { KeyframeBudget } from '../keyframes.ts';
import type { Performance, PerformOptions } from '../perform.ts';
import type { Player } from '../player.ts';
import { createFollowing } from './following.ts';
import type { Injectable, Injections } from './inject.ts';
import { createLessonBook, type LessonBook } from './lesson.ts';
import { createParkedFleet } from './parked.ts';
import { chooseStory, stageRoutes } from './routes.ts';
import { keepPace, locationsKept, type Staging } from './staging.ts';
import { storySource } from './story-source.ts';

/** The fleet that is served while no story is played. */
export interface PlainFleet {
  /** The options of its simulator. */
  world: SimulatorOptions;
  /** How it moves, as a story, and the player, which is loaded only for that. Default: it stays where it is. */
  moves?: { story: Story; player: typeof import('../player.ts') } | undefined;
}

export interface StageOptions {
  plain(): PlainFleet;
  /** True if a story is put on at once: that fleet is then made when it is wanted. */
  beginsWithStory?: boolean;
  /** Routes of the host beside those of the stage. */
  controls?: Routes;
  /** Options of the simulators on which stories are played. */
  playing?: Omit<PerformOptions, 'controls' | 'plain' | 'seed'>;
  /** The room for seeking. Default: see `usualBudget`. */
  keyframes?: KeyframeBudget;
  /** Credentials in place of those that stories say. */
  account?: { userName?: string; apiKey?: string };
  /** Goes around the service of each simulator. */
  around?: (handle: Handle, simulator: Simulator) => Handle;
}

export type Stage = ReturnType<typeof createStage>;

type PutOn = ReturnType<typeof import('../player.ts').putOn>;

/** The simulator on the stage, and what plays on it. */
interface StageContent {
  simulator: Simulator;
  /** Its service. */
  served: Handle;
  /** The same, watched by the stage. */
  handle: Handle;
  injections: Injections;
  /** Progress in the story's lesson, where it is one. It goes back with the world. */
  book: LessonBook | undefined;
  /** The story that is played; `undefined` for a fleet that stays where it is. */
  performance: Performance | undefined;
  /** How to go back and forth in a story that has an end. */
  player: Player | undefined;
}

/** The plain fleet comes first, unless it begins with a story. */
export function createStage(options: StageOptions) {
  const { around = (handle) => handle, playing = {} } = options;
  const source = storySource(playing.profile);
  const own = stageRoutes({
    source,
    current: () => content(),
    load: (story, staging) => load(story, staging),
    seek: (to) => seek(to),
  });
  const controls = { ...own, ...options.controls };
  let onStage = options.beginsWithStory ? undefined : plainContent();
  const content = (): StageContent => (onStage ??= plainContent());
  /** One change after the other. */
  let changing: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const following = createFollowing((call) => content().served(call));

  /** The service of a simulator, and the same with what its calls do to the stage. */
  function servedBy(simulator: Simulator): Pick<StageContent, 'served' | 'handle'> {
    const served = around(simulator.handle, simulator);
    const answer: Handle = (call) => {
      const { player } = content();
      const answered = (reply: Reply): Reply => {
        const isDone = !isReading(call) && reply.status < 400;
        if (isDone && REPLACING.test(call.target) && simulator === content().simulator)
          content().book?.clear();
        // Else going back a little would undo it.
        if (isDone && !BESIDE_THE_WORLD.test(call.target) && player === content().player) player?.pinSoon();
        if (!isControl(call.target)) content().book?.look();
        return following.follow(call, reply);
      };
      const made = served(call);
      return made instanceof Promise ? made.then(answered) : answered(made);
    };
    const handle: Handle = (call) => {
      const { performance, injections, player } = content();
      const { clock } = simulator;
      if (MOVING.test(call.target) && !isReading(call)) player?.settle();
      const isFirst =
        !isReading(call) && DOING.test(call.target) && performance !== undefined && injections.isDue;
      if (!isFirst || clock.view().advancing) return answer(call);
      // The story's own actions of this very moment come first.
      return clock.advance(clock.now()).then(() => answer(call));
    };
    return { served, handle };
  }

  function plainContent(): StageContent {
    const { world, moves } = options.plain();
    if (moves)
      return played(moves.player.putOn(moves.story, { plain: { ...world, controls } }, options.keyframes));
    return contentOf(createSimulator({ ...world, controls, companion: createParkedFleet }));
  }

  async function storyContent(given: Story, { seed, speed }: Staging): Promise<StageContent> {
    const { putOn } = await import('../player.ts');
    const story = { ...given, account: { ...given.account, ...options.account } };
    const kept = { historyPerDevice: locationsKept(given.devices), ...playing };
    const put = putOn(story, { ...kept, ...(seed !== undefined && { seed }), controls }, options.keyframes);
    keepPace(put.performance, speed === undefined);
    return played(put);
  }

  function played(put: PutOn): StageContent {
    return contentOf(put.performance.simulator, put);
  }

  function contentOf(simulator: Simulator, { performance, player }: Partial<PutOn> = {}): StageContent {
    // Something plays in each world on the stage.
    const { injections } = simulator.companion as Injectable;
    const { lesson } = performance?.story ?? {};
    const book = lesson && performance && createLessonBook(lesson, performance, injections);
    return { simulator, ...servedBy(simulator), injections, book, performance, player };
  }

  /** Puts a story on from its first moment, or the plain fleet in its place. */
  function load(story: Story | null, mode: Staging = {}): Promise<void> {
    return inTurn(async () => {
      const next = story === null ? plainContent() : await storyContent(story, mode);
      if (stopped) {
        end(next);
        return;
      }
      const { speed, frozen } = onStage?.simulator.clock.view() ?? { speed: 1, frozen: true };
      const begins = {
        speed: mode.speed ?? (speed === 'max' ? 1 : speed),
        frozen: mode.frozen ?? frozen,
        // The clock stops at the end of a story, and can be run on from there.
        ...(next.player && { until: next.performance?.story.clock.end ?? null }),
      };
      await next.simulator.clock.set(begins);
      next.simulator.resetsTo(begins);
      const before = onStage;
      onStage = next;
      end(before);
      following.goOver();
    });
  }

  /** Goes to a moment of the story, forward or back. Throws a ControlError where there is none. */
  function seek(to: number): Promise<void> {
    return inTurn(async () => {
      const { performance, player, simulator } = content();
      if (player === undefined) {
        const message = 'Neither a story nor a recorded drive is loaded; there is nothing to seek.';
        throw new ControlError('NO_STORY', message, {
          hint: 'PUT /_control/story puts one on; POST /_control/clock/advance moves any clock forward.',
        });
      }
      const { clock } = simulator;
      // Playing on from a moment before would send again what was sent already: listeners begin anew.
      let jumped = false;
      try {
        await player.seek(to, () => {
          jumped = true;
          following.hold();
        });
        const last = performance?.story.clock.end ?? Number.NEGATIVE_INFINITY;
        if (clock.now() < last && clock.view().until === null) await clock.set({ until: last });
      } finally {
        content().book?.wentBack();
        if (jumped) following.goOver();
      }
    });
  }

  function inTurn(change: () => Promise<void>): Promise<void> {
    const changed = changing.then(change);
    changing = changed.catch(() => undefined);
    return changed;
  }

  return {
    /** The service of the simulator that is served at the time: another one, once that is another. */
    get handle(): Handle {
      return content().handle;
    },
    bodyLimit: ((head) => content().simulator.bodyLimit(head)) satisfies Simulator['bodyLimit'],
    get simulator(): Simulator {
      return content().simulator;
    },
    /** About how many bytes it takes: the simulator, and the moments to which a seek can go back. */
    get bytes(): number {
      const { simulator, player } = content();
      return simulator.bytes + (player?.bytes ?? 0);
    },
    /** The story that is played, be it that of a plain fleet. */
    get performance(): Performance | undefined {
      return content().performance;
    },
    /** How the objectives of the lesson stand, if it is one. */
    get lesson(): LessonScore | undefined {
      return content().book?.score();
    },
    load,
    /** Puts on the story that is named, or brought as a text. Throws a ControlError for one that is not valid. */
    choose: (choice: StoryChoice, staging: Staging = {}): Promise<void> =>
      chooseStory({ source, load }, choice, staging),
    seek,
    /** Ends everything; no timer and no listener is left. */
    stop(): void {
      stopped = true;
      end(onStage);
    },
  };
}

/** Calls that move the clock or put another world in place do nothing to the one that is played. */
const BESIDE_THE_WORLD =
  /^\/_control\/(clock|story|reset|snapshot|inject|lesson|shutdown|worlds|requests|wait)\b/;

/** Calls that do something to the world of a story, as one of its entries does. */
const DOING = /^\/_control\/(account|devices|faults|inject)\b/;

/** Calls that move the clock. */
const MOVING = /^\/_control\/clock\b/;

/** Calls that put another world in place. */
const REPLACING = /^\/_control\/(snapshot|fixture|reset)\b/;

const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

function isReading({ method }: Pick<Call, 'method'>): boolean {
  return READING.includes(method);
}

function end(content: StageContent | undefined): void {
  content?.player?.stop();
  content?.book?.stop();
  content?.simulator.stop();
}
