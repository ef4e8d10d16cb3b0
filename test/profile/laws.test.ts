/** The laws of the lens: whatever the dialect and the facts, what was written is read back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProfile, compileLens, defaultProfile } from '../../contracts/profile/index.ts';
import type { GivenOpenings, Openings } from '../../contracts/specification/openings/index.ts';
import { limitFacts, recordFacts } from '../../contracts/specification/records/index.ts';
import type { FactKind, ResourceName } from '../../contracts/specification/records/kinds.ts';
import { sent } from './speaking.ts';

const resources = Object.keys(recordFacts) as ResourceName[];

/** The kinds of all facts of a resource, with those that only `limits.names` gives to a device. */
const kindsOf = (resource: ResourceName): { [fact: string]: FactKind } =>
  resource === 'device' ? { ...recordFacts.device, ...limitFacts } : recordFacts[resource];

/** A place of its own for each fact: some at the top, some nested, under names that need escapes. */
function placesFor(facts: readonly string[]) {
  const length = { minLength: facts.length, maxLength: facts.length };
  const parents = fc.array(fc.constantFrom('/data', '/a~1b', '/m~0n', '/ünï', '/', '/x y'), { maxLength: 3 });
  return fc
    .array(parents, length)
    .map((paths) => facts.map((fact, at) => [fact, `${paths[at]?.join('')}/${fact}-${at}`] as const));
}

const idForms: fc.Arbitrary<Openings['records.id']> = fc.oneof(
  fc.record({
    form: fc.constant('string' as const),
    prefixes: fc.record(
      { device: fc.string(), alert: fc.string(), group: fc.string(), user: fc.string() },
      { requiredKeys: [] },
    ),
  }),
  fc.constantFrom({ form: 'number' as const }, { form: 'uuid' as const }),
);

const timeForms: fc.Arbitrary<Openings['records.time']> = fc.oneof(
  fc.record({
    form: fc.constantFrom('iso' as const, 'local' as const),
    offset: fc.constantFrom('Z', '+02:00', '-09:30', '+14:00'),
  }),
  fc.constantFrom({ form: 'epoch-seconds' as const }, { form: 'epoch-milliseconds' as const }),
);

const units: fc.Arbitrary<Openings['records.units']> = fc.record({
  speed: fc.constantFrom('km/h', 'm/s', 'mph', 'knots'),
  distance: fc.constantFrom('km', 'm', 'mi'),
  altitude: fc.constantFrom('m', 'ft'),
  course: fc.constantFrom('degrees', 'radians'),
});

const wrappings = fc.constantFrom(
  { at: '' },
  { at: '', constants: { '/ok ': true } },
  { at: '/payload', constants: { '/ok ': true, '/meta': { version: 1 } } },
  { at: '/payload/0/inner' },
);

/** Words for the values of facts that have few, one each way. */
const words = fc.constantFrom<{ [fact: string]: object }>(
  {},
  { status: { online: 1, offline: 0, unknown: null }, ignition: { true: 'on', false: 'off', null: 'none' } },
  {
    severity: { info: false, warning: true },
    channels: { email: 'MAIL', sms: 'TEXT' },
    groupId: { null: 'nobody' },
  },
);

/** Openings that differ from the default in how records are written. */
const dialects: fc.Arbitrary<GivenOpenings> = fc
  .record({
    idForm: idForms,
    timeForm: timeForms,
    measured: units,
    wrapping: wrappings,
    worded: words,
    places: fc.tuple(...resources.map((resource) => placesFor(Object.keys(kindsOf(resource))))),
  })
  .map(({ idForm, timeForm, measured, wrapping, worded, places }) => {
    const records = resources.map((resource, index) => {
      const facts = Object.keys(kindsOf(resource));
      // The settings of limits are said apart.
      const fields = places[index]?.filter(([fact]) => !(resource === 'device' && fact in limitFacts)) ?? [];
      const values = Object.entries(worded).filter(([fact]) => facts.includes(fact));
      const shape = { fields: Object.fromEntries(fields), values: Object.fromEntries(values) };
      return [`records.${resource}`, { ...shape, constants: { '/kind ': resource } }];
    });
    const limits = places[resources.indexOf('device')]?.filter(([fact]) => fact in limitFacts) ?? [];
    const replies = ['device', 'location', 'alert', 'group', 'user'].map((resource) => [resource, wrapping]);
    return {
      ...defaultProfile.openings,
      ...Object.fromEntries(records),
      'limits.names': { fields: Object.fromEntries(limits) },
      'records.id': idForm,
      'records.time': timeForm,
      'records.units': measured,
      'operations.envelope': {
        ...defaultProfile.openings['operations.envelope'],
        records: Object.fromEntries(replies),
      },
    } as GivenOpenings;
  });

const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const unsafe = ['__proto__', 'constructor', 'prototype'];
const few: { [fact: string]: string[] } = {
  status: ['online', 'offline', 'unknown'],
  severity: ['info', 'warning', 'critical'],
};

