import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fleet } from '../../../simulator/fleet/fleet.ts';
import { channels } from '../../../simulator/fleet/types.ts';
import { runs } from '../../sample.ts';
import { everything, HOUR, MINUTE, type World, world } from './world.ts';

const options = {
  devices: 6,
  groups: 2,
  users: 3,
  licences: 5,
  historyPerDevice: 5,
  outboxSize: 20,
  alertsSize: 5,
  logSize: 30,
};

/** Something that a caller does to a fleet; refusals are part of life. */
type Step = (world: World) => unknown;
const id = fc.integer({ min: 1, max: 8 });
const date = fc.integer({ min: 4, max: 12 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`);
const position = fc.record({
  latitude: fc.integer({ min: -90, max: 90 }),
  longitude: fc.integer({ min: -180, max: 180 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 0, max: 40 * HOUR }).map(
    (ms): Step =>
      ({ pass }) =>
        pass(ms),
  ),
  fc
    .tuple(id, fc.constantFrom(...channels), fc.nat(4))
    .map(([device, channel, count]): Step => on((fleet) => fleet.limits.send(device, channel, count))),
  fc
    .tuple(id, fc.option(fc.nat(5)), date, fc.boolean())
    .map(
      ([device, dailyEmail, expirationDate, expires]): Step =>
        on((fleet) => fleet.limits.set(device, { dailyEmail, expirationDate, expires })),
    ),
  id.map((device): Step => on((fleet) => fleet.licences.activate(device))),
  fc.tuple(id, position, fc.integer({ min: -HOUR, max: HOUR }), fc.option(fc.string())).map(
    ([device, place, ago, note]): Step =>
      ({ fleet, timeline }) =>
        fleet.locations.record(device, {
          ...place,
          deviceTime: timeline.now - ago,
          attributes: note === null ? null : { note },
          altitude: ago,
        }),
  ),
  fc.tuple(id, position, fc.array(fc.nat(20 * HOUR), { maxLength: 4 })).map(
    ([device, place, delays]): Step =>
      ({ fleet, timeline }) =>
        fleet.locations.plan(
          device,
          delays.map((delay) => ({ ...place, deviceTime: timeline.now + delay })),
        ),
  ),
  fc
    .tuple(id, fc.constantFrom('sos', 'idling', 'tow'))
    .map(([device, type]): Step => on((fleet) => fleet.alerts.raise(device, { type }))),
  fc
    .tuple(id, fc.uniqueArray(id))
    .map(([group, deviceIds]): Step => on((fleet) => fleet.groups.update(group, { deviceIds }))),
  id.map((group): Step => on((fleet) => fleet.groups.delete(group))),
  fc
    .uniqueArray(id)
    .map(
      (groupIds): Step =>
        on((fleet) =>
          fleet.users.create({ name: 'New', email: 'new@example.com', notify: ['email'], groupIds }),
        ),
    ),
  id.map((user): Step => on((fleet) => fleet.users.delete(user))),
  fc.string().map((name): Step => on((fleet) => fleet.devices.create({ name, groupId: 1 }))),
  fc.nat(8).map((total): Step => on((fleet) => fleet.account.setLicenceTotal(total))),
  fc.nat(HOUR).map(
    (life): Step =>
      ({ fleet, timeline }) =>
        fleet.tokens.issued('token', timeline.now + life),
  ),
);

function on(action: (fleet: Fleet) => unknown): Step {
  return ({ fleet }) => action(fleet);
}

function perform(made: World, steps: readonly Step[]): void {
  for (const next of steps) {
    try {
      next(made);
    } catch (error) {
      expect(error).toMatchObject({ name: 'FleetError' });
    }
  }
}

/** The world again, from its saved form, in another fleet. */
function revived(made: World): World {
  const saved = JSON.parse(JSON.stringify({ timeline: made.timeline.save(), fleet: made.fleet.save() }));
  const copy = world(options);
  copy.timeline.restore(saved.timeline);
  copy.fleet.restore(saved.fleet);
  return copy;
}

describe('a saved fleet', () => {
  it('goes on identically after it was restored, whatever happened before and happens after', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.array(step, { maxLength: 40 }), (before, after) => {
        const original = world(options);
        perform(original, before);
        const copy = revived(original);
        expect(everything(copy)).toEqual(everything(original));
        for (const made of [original, copy]) {
          perform(made, after);
          made.pass(3 * 24 * HOUR);
        }
        expect(everything(copy)).toEqual(everything(original));
        expect(copy.fleet.save()).toEqual(original.fleet.save());
      }),
      { numRuns: runs(150) },
    );
  });

  it('does not follow what happens afterwards', () => {
    const made = world(options);
    made.fleet.alerts.raise(1, { type: 'sos' });
    const saved = made.fleet.save();
    const text = JSON.stringify(saved);
    perform(made, [
      on((fleet) => fleet.limits.send(1, 'sms', 3)),
      on((fleet) => fleet.users.update(1, { name: 'X' })),
      ({ pass }) => pass(MINUTE),
    ]);
    expect(JSON.stringify(saved)).toBe(text);
  });

  it('carries its seed along', () => {
    const original = world({ ...options, seed: 5 });
    const copy = revived(original);
    expect(everything(copy)).toEqual(everything(original));
  });

  it.each([
    ['cut columns', { columns: { count: 6, columns: { group: 'AAAA' } } }, '/columns/columns/group'],
    [
      'rows that are invalid',
      {
        locations: {
          store: {
            perDevice: 5,
            devices: [{ id: 1, written: 2, rows: '!', lastWritten: 2, last: '' }],
            extras: [],
            lastExtras: [],
          },
          itinerary: [],
        },
      },
      '/locations/store/devices/0/rows',
    ],
    ...[
      [3, 1],
      [2, 2],
      [4, 999],
    ].map((ids): [string, object, string] => [
      `the devices ${ids.join(' and ')} in this order`,
      { locations: { store: reported(ids), itinerary: [] } },
      '/locations/store/devices/1/id',
    ]),
  ])('with %s is refused with the place', (_what, damage, pointer) => {
    const state = world(options).fleet.save();
    const damaged = {
      ...state,
      ...damage,
      columns: { ...state.columns, ...('columns' in damage && Object(damage.columns)) },
    };
    const attempt = () => world(options).fleet.restore(damaged as never);
    expect(attempt).toThrowError(expect.objectContaining({ name: 'StateError', pointer }));
  });

  it('is the same for the same seed and the same calls', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const [one, two] = [world(options), world(options)];
        for (const made of [one, two]) perform(made, steps);
        expect(JSON.stringify(two.fleet.save())).toBe(JSON.stringify(one.fleet.save()));
      }),
      { numRuns: runs(50) },
    );
  });
});

/** A store in which these devices have reported, but no location is kept. */
function reported(ids: readonly number[]): object {
  const nothing = { written: 0, rows: '', lastWritten: 0, last: Buffer.alloc(32).toString('base64') };
  return { perDevice: 5, devices: ids.map((id) => ({ id, ...nothing })), extras: [], lastExtras: [] };
}
