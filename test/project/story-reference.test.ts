/** docs/story-reference.md lists what the language has, and nothing else. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { usualAlerts } from '../../scenarios/language/forms.ts';
import { StoryError } from '../../scenarios/language/problems.ts';
import { readStory } from '../../scenarios/language/read.ts';
import { storySchema } from '../../scenarios/language/schema.ts';
import { town } from '../../scenarios/motion/roads/town.ts';
import { injectionKinds } from '../../simulator/control/schemas/stories.ts';

const page = readFileSync(new URL('../../docs/story-reference.md', import.meta.url), 'utf8');

interface Branch {
  then: { properties: { [field: string]: unknown }; required: string[] };
}
interface Choice {
  allOf?: Branch[];
  else?: Choice;
}

/** The fields that choose, each with the fields beside it. */
function branchesOf(name: 'action' | 'condition' | 'expectation'): [field: string, beside: string[]][] {
  const choice = (storySchema.definitions as { [name: string]: Choice })[name];
  return (choice?.allOf ?? choice?.else?.allOf ?? []).map(({ then }): [string, string[]] => {
    const [field = '', ...beside] = Object.keys(then.properties);
    return [field, beside];
  });
}

/** The words that are in code within a text. */
function wordsIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(/[A-Za-z][\w-]*/g) ?? []);
}

function section(heading: string): string {
  return page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

/** The rows of the table of a section whose first cell names a field. */
function rowsOf(heading: string, field: string): string[] {
  const rows = section(heading).split('\n');
  return rows.filter((row) => row.startsWith('|') && wordsIn(row.split('|')[1] ?? '').includes(field));
}

/** The names listed in the paragraph that begins so. */
function listed(beginning: string): string[] {
  const [, paragraph = ''] = page.split(beginning);
  return wordsIn(paragraph.split('\n\n')[0] ?? '');
}

describe('docs/story-reference.md', () => {
  const common = ['device', 'outcome'];

  it('and the control API name what can be injected', () => {
    const api = readFileSync(new URL('../../docs/control-api.md', import.meta.url), 'utf8');
    const rows = [rowsOf('Actions', 'inject')[0], /^.*`POST \/inject`.*$/m.exec(api)?.[0]];
    for (const row of rows) expect(wordsIn(row ?? '')).toEqual(expect.arrayContaining(injectionKinds));
  });

  it.each([
    ['Actions', 'action'],
    ['Conditions', 'condition'],
    ['Expectations', 'expectation'],
  ] as const)('lists all %s with what can be said beside them', (heading, name) => {
    const branches = branchesOf(name);
    expect(branches.length).toBeGreaterThan(9);
    for (const [field, beside] of branches) {
      const words = rowsOf(heading, field).flatMap(wordsIn);
      const said = common.includes(field) ? beside : beside.filter((each) => !common.includes(each));
      expect(words, field).toEqual(expect.arrayContaining([field, ...said]));
    }
  });

  it('lists the places of the town and the usual types of alerts', () => {
    expect(listed('Places of the town:')).toEqual(town().places.map(({ name }) => name));
    expect(listed('others can be made up:')).toEqual(usualAlerts);
  });

  it('lists the kinds of events that can be counted', async () => {
    const kinds = listed('Kinds of `happened`:');
    const lines = [...kinds, 'no-such-thing'].map((kind) => `  - { happened: ${kind}, count: 0 }`);
    const story = `title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet: { van: }\nexpect:\n${lines.join('\n')}\n`;
    const error = await readStory(story, { file: 'story.yaml' }).catch((thrown: unknown) => thrown);
    const problems = error instanceof StoryError ? error.problems : [];
    expect(problems.map(({ code }) => code)).toEqual(['UNKNOWN_HAPPENING']);
    expect(kinds.length).toBeGreaterThan(15);
  });
});
