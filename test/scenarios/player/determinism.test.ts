/** The same story at the same seed leaves the same log, however it is played. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../sample.ts';
import { anyRequests, anyStory } from './arbitraries.ts';
import { inOneJump, ways } from './ways.ts';

describe('a story that is generated', () => {
  it('goes the same way however it is played, with requests at the same moments', async () => {
    await fc.assert(
      fc.asyncProperty(anyStory, anyRequests, async (story, requests) => {
        const expected = await inOneJump(story, requests, {});
        for (const [name, way] of Object.entries(ways)) {
          expect({ name, ...(await way(story, requests, {})) }).toEqual({ name, ...expected });
        }
      }),
      { numRuns: WHOLE ? 20 : 2 },
    );
  });
});
