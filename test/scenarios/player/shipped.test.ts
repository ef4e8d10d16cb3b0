/** Each shipped story leaves the same log, however it is played. */
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../contracts/kit/items.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import { libraryStories, readLibraryStory } from '../../../scenarios/library/index.ts';
import { oneIn, SEED, WHOLE } from '../../sample.ts';
import { shortened } from './stories.ts';
import { inOneJump, type Request, ways } from './ways.ts';

async function shipped(name: string): Promise<Story> {
  return shortened((await readLibraryStory(name)) as Story);
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

const named = Object.entries(ways);

/** All ways, or one of them for each story, in turn: with half of the stories each way is gone still. */
function waysFor(place: number): typeof named {
  return WHOLE ? named : [itemAt(named, (place + SEED) % named.length)];
}

describe.each(oneIn(4, libraryStories).map(({ name }, place) => ({ name, place })))(
  '$name',
  ({ name, place }) => {
    it('goes the same way however it is played, with requests in between', async () => {
      const story = await shipped(name);
      const requests = requestsIn(story);
      const expected = await inOneJump(story, requests, {});
      for (const [way, playing] of waysFor(place))
        expect({ way, ...(await playing(story, requests, {})) }).toEqual({ way, ...expected });
    });
  },
);
