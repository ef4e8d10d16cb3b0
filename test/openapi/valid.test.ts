/**
 * Descriptions are valid OpenAPI 3.1, by the schema that the OpenAPI Initiative publishes for it (Apache 2.0), their schemas are
 * valid by the schema of schemas, and their examples fit them. `npm run openapi` asks other validators too.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { fieldsOf, isFields } from '../../contracts/kit/fields.ts';
import { placeOf } from '../../contracts/openapi/places.ts';
import { MARK } from '../../contracts/openapi/replies.ts';
import { type OpenApiDocument, writeOpenApi } from '../../contracts/openapi/write.ts';
import { completeProfile } from '../../contracts/profile/index.ts';
import { openingRows } from '../../contracts/specification/openings/index.ts';
import { operations } from '../../contracts/specification/operations.ts';
import { createSimulator } from '../../simulator/index.ts';
import { oneIn } from '../sample.ts';
import { profiles } from '../service/profiles.ts';
import { permutants } from './dialects.ts';
import { formats, inlined } from './fits.ts';

const schema = JSON.parse(readFileSync(new URL('openapi-3.1.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true, formats, validateFormats: false });
const isOpenApi = ajv.compile(schema);
const checks = new Map<string, ReturnType<typeof ajv.compile>>();

/** Compiled once for all documents that have it. Throws for what is no schema. */
function checkOf(own: object): ReturnType<typeof ajv.compile> {
  const text = JSON.stringify(own);
  const check = checks.get(text) ?? new Ajv2020({ strict: false, formats }).compile(own);
  checks.set(text, check);
  return check;
}

/** Everything that is wrong with a document. */
function faultsOf(document: OpenApiDocument): string[] {
  const faults = isOpenApi(document) ? [] : [ajv.errorsText(isOpenApi.errors)];
  for (const { where, node } of nodesOf(document, '')) {
    if (!isFields(node.schema)) continue;
    const own = inlined(document, node.schema) as object;
    const check = checkOf(own);
    for (const [name, example] of Object.entries(fieldsOf(node.examples)))
      if (!check(fieldsOf(example).value))
        faults.push(`${where}: example ${name}: ${ajv.errorsText(check.errors)}`);
  }
  return faults;
}

interface Found {
  where: string;
  node: { readonly [name: string]: unknown };
}

function nodesOf(node: unknown, where: string): Found[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.entries(node).flatMap(([name, value]) => nodesOf(value, `${where}/${name}`));
  return isFields(node) ? [{ where, node }, ...inside] : inside;
}

describe('a description of the public API', () => {
  const told = [
    ...profiles.map(({ name, ...profile }) => ({ name, profile: { name, ...profile } })),
    ...permutants(),
  ];
  it.each(oneIn(6, told).map(({ name, profile }) => [name.split(':')[0], profile] as const))(
    'of %s is valid',
    (_, profile) => {
      expect(faultsOf(writeOpenApi(profile))).toEqual([]);
    },
  );

  it('has every operation, with its name, and answers of every kind that it can give', () => {
    const { paths } = writeOpenApi(completeProfile({ roadtest: 1, name: 'ours', openings: {} }));
    for (const { id, method, path } of operations) {
      const operation = fieldsOf(fieldsOf(fieldsOf(paths)[path])[method.toLowerCase()]);
      expect(operation.operationId).toBe(id);
      expect(Object.keys(fieldsOf(operation.responses)).length, id).toBeGreaterThan(2);
    }
  });

  it('marks every opening where it says its answer', () => {
    const document = writeOpenApi(
      completeProfile({
        roadtest: 1,
        name: 'ours',
        openings: {
          'auth.other-ways': { accepts: ['query'] },
          'auth.roles': { mayNotCall: ['deleteUser'] },
          'limits.names': { fields: { dailyEmail: '/mail' } },
          'records.volatile': ['/calls'],
          'rate-limit': { requests: 5, per: 'PT1M', retryAfter: true },
          versioning: { headers: { 'API-Version': '3' } },
        },
      }),
    );
    const marks = new Set(
      nodesOf(document, '').flatMap(({ node }) => (node[MARK] as string[] | undefined) ?? []),
    );
    const unmarked = ['records.time', 'records.units'];
    expect(openingRows.map(({ id }) => id).filter((id) => !marks.has(id))).toEqual(unmarked);
    expect(Object.keys(placeOf).length).toBe(openingRows.length);
  });
});

it('the description of the control API is valid', async () => {
  const simulator = createSimulator();
  const reply = await simulator.handle({
    method: 'GET',
    target: '/_control/control-openapi.json',
    headers: {},
    body: undefined,
  });
  expect(faultsOf(JSON.parse(reply.body))).toEqual([]);
  simulator.stop();
});
