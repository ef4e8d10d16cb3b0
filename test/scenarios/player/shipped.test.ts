/** Each shipped story leaves the same log, however it is played. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Story } from '../../../scenarios/language/story.ts';
import { libraryStories, readLibraryStory } from '../../../scenarios/library/index.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import { endAll, roadtest } from '../../cli/roadtest.ts';
import { minute } from './stories.ts';
import { type Request, ways } from './ways.ts';

afterAll(endAll);

/** Ten thousand vehicles are played for so long alone, in ms. */
const SHORT = 2 * minute;
const MANY = 1_000;

async function shipped(name: string): Promise<Story> {
  const story = (await readLibraryStory(name)) as Story;
  const { clock, devices } = story;
  return devices < MANY ? story : { ...story, clock: { ...clock, end: clock.start + SHORT } };
}

const json = { 'content-type': 'application/json' };

/** A token, and messages from the first device, at moments that a clock at every tested speed shows exactly. */
function requestsIn({ account, clock }: Story): Request[] {
  const { userName, apiKey } = account;
  const at = (share: number) => clock.start + 3_600 * Math.floor((share * (clock.end - clock.start)) / 3_600);
  return [
    {
      at: at(0.2),
      call: {
        method: 'POST',
        target: '/api/Auth/Token',
        headers: json,
        body: JSON.stringify({ userName, apiKey }),
      },
    },
    {
      at: at(0.6),
      call: {
        method: 'POST',
        target: '/_control/devices/1/send',
        headers: json,
        body: JSON.stringify({ channel: 'email', count: 3 }),
      },
    },
  ];
}

describe.each(libraryStories.map(({ name }) => name))('%s', (name) => {
  it('goes the same way at speed 1, 3600 and max, in steps, from snapshots, with requests in between', async () => {
    const story = await shipped(name);
    const requests = requestsIn(story);
    const [first, ...others] = Object.entries(ways);
    const expected = await first?.[1](story, requests, {});
    for (const [way, playing] of others) {
      expect({ way, ...(await playing(story, requests, {})) }).toEqual({ way, ...expected });
    }
  }, 120_000);
});

describe('a story in another process', () => {
  it.each(libraryStories.map(({ name }) => name))('leaves the same log: %s', async (name) => {
    const story = (await readLibraryStory(name)) as Story;
    const isShort = story.devices >= MANY;
    const performance = perform(story);
    const { digest, counts } = await play(performance, isShort ? { until: story.clock.start + SHORT } : {});
    performance.stop();
    const until = isShort ? ['--until', `${SHORT / minute}m`] : [];
    const { code, out } = await roadtest(['play', name, '--report', 'json', ...until]);
    expect({ code, ...(JSON.parse(out) as object) }).toMatchObject({ code: 0, digest, counts });
  });
});
