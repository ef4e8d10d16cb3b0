import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { libraryStories } from '../../../scenarios/library/index.ts';

const folder = new URL('../../../scenarios/library/', import.meta.url);

/** In the order in which they are best told. */
const order = [
  'first-day',
  'school-zone',
  'sos-at-night',
  'alert-storm',
  'sms-and-midnight',
  'licence-crunch',
  'expiry',
  'tunnel',
  'theft',
  'cold-chain',
  'office-day',
  'rush-hour',
  'demo',
];
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
const names = order.filter((name) => files.includes(`${name}.yaml`));

/** How the twin is written. `vitest --update` writes it anew after a change of the YAML files. */
function twin(): string {
  const entries = names.map((name) => {
    const text = readFileSync(new URL(`${name}.yaml`, folder), 'utf8');
    return `  '${name}': \`\\\n${text.replace(/[\\`]|\$\{/g, '\\$&')}\`,\n`;
  });
  return `// biome-ignore-all format: made from the YAML files by \`npx vitest run --config test/vitest.config.ts test/scenarios/library/texts.test.ts --update\`
/** The texts of the shipped stories, for whoever reads no files. */
export const texts: { readonly [name: string]: string } = {
${entries.join('')}};
`;
}

describe('the texts of the library', () => {
  it('are those of the YAML files, to the letter', async () => {
    await expect(twin()).toMatchFileSnapshot('../../../scenarios/library/texts.ts');
  });

  it('come in the order in which they are best told', () => {
    expect(libraryStories.map(({ name }) => name)).toEqual(names);
    expect(files.map((file) => file.replace('.yaml', '')).sort()).toEqual([...names].sort());
  });
});
