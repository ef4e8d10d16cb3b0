import { describe, expect, it } from 'vitest';
import type { Condition } from '../../../scenarios/conditions/condition.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { stillTraffic } from './still.ts';
import { at, everyone, hour, minute, one, part, start, storyOf, when } from './stories.ts';

/** `minute text` of every caption. */
async function captionsOf(story: Story): Promise<string[]> {
  const performance = perform(story, { traffic: stillTraffic });
  const reported: string[] = [];
  performance.onEvent((event) => {
    if (event.kind === 'story-caption') reported.push(`${(event.at - start) / minute} ${event.text}`);
  });
  await play(performance);
  return reported;
}

const alarm = { kind: 'alert-raised', devices: everyone, type: 'vibration' } as const;
const sending = (channel: 'sms' | 'email', count: number) =>
  ({ kind: 'send', devices: one, channel, count }) as const;

describe('an entry that a condition sets off', () => {
  it('comes each time that the condition becomes true', async () => {
    const alerts = [1, 2, 3].map((minutes) => ({
      when: at(minutes),
      actions: [{ kind: 'alert', devices: one, type: 'vibration', times: 1, apart: 0 }] as const,
    }));
    expect(await captionsOf(storyOf([...alerts, { when: when(alarm), caption: '{it}' }]))).toEqual([
      '1 Van 1',
      '2 Van 1',
      '3 Van 1',
    ]);
  });

  it('comes at most so often, and for the same device not again so soon', async () => {
    const alerts = {
      when: at(0),
      actions: [{ kind: 'alert', devices: everyone, type: 'vibration', times: 30, apart: minute }] as const,
    };
    expect(
      await captionsOf(
        storyOf([alerts, { when: when(alarm, { most: 5, notAgainFor: 10 * minute }), caption: '{it}' }]),
      ),
    ).toEqual(['0 Van 1', '0 Van 2', '0 Van 3', '10 Van 1', '10 Van 2']);
  });

  it('comes within its time alone', async () => {
    const alerts = {
      when: at(0),
      actions: [{ kind: 'alert', devices: one, type: 'vibration', times: 30, apart: minute }] as const,
    };
    const window = { from: start + 3 * minute, until: start + 5 * minute };
    expect(await captionsOf(storyOf([alerts, { when: when(alarm, window), caption: 'now' }]))).toEqual([
      '3 now',
      '4 now',
      '5 now',
    ]);
  });

  it('comes when a counter reaches a number, and again on another day', async () => {
    const story = storyOf(
      [
        { when: at(1), actions: [sending('sms', 2)] },
        { when: at(2), actions: [sending('sms', 2)] },
        { when: at(3), actions: [sending('sms', 2)] },
        { when: at(24 * 60), actions: [sending('email', 9), sending('sms', 9)] },
        {
          when: when(
            { kind: 'counter-reaches', devices: everyone, channel: 'sms', count: 3 },
            { until: start + 48 * hour },
          ),
          caption: 'three',
        },
      ],
      { clock: { start, end: start + 48 * hour, timeZone: 'UTC', seed: 1 } },
    );
    expect(await captionsOf(story)).toEqual(['2 three', '1440 three']);
  });

  it('comes when a message is withheld, by the channel that was said', async () => {
    const story = storyOf(
      [
        { when: at(1), actions: [sending('sms', 2), sending('email', 2)] },
        {
          when: when({ kind: 'message-withheld', devices: everyone, channel: 'sms', to: null }),
          caption: 'sms',
        },
        {
          when: when({ kind: 'message-withheld', devices: everyone, channel: null, to: null }),
          caption: 'any',
        },
      ],
      { fleet: [part({ limits: { dailyEmail: 1, dailySms: 1 } })] },
    );
    expect(await captionsOf(story)).toEqual(['1 sms', '1 any', '1 any']);
  });

  it('comes when a device expires, and not for one that had expired before the story', async () => {
    const story = storyOf(
      [
        {
          when: when({ kind: 'device-expires', devices: everyone }, { until: start + 48 * hour }),
          caption: '{it}',
        },
      ],
      {
        clock: { start, end: start + 48 * hour, timeZone: 'UTC', seed: 1 },
        fleet: [
          part({ count: 1, expirationDate: '2026-03-03' }),
          part({ name: 'old', label: 'Old', first: 2, count: 2, expirationDate: '2026-02-01' }),
        ],
      },
    );
    expect(await captionsOf(story)).toEqual(['1020 Van 1']);
  });

  it('hears of its vehicles by their place among the conditions that vehicles report', async () => {
    const conditions: Condition[] = [];
    const story = storyOf(
      [
        { when: when(alarm), caption: 'alarm' },
        { when: when({ kind: 'enters', devices: one, site: 0 }), caption: 'enters' },
        { when: when({ kind: 'arrives', devices: one }), caption: 'arrives {it}' },
      ],
      { sites: [{ name: 'School', at: [0, 0], area: { centre: [0, 0], radius: 10 } }] },
    );
    const performance = perform(story, {
      traffic(given, world, watched, hooks) {
        conditions.push(...watched);
        world.timeline.on('test', () => hooks.fired(1, 1));
        return {
          ...stillTraffic(given, world, watched, hooks),
          begin: () => world.timeline.schedule(start + minute, 'test', {}),
        };
      },
    });
    const reported: unknown[] = [];
    performance.onEvent((event) => {
      if (event.kind === 'story-caption') reported.push(event.text);
    });
    await play(performance);
    expect(conditions.map(({ kind }) => kind)).toEqual(['enters', 'arrives']);
    expect(reported).toEqual(['arrives Van 1']);
  });

  it('sees the end of the story after all else, whatever is set off at the last moment', async () => {
    const story = storyOf([
      { when: { kind: 'end' }, caption: 'the end' },
      { when: at(60), actions: [{ kind: 'alert', devices: one, type: 'vibration', times: 2, apart: 0 }] },
      { when: when(alarm), caption: 'alarm' },
    ]);
    expect(await captionsOf(story)).toEqual(['60 alarm', '60 alarm', '60 the end']);
  });
});
