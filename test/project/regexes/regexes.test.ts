import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { profileSchema } from '../../../contracts/profile/format.ts';
import { storySchema } from '../../../scenarios/language/schema/index.ts';
import { oneIn } from '../../sample.ts';
import { weaknessOf } from './attack.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('a regular expression', () => {
  it.each(oneIn(3, [/^(a+)+$/, /(\d+)$/, /^\s*(.*?)\s*$/, /<[^>]*>x/, /^(.*)-(.*)-$/]))(
    'that backtracks is noticed: %s',
    // On a busy machine growth may once look linear.
    { retry: 3 },
    (expression) => {
      expect(weaknessOf(expression)).toBeDefined();
    },
  );

  it.each([/^a+$/, /^\s*\d+\s*$/, /^(\/[^/]*)*$/, /"[^"]*"/])('that does not is not: %s', (expression) => {
    expect(weaknessOf(expression)).toBeUndefined();
  });
});

describe('every regular expression of the product takes linear time', () => {
  it.each(['contracts', 'scenarios', 'simulator', 'cli'])('in %s', (folder) => {
    const found = oneIn(8, sourcesIn(join(root, folder)).flatMap(expressionsIn));
    expect(found.length).toBeGreaterThan(1);
    for (const [expression, file] of found)
      expect(weaknessOf(expression), `${expression} in ${file}`).toBeUndefined();
  });

  it.each(Object.entries({ profileSchema, storySchema }))('in %s', (_, schema) => {
    const found = patternsIn(schema);
    expect(found.size).toBeGreaterThan(3);
    for (const pattern of found) expect(weaknessOf(new RegExp(pattern, 'u')), pattern).toBeUndefined();
  });
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(d|generated)\.ts$/.test(file))
    .map((file) => join(folder, file));
}

function expressionsIn(file: string): [RegExp, string][] {
  const found: [RegExp, string][] = [];
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const { type, value } = node as { type?: unknown; value?: unknown };
    if (type === 'Literal' && value instanceof RegExp) found.push([value, file]);
    for (const inside of Object.values(node)) walk(inside);
  };
  walk(parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

function patternsIn(schema: unknown): Set<string> {
  if (schema === null || typeof schema !== 'object') return new Set();
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : [];
  return new Set([...own, ...Object.values(schema).flatMap((inside) => [...patternsIn(inside)])]);
}
