/** A misspelt option of a public function is refused, by the name that was probably meant. */
import { describe, expect, test } from 'vitest';
import { compileLens, completeProfile, defaultProfile } from '../../contracts/profile/index.ts';
import { opening, operation, rule } from '../../contracts/specification/index.ts';
import { verify } from '../../contracts/verify/index.ts';
import { describeContract, describeHistory } from '../../contracts/vitest/index.ts';
import { playStory } from '../../scenarios/index.ts';
import { createControl } from '../../simulator/control/client/index.ts';
import { roadtestHandler } from '../../simulator/hosts/msw.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator, createWorlds } from '../../simulator/index.ts';
import { TestWorld } from '../../simulator/vitest/index.ts';
import { signatures } from './signatures.ts';

const simulator = createSimulator({ devices: 1 });
const { clock, db, events, fleet, journal, outbox } = simulator;

type Wrong = readonly [wrong: object, call: (wrong: never) => unknown];

const here = { deviceTime: 0, latitude: 48, longitude: 11 };
const mail = { recipient: 'ann@example.test', subject: 'x', alertId: null };

/** Calls with a name too many, or misspelt. */
const calls: { readonly [signature: string]: readonly Wrong[] } = {
  'Alerts.keep': [[{ type: 'sos', sevrity: 'info' }, (wrong) => fleet.alerts.keep(1, wrong)]],
  'Alerts.raise': [[{ type: 'sos', sevrity: 'info' }, (wrong) => fleet.alerts.raise(1, wrong)]],
  'Clock.advance': [
    [{ maxEvent: 1 }, (wrong) => clock.advance({ by: '1h' }, wrong)],
    [{ by: '1h', maxEvents: 3 }, (wrong) => clock.advance(wrong)],
  ],
  'Clock.set': [[{ sped: 2 }, (wrong) => clock.set(wrong)]],
  'Collection.create': [
    [{ nmae: 'Night' }, (wrong) => db.groups.create(wrong)],
    [{ name: 'Ann', groups: [1] }, (wrong) => db.users.create(wrong)],
  ],
  'Collection.update': [
    [{ date: () => {} }, (wrong) => db.groups.update((query) => query.where({ id: 1 }), wrong)],
    [
      { nmae: 'Night' },
      (wrong) =>
        db.groups.update((query) => query.where({ id: 1 }), { data: (draft) => Object.assign(draft, wrong) }),
    ],
  ],
  'DeviceLimits.send': [[{ ...mail, recipent: '' }, (wrong) => fleet.limits.send(1, 'email', 1, wrong)]],
  'DeviceLimits.set': [[{ dailySMS: 1 }, (wrong) => fleet.limits.set(1, wrong)]],
  'Devices.create': [[{ licence: 'expired' }, (wrong) => fleet.devices.create(wrong)]],
  'Devices.createSeveral': [[{ licence: 'expired' }, (wrong) => fleet.devices.createSeveral(wrong, 2)]],
  'Devices.describe': [[{ nmae: 'Van' }, (wrong) => fleet.devices.describe(1, wrong)]],
  'Devices.list': [[{ group: 1 }, (wrong) => fleet.devices.list(wrong)]],
  'Devices.total': [[{ group: 1 }, (wrong) => fleet.devices.total(wrong)]],
  'EventLog.onEvent': [[{ location: true }, (wrong) => events.onEvent(() => {}, wrong)]],
  'FaultControl.set': [[[{ operation: 'listDevices', latncy: 5 }], (wrong) => simulator.faults.set(wrong)]],
  'JournalControl.count': [[{ opration: 'listDevices' }, (wrong) => journal.count(wrong)]],
  'JournalControl.list': [[{ limits: 1 }, (wrong) => journal.list(wrong)]],
  'JournalControl.wait': [
    [{ opration: 'listDevices' }, (wrong) => journal.wait(wrong)],
    [{ cuont: 1 }, (wrong) => journal.wait({}, wrong)],
  ],
  'Licences.activate': [[{ expires: '2027-01-01' }, (wrong) => fleet.licences.activate(1, wrong)]],
  'Locations.keep': [[{ ...here, sped: 5 }, (wrong) => fleet.locations.keep(1, wrong, 0)]],
  'Locations.plan': [[[{ ...here, sped: 5 }], (wrong) => fleet.locations.plan(1, wrong)]],
  'Locations.record': [[{ ...here, sped: 5 }, (wrong) => fleet.locations.record(1, wrong)]],
  'Outbox.list': [[{ device: 'dev-1' }, (wrong) => outbox.list(wrong)]],
  'Records.create': [[{ nmae: 'Night' }, (wrong) => fleet.groups.create(wrong)]],
  'Records.replace': [[{ nmae: 'Night' }, (wrong) => fleet.groups.replace(1, wrong)]],
  'Records.update': [[{ nmae: 'Night' }, (wrong) => fleet.groups.update(1, wrong)]],
  'Simulator.reset': [[{ tostart: true }, (wrong) => simulator.reset(wrong)]],
  'Simulator.resetsTo': [[{ sped: 2 }, (wrong) => simulator.resetsTo(wrong)]],
  'Simulator.restart': [[{ device: 3 }, (wrong) => simulator.restart(wrong)]],
  'Simulator.snapshot': [
    [{ apikey: 'include' }, (wrong) => simulator.snapshot(wrong)],
    [{ apiKey: 'includ' }, (wrong) => simulator.snapshot(wrong)],
  ],
  'SimulatorWorlds.create': [[{ device: 3 }, (wrong) => createWorlds().create(wrong)]],
  'TestWorld.advance': [
    [{ bye: '1h' }, async (wrong) => (await TestWorld.open({ devices: 1 })).advance(wrong)],
  ],
  'TestWorld.control': [
    [{ qurey: {} }, async (wrong) => (await TestWorld.open({ devices: 1 })).control('GET /clock', wrong)],
  ],
  'TestWorld.open': [[{ device: 3 }, (wrong) => TestWorld.open(wrong)]],
  compileLens: [[{ basepath: '/v2' }, (wrong) => compileLens(defaultProfile.openings, wrong)]],
  completeProfile: [
    [{ ...defaultProfile, opening: {} }, completeProfile],
    [{ ...defaultProfile, openings: { 'token.lifetim': 'PT8H' } }, completeProfile],
  ],
  createControl: [[{ tokn: 'x' }, (wrong) => createControl('http://localhost', wrong)]],
  createSimulator: [
    [{ device: 3 }, createSimulator],
    [{ profile: { ...defaultProfile, openings: { 'token.lifetim': 'PT8H' } } }, createSimulator],
  ],
  createWorlds: [
    [{ bound: {} }, createWorlds],
    [{ bounds: { mostWorld: 1 } }, createWorlds],
  ],
  describeContract: [[{ simulator, onyl: ['token/'] }, describeContract]],
  describeHistory: [[{ simulator, histroy: {} }, describeHistory]],
  playStory: [[{ untill: '90m' }, (wrong) => playStory('first-day', wrong)]],
  roadtestHandler: [[{ baseURL: 'https://a.test' }, (wrong) => roadtestHandler(simulator, wrong)]],
  serve: [
    [{ prot: 4010 }, (wrong) => serve(simulator, wrong)],
    [{ tls: { crt: '', key: '' } }, (wrong) => serve(simulator, wrong)],
  ],
  verify: [
    [{ simulator, readonly: true }, verify],
    [{ simulator, credentials: { username: 'demo', apiKey: 'x' } }, verify],
    [{ simulator, host: { journl: {} } }, verify],
  ],
};

