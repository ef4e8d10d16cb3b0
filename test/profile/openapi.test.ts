/**
 * The description of a profile's API in OpenAPI: it is valid, what a service answers fits it, and it is read back as the profile
 * that it was made of, and rightly by its schemas alone; descriptions by others, and such that attack. `npm run openapi` asks other validators.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldsOf, isFields } from '../../contracts/kit/fields.ts';
import type { Json } from '../../contracts/kit/json.ts';
import { merged } from '../../contracts/learning/merge.ts';
import { profileOf } from '../../contracts/learning/profile.ts';
import { readOpenApi } from '../../contracts/openapi/read.ts';
import { ANSWERS } from '../../contracts/openapi/words.ts';
import { type OpenApiDocument, writeOpenApi } from '../../contracts/openapi/write.ts';
import { type CompleteProfile, completeProfile, type Profile } from '../../contracts/profile/index.ts';
import { openings, operations } from '../../contracts/specification/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { fitsOf, formats, inlined, isServedIn, validatorOf } from './openapi/fits.ts';
import { differences, profileFrom, wrongIn } from './openapi/told.ts';
import { profileOf as profileSaying } from './speaking.ts';
import { type Talk, talk } from './talk.ts';
import { depot, depotDescribed, three } from './three.ts';

const schema = JSON.parse(readFileSync(new URL('openapi/openapi-3.1.schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true, formats, validateFormats: false });
const isOpenApi = ajv.compile(schema);

/** Faults of a document: by the schema of the OpenAPI Initiative (Apache 2.0), and examples that do not fit. */
function faultsOf(document: OpenApiDocument): string[] {
  const faults = isOpenApi(document) ? [] : [ajv.errorsText(isOpenApi.errors)];
  for (const { where, node } of nodesOf(document, '')) {
    if (!isFields(node.schema)) continue;
    const isValid = validatorOf(inlined(document, node.schema) as object);
    for (const [name, example] of Object.entries(fieldsOf(node.examples)))
      if (!isValid(fieldsOf(example).value))
        faults.push(`${where}: example ${name}: ${ajv.errorsText(isValid.errors)}`);
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

const words = ['description', 'summary', 'title', 'examples', 'example', ANSWERS, 'operationId', 'tags'];
const maps = ['properties', 'schemas', 'headers', 'paths', 'responses', 'content'];

/** A description by names and schemas alone. */
function wordless(json: Json, isMap = false): Json {
  if (Array.isArray(json)) return json.map((item) => wordless(item));
  if (typeof json !== 'object' || json === null) return json;
  const kept = Object.entries(json).filter(([name]) => isMap || !words.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, wordless(value, !isMap && maps.includes(name))]),
  );
}

const plain = (document: OpenApiDocument): Json => JSON.parse(JSON.stringify(document));

describe.each(three)('the description of the profile $name', (profile) => {
  const document = writeOpenApi(profile, { hasIdForm: true });

  it('is valid, and so are its examples', () => {
    expect(faultsOf(writeOpenApi(profile))).toEqual([]);
  });

  it('has every operation, with its name and more than one answer', () => {
    for (const { id, method, path } of operations) {
      const { operationId, responses } = fieldsOf(
        fieldsOf(fieldsOf(document.paths)[path])[method.toLowerCase()],
      );
      expect(operationId).toBe(id);
      expect(Object.keys(fieldsOf(responses)).length, id).toBeGreaterThan(profile === three[0] ? 2 : 0);
    }
  });

  it('is read as the profile, and what is read is described again as it was', () => {
    const { findings } = readOpenApi(plain(document));
    expect(findings.length).toBeGreaterThan(80);
    expect(wrongIn(findings, profile)).toEqual([]);
    expect(differences(document, writeOpenApi(profileFrom(findings)))).toEqual([]);
  });

  it('is read rightly by its names and schemas alone', () => {
    const { findings } = readOpenApi(wordless(plain(document)));
    expect(findings.length).toBeGreaterThan(60);
    expect(wrongIn(findings, profile)).toEqual([]);
  });
});

it.each([
  'operations.paging: { by: page, size: 3, max: 9, firstPage: 0, totalHeader: null }',
  'operations.paging: { by: link, size: 4, max: 9, firstPage: 1, totalHeader: X-Total }',
  'records.time: { form: epoch-seconds }',
  'put.left-out: refused',
])('a description of %s is read back as it was', (lines) => {
  const profile = profileSaying(lines);
  const document = writeOpenApi(profile, { hasIdForm: true });
  const { findings } = readOpenApi(plain(document));
  expect(wrongIn(findings, profile)).toEqual([]);
  expect(differences(document, writeOpenApi(profileFrom(findings)))).toEqual([]);
});

