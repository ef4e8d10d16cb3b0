/** `roadtest/stories`: a story from code, on a simulator of its own or of the caller's. */
import { describe, expect, it } from 'vitest';
import { PlayError, playStory, type StoryFile } from '../../scenarios/index.ts';
import { createSimulator } from '../../simulator/index.ts';

const oneSmsTooMany: StoryFile = {
  title: 'One SMS too many',
  clock: { start: '2026-03-02 08:00', for: '2h', timeZone: 'Europe/Berlin' },
  fleet: { van: { limits: { dailySms: 1 } } },
  timeline: [{ at: '10m', do: { alert: 'van', type: 'sos', channels: ['sms'], times: 2 } }],
  expect: [
    { sent: 1, channel: 'sms' },
    { withheld: 1, reason: 'daily-limit' },
  ],
};

describe('playStory', () => {
  it('plays a story of the library, and gives the same digest each time and at any speed', async () => {
    const first = await playStory('first-day');
    expect(first).toMatchObject({ story: 'first-day', passed: true, finished: true, file: 'first-day.yaml' });
    expect(first.expectations.map(({ state }) => state)).not.toContain('failed');
    const again = await playStory('first-day', { speed: 1_000_000 });
    expect(again.digest).toBe(first.digest);
    expect((await playStory('first-day', { seed: 9 })).digest).not.toBe(first.digest);
  });

  it('plays the text of a file, and a story as data, alike', async () => {
    const asData = await playStory(oneSmsTooMany);
    const asText = await playStory(JSON.stringify(oneSmsTooMany));
    expect(asText.digest).toBe(asData.digest);
    expect(asData.expectations).toMatchObject([
      { state: 'met', label: expect.stringContaining('sent') },
      { state: 'met', label: expect.stringContaining('withheld') },
    ]);
    expect(asData.events.map(({ kind }) => kind)).toContain('message-withheld');
    expect(asData.events.map(({ kind }) => kind)).not.toContain('location-recorded');
  });

  it('says which expectation failed, where it is written, what was wanted and what came', async () => {
    const { passed, standing, expectations } = await playStory(
      { ...oneSmsTooMany, expect: [{ sent: 2, channel: 'sms' }] },
      { file: 'mine.json' },
    );
    expect(passed).toBe(false);
    expect(standing).toEqual({ met: 0, failed: 1, open: 0 });
    expect(expectations).toMatchObject([{ state: 'failed', file: 'mine.json', wanted: '2', actual: '1' }]);
    expect(expectations[0]?.line).toBeGreaterThan(1);
  });

  it('plays on a simulator of the caller, which goes on with the world of the story', async () => {
    const simulator = createSimulator({
      profile: { roadtest: 1, name: 'mine', basePath: '/fleet', openings: {} },
      devices: 3,
    });
    const { fetch } = simulator;
    const played = await playStory(oneSmsTooMany, { simulator, until: '30m' });
    expect(played.simulator).toBe(simulator);
    expect(simulator.fleet.devices.count).toBe(1);
    expect(simulator.fleet.devices.nameOf(1)).toBe('van');
    expect(new Date(simulator.clock.now()).toISOString()).toBe('2026-03-02T07:30:00.000Z');
    expect(simulator.profile.name).toBe('mine');
    const clock = await (await fetch(new Request('http://localhost/_control/clock'))).json();
    expect(clock).toMatchObject({ now: '2026-03-02T07:30:00.000Z' });
    await simulator.clock.advance(simulator.clock.now() + 60_000);
    const alone = await playStory(oneSmsTooMany);
    expect((await playStory(oneSmsTooMany, { simulator })).digest).toBe(alone.digest);
    simulator.restart();
    expect(simulator.fleet.devices.count).toBe(3);
    simulator.stop();
  });

  it('stops where it should, and when it is aborted, and has not passed where expectations are open', async () => {
    const half = await playStory(oneSmsTooMany, { until: '1h' });
    expect(half).toMatchObject({
      finished: false,
      reached: '2026-03-02T08:00:00.000Z',
      standing: { open: 2 },
    });
    const stopped = await playStory('first-day', { signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ finished: false, passed: false });
  });

  it('hands on events as they happen', async () => {
    const heard: string[] = [];
    const played = await playStory(oneSmsTooMany, { onEvent: ({ kind }) => heard.push(kind) });
    expect(heard).toEqual(played.events.map(({ kind }) => kind));
  });

  it.each([
    { by: 'page', size: 2, firstPage: 0 },
    { by: 'offset', size: 2, firstPage: 0 },
    { by: 'link', size: 2, firstPage: 1 },
    { by: 'cursor', size: 2, firstPage: 1 },
  ] as const)('counts what a list has on all of its pages: by $by', async (pages) => {
    const list = { at: '/items', form: 'array', next: '/next' } as const;
    const lists = { devices: list, groups: list, users: list };
    const openings = {
      'operations.paging': { ...pages, max: 10, totalHeader: null },
      ...(pages.by === 'cursor' && { 'operations.envelope': { lists } }),
    };
    const { expectations } = await playStory(
      { ...oneSmsTooMany, fleet: { van: { count: 5 } }, expect: [{ reply: 'listDevices', items: 5 }] },
      { profile: { roadtest: 1, name: 'paged', openings } },
    );
    expect(expectations).toMatchObject([{ state: 'met' }]);
  });

  it('refuses what is not a story with a code and what to try', async () => {
    await expect(playStory('first-dya')).rejects.toMatchObject({
      code: 'UNKNOWN_STORY',
      hint: 'Did you mean first-day?',
    });
    await expect(playStory('nothing like that')).rejects.toMatchObject({
      hint: expect.stringContaining('first-day'),
    });
    await expect(playStory(oneSmsTooMany, { until: 'soon' })).rejects.toBeInstanceOf(PlayError);
    await expect(playStory(oneSmsTooMany, { until: '3h' })).rejects.toMatchObject({ code: 'STORY_TIME' });
    await expect(playStory('fleet: { van: 3 }')).rejects.toMatchObject({ code: 'STORY_INVALID' });
  });

  it('leaves the simulator of the caller as it is when the story cannot be read', async () => {
    const simulator = createSimulator({ devices: 3 });
    await expect(playStory('fleet: { van: 3 }', { simulator })).rejects.toMatchObject({
      code: 'STORY_INVALID',
    });
    expect(simulator.fleet.devices.count).toBe(3);
    simulator.stop();
  });
});
