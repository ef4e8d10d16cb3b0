/** Descriptions without our words: what is read by names and schemas alone is right, too. */
import { expect, it } from 'vitest';
import type { Json } from '../../contracts/kit/json.ts';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import { permutants } from './dialects.ts';
import { wrongIn } from './told.ts';

const words = new Set([
  'description',
  'summary',
  'title',
  'examples',
  'example',
  'x-roadtest-opening',
  'operationId',
  'tags',
]);

function wordless(json: Json, isMap = false): Json {
  if (Array.isArray(json)) return json.map((item) => wordless(item));
  if (typeof json !== 'object' || json === null) return json;
  const kept = Object.entries(json).filter(([name]) => isMap || !words.has(name));
  const maps = ['properties', 'schemas', 'headers', 'paths', 'responses', 'content'];
  return Object.fromEntries(
    kept.map(([name, value]) => [name, wordless(value, !isMap && maps.includes(name))]),
  );
}

it.each(permutants().map(({ name, profile }) => [name.split(':')[0] ?? '', profile] as const))(
  '%s',
  (_, profile) => {
    const { findings } = readOpenApi(wordless(JSON.parse(JSON.stringify(writeOpenApi(profile)))));
    expect(findings.length).toBeGreaterThan(60);
    expect(wrongIn(findings, profile)).toEqual([]);
  },
);
