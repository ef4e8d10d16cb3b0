/** Random profiles, and random facts for them: what the laws of the lens are tried on. */
import fc from 'fast-check';
import { formatPointer } from '../../../../contracts/kit/json-pointer.ts';
import { defaultProfile } from '../../../../contracts/profile/index.ts';
import type { JsonPointer, Shape } from '../../../../contracts/profile/openings.ts';
import { isUnsafeName } from '../../../../contracts/profile/pointer.ts';
import type { GivenOpenings, Openings } from '../../../../contracts/specification/openings/index.ts';
import { limitFacts, recordFacts } from '../../../../contracts/specification/records/index.ts';
import type { FactKind, ResourceName } from '../../../../contracts/specification/records/kinds.ts';

export const resources = Object.keys(recordFacts) as ResourceName[];

/** The kinds of all facts of a resource, with those that only a profile's `limits.names` gives to a device. */
export function kindsOf(resource: ResourceName): { [fact: string]: FactKind } {
  return resource === 'device' ? { ...recordFacts.device, ...limitFacts } : recordFacts[resource];
}

const parentNames = fc.constantFrom('data', 'a/b', 'm~n', 'ünï', '', 'x y');

/** A place of its own for each fact: some at the top, some nested, under names that need escaping. */
function placesFor(facts: readonly string[]): fc.Arbitrary<{ [fact: string]: JsonPointer }> {
  const parents = fc.array(fc.array(parentNames, { maxLength: 3 }), {
    minLength: facts.length,
    maxLength: facts.length,
  });
  return parents.map((paths) =>
    Object.fromEntries(
      facts.map((fact, index) => [fact, formatPointer([...(paths[index] ?? []), `${fact}-${index}`])]),
    ),
  );
}

const idForm: fc.Arbitrary<Openings['records.id']> = fc.oneof(
  fc.record({
    form: fc.constant('string' as const),
    prefixes: fc.record(
      { device: fc.string(), alert: fc.string(), group: fc.string(), user: fc.string() },
      { requiredKeys: [] },
    ),
  }),
  fc.constant({ form: 'number' as const }),
  fc.constant({ form: 'uuid' as const }),
);

const timeForm: fc.Arbitrary<Openings['records.time']> = fc.oneof(
  fc
    .constantFrom('Z', '+00:00', '+02:00', '-09:30', '+14:00')
    .map((offset) => ({ form: 'iso' as const, offset })),
  fc.constant({ form: 'epoch-seconds' as const }),
  fc.constant({ form: 'epoch-milliseconds' as const }),
);

const units: fc.Arbitrary<Openings['records.units']> = fc.record({
  speed: fc.constantFrom('km/h', 'm/s', 'mph', 'knots'),
  distance: fc.constantFrom('km', 'm', 'mi'),
  altitude: fc.constantFrom('m', 'ft'),
  course: fc.constantFrom('degrees', 'radians'),
});

const wrapping = fc.constantFrom(
  { at: '' },
  { at: '', constants: { '/ok ': true } },
  { at: '/payload', constants: { '/ok ': true, '/meta': { version: 1 } } },
  { at: '/payload/0/inner' },
);

/** Words for the values of facts that have few, one each way. */
const words = fc.constantFrom(
  {},
  { status: { online: 1, offline: 0, unknown: null }, ignition: { true: 'on', false: 'off', null: 'none' } },
  {
    severity: { info: false, warning: true },
    channels: { email: 'MAIL', sms: 'TEXT' },
    groupId: { null: 'nobody' },
  },
);

/** Openings that differ from the default in how records are written. */
export const dialects: fc.Arbitrary<GivenOpenings> = fc
  .record({ idForm, timeForm, units, wrapping, words })
  .chain((dialect) => {
    const shapes = resources.map((resource) => {
      const facts = Object.keys(kindsOf(resource));
      const values = Object.fromEntries(
        Object.entries(dialect.words).filter(([fact]) => facts.includes(fact)),
      );
      return placesFor(facts).map((fields) => [
        resource,
        { fields, values, constants: { '/kind ': resource } },
      ]);
    });
    const wrapping = dialect.wrapping;
    return fc.tuple(...shapes).map((entries) => {
      const records = entries.map(([name, shape]) => [`records.${name}`, withoutLimits(shape as Shape)]);
      const device = entries.find(([name]) => name === 'device')?.[1] as Shape;
      return {
        ...defaultProfile.openings,
        ...Object.fromEntries(records),
        'limits.names': { fields: onlyLimits(device.fields) },
        'records.id': dialect.idForm,
        'records.time': dialect.timeForm,
        'records.units': dialect.units,
        'operations.envelope': {
          ...defaultProfile.openings['operations.envelope'],
          records: { device: wrapping, location: wrapping, alert: wrapping, group: wrapping, user: wrapping },
        },
      } as GivenOpenings;
    });
  });

/** Places are given out to a device with its limit settings, which a profile says apart. */
function onlyLimits(fields: Shape['fields']): Shape['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([fact]) => fact in limitFacts));
}

function withoutLimits(shape: Shape): Shape {
  const fields = Object.entries(shape.fields).filter(([fact]) => !(fact in limitFacts));
  return { ...shape, fields: Object.fromEntries(fields) };
}

const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const amounts = fc.double({ min: -1e5, max: 1e5, noNaN: true });

/** Canonical values of a kind. */
function valuesOf(kind: FactKind, fact: string): fc.Arbitrary<unknown> {
  if (fact === 'status') return fc.constantFrom('online', 'offline', 'unknown');
  if (fact === 'severity') return fc.constantFrom('info', 'warning', 'critical');
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
        .date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
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
        fc.string().filter((name) => !isUnsafeName(name)),
        fc.oneof(fc.string(), fc.integer()),
      );
    default:
      return amounts;
  }
}

/** Facts of a resource: any of them may be absent, and all but the status, which has a word for it, `null`. */
export function factsOf(resource: ResourceName): fc.Arbitrary<{ [fact: string]: unknown }> {
  const values = Object.entries(kindsOf(resource)).map(([fact, kind]) => {
    const value = valuesOf(kind, fact);
    return [fact, fact === 'status' ? value : fc.option(value, { freq: 8 })];
  });
  return fc.record(Object.fromEntries(values), { requiredKeys: [] });
}