/** The parts that callers have: of these the methods count. */
const parts = new Set([
  ...[clock, db.groups, ...Object.values(fleet)].map((part: object) => part.constructor.name),
  ...['FaultControl', 'JournalControl', 'Simulator', 'SimulatorWorlds', 'TestWorld'],
]);
/** Types that are no objects of names which a caller writes: ids, values, functions, results of the simulator itself. */
const PLAIN =
  /^(?:(?:IdGiven|DeviceId|EpochMs|CalendarDate|Channel|OpeningId|OperationId|RuleId|Key|Mocked|Served|Listener|Where<R>|Checkpoint|Stretch|History|Int32Array|string|number|boolean|unknown)|.* \| null|.*State(?:<R>)?|.*=> .*)$/;
/** Methods for the parts of a world among themselves. */
const INNER = /\.(?:adopt|add|amend|append|check|checkSettings|locationRecorded|replan|restore|save|settle)$/;

const codes = /^(OPTION|SETTING|RECORD|FAULTS|ALERT|LOCATION|PROFILE)_INVALID$/;

test('every function and method of the public entries that takes names has a call above', () => {
  const taking = signatures.filter(
    ({ name, owner, takes }) =>
      (owner === undefined || parts.has(owner)) &&
      !INNER.test(name) &&
      takes.some((type) => !PLAIN.test(type)),
  );
  const named = new Set(taking.map(({ name }) => name));
  expect(named.size).toBeGreaterThan(30);
  expect([...named].sort()).toEqual(Object.keys(calls).sort());
});

