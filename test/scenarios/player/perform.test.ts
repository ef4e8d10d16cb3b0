import { describe, expect, it } from 'vitest';
import { perform } from '../../../scenarios/player/perform.ts';
import { type Progress, play } from '../../../scenarios/player/play.ts';
import { collectGarbage } from '../../garbage.ts';
import { ManualPace } from '../../manual-pace.ts';
import { stillTraffic } from './still.ts';
import { at, end, everyone, minute, one, start, storyOf, when } from './stories.ts';

describe('a story in a living world', () => {
  it('begins with the devices, groups, users and limits that it describes', () => {
    const { simulator } = perform(storyOf([]));
    const { fleet } = simulator;
    expect(fleet.devices.list().map(({ name, groupId }) => ({ name, groupId }))).toEqual([
      { name: 'Van 1', groupId: 1 },
      { name: 'Van 2', groupId: 1 },
      { name: 'Van 3', groupId: 1 },
    ]);
    expect(fleet.groups.list()).toMatchObject([{ name: 'Vans', deviceIds: [1, 2, 3] }]);
    expect(fleet.users.list().map(({ name }) => name)).toEqual(['demo', 'Dana']);
    expect(simulator.clock.now()).toBe(start);
  });

  it('reports chapters and captions at their moments, and what the service does', async () => {
    const performance = perform(
      storyOf([
        { when: at(1), chapter: 'Morning', caption: 'Work begins.' },
        {
          when: at(2),
          actions: [{ kind: 'alert', devices: one, type: 'sos', times: 2, apart: minute }],
        },
        {
          when: when({ kind: 'alert-raised', devices: everyone, type: 'sos' }),
          caption: '{it} calls for help.',
        },
        { when: end, expectations: [{ kind: 'alerts', devices: one, type: 'sos', wanted: { is: 2 } }] },
      ]),
    );
    const reported: string[] = [];
    performance.onEvent((event) => {
      const words = 'text' in event ? event.text : 'title' in event ? event.title : '';
      reported.push(`${(event.at - start) / minute} ${event.kind} ${words}`.trim());
    });
    const played = await play(performance);
    expect(reported).toEqual([
      '1 story-chapter Morning',
      '1 story-caption Work begins.',
      '2 alert-raised',
      '2 message-sent',
      '2 message-sent',
      '2 story-caption Van 1 calls for help.',
      '3 alert-raised',
      '3 message-sent',
      '3 message-sent',
      '3 story-caption Van 1 calls for help.',
      '60 story-expectation',
    ]);
    expect(played).toMatchObject({ finished: true, standing: { met: 1, failed: 0, open: 0 } });
    expect(played.results).toMatchObject([{ state: 'met', wanted: '2', actual: '2', place: { line: 41 } }]);
  });
});

describe('playing', () => {
  const story = storyOf([
    {
      when: { kind: 'every', every: 10 * minute, from: start, until: start + 60 * minute },
      caption: 'Tick.',
    },
  ]);

  it('goes at a speed, reports its progress, and stops where it is to stop', async () => {
    const pace = new ManualPace();
    const performance = perform(story, { pace });
    const progress: Progress[] = [];
    const playing = play(performance, {
      speed: 600,
      until: start + 30 * minute,
      onProgress: (reached) => progress.push(reached),
    });
    let over = false;
    void playing.finally(() => {
      over = true;
    });
    while (!over) {
      pace.elapse(50);
      await new Promise(setImmediate);
    }
    const played = await playing;
    expect(played).toMatchObject({ finished: false, reached: start + 30 * minute });
    expect(played.counts['story-caption']).toBe(4);
    expect(played.took).toBeGreaterThanOrEqual(3_000);
    expect(played.took).toBeLessThan(3_200);
    expect(progress.at(-1)).toMatchObject({ at: start + 30 * minute, share: 1 });
    expect(progress.length).toBeGreaterThan(20);
    expect(performance.simulator.clock.view().frozen).toBe(true);
  });

  it('goes on where it stopped', async () => {
    const performance = perform(story);
    await play(performance, { until: start + 25 * minute });
    const played = await play(performance);
    expect(played.digest).toBe((await play(perform(story))).digest);
  });

  it('stops when it should', async () => {
    const stop = new AbortController();
    const performance = perform(story);
    performance.onEvent(({ at: moment }) => {
      if (moment === start + 20 * minute) stop.abort();
    });
    const { reached, finished } = await play(performance, { signal: stop.signal });
    expect({ finished, minutes: (reached - start) / minute }).toEqual({ finished: false, minutes: 20 });
  });
});

