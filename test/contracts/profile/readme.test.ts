import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openings } from '../../../contracts/specification/index.ts';

const readme = readFileSync(new URL('../../../contracts/profile/README.md', import.meta.url), 'utf8');

it('The map of differences names openings that there are, and those of a family by a star', () => {
  const table = readme.slice(
    readme.indexOf('## What deployments do differently'),
    readme.indexOf('## The lens'),
  );
  const ids = openings.map(({ id }) => id);
  const families = new Set(ids.map((id) => id.split('.')[0]));
  const named = [...table.matchAll(/`([a-z-]+\.[a-zA-Z*-]+)`/g)].map((found) => found[1] ?? '');
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) {
    const [family, rest] = name.split('.');
    expect(rest === '*' ? [...families] : ids, name).toContain(rest === '*' ? family : name);
  }
});