describe.each(Object.entries(calls))('%s', (_name, wrongs) => {
  test.each(wrongs.map(([wrong, call]) => [Object.keys(wrong).at(-1), wrong, call] as const))(
    '%s is refused, with a hint',
    async (_field, wrong, call) => {
      const before = [clock.now(), fleet.log.digest()];
      const error = await (async () => call(wrong as never))().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: expect.stringMatching(codes), message: expect.any(String) });
      expect([clock.now(), fleet.log.digest()]).toEqual(before);
    },
  );
});

test('what was probably meant is named, and what is no object is refused, too', async () => {
  await expect(serve(simulator, { prot: 1 } as object)).rejects.toThrow(
    'serve has no option "prot". Did you mean port?',
  );
  await expect(serve(simulator, 4010 as never)).rejects.toThrow(
    'The options of serve must be an object, not "4010".',
  );
});

/** Something for each type that a method takes beside an id. */
const usual: { readonly [type: string]: unknown } = {
  AlertReport: { type: 'sos' },
  Channel: 'email',
  EpochMs: 0,
  LocationReport: here,
  Mail: undefined,
  'Partial<ContentOf<R>>': {},
  'Partial<Description>': {},
  'Partial<LimitSettings>': {},
  number: 1,
  'readonly LocationReport[]': [],
  '{ expirationDate?: CalendarDate; }': {},
};
/** Methods that say by their result that there is none. */
const asking: { readonly [signature: string]: unknown } = {
  'Devices.has': false,
  'Devices.get': undefined,
  'Records.get': undefined,
};
const instances = new Map(
  [fleet, ...Object.values(fleet)].map((part: object) => [part.constructor.name, part] as const),
);

describe('an id of nothing that there is', () => {
  const taking = signatures.filter(({ owner = '', takes }) => takes[0] === 'IdGiven' && instances.has(owner));
  test.each(taking.map((signature) => [signature.name, signature] as const))(
    'is refused by %s',
    (name, { owner = '', takes }) => {
      const [, ...others] = takes;
      expect(others.filter((type) => !Object.hasOwn(usual, type))).toEqual([]);
      const part = instances.get(owner) as { [method: string]: (...given: unknown[]) => unknown };
      const before = fleet.log.digest();
      for (const id of [99, 'dev-99', 'none']) {
        const call = () => part[name.slice(owner.length + 1)]?.(id, ...others.map((type) => usual[type]));
        if (Object.hasOwn(asking, name)) expect(call()).toBe(asking[name]);
        else expect(call).toThrow(expect.objectContaining({ code: expect.stringMatching(/^UNKNOWN_/) }));
      }
      expect(fleet.log.digest()).toBe(before);
    },
  );

  test('is refused by outbox.list, which has the messages of removed devices', () => {
    const { fleet, outbox } = createSimulator({ devices: 2 });
    fleet.limits.send(2, 'email', 1);
    fleet.remove(2);
    expect(outbox.list({ deviceId: 2 })).toHaveLength(1);
    expect(outbox.list({ deviceId: 'dev-1' })).toEqual([]);
    expect(() => outbox.list({ deviceId: 'dev-3' })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_DEVICE', hint: 'Devices are numbered from 1 to 2.' }),
    );
  });

  test.each([
    ['rule', rule, 'limits/stop-at-limit', 'Did you mean limits/stops-at-limit?'],
    ['opening', opening, 'token.lifetme', 'Did you mean token.lifetime?'],
    ['operation', operation, 'toString', 'Possible are the ids of operations.'],
  ])('is refused by %s of the specification, by the one that was probably meant', (what, look, id, hint) => {
    expect(() => (look as (id: string) => unknown)(id)).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: `There is no ${what} "${id}". ${hint}`,
        hint,
      }),
    );
  });
});

describe('a clock that is told a duration where a moment goes', () => {
  test.each([
    [3_600_000, 'PT1H'],
    ['90m', '90m'],
    ['PT90M', 'PT90M'],
  ])('advance(%j) names { by }', async (step, by) => {
    const now = clock.now();
    await expect(clock.advance(step)).rejects.toMatchObject({
      code: 'TIME_BACKWARDS',
      hint: `To go forward by it, give { by: '${by}' }.`,
    });
    expect(clock.now()).toBe(now);
  });
});

describe("a world's control API", () => {
  test('is not called without the id of its route, nor with one that it has no place for', async () => {
    const world = await TestWorld.open({ devices: 1 });
    await expect(world.control('GET /devices/{id}')).rejects.toThrow(
      "control('GET /devices/{id}') needs id.",
    );
    await expect(world.control('GET /clock', { id: 'dev-1' })).rejects.toThrow('takes no id');
    await expect(world.control('GET /clock', { qurey: {} } as object)).rejects.toThrow('Did you mean query?');
    await expect(world.advance({ bye: '1h' } as never)).rejects.toThrow('Did you mean by?');
    await world.close();
  });
});
