import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLens, defaultProfile } from '../../../../contracts/profile/index.ts';
import type { GivenOpenings, Openings } from '../../../../contracts/specification/openings/index.ts';
import { dialects } from './arbitraries.ts';

type Form = Openings['patch.format']['form'];
const defaults = defaultProfile.openings;
const format = (form: Form) => ({ 'patch.format': { form, contentType: `application/${form}+json` } });

const patchOf = (form: Form, more: GivenOpenings = {}) =>
  compileLens({ ...defaults, ...format(form), ...more }).patch('group');

const current = { id: 1, name: 'North', description: 'cold', deviceIds: [1, 2] };
const json = { id: 'grp-1', name: 'North', description: 'cold', deviceIds: ['dev-1', 'dev-2'] };

describe('a patch', () => {
  it.each<[Form, unknown, object]>([
    ['partial', { name: 'South' }, { name: 'South' }],
    ['partial', { description: null }, { description: null }],
    ['partial', {}, {}],
    ['partial', { name: 'North', colour: 'red' }, {}],
    ['merge-patch', { name: 'South', deviceIds: ['dev-3'] }, { name: 'South', deviceIds: [3] }],
    ['merge-patch', { description: null }, { description: null }],
    ['json-patch', [{ op: 'replace', path: '/name', value: 'South' }], { name: 'South' }],
    ['json-patch', [{ op: 'add', path: '/deviceIds/-', value: 'dev-3' }], { deviceIds: [1, 2, 3] }],
    ['json-patch', [{ op: 'remove', path: '/deviceIds/0' }], { deviceIds: [2] }],
    ['json-patch', [{ op: 'remove', path: '/description' }], { description: null }],
    ['json-patch', [{ op: 'copy', from: '/name', path: '/description' }], { description: 'North' }],
    [
      'json-patch',
      [
        { op: 'test', path: '/name', value: 'North' },
        { op: 'move', from: '/description', path: '/name' },
      ],
      { name: 'cold', description: null },
    ],
    ['json-patch', [], {}],
  ])('%s %j changes %j', (form, body, change) => {
    expect(patchOf(form).read(current, body)).toEqual({ facts: change, issues: [] });
  });

  it.each<[Form, unknown, string, string]>([
    ['partial', [], '', 'an object'],
    ['partial', null, '', 'an object'],
    ['partial', { name: 7 }, '/name', 'text'],
    ['merge-patch', 'South', '', 'an object'],
    [
      'merge-patch',
      { deviceIds: ['grp-1'] },
      '/deviceIds',
      'a list, each the id of a device, such as "dev-1"',
    ],
    ['json-patch', { name: 'South' }, '', 'a list of operations'],
    ['json-patch', ['x'], '/0', 'an operation'],
    ['json-patch', [{ op: 'test', path: '/name', value: 'South' }], '/0', 'a test that holds'],
    ['json-patch', [{ op: 'replace', path: '/colour', value: 'red' }], '/0', 'a place that is there'],
    ['json-patch', [{ op: 'remove', path: '/colour' }], '/0', 'a place that is there'],
    ['json-patch', [{ op: 'move', from: '/colour', path: '/name' }], '/0', 'a place that is there'],
    [
      'json-patch',
      [{ op: 'add', path: '/deviceIds/9', value: 'dev-9' }],
      '/0',
      'an operation that can be applied',
    ],
    ['json-patch', [{ op: 'replace', path: '/name' }], '/0', 'an operation that can be applied'],
    ['json-patch', [{ op: 'replace', path: 'name', value: 'x' }], '/0/path', 'a JSON Pointer'],
    ['json-patch', [{ op: 'copy', path: '/name' }], '/0/from', 'a JSON Pointer'],
    [
      'json-patch',
      [{ op: 'add', path: '/__proto__/x', value: 1 }],
      '/0/path',
      'a JSON Pointer with safe names',
    ],
    ['json-patch', [{ op: '_get', path: '/name' }], '/0/op', 'one of add, remove, replace, move, copy, test'],
    [
      'json-patch',
      [{ op: 'toString', path: '/name' }],
      '/0/op',
      'one of add, remove, replace, move, copy, test',
    ],
    ['json-patch', [{ op: 'replace', path: '/name', value: 7 }], '/name', 'text'],
    ['json-patch', [{ op: 'replace', path: '', value: 'x' }], '', 'an object'],
  ])('%s %j is refused', (form, body, pointer, expected) => {
    const { facts, issues } = patchOf(form).read(current, body);
    expect(issues).toMatchObject([{ pointer, expected }]);
    expect(facts).toEqual({});
  });

  it('is applied whole or not at all, and leaves the record as it was', () => {
    const before = structuredClone(json);
    const half = [
      { op: 'replace', path: '/name', value: 'South' },
      { op: 'remove', path: '/nothing' },
    ];
    expect(patchOf('json-patch').apply(before, half).next).toBeUndefined();
    expect(patchOf('json-patch').apply(before, [half[0]]).next).toEqual({ ...json, name: 'South' });
    expect(patchOf('merge-patch').apply(before, { name: null }).next).not.toHaveProperty('name');
    expect(patchOf('partial').apply(before, { deviceIds: [] }).next).toEqual({ ...json, deviceIds: [] });
    expect(before).toEqual(json);
  });

  it('reaches a fact that replies never show', () => {
    const lens = compileLens(defaults);
    expect(lens.patch('user').read({ id: 1 }, { password: 'new' }).facts).toEqual({ password: 'new' });
  });

  it('goes by the places and the wrapping of the dialect', () => {
    const more: GivenOpenings = {
      'records.group': { fields: { name: '/about/name', description: '/about/notes' } },
      'operations.envelope': { bodies: { group: { at: '/group' } } },
    };
    const body = { group: { about: { name: 'South' } } };
    for (const form of ['partial', 'merge-patch'] as const) {
      expect(patchOf(form, more).write({ name: 'South' })).toEqual(body);
      expect(patchOf(form, more).read(current, body)).toEqual({ facts: { name: 'South' }, issues: [] });
      expect(patchOf(form, more).read(current, { about: {} }).issues).toMatchObject([{ pointer: '/group' }]);
      expect(patchOf(form, more).read(current, { group: { about: { name: 1 } } }).issues).toMatchObject([
        { pointer: '/group/about/name' },
      ]);
    }
    expect(patchOf('json-patch', more).write({ name: 'South' })).toEqual([
      { op: 'replace', path: '/about/name', value: 'South' },
    ]);
  });

  it('adds what is not yet there when it knows what is', () => {
    const { write } = patchOf('json-patch');
    expect(write({ name: 'South', description: 'warm' }, { id: 1, name: 'North' })).toEqual([
      { op: 'replace', path: '/name', value: 'South' },
      { op: 'add', path: '/description', value: 'warm' },
    ]);
  });

  it('that was written changes what it should, in any dialect', () => {
    const content = fc.record({
      name: fc.string(),
      description: fc.string(),
      deviceIds: fc.array(fc.nat().map((n) => n + 1)),
    });
    const change = fc.record(
      {
        name: fc.string(),
        description: fc.option(fc.string()),
        deviceIds: fc.array(fc.nat().map((n) => n + 1)),
      },
      { requiredKeys: [] },
    );
    const forms = fc.constantFrom<Form>('partial', 'merge-patch', 'json-patch');
    fc.assert(
      fc.property(dialects, forms, content, change, fc.boolean(), (openings, form, before, wanted, knows) => {
        const { read, write } = compileLens({ ...openings, ...format(form) }).patch('group');
        const body = JSON.parse(JSON.stringify(write(wanted, knows ? before : undefined)));
        const { facts, issues } = read(before, body);
        expect(issues).toEqual([]);
        expect({ ...before, ...facts }).toEqual({ ...before, ...wanted });
      }),
    );
  });
});

