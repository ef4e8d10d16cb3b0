/** Plays a performance as a video player does: seek back and forth, and go on at the speed it had. */

import { isoUtc } from '../../contracts/kit/times.ts';
import type { ClockView } from '../../simulator/time/clock.ts';
import type { Story } from '../language/story.ts';
import { PlayError } from './errors.ts';
import { createKeyframes, type KeyframeBudget, usualBudget } from './keyframes.ts';
import { type Performance, type PerformOptions, perform } from './perform.ts';

export type Player = ReturnType<typeof createPlayer>;

/** Real time between two looks whether a keyframe is due, in ms. */
const LOOK = 250;
/**
 * The share of real time that may be spent on keyframes: on those of a story that is played at once, each of which saves
 * many times that, and on those of clients, who may write all the time.
 */
const EFFORT = { due: 1 / 3, touched: 1 / 20 };
/** The size of a keyframe for each device, beside its locations. */
const BYTES_PER_DEVICE = 500;
/** Locations in a keyframe, of all devices together: in a large fleet trails reach less far back after a seek. */
const KEPT_LOCATIONS = 50_000;

/** A story in a world, and the player that goes back and forth in it; one that has no end is only played on. */
export function putOn(
  story: Story,
  options: PerformOptions,
  budget: KeyframeBudget | undefined,
): { performance: Performance; player: Player | undefined } {
  const performance = perform(story, options);
  const hasEnd = Number.isFinite(story.clock.end);
  return { performance, player: hasEnd ? createPlayer(performance, budget) : undefined };
}

/** Keyframes are taken while the clock of the performance goes forward, however it is moved. */
function createPlayer(performance: Performance, budget: KeyframeBudget = usualBudget) {
  const { pace, simulator, story } = performance;
  const { clock, fleet } = simulator;
  const { start, end } = story.clock;
  const keyframes = createKeyframes(end - start, budget);
  /** The last keyframe: when it was there, and how long it took, in real ms. */
  let last = { at: Number.NEGATIVE_INFINITY, took: 0 };
  /** Something was done from outside since the last keyframe. */
  let isTouched = false;
  /** To notice that another state was put in place from outside: keyframes are of another history then. */
  let restored = performance.plugin.restored;
  let cancelLook = pace.after(LOOK, look);

  function look(): void {
    cancelLook = pace.after(LOOK, look);
    rememberIfDue();
  }

  /** Something was done from outside: from here on it goes otherwise. */
  function touch(): void {
    forgetOtherHistory();
    keyframes.forgetAfter(clock.now());
    isTouched = true;
  }

  function forgetOtherHistory(): void {
    if (performance.plugin.restored === restored) return;
    keyframes.forgetAfter(Number.NEGATIVE_INFINITY);
    isTouched = false;
    restored = performance.plugin.restored;
  }

  function rememberIfDue(): void {
    forgetOtherHistory();
    const rests = pace.monotonic() < last.at + last.took / (isTouched ? EFFORT.touched : EFFORT.due);
    if (!rests && (isTouched || keyframes.isDue(clock.now()))) remember();
  }

  /** Takes the one that waits, before the clock is moved: what was done belongs to this moment, not to where the world goes. */
  function settle(): void {
    forgetOtherHistory();
    if (isTouched) remember();
  }

  function remember(): void {
    const pinned = isTouched;
    isTouched = false;
    const { count } = fleet.devices;
    if (!keyframes.affords(count * BYTES_PER_DEVICE)) return;
    const began = pace.monotonic();
    const world = simulator.save({ rows: Math.max(1, Math.floor(KEPT_LOCATIONS / count)) });
    const locations = world.fleet.locations.devices.reduce((sum, { rows }) => sum + rows.length, 0);
    keyframes.add({
      at: world.timeline.now,
      world,
      bytes: count * BYTES_PER_DEVICE + locations,
      pinned,
    });
    const at = pace.monotonic();
    last = { at, took: at - began };
  }

  /** Stops what moves the clock; returns how it ran before. */
  async function halt(): Promise<ClockView> {
    const before = clock.view();
    await clock.set({ frozen: true, until: null });
    if (before.advancing) clock.interrupt();
    while (clock.view().advancing) await pace.breathe();
    return before;
  }

  /** It goes on as it went, unless it has come to where it was to stop, or was set meanwhile. */
  async function goOn({ frozen, until }: ClockView): Promise<void> {
    const view = clock.view();
    if (!view.frozen || view.until !== null) return;
    const arrived = until !== null && until <= view.now;
    await clock.set({ frozen: frozen || arrived, until: arrived ? null : until });
  }

  /**
   * Brings the world to any moment of the story: by the nearest keyframe before it, or the start, and playing from
   * there. The clock goes on as it went before. On the way back, what was done from outside since that keyframe is
   * undone: `pin` keeps it. Throws `STORY_TIME` for a moment outside the story.
   *
   * @param onJump called before the world jumps to another moment, back or forward, in place of going there by playing
   */
  async function seek(to: number, onJump?: () => void): Promise<void> {
    if (!Number.isSafeInteger(to) || to < start || to > end) {
      throw new PlayError('STORY_TIME', `${isoUtc(to)} is outside the story.`, {
        hint: `It goes from ${isoUtc(start)} to ${isoUtc(end)}.`,
      });
    }
    const before = await halt();
    settle();
    const frame = keyframes.before(to);
    const isBack = to < clock.now();
    if (isBack || (frame && keyframes.isFarAhead(frame, clock.now()))) {
      onJump?.();
      isTouched = false;
      if (isBack) keyframes.forgetUnreached(to);
      if (frame) simulator.load(frame.world);
      else simulator.reset({ toStart: true });
      restored = performance.plugin.restored;
      await clock.set({ speed: before.speed, frozen: true, until: null });
    }
    await performance.quietly(() => advance(to));
    await goOn(before);
  }

  async function advance(to: number): Promise<void> {
    while ((await clock.advance(to, { onProgress: rememberIfDue })).stopped === 'time-limit');
  }

  return {
    seek,
    settle,
    /** Takes a keyframe now: something was done from outside. */
    pin(): void {
      touch();
      remember();
    },
    /**
     * Takes one as soon as it may: something was done from outside, and more may follow at once. That is now, or,
     * where the last keyframe is only just taken, a moment later.
     */
    pinSoon(): void {
      touch();
      rememberIfDue();
    },
    /** The bytes that keyframes take. */
    get bytes(): number {
      return keyframes.bytes;
    },
    /** Takes no more keyframes. The performance goes on. */
    stop: (): void => cancelLook(),
  };
}
