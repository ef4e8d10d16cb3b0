/** The examples of docs/writing-a-story.md can be read, and played, by the installed package. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from './folder.ts';
import { installed } from './installed.ts';
import { roadtest } from './run.ts';

const product = await installed();
const text = readFileSync(product.path('docs/writing-a-story.md'), 'utf8');
const blocks = [...text.matchAll(/```yaml( fragment)?\n(.*?)```/gs)];
const whole = blocks.filter(([, fragment]) => !fragment).map(([, , yaml]) => yaml as string);
const fragments = blocks.filter(([, fragment]) => fragment).map(([, , yaml]) => yaml as string);

const blockOf = (kind: string) => new RegExp(`\`\`\`yaml ${kind}\\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';

/** Runs a command on a story, with the fixture of the page beside it. */
function told(words: readonly string[], story: string) {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'story.yaml'), story);
  writeFileSync(join(cwd, 'yard.yaml'), blockOf('fixture'));
  return roadtest([...words, 'story.yaml'], { cwd });
}

describe('docs/writing-a-story.md', () => {
  it('shows a story that meets its expectations, and one with a fixture', async () => {
    expect(whole).toHaveLength(1);
    for (const story of [whole[0] as string, blockOf('cast')])
      expect(await told(['play'], story)).toMatchObject({ code: 0, out: expect.stringContaining('✔') });
  });

  it('shows actions and expectations that can be written so', async () => {
    expect(fragments).toHaveLength(2);
    for (const fragment of fragments) {
      const entry = fragment.replace(/^/gm, '    ').trimEnd();
      const story = (whole[0] as string).replace('timeline:\n', `timeline:\n  - at: 08:20\n${entry}\n`);
      expect(await told(['scenarios', 'check'], story)).toMatchObject({ code: 0 });
    }
  });
});
