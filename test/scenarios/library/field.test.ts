/** The cases from the field: each says what a client should do, and where the mistake was reported. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { libraryStories, readLibraryStory } from '../../../scenarios/library/index.ts';

const names = libraryStories.map(({ name }) => name).filter((name) => name.startsWith('field/'));
const page = readFileSync(new URL('../../../docs/from-the-field.md', import.meta.url), 'utf8');
const REPORT = /^(.+ A client .+; an? .+\.) ([\w-]+\/[\w-]+)#(\d+)$/;

it('are all on their page, and no others', () => {
  const listed = [...page.matchAll(/^\|.*`roadtest play (field\/[\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(names);
  expect(names.length).toBeGreaterThan(11);
});

it.each(names)(
  '%s says what a client should do and what a wrong one shows, and cites its report as the page does',
  async (name) => {
    const story = await readLibraryStory(name);
    const [, , repository, number] = REPORT.exec(story?.summary ?? '') ?? [];
    const row = page.split('\n').find((line) => line.includes(`\`roadtest play ${name}\``)) ?? '';
    const [cited] = /\[[^\]]+\]\([^)]+\)/.exec(row) ?? [];
    expect(story?.summary).toMatch(REPORT);
    expect(cited).toMatch(
      new RegExp(
        `^\\[${repository}#${number}\\]\\(https://github\\.com/${repository}/(issues|pull)/${number}\\)$`,
      ),
    );
  },
);
