/** What docs/writing-a-story.md shows can be read, and played. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playStory } from '../../scenarios/index.ts';
import { readStory } from '../../scenarios/language/read.ts';
import { perform } from '../../scenarios/player/perform.ts';
import { play } from '../../scenarios/player/play.ts';

const text = readFileSync(new URL('../../docs/writing-a-story.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/```yaml( fragment)?\n(.*?)```/gs)];
const whole = blocks.filter(([, fragment]) => !fragment).map(([, , yaml]) => yaml as string);
const fragments = blocks.filter(([, fragment]) => fragment).map(([, , yaml]) => yaml as string);

const blockOf = (kind: string) => new RegExp(`\`\`\`yaml ${kind}\\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';

describe('docs/writing-a-story.md', () => {
  it('shows a story that meets its expectations', async () => {
    expect(whole).toHaveLength(1);
    const played = await play(perform(await readStory(whole[0] as string, { file: 'story.yaml' })));
    expect(played.promises.filter(({ state }) => state !== 'met')).toEqual([]);
  });

  it('shows a story with a fixture, whose expectations it meets', async () => {
    const readFixture = (file: string) => (file === 'yard.yaml' ? blockOf('fixture') : expect.fail(file));
    const played = await playStory(blockOf('cast'), { readFixture });
    expect(played.expectations.map(({ state }) => state)).toEqual(['met', 'met']);
  });

  it('shows actions and expectations that can be written so', async () => {
    expect(fragments).toHaveLength(2);
    for (const fragment of fragments) {
      const entry = fragment.replace(/^/gm, '    ').trimEnd();
      const story = (whole[0] as string).replace('timeline:\n', `timeline:\n  - at: 08:20\n${entry}\n`);
      const { timeline } = await readStory(story, { file: 'story.yaml' });
      expect((timeline[0]?.actions.length ?? 0) + (timeline[0]?.expectations.length ?? 0)).toBeGreaterThan(
        10,
      );
    }
  });
});
