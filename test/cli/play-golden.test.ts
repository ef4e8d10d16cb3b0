/** The built command leaves the logs that the digests of the shipped stories tell of. Stands on a build. */
import { describe, expect, it } from 'vitest';
import golden from '../golden/stories.json' with { type: 'json' };
import { WHOLE } from '../sample.ts';
import { roadtest } from './roadtest.ts';

/** The digests themselves show that all stories leave the same log in one process as in the next. */
const stories = WHOLE
  ? Object.entries(golden)
  : Object.entries(golden).filter(([name]) => name === 'first-day');

describe('a story played by the built command', () => {
  it.each(stories)('leaves the same log: %s', async (name, digest) => {
    const { code, out } = await roadtest(['play', name, '--report', 'json']);
    expect({ code, ...(JSON.parse(out) as object) }).toMatchObject({ code: 0, digest });
  });
});
