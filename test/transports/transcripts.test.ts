/** The same seed and the same calls give the same bytes: from run to run, and over every way in without a browser. */
import { afterAll, describe, expect, test } from 'vitest';
import { profiles } from './profiles.ts';
import { expectSameBytesOver, play } from './transcripts.ts';
import { direct } from './ways/direct.ts';
import { transports } from './ways/index.ts';

const reference = direct();
afterAll(() => reference.closeAll());

describe.each(profiles)('profile $name', (profile) => {
  test('the same seed and the same calls give the same bytes, another seed another fleet', async () => {
    const played = await play(reference, profile);
    expect(await play(reference, profile)).toEqual(played);
    const other = await play(reference, profile, { seed: 2 });
    expect(other.at(-1)?.reply.text).not.toBe(played.at(-1)?.reply.text);
  });
});

for (const transport of transports()) {
  if (transport.name !== reference.name) expectSameBytesOver(transport);
}