type Given = Profile['openings'];

/** One fact that is changed, in the lines of a profile file. */
const changes: { readonly [what: string]: string } = {
  'the status of a list': 'operations.status: { listGroups: 206 }',
  'the status of a delete': 'operations.status: { deleteUser: 226 }',
  'the status of an unknown id': 'errors.status: { unknown-id: 418 }',
  'the status of a wrong body': 'errors.status: { invalid: 418 }',
  'the status of a refused token request': 'token.status: { issued: 200, refused: 418 }',
  'the status of an issued token': 'token.status: { issued: 201, refused: 401 }',
  'the status for want of a token': 'auth.refusal: { status: 418, headers: {}, body: error }',
  'a field of error bodies':
    'errors.body: { form: json, contentType: application/json, fields: { detail: /cause, success: /success } }',
  'the type of error bodies': 'errors.body: { form: text, contentType: text/plain }',
  'no error bodies': 'errors.body: { form: empty }',
  'a field of a device': 'records.device: { fields: { id: /id, name: /another } }',
  'a field of a location': 'records.location: { fields: { latitude: /y, longitude: /x } }',
  'a field of a user': 'records.user: { fields: { id: /id, name: /callsign } }',
  'a word of a value':
    'records.device: { fields: { id: /id, name: /name, licence: /licence }, values: { licence: { used: A, expired: B } } }',
  'the form of ids': 'records.id: { form: uuid }',
  'a prefix of ids': 'records.id: { form: string, prefixes: { group: G } }',
  'the form of times': 'records.time: { form: iso, offset: "+05:45" }',
  'times as numbers': 'records.time: { form: epoch-seconds }',
  'where a list is': 'operations.envelope: { lists: { devices: { form: array, at: /elsewhere } } }',
  'the form of a list': 'operations.envelope: { lists: { users: { form: map, at: /byId } } }',
  'where a record is': 'operations.envelope: { records: { group: { at: /elsewhere } } }',
  'what is beside a record':
    'operations.envelope: { records: { user: { at: /data, constants: { /took: 3 } } } }',
  'what a create answers': 'operations.envelope: { answers: { createGroup: nothing }, nothing: {} }',
  'where an id is': 'operations.envelope: { answers: { createUser: id }, id: { at: /elsewhere/id } }',
  'the content type of replies': 'operations.envelope: { contentType: application/vnd.fleet+json }',
  'how locations are posted':
    'locations.purpose: { does: record, body: { form: wrapper, at: /elsewhere, many: false, required: {} }, query: { from: /from, to: /to } }',
  'what a create asks for': 'records.required: { group: [name, deviceIds], user: [name, notify] }',
};

const [byDefault, enveloped] = three as [CompleteProfile, CompleteProfile];

describe('what a service answers', () => {
  let talks: Talk[] = [];
  beforeAll(async () => {
    talks = await Promise.all(three.map(talk));
  });
  const exchangesOf = (profile: CompleteProfile) => talks[three.indexOf(profile)]?.exchanges ?? [];

  it.each(three)('fits the description of the profile $name', (profile) => {
    const fits = fitsOf(writeOpenApi(profile), isServedIn(profile));
    expect(exchangesOf(profile).length).toBeGreaterThan(40);
    expect([...new Set(exchangesOf(profile).flatMap(fits))]).toEqual([]);
  });

  it.each(Object.entries(changes))('does not fit a description with another of: %s', (_, lines) => {
    const changed = profileSaying(lines).openings;
    const envelope = lines.startsWith('operations.envelope');
    const [id] = lines.split(':');
    const openings = envelope ? changed : { ...byDefault.openings, [id as string]: changed[id as 'events'] };
    const fits = fitsOf(writeOpenApi({ ...byDefault, openings }), isServedIn(byDefault));
    expect(exchangesOf(byDefault).some((exchange) => fits(exchange).length > 0)).toBe(true);
  });

  it('does not fit a description with another base path, or with another way of patching', () => {
    const json = { 'patch.format': { form: 'partial', contentType: 'application/json' } } satisfies Given;
    for (const changed of [
      { ...enveloped, basePath: '/api' },
      { ...enveloped, openings: { ...enveloped.openings, ...json } },
    ]) {
      const fits = fitsOf(writeOpenApi(changed), isServedIn(enveloped));
      expect(exchangesOf(enveloped).some((exchange) => fits(exchange).length > 0)).toBe(true);
    }
  });
});

it('every opening is told in words', () => {
  const { description } = fieldsOf(writeOpenApi(byDefault).info);
  const lines = String(description).toLowerCase().split('\n');
  expect(openings.filter(({ open }) => !lines.some((line) => line.includes(open.toLowerCase())))).toEqual([]);
});

