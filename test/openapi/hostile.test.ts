/** A description is data of someone else: whatever it holds, reading it ends, and nothing but findings comes of it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../contracts/kit/json.ts';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { writeOpenApi } from '../../contracts/openapi/write.ts';
import { runs } from '../sample.ts';
import { profiles } from '../service/profiles.ts';

const good = () => structuredClone(writeOpenApi(profiles[0] as never)) as { [name: string]: Json };

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'openapi: 3.1.0'],
  ['another version', { openapi: '2.0', swagger: '2.0' }],
  ['no paths', { openapi: '3.1.0' }],
  ['paths that are a list', { openapi: '3.1.0', paths: [1, 2] }],
  ['an operation that is a number', { openapi: '3.1.0', paths: { '/api/devices': { get: 5 } } }],
])('%s gives no finding', (_, document) => {
  const { findings, notes } = readOpenApi(document);
  expect(findings.filter(({ at }) => at !== '/basePath')).toEqual([]);
  expect(notes.length + findings.length).toBeGreaterThan(0);
});

it('references out of the document are not followed, and said', () => {
  const document = good();
  (document.components as never as { schemas: { [name: string]: Json } }).schemas.Device = {
    $ref: 'https://elsewhere.example/schemas.json#/Device',
  };
  const { findings, notes } = readOpenApi(document);
  expect(notes[0]).toContain(
    'References to other files, such as "https://elsewhere.example/schemas.json#/Device" are not',
  );
  expect(findings.some(({ at }) => at.startsWith('/openings/records.device/'))).toBe(false);
});

it('references in a circle end, and so do schemas without end', () => {
  const document = good();
  const { schemas } = document.components as never as { schemas: { [name: string]: Json } };
  schemas.Device = { $ref: '#/components/schemas/Device' };
  schemas.Group = {
    type: 'object',
    properties: { id: { type: 'string' }, inner: { $ref: '#/components/schemas/Group' } },
  };
  schemas.User = { allOf: [{ $ref: '#/components/schemas/User' }, { $ref: '#/components/schemas/User' }] };
  expect(readOpenApi(document).findings.length).toBeGreaterThan(0);
});

it('names that JavaScript gives a meaning of its own are no fields', () => {
  const text = JSON.stringify(good())
    .replaceAll('"licencePlate"', '"__proto__"')
    .replaceAll('"model"', '"constructor"');
  const { findings } = readOpenApi(JSON.parse(text));
  expect(
    findings.filter(({ at, value }) => /__proto__|constructor/.test(`${at} ${JSON.stringify(value)}`)),
  ).toEqual([]);
});

it('whatever stands at any place of it, reading ends with findings', () => {
  const text = JSON.stringify(good());
  const places = [...text.matchAll(/:("[^"]*"|\d+|true|false|null)[,}]/g)].map(
    ({ index = 0, 1: value = '' }) => [index + 1, value.length] as const,
  );
  fc.assert(
    fc.property(fc.nat(places.length - 1), fc.jsonValue({ maxDepth: 3 }), (at, value) => {
      const [start, length] = places[at] ?? [0, 0];
      const changed = text.slice(0, start) + JSON.stringify(value) + text.slice(start + length);
      for (const { at: pointer, evidence } of readOpenApi(JSON.parse(changed)).findings) {
        expect(pointer).toMatch(/^\/(basePath$|openings\/)/);
        expect(evidence.length).toBeLessThan(250);
      }
    }),
    { numRuns: runs(200) },
  );
});
