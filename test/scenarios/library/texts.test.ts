import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { libraryStories } from '../../../scenarios/library/index.ts';

const folder = new URL('../../../scenarios/library/', import.meta.url);

describe('the texts of the library', () => {
  it('are those of the YAML files, to the letter', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
    expect(libraryStories.map(({ name }) => `${name}.yaml`).sort()).toEqual(files.sort());
    for (const { name, text } of libraryStories)
      expect(text).toBe(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'));
  });
});
