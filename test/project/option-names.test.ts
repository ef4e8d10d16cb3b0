/** A misspelt option of a public function is refused, by the name that was probably meant. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileLens, defaultProfile } from '../../contracts/profile/index.ts';
import { verify } from '../../contracts/verify/index.ts';
import { describeContract, describeHistory } from '../../contracts/vitest/index.ts';
import { playStory } from '../../scenarios/index.ts';
import { roadtestHandler } from '../../simulator/hosts/msw.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { createSimulator, createWorlds } from '../../simulator/index.ts';
import { TestWorld } from '../../simulator/vitest/index.ts';

const simulator = createSimulator({ devices: 1 });
const { clock, db, events, fleet, journal, outbox } = simulator;

/** By the type of the options, as `docs/api-report.txt` has it: a call with an option too many or misspelt. */
const calls: { readonly [options: string]: readonly [wrong: object, call: (wrong: never) => unknown][] } = {
  AdvanceOptions: [[{ maxEvent: 1 }, (wrong) => clock.advance({ by: '1h' }, wrong)]],
  ContractOptions: [[{ simulator, onyl: ['token/'] }, describeContract]],
  HistoryOptions: [[{ simulator, histroy: {} }, describeHistory]],
  LensOptions: [[{ basepath: '/v2' }, (wrong) => compileLens(defaultProfile.openings, wrong)]],
  PlayStoryOptions: [[{ untill: '90m' }, (wrong) => playStory('first-day', wrong)]],
  ResetOptions: [[{ tostart: true }, (wrong) => simulator.reset(wrong)]],
  RoadtestHandlerOptions: [[{ baseURL: 'https://a.test' }, (wrong) => roadtestHandler(simulator, wrong)]],
  ServeOptions: [
    [{ prot: 4010 }, (wrong) => serve(simulator, wrong)],
    [{ tls: { crt: '', key: '' } }, (wrong) => serve(simulator, wrong)],
  ],
  SimulatorOptions: [
    [{ device: 3 }, createSimulator],
    [{ device: 3 }, (wrong) => simulator.restart(wrong)],
  ],
  SnapshotOptions: [
    [{ apikey: 'include' }, (wrong) => simulator.snapshot(wrong)],
    [{ apiKey: 'includ' }, (wrong) => simulator.snapshot(wrong)],
  ],
  VerifyOptions: [
    [{ simulator, readonly: true }, verify],
    [{ simulator, credentials: { username: 'demo', apiKey: 'x' } }, verify],
    [{ simulator, host: { journl: {} } }, verify],
  ],
  WorldOptions: [[{ device: 3 }, (wrong) => TestWorld.open(wrong)]],
  WorldsOptions: [
    [{ bound: {} }, createWorlds],
    [{ bounds: { mostWorld: 1 } }, createWorlds],
    [{ device: 3 }, (wrong) => createWorlds().create(wrong)],
  ],
};

/** Options without a name of their own. */
const others: readonly [wrong: object, call: (wrong: never) => unknown][] = [
  [{ limits: 1 }, (wrong) => journal.list(wrong)],
  [{ device: 'dev-1' }, (wrong) => outbox.list(wrong)],
  [{ group: 1 }, (wrong) => fleet.devices.list(wrong)],
  [{ group: 1 }, (wrong) => fleet.devices.total(wrong)],
  [{ licence: 'expired' }, (wrong) => fleet.devices.create(wrong)],
  [{ location: true }, (wrong) => events.onEvent(() => {}, wrong)],
  [{ sped: 2 }, (wrong) => clock.set(wrong)],
  [{ by: '1h', maxEvents: 3 }, (wrong) => clock.advance(wrong)],
  [{ sped: 2 }, (wrong) => simulator.resetsTo(wrong)],
  [{ expires: '2027-01-01' }, (wrong) => fleet.licences.activate(1, wrong)],
  [{ dailySMS: 1 }, (wrong) => fleet.limits.set(1, wrong)],
  [{ nmae: 'Night' }, (wrong) => db.groups.create(wrong)],
  [{ name: 'Ann', groups: [1] }, (wrong) => db.users.create(wrong)],
  [{ nmae: 'Night' }, (wrong) => fleet.groups.replace(1, wrong)],
  [
    { nmae: 'Night' },
    (wrong) =>
      db.groups.update((query) => query.where({ id: 1 }), { data: (draft) => Object.assign(draft, wrong) }),
  ],
  [[{ operation: 'listDevices', latncy: 5 }], (wrong) => simulator.faults.set(wrong)],
];

/** Options of parts that a public type shows, and no caller is given. */
const within = ['ClockOptions', 'FleetOptions', 'GuardOptions', 'SaveOptions'];

const report = readFileSync(new URL('../../docs/api-report.txt', import.meta.url), 'utf8');
const CODE = /^(OPTION|SETTING|RECORD|FAULTS)_INVALID$/;

test('every type of options has a call below', () => {
  const named = [...report.matchAll(/^export (?:interface|type) (\w+Options)\b/gm)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual([...Object.keys(calls), ...within].sort());
});

describe.each([...Object.entries(calls), ['others', others] as const])('%s', (_name, wrongs) => {
  test.each(wrongs.map(([wrong, call]) => [Object.keys(wrong).at(-1), wrong, call] as const))(
    '%s is refused, with a hint',
    async (_field, wrong, call) => {
      const before = [clock.now(), fleet.log.digest()];
      const error = await (async () => call(wrong as never))().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: expect.stringMatching(CODE), message: expect.any(String) });
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