describe('a hostile patch', () => {
  const polluted = (): unknown => (({}) as { polluted?: unknown }).polluted;

  it.each<[Form, string]>([
    ['merge-patch', '{"__proto__":{"polluted":1}}'],
    ['merge-patch', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['partial', '{"__proto__":{"polluted":1}}'],
    ['json-patch', '[{"op":"add","path":"/__proto__/polluted","value":1}]'],
    ['json-patch', '[{"op":"add","path":"/constructor/prototype/polluted","value":1}]'],
    ['json-patch', '[{"op":"add","path":"/x","value":{"__proto__":{"polluted":1}}}]'],
    ['json-patch', '[{"op":"move","from":"/__proto__","path":"/x"}]'],
  ])('%s %s reaches no prototype', (form, body) => {
    expect(patchOf(form).apply(json, JSON.parse(body)).next).toBeUndefined();
    expect(polluted()).toBeUndefined();
  });

  it('does not grow by copying', () => {
    const doubling = Array.from({ length: 100 }, (_, i) => ({ op: 'copy', from: '', path: `/copy${i}` }));
    expect(patchOf('json-patch').apply(json, doubling).issues).toMatchObject([
      { expected: 'a patch that copies less' },
    ]);
  });

  it('does not go on for ever', () => {
    const long = Array(10_000).fill({ op: 'test', path: '/name', value: 'North' });
    expect(patchOf('json-patch').apply(json, long).issues).toHaveLength(1);
  });

  it.each<Form>(['merge-patch', 'partial', 'json-patch'])('as %s does not nest without end', (form) => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    const body = form === 'json-patch' ? [{ op: 'add', path: '/name', value: deep }] : { name: deep };
    expect(patchOf(form).read(current, body).issues).toHaveLength(1);
  });

  it('does not nest without end step by step', () => {
    const steps = Array.from({ length: 400 }, (_, at) => {
      const [inner, outer] = [`/x${at}`, `/x${at + 1}`];
      return [
        { op: 'add', path: outer, value: { a: { b: { c: { d: 1 } } } } },
        { op: 'move', from: inner, path: `${outer}/a/b/c/d` },
      ];
    });
    const patch = [{ op: 'add', path: '/x0', value: 1 }, ...steps.flat()];
    const [found] = patchOf('json-patch').apply(json, patch).issues;
    expect(found?.expected).toBe('a patch that nests less deeply');
  });

  it('cannot break the library with a name that the library uses', () => {
    const body = { hasOwnProperty: 1, name: null, toJSON: 1 };
    expect(() => patchOf('merge-patch').read(current, body)).not.toThrow();
  });
});
