import { describe, expect, it } from 'vitest';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { at, end, everyone, minute, one, start, storyOf, when } from './stories.ts';

describe('a story in a living world', () => {
  it('begins with the devices, groups, users and limits that it tells of', () => {
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

  it('tells chapters and captions at their moments, and what the service does', async () => {
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
    const told: string[] = [];
    performance.onTelling(({ at: moment, kind, text, title }) => {
      told.push(`${(moment - start) / minute} ${kind} ${text ?? title ?? ''}`.trim());
    });
    const played = await play(performance);
    expect(told).toEqual([
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
    expect(played.promises).toMatchObject([{ state: 'met', wanted: '2', actual: '2', place: { line: 41 } }]);
  });
});