it('the description of the control API is valid', async () => {
  const simulator = createSimulator();
  const call = { method: 'GET', target: '/_control/control-openapi.json', headers: {}, body: undefined };
  expect(faultsOf(JSON.parse((await simulator.handle(call)).body))).toEqual([]);
  simulator.stop();
});

describe('the description of the depot, by hand and in its own words', () => {
  const { findings, notes } = readOpenApi(parse(depotDescribed));

  it('places all operations, is read rightly, and where it is of no one mind a note says so', () => {
    expect(findings).toContainEqual(expect.objectContaining({ at: '/basePath', value: '/tracking' }));
    const placed = findings.filter(({ at }) => at.startsWith('/openings/operations.status/'));
    expect(placed.length).toBe(operations.length - 1);
    // Any text will do for who reports an incident: the description has another example than the profile.
    const reporter = '/openings/alerts.purpose/body/required/~1reporter';
    const wrong = wrongIn(findings, completeProfile(depot));
    expect(wrong.filter((one) => !one.startsWith(reporter))).toEqual([]);
    expect(notes).toEqual(['The ids of some resources are of a form that is not told.']);
  });

  it('gives most of what its profile says of payloads', () => {
    const learned = profileOf(merged(findings).answers, 'learned').data.openings as Given;
    for (const id of [
      ...(['records.group', 'records.user', 'records.time', 'records.timeZone'] as const),
      ...(['operations.paging', 'operations.query', 'locations.purpose', 'patch.format'] as const),
    ])
      expect(learned[id], id).toEqual(depot.openings[id]);
    const [own, read] = [depot.openings, learned].map((said) => said['operations.envelope']);
    for (const part of ['bodies', 'id', 'nothing'] as const) expect(read?.[part], part).toEqual(own?.[part]);
    const answers = { createGroup: 'id', replaceUser: 'nothing', updateGroup: 'record' };
    const lists = { devices: { form: 'map', at: '/units', next: '/next' }, groups: { at: '/crews' } };
    expect(read).toMatchObject({
      answers,
      lists,
      records: { device: own?.records?.device, group: { at: '' } },
    });
    // Words of its own for states, kinds and levels would be misunderstood.
    expect(learned['records.device']?.fields).not.toHaveProperty('licence');
    expect(Object.keys(learned['records.alert']?.fields ?? {})).toEqual(['text']);
  });
});

describe('a description that is data of someone else', () => {
  const good = () => structuredClone(writeOpenApi(byDefault)) as { [name: string]: Json };
  type Schemas = { schemas: { [name: string]: Json } };

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'openapi: 3.1.0'],
    ['another version', { openapi: '2.0', swagger: '2.0' }],
    ['no paths', { openapi: '3.1.0' }],
    ['paths that are a list', { openapi: '3.1.0', paths: [1, 2] }],
    ['an operation that is a number', { openapi: '3.1.0', paths: { '/api/devices': { get: 5 } } }],
  ])('gives no finding where it is %s', (_, document) => {
    const { findings, notes } = readOpenApi(document);
    expect(findings.filter(({ at }) => at !== '/basePath')).toEqual([]);
    expect(notes.length + findings.length).toBeGreaterThan(0);
  });

  it('leads nowhere else, ends where it goes round, and its names stay names', () => {
    const { [ANSWERS]: _, ...away } = good();
    (away.components as never as Schemas).schemas.Device = {
      $ref: 'https://elsewhere.example/schemas.json#/Device',
    };
    const { findings, notes } = readOpenApi(away);
    expect(notes[0]).toContain('such as "https://elsewhere.example/schemas.json#/Device" are not');
    expect(findings.some(({ at }) => at.startsWith('/openings/records.device/'))).toBe(false);

    const round = good();
    const { schemas } = round.components as never as Schemas;
    const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    schemas.Device = to('Device');
    schemas.Group = { type: 'object', properties: { id: { type: 'string' }, inner: to('Group') } };
    schemas.User = { allOf: [to('User'), to('User')] };
    expect(readOpenApi(round).findings.length).toBeGreaterThan(0);

    const named = JSON.stringify(good())
      .replaceAll('"licencePlate"', '"__proto__"')
      .replaceAll('"model"', '"constructor"');
    const said = readOpenApi(JSON.parse(named)).findings.map(
      ({ at, value }) => `${at} ${JSON.stringify(value)}`,
    );
    expect(said.filter((one) => /__proto__|constructor/.test(one))).toEqual([]);
  });

  it('is read to its end, whatever stands at any place of it', () => {
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
      { numRuns: 12 },
    );
  });
});
