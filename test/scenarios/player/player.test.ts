import { afterEach, describe, expect, it } from 'vitest';
import { type Performance, perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { createPlayer } from '../../../scenarios/player/player.ts';
import { ManualPace } from '../../manual-pace.ts';
import { turns } from '../../sample.ts';
import { at, end, everyone, minute, one, start, storyOf, when } from './stories.ts';

const inTurn = turns(2);

const story = storyOf([
  { when: { kind: 'every', every: 5 * minute, from: start, until: start + 55 * minute }, caption: 'Tick.' },
  { when: at(12), actions: [{ kind: 'alert', devices: everyone, type: 'sos', times: 3, apart: minute }] },
  {
    when: when(
      { kind: 'alert-raised', devices: everyone, type: 'sos' },
      { most: 4, notAgainFor: 2 * minute },
    ),
    caption: '{it}',
    actions: [{ kind: 'send', devices: 'it', channel: 'sms', count: 2 }],
  },
  {
    when: end,
    expectations: [
      { kind: 'sent', devices: null, channel: 'sms', reason: null, to: null, wanted: { is: 17 } },
      { kind: 'happened', event: 'story-caption', wanted: { is: 16 } },
    ],
  },
]);
const pace = new ManualPace();
const playing: Performance[] = [];
function performing(): Performance {
  const performance = perform(story, { pace });
  playing.push(performance);
  return performance;
}
afterEach(() => {
  for (const performance of playing.splice(0)) performance.stop();
});

describe('the player', () => {
  it('steps to the next thing that happens, and no further than the end', async () => {
    const player = createPlayer(performing());
    const moments: string[] = [];
    for (let step = await player.step(); step.length > 0; step = await player.step()) {
      moments.push(`${((step[0]?.at ?? 0) - start) / minute} ${step.map(({ kind }) => kind).join(' ')}`);
    }
    expect(moments.slice(0, 5)).toEqual([
      '0 story-caption',
      '5 story-caption',
      '10 story-caption',
      `12 ${'alert-raised message-sent message-sent '.repeat(3).trim()}`,
      '12 story-caption message-sent',
    ]);
    expect(moments.at(-1)).toBe('60 story-expectation story-expectation');
  });

  it('seeks back and forth, and reports nothing twice', async () => {
    const straight = performing();
    const { digest } = await play(straight);

    const sought = performing();
    const player = createPlayer(sought);
    const reported: string[] = [];
    sought.onEvent(({ kind, at: moment }) => reported.push(`${(moment - start) / minute} ${kind}`));
    for (const minutes of [30, 13, 14, 2, 59, 0, 47]) {
      await player.seek(start + minutes * minute);
      expect(sought.simulator.clock.now()).toBe(start + minutes * minute);
      player.pin();
    }
    expect(reported).toEqual([]);
    const played = await play(sought);
    expect(played.digest).toBe(digest);
    expect(played.standing).toEqual({ met: 2, failed: 0, open: 0 });
  });

  it('goes on at the speed it had', async () => {
    const performance = performing();
    const player = createPlayer(performance);
    const { clock } = performance.simulator;
    await clock.set({ speed: 60, frozen: false });
    pace.elapse(20_000);
    expect(clock.now()).toBe(start + 20 * minute);
    await player.seek(start + 10 * minute);
    pace.elapse(1_000);
    expect(clock.view()).toMatchObject({ now: start + 11 * minute, speed: 60, frozen: false });
  });

  it.each([60, 'max'] as const)('stands still where the clock was to stop, at speed %s', async (speed) => {
    const performance = performing();
    const player = createPlayer(performance);
    const { clock } = performance.simulator;
    await clock.set({ speed, frozen: false, until: story.clock.end });
    await player.seek(story.clock.end);
    expect(clock.view()).toMatchObject({ now: story.clock.end, speed, frozen: true, until: null });
  });

  it('leaves a clock alone that a user set while it sought', async () => {
    const performance = performing();
    const player = createPlayer(performance);
    const { clock } = performance.simulator;
    await player.seek(start + 30 * minute);
    await clock.set({ speed: 60 });
    const seeking = player.seek(start + 20 * minute);
    await new Promise<void>((resolve) => {
      const stop = clock.onChange(({ advancing }) => {
        if (!advancing) return;
        stop();
        resolve();
      });
    });
    await clock.set({ speed: 600, frozen: false });
    await seeking;
    expect(clock.view()).toMatchObject({ speed: 600, frozen: false });
  });

  it('takes keyframes while the clock goes, and never more than its budget', async () => {
    const performance = performing();
    const player = createPlayer(performance, { count: 8, bytes: 8 * 1024 * 1024, each: 1024 * 1024 });
    await performance.simulator.clock.set({ speed: 60, frozen: false });
    pace.elapse(59_000);
    const { count, bytes } = player.keyframes();
    expect(count).toBeGreaterThan(3);
    expect(count).toBeLessThanOrEqual(8);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  });

  it('keeps keyframes on the way back, and jumps to one on the way forward again', async () => {
    const performance = performing();
    const player = createPlayer(performance);
    for (let minutes = 5; minutes <= 55; minutes += 5) {
      await player.seek(start + minutes * minute);
      pace.elapse(1_000); // one is taken
    }
    const { count } = player.keyframes();
    const jumps: number[] = [];
    const seek = (minutes: number) => player.seek(start + minutes * minute, () => jumps.push(minutes));
    await seek(20);
    expect(player.keyframes().count).toBeGreaterThanOrEqual(count);
    await seek(50);
    await seek(51);
    expect(jumps).toEqual([20, 50]);
    expect((await play(performance)).digest).toBe((await play(performing())).digest);
  });

  it('forgets those that are not reached any more once something is done from outside', async () => {
    const performance = performing();
    const player = createPlayer(performance);
    for (let minutes = 5; minutes <= 55; minutes += 5) {
      await player.seek(start + minutes * minute);
      pace.elapse(1_000);
    }
    await player.seek(start + 20 * minute);
    performance.simulator.fleet.limits.set(1, { dailySms: 3 });
    player.pinSoon();
    await player.seek(start + 50 * minute);
    expect(performance.simulator.fleet.limits.get(1).dailySms).toBe(3);
    // The change from outside is undone on the way back, and on the way forward, too.
    await player.seek(start + 10 * minute);
    await player.seek(start + 50 * minute);
    expect(performance.simulator.fleet.limits.get(1).dailySms).toBeNull();
  });

  it('keeps what was done from outside where a keyframe was pinned after it', async () => {
    const performance = performing();
    const player = createPlayer(performance);
    await player.seek(start + 3 * minute);
    performance.simulator.fleet.limits.set(1, { dailySms: 3 });
    player.pin();
    await player.seek(start + 30 * minute);
    await player.seek(start + 4 * minute);
    expect(performance.simulator.fleet.limits.get(1).dailySms).toBe(3);
    await player.seek(start + 2 * minute);
    expect(performance.simulator.fleet.limits.get(1).dailySms).toBeNull();
  });

  it('keeps it also where many things are done at once, with no keyframe for each of them', async () => {
    const performance = performing();
    const player = createPlayer(performance);
    await player.seek(start + 3 * minute);
    const before = player.keyframes().count;
    for (let dailySms = 1; dailySms <= 50; dailySms++) {
      performance.simulator.fleet.limits.set(1, { dailySms });
      player.pinSoon();
    }
    await performance.simulator.clock.set({ speed: 1, frozen: false });
    pace.elapse(60_000);
    expect(player.keyframes().count).toBeLessThanOrEqual(before + 2);
    await player.seek(start + 30 * minute);
    await player.seek(start + 4 * minute);
    expect(performance.simulator.fleet.limits.get(1).dailySms).toBe(50);
  });

  it('forgets what was played before another user reset the world', async () => {
    const performance = performing();
    const player = createPlayer(performance);
    await player.seek(start + 20 * minute);
    performance.simulator.fleet.limits.set(1, { dailySms: 3 });
    player.pin();
    performance.simulator.reset();
    await player.seek(start + 40 * minute);
    await player.seek(start + 30 * minute);
    expect(performance.simulator.fleet.limits.get(1).dailySms).toBeNull();
  });

  it('has no keyframes of a world that is too large, and plays from the start instead', async () => {
    const performance = performing();
    const player = createPlayer(performance, { count: 8, bytes: 100, each: 100 });
    await player.seek(start + 40 * minute);
    player.pin();
    expect(player.keyframes()).toEqual({ count: 0, bytes: 0 });
    await player.seek(start + 20 * minute);
    expect((await play(performance)).digest).toBe((await play(performing())).digest);
  });

  it('refuses a moment outside the story', async () => {
    const player = createPlayer(performing());
    await expect(player.seek(start - 1)).rejects.toMatchObject({ code: 'STORY_TIME' });
    await expect(player.seek(start + 61 * minute)).rejects.toMatchObject({ code: 'STORY_TIME' });
    await expect(play(performing(), { until: start - 1 })).rejects.toMatchObject({ code: 'STORY_TIME' });
  });
});

describe('conditions that set entries off', () => {
  it('are cut where they set each other off without end, and the entries are named with their lines', async () => {
    const round = storyOf([
      { when: at(1), actions: [{ kind: 'alert', devices: one, type: 'sos', times: 1, apart: 0 }] },
      {
        when: when({ kind: 'alert-raised', devices: one, type: 'sos' }),
        label: 'calls back',
        actions: [{ kind: 'alert', devices: 'it', type: 'tow', times: 1, apart: 0 }],
      },
      {
        when: when({ kind: 'alert-raised', devices: one, type: 'tow' }),
        label: 'calls again',
        actions: [{ kind: 'alert', devices: 'it', type: 'sos', times: 1, apart: 0 }],
      },
    ]);
    await expect(play(perform(round))).rejects.toMatchObject({
      code: 'STORY_TRIGGER_CYCLE',
      message: expect.stringMatching(
        /"calls back" \(line 20\).*"calls again" \(line 30\)|"calls again".*"calls back"/,
      ),
      places: expect.arrayContaining([
        { line: 20, column: 3 },
        { line: 30, column: 3 },
      ]),
    });
  });

  it.runIf(inTurn())('are cut at a speed as well, without harm to callers of the service', async () => {
    const round = storyOf([
      { when: at(1), actions: [{ kind: 'alert', devices: one, type: 'sos', times: 1, apart: 0 }] },
      {
        when: when({ kind: 'alert-raised', devices: one, type: 'sos' }),
        actions: [{ kind: 'alert', devices: 'it', type: 'sos', times: 2, apart: 0 }],
      },
    ]);
    const performance = perform(round, { pace });
    playing.push(performance);
    await performance.simulator.clock.set({ speed: 60, frozen: false });
    pace.elapse(5_000);
    expect(performance.failure()?.code).toBe('STORY_TRIGGER_CYCLE');
    expect(performance.simulator.clock.now()).toBe(start + 5 * minute);
  });
});