describe('the world of a story', () => {
  it('goes on from a snapshot of its own alone, and stays as it is for another', async () => {
    const story = storyOf([{ when: at(5), caption: 'Five.' }]);
    const other = perform({ ...story, name: 'another' });
    const performance = perform(story);
    await play(performance, { until: start + 10 * minute });
    const digest = performance.digest();
    const whole = performance.simulator.snapshot();
    const damaged = { ...whole, companion: { ...(whole.companion as object), triggers: { fired: 'no' } } };
    for (const snapshot of [other.simulator.snapshot(), damaged]) {
      expect(() => performance.simulator.restore(snapshot)).toThrow(
        expect.objectContaining({ code: 'SNAPSHOT_INVALID' }),
      );
    }
    expect(performance.digest()).toBe(digest);
    performance.simulator.restore(JSON.parse(JSON.stringify(whole)));
    expect(performance.digest()).toBe(digest);
  });

  it('begins again at a reset', async () => {
    const story = storyOf([
      {
        when: at(5),
        actions: [{ kind: 'token' }, { kind: 'send', devices: everyone, channel: 'sms', count: 1 }],
      },
      { when: end, expectations: [{ kind: 'licences', of: 'used', wanted: { is: 3 } }] },
    ]);
    const performance = perform(story);
    const first = await play(performance);
    performance.simulator.reset();
    expect(performance.finished()).toBe(false);
    expect(performance.results()).toMatchObject([{ state: 'open' }]);
    expect(await play(performance)).toMatchObject({ digest: first.digest, standing: { met: 1 } });
  });

  it('has a companion beside the story, on the same vehicles, in the same snapshots', async () => {
    const restored: unknown[] = [];
    const performance = perform(storyOf([]), {
      beside: (world, { traffic }) => ({
        begin: () => world.fleet.log.append('account-changed', { fields: [`${traffic.at(1).speed}`] }),
        save: () => 'beside',
        restore: (state) => restored.push(state),
      }),
    });
    expect(performance.simulator.fleet.log.counts['account-changed']).toBe(1);
    performance.simulator.restore(JSON.parse(JSON.stringify(performance.simulator.snapshot())));
    expect(restored).toEqual(['beside', 'beside']);
  });

  it.each([
    ['other entries', []],
    ['as many entries that say something else', [{ when: at(1), caption: 'Two.' }]],
  ])('does not go on from a world of the same story with %s', async (_, entries) => {
    const saved = perform(storyOf([{ when: at(1), caption: 'One.' }])).simulator.snapshot();
    const { simulator } = perform(storyOf(entries));
    expect(() => simulator.restore(saved)).toThrow(/cannot be restored: .* is one of another "by-hand"\.$/);
  });

  it('forgets the worlds that it only tried out', async () => {
    const worlds: WeakRef<object>[] = [];
    const performance = perform(storyOf([]), {
      traffic(story, world, watched, hooks) {
        worlds.push(new WeakRef(world.fleet));
        return stillTraffic(story, world, watched, hooks);
      },
    });
    for (let turn = 0; turn < 5; turn++) performance.simulator.reset();
    // A reference that has just been made is kept until the turn ends, and one that was just used may be.
    const alive = () => {
      collectGarbage();
      return worlds.filter((world) => world.deref() !== undefined).length;
    };
    expect(worlds.length).toBe(6);
    await expect.poll(alive).toBe(1);
    performance.stop();
  });
});