/** Canonical values of a fact. */
function valuesOf(kind: FactKind, fact: string): fc.Arbitrary<unknown> {
  if (few[fact]) return fc.constantFrom(...few[fact]);
  if (fact === 'channels' || fact === 'notify') return fc.subarray(['email', 'sms']);
  if (kind.startsWith('id:')) return ids;
  if (kind.startsWith('ids:')) return fc.array(ids, { maxLength: 4 });
  switch (kind) {
    case 'text':
      return fc.string();
    case 'boolean':
      return fc.boolean();
    case 'time':
      return fc.integer({ min: 0, max: 4_000_000_000_000 });
    case 'date':
      return fc
        .integer({ min: 365, max: 47_000 })
        .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    case 'notifications':
      return fc.array(
        fc.record({
          channel: fc.constantFrom('email', 'sms'),
          userId: ids,
          outcome: fc.constantFrom('sent', 'withheld'),
          reason: fc.constantFrom(null, 'daily-limit'),
        }),
        { maxLength: 3 },
      );
    case 'json':
      return fc.dictionary(
        fc.string().filter((name) => !unsafe.includes(name)),
        fc.oneof(fc.string(), fc.integer()),
      );
    default:
      return fc.double({ min: -1e5, max: 1e5, noNaN: true });
  }
}

/** Facts of a resource: any may be absent, and all but the status, which has a word for it, `null`. */
function factsOf(resource: ResourceName): fc.Arbitrary<{ [fact: string]: unknown }> {
  const values = Object.entries(kindsOf(resource)).map(([fact, kind]) => {
    const value = valuesOf(kind, fact);
    return [fact, fact === 'status' ? value : fc.option(value, { freq: 8 })];
  });
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}

/** How far a number may be off after it was written and read: the precision of the form it is written in. */
function precision(openings: GivenOpenings, kind = 'number'): number {
  if (kind === 'time') return openings['records.time']?.form === 'epoch-seconds' ? 1000 : 0;
  // Six decimals in a unit that is at most this many times the canonical one.
  if (kind === 'course') return 60e-6;
  return ['speed', 'distance', 'length'].includes(kind) ? 5e-6 : 0;
}

const recordAndFacts = fc
  .constantFrom(...resources)
  .chain((resource) => fc.tuple(fc.constant(resource), factsOf(resource)));

describe('in any dialect', () => {
  it('a record that was written is read back as it was', () => {
    fc.assert(
      fc.property(dialects, recordAndFacts, (openings, [resource, facts]) => {
        const { write, read } = compileLens(openings, { seed: 7 }).record(resource);
        const { facts: back, issues } = read(sent(write(facts)));
        expect({ issues, facts: Object.keys(back).sort() }).toEqual({
          issues: [],
          facts: Object.keys(facts).sort(),
        });
        for (const [fact, value] of Object.entries(facts)) {
          const found = (back as { [fact: string]: unknown })[fact];
          if (typeof value !== 'number') expect(found, fact).toEqual(sent(value));
          else
            expect(Math.abs((found as number) - value), fact).toBeLessThanOrEqual(
              precision(openings, kindsOf(resource)[fact]),
            );
        }
      }),
    );
  });

  it('a reply is written the same again after it was read', () => {
    fc.assert(
      fc.property(dialects, factsOf('location'), (openings, facts) => {
        const { write, read } = compileLens(openings).reply('location');
        const once = JSON.stringify(write(facts));
        expect(JSON.stringify(write(read(JSON.parse(once)).facts))).toBe(once);
      }),
    );
  });

  it('a list is read back as it was, whatever wraps it', () => {
    const wrapping = fc.record(
      {
        form: fc.constantFrom('array' as const, 'map' as const),
        at: fc.constantFrom('/data', '/data/users', '/a~1b/0'),
        constants: fc.constant({ '/ok': true }),
        total: fc.constant('/count'),
      },
      { requiredKeys: ['form', 'at'] },
    );
    const users = fc.uniqueArray(fc.record({ id: fc.nat().map((n) => n + 1), name: fc.string() }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(
        idForms,
        wrapping,
        users,
        fc.option(fc.nat(), { nil: undefined }),
        (idForm, users_, records, total) => {
          const lists = { 'operations.envelope': { lists: { users: users_ } } };
          const { write, read } = compileLens({
            ...defaultProfile.openings,
            'records.id': idForm,
            ...lists,
          }).list('users');
          const back = read(sent(write(records, { total })));
          const byId = (a: { id?: unknown }, b: { id?: unknown }) => Number(a.id) - Number(b.id);
          expect({ issues: back.issues, records: back.records.toSorted(byId), total: back.total }).toEqual({
            issues: [],
            records: records.toSorted(byId),
            total: users_.total && total,
          });
        },
      ),
    );
  });

  it('a patch that was written changes what it should', () => {
    const deviceIds = fc.array(fc.nat().map((n) => n + 1));
    const content = fc.record({ name: fc.string(), description: fc.string(), deviceIds });
    const changed = { name: fc.string(), description: fc.option(fc.string()), deviceIds };
    const forms = fc.constantFrom('partial', 'merge-patch', 'json-patch');
    const change = fc.record(changed, { requiredKeys: [] });
    fc.assert(
      fc.property(dialects, forms, content, change, fc.boolean(), (openings, form, before, wanted, knows) => {
        const format = { 'patch.format': { form, contentType: 'application/json' } };
        const { read, write } = compileLens({ ...openings, ...format } as GivenOpenings).patch('group');
        const { facts, issues } = read(before, sent(write(wanted, knows ? before : undefined)));
        expect({ issues, record: { ...before, ...facts } }).toEqual({
          issues: [],
          record: { ...before, ...wanted },
        });
      }),
    );
  });

  it('the dialect is one that a profile can say', () => {
    fc.assert(
      fc.property(dialects, (openings) => {
        expect(checkProfile({ roadtest: 1, name: 'random', openings })).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});
