import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentBounds, pointerBounds } from '../../contracts/kit/bounds.ts';
import { storyBounds } from '../../scenarios/language/bounds.ts';
import { trackBounds } from '../../scenarios/motion/track-error.ts';

const { profile, story } = documentBounds;

/** The limits that a guide names, as it writes them. */
const guides: { readonly [guide: string]: readonly number[] } = {
  'writing-a-story.md': [
    ...[story.characters, story.values, story.depth, story.repeated, story.name, story.text],
    ...[storyBounds.cronExpressions, storyBounds.roadStops, storyBounds.eachEntry],
    ...[trackBounds.points, trackBounds.characters],
  ],
  'writing-a-profile.md': [
    ...[profile.characters, profile.values, profile.depth, profile.text],
    ...[pointerBounds.characters, pointerBounds.names],
  ],
};

it.each(Object.entries(guides))('%s names the limits that hold', (guide, limits) => {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${guide}`, import.meta.url)), 'utf8');
  const paragraph = text.trimEnd().split('\n\n').at(-1)?.replaceAll('\n', ' ');
  const named = [...(paragraph?.replace('YAML 1.2', '').matchAll(/\d[\d,]*(?<=\d)/g) ?? [])].map(
    ([number]) => number,
  );
  expect(named).toEqual(limits.map((limit) => limit.toLocaleString('en')));
});
