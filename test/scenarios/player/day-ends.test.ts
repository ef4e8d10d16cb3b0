/** When the day of a story's service ends: one midnight for limits and expiry, unless something says otherwise. */
import { describe, expect, it } from 'vitest';
import { StoryError } from '../../../scenarios/language/problems.ts';
import { readStory } from '../../../scenarios/language/read.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { createSimulator } from '../../../simulator/simulator.ts';

const berlin = `title: The day
clock: { start: 2026-03-02 12:00, for: 2d, timeZone: Europe/Berlin }
fleet: { van: { limits: { dailySms: 1 }, expirationDate: 2026-03-04 } }
`;
const dayEnds = (text: string) => berlin.replace('Europe/Berlin', `Europe/Berlin, dayEnds: ${text}`);
const fixture = `title: The day
clock: { start: 2026-03-02 12:00, for: 2d }
fixture: { clock: { timeZone: Europe/Berlin, dayEnds: 04:00 }, devices: [{ name: van }] }
`;

async function endsOf(text: string, options: Parameters<typeof perform>[1] = {}) {
  const performance = perform(await readStory(text, { file: 'day.yaml' }), options);
  const ends: string[] = [];
  performance.onEvent(({ kind, at }) => {
    if (kind === 'day-ended') ends.push(new Date(at).toISOString().slice(5, 16));
  });
  await play(performance);
  return ends;
}

describe('the day of a story ends', () => {
  it.each([
    ['at midnight in its zone', berlin, ['03-02T23:00', '03-03T23:00']],
    ['at the time that it says', dayEnds('04:00'), ['03-03T03:00', '03-04T03:00']],
    ['in the zone that it says', dayEnds('00:00 UTC'), ['03-03T00:00', '03-04T00:00']],
    ['as its fixture says', fixture, ['03-03T03:00', '03-04T03:00']],
  ])('%s', async (_, text, ends) => {
    expect(await endsOf(text)).toEqual(ends);
  });

  it('as a profile says, whatever the story says', async () => {
    const profile = { roadtest: 1, name: 'ours', openings: { 'day.time-zone': 'Asia/Tokyo' } } as const;
    expect(await endsOf(dayEnds('00:00 UTC'), { profile })).toEqual(['03-02T15:00', '03-03T15:00']);
  });

  it('as it says, where it takes the place of a world with another day', async () => {
    const simulator = createSimulator({ timeZone: 'Asia/Tokyo', dayEnds: '04:00' });
    expect(await endsOf(berlin, { simulator })).toEqual(['03-02T23:00', '03-03T23:00']);
    simulator.stop();
  });

  it('where it expires devices, too: what is sent at that moment meets an expired device', async () => {
    const story = `${berlin}timeline:
  - { at: "2026-03-04 00:00", do: { send: van, channel: sms }, expect: { device: van, licence: expired } }
expect: { withheld: 1, reason: device-expired }
`;
    const { standing } = await play(perform(await readStory(story, { file: 'day.yaml' })));
    expect(standing.failed).toBe(0);
  });

  it.each(['25:00', '04:00 Mars/Olympus', 'midnight'])('at no such time: %s', async (text) => {
    const error = await readStory(dayEnds(text), { file: 'day.yaml' }).catch((error: unknown) => error);
    expect(error instanceof StoryError && error.problems).toMatchObject([
      { code: 'DAY_ENDS_INVALID', line: 2, path: '/clock/dayEnds' },
    ]);
    expect(() => createSimulator({ dayEnds: text })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    );
    expect(() => createSimulator({ fixture: { clock: { dayEnds: text } } })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ code: 'DAY_ENDS_INVALID' })] }),
    );
  });
});

describe('a world', () => {
  it('names the zone in which its day ends, and a snapshot brings zone and day into another world', async () => {
    const simulator = createSimulator({ timeZone: 'Europe/Berlin', dayEnds: '04:00' });
    expect(simulator.profile.openings).toMatchObject({
      'day.ends': '04:00',
      'day.time-zone': 'Europe/Berlin',
    });
    const { body } = await simulator.handle({
      method: 'GET',
      target: '/_control/profile',
      headers: {},
      body: undefined,
    });
    expect(JSON.parse(body).openings).toMatchObject({
      'day.ends': '04:00',
      'day.time-zone': 'Europe/Berlin',
    });
    const other = createSimulator({ timeZone: 'Asia/Tokyo' });
    other.restore(simulator.snapshot());
    expect(other.profile.openings).toMatchObject({ 'day.ends': '04:00', 'day.time-zone': 'Europe/Berlin' });
    await other.clock.advance({ by: 'P2D' });
    const ended = other.fleet.log
      .since(0, 1_000)
      .flatMap(({ kind, at }) => (kind === 'day-ended' ? [at] : []));
    expect(ended.map((at) => new Date(at).getUTCHours())).toEqual([3, 3]);
    simulator.stop();
    other.stop();
  });
});
