/** A story on a simulator in the default dialect: what arrives there is what the story did. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Judged } from '../../../cli/playing/target/judging.ts';
import { exitCodeOf } from '../../../cli/playing/target/report.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import type { Location } from '../../../simulator/fleet/types.ts';
import type { Call, Reply } from '../../../simulator/http/call.ts';
import type { Simulator } from '../../../simulator/index.ts';
import { turns } from '../../sample.ts';
import { at, end, everyone, minute, one, start, storyOf } from '../../scenarios/player/stories.ts';
import { deployed } from '../verifying.ts';
import { officeStory, repeated, ticking } from './playing.ts';

const inTurn = turns(4);

const always = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** The story on a service of its own. */
async function alone(story = officeStory()): Promise<Simulator> {
  const performance = perform(story, { traffic: ticking });
  await play(performance);
  performance.stop();
  return performance.simulator;
}

/** The reports of a device, with their times moved back. */
function reportsOf({ fleet }: Simulator, device: number, moved = 0): object[] {
  return fleet.locations
    .between(device, ...always)
    .map(({ deviceId: _, receivedAt: __, ...facts }: Location) => ({
      ...facts,
      deviceTime: facts.deviceTime - moved,
    }));
}

/** Kinds, severities, moments, and what was done about them. */
function alertsOf({ fleet }: Simulator, device: number): object[] {
  return fleet.alerts.between(device, ...always).map(({ type, severity, raisedAt, notifications }) => ({
    type,
    severity,
    raisedAt,
    printed: notifications.map(({ channel, outcome, reason }) => ({ channel, outcome, reason })),
  }));
}

describe('a story on a simulator', () => {
  describe('in which everything happens that a deployment can see', () => {
    let played: Awaited<ReturnType<typeof repeated>>;
    let simulator: Simulator;
    beforeAll(async () => {
      const deployment = await deployed({ devices: 4 });
      played = await repeated(officeStory(), { target: deployment.url });
      simulator = deployment.simulator;
    });

    it('arrives as the story did it: reports, alerts, and what became of their messages', async () => {
      expect(played.report).toMatchObject({
        ended: 'finished',
        unexpected: 0,
        time: 'advance',
        movedBy: 0,
        leftBehind: [],
      });
      const there = await alone();
      for (const device of [1, 2, 3]) {
        expect(reportsOf(simulator, device)).toEqual(reportsOf(there, device));
        expect(reportsOf(simulator, device)).toHaveLength(30);
        expect(alertsOf(simulator, device)).toEqual(alertsOf(there, device));
      }
      expect(
        alertsOf(simulator, 3).flatMap((alert) => (alert as { printed: object[] }).printed),
      ).toContainEqual(
        expect.objectContaining({ channel: 'email', outcome: 'withheld', reason: 'daily-limit' }),
      );
    });

    it('is counted as it was sent; what was not done is listed with the reason', () => {
      const { report, summary } = played;
      const counted = Object.fromEntries(
        report.operations.map(({ operation, sent, served }) => [operation, [sent, served]]),
      );
      expect(counted).toMatchObject({
        postLocations: [90, 90],
        postAlerts: [4, 4],
        createUser: [2, 2],
        deleteUser: [1, 1],
      });
      expect(report.notDone).toEqual([
        { what: 'rotate-key', because: 'neither the API nor a control of a profile does this', count: 1 },
      ]);
      expect(summary).toContain('no refusal that the story did not expect');
      const { latency } = report.operations[0] as (typeof report.operations)[0];
      expect(latency.p50).toBeGreaterThan(0);
      expect(latency.p50).toBeLessThanOrEqual(latency.p90);
      expect(latency.p99).toBeLessThanOrEqual(latency.max);
    });

    it('is judged by what the API reports', () => {
      const { expectations } = played.report;
      expect(expectations.judged.map(({ label, met }) => [label, met])).toEqual([
        ['group', true],
        ['group', true],
        ['reply', true],
        ['reply', true],
      ]);
      expect(expectations.notJudged).toBe(1);
    });
  });

  it.runIf(inTurn())('judges where devices were last, and their licences', async () => {
    const { url } = await deployed({ devices: 3 });
    const sites = [{ name: 'yard', at: [52.1, 13.4] as const }];
    const position = { kind: 'position', devices: one, site: 0, not: false } as const;
    const last = { kind: 'last-location', devices: everyone } as const;
    const story = storyOf(
      [
        {
          when: at(10),
          expectations: [
            { ...position, within: 1_000 },
            { ...position, within: 100, not: true },
            { ...last, fact: 'fuel', wanted: { is: 50 } },
            { ...last, fact: 'speed', wanted: { atLeast: 36, atMost: 36 } },
            { kind: 'device', devices: everyone, licence: 'used' },
            { ...last, fact: 'age', wanted: { atMost: 60_000 } },
          ],
        },
      ],
      { sites },
    );
    const { report } = await repeated(story, { target: url });
    expect(report.expectations.judged.map(({ label, met }) => [label, met])).toEqual([
      ['position', true],
      ['position', true],
      ['last-location', true],
      ['last-location', true],
      ['device', true],
    ]);
    expect(report.expectations.notJudged).toBe(1);
  });

  it.runIf(inTurn())('reports an expectation that does not hold, with its line', async () => {
    const onReply = (reply: Reply, { method, target }: Call) =>
      method === 'GET' && target.includes('/api/groups/')
        ? { ...reply, body: reply.body.replace('"dev-2",', '') }
        : reply;
    const { url } = await deployed({ devices: 3, onReply });
    const expectation = { kind: 'group', name: 'Vans', exists: true } as const;
    const story = storyOf([
      { when: at(1), expectations: [{ ...expectation, devices: { is: 3 } }] },
      { when: at(2), expectations: [{ ...expectation, devices: { atLeast: 4 } }] },
    ]);
    const { report, summary } = await repeated(story, { target: url });
    expect(report.expectations.judged).toEqual([
      { label: 'group', line: 11, met: false, wanted: '3', actual: '2', metByStory: true },
      { label: 'group', line: 21, met: false, wanted: 'at least 4', actual: '2', metByStory: false },
    ]);
    expect(summary).toContain('✗ line 11');
    expect(summary).toContain('~ line 21');
    expect(exitCodeOf(report)).toBe(1);
    const [, mistaken] = report.expectations.judged as [Judged, Judged];
    expect(exitCodeOf({ ...report, expectations: { judged: [mistaken], notJudged: 0 } })).toBe(0);
  });

  it.runIf(inTurn())('leaves the deployment as it was: groups, users, limits, API access', async () => {
    const { url, simulator } = await deployed({ devices: 4, groups: 2 });
    const groups = () =>
      simulator.fleet.groups
        .list()
        .map(({ id, name, deviceIds }) => ({ id, name, deviceIds: [...deviceIds].sort() }));
    const before = {
      groups: groups(),
      users: simulator.fleet.users.list(),
      limits: simulator.fleet.limits.get(3),
    };
    const story = officeStory();
    const off = { when: at(28), actions: [{ kind: 'api-access' as const, on: false }] };
    await repeated({ ...story, timeline: [...story.timeline, ...storyOf([off]).timeline] }, { target: url });
    expect(groups()).toEqual(before.groups);
    expect(simulator.fleet.users.list()).toEqual(before.users);
    expect({ ...simulator.fleet.limits.get(3), usage: 0 }).toEqual({ ...before.limits, usage: 0 });
    expect(simulator.fleet.account.view().apiEnabled).toBe(true);
  });

  it.runIf(inTurn())(
    'leaves the groups and users of the story with --keep, marked as those of the run',
    async () => {
      const { url, simulator } = await deployed({ devices: 3, groups: 0, users: 1 });
      const { report } = await repeated(officeStory(), { target: url, keep: true });
      const { groups, users } = simulator.fleet;
      expect(groups.list().map(({ name, deviceIds }) => [name, deviceIds])).toEqual([
        [expect.stringMatching(/^Vans [a-z0-9]{8}$/), []],
        [expect.stringMatching(/^Later [a-z0-9]{8}$/), [2, 3]],
      ]);
      expect(users.list().map(({ name }) => name)).toContainEqual(
        expect.stringMatching(/^Dana [a-z0-9]{8}$/),
      );
      expect(report.notes.map(({ words }) => words)).toEqual([expect.stringContaining('--keep')]);
    },
  );

  it('casts the devices that are named, in their order', async () => {
    const { url, simulator } = await deployed({ devices: 9 });
    await repeated(officeStory(), { target: url, devices: 'dev-7,dev-2,dev-9' });
    const there = await alone();
    expect(reportsOf(simulator, 7)).toEqual(reportsOf(there, 1));
    expect(reportsOf(simulator, 9)).toEqual(reportsOf(there, 3));
    expect(reportsOf(simulator, 1)).toEqual([]);
  });

  it('refuses a deployment with too few devices before anything is sent', async () => {
    const { url, simulator } = await deployed({ devices: 2 });
    const playing = repeated(officeStory(), { target: url });
    await expect(playing).rejects.toMatchObject({
      code: 'TOO_FEW_DEVICES',
      message: 'The story needs 3 devices, and the deployment lists 2.',
    });
    expect(simulator.fleet.log.counts['group-created']).toBe(0);
  });

  it('sends reports of a device together where it should', async () => {
    const { url, simulator, calls } = await deployed({ devices: 3 });
    await repeated(officeStory(), { target: url, batch: 10, time: 'story' });
    const there = await alone();
    for (const device of [1, 2, 3]) expect(reportsOf(simulator, device)).toEqual(reportsOf(there, device));
    expect(calls.filter(({ target }) => target.endsWith('/locations')).length).toBeLessThan(50);
  });

  it.runIf(inTurn())('expects a refusal that the story has, too', async () => {
    const { url } = await deployed({ devices: 3, licences: 3 });
    const story = storyOf([
      { when: at(1), actions: [{ kind: 'activate', devices: one, outcome: 'refused' }] },
      { when: at(2), actions: [{ kind: 'alert', devices: everyone, type: 'sos', times: 1, apart: 0 }] },
    ]);
    const { report } = await repeated(story, { target: url });
    expect(report).toMatchObject({
      unexpected: 0,
      refusals: [{ operation: 'control activate', expected: true, count: 1 }],
    });
  });

  it('reports a refusal that the story does not have, and whose words they are', async () => {
    const { url, simulator } = await deployed({ devices: 3, licences: 3 });
    simulator.fleet.limits.set(2, { expires: true, expirationDate: '2026-01-06' });
    const { report } = await repeated(officeStory(), { target: url });
    expect(report.unexpected).toBe(30);
    expect(report.refusals[0]).toMatchObject({
      operation: 'postLocations',
      status: 409,
      count: 30,
      message: expect.stringContaining('expired'),
    });
  });

  it.runIf(inTurn())('puts a device that comes later into the story, and into its group', async () => {
    const { url, simulator } = await deployed({ devices: 3, licences: 3 });
    const story = storyOf([
      {
        when: at(1),
        actions: [
          { kind: 'set-licences', total: 4 },
          { kind: 'add-device', name: 'Van 4', group: 'Vans' },
        ],
      },
      {
        when: at(2),
        actions: [{ kind: 'alert', devices: { first: 4, count: 1 }, type: 'sos', times: 1, apart: 0 }],
      },
    ]);
    const { report } = await repeated(story, { target: url, keep: true });
    expect(report.unexpected).toBe(0);
    expect(simulator.fleet.alerts.between(4, ...always)).toHaveLength(1);
    const vans = simulator.fleet.groups.list().find(({ name }) => name.startsWith('Vans '));
    expect(vans?.deviceIds).toEqual([1, 2, 3, 4]);
  });
});

describe('time', () => {
  it.runIf(inTurn())(
    'is moved by whole days where the clock is past the story, so that hours of the day stay',
    async () => {
      const { url, simulator } = await deployed({ devices: 3, at: start + 36 * 60 * minute });
      const { report } = await repeated(officeStory(), { target: url });
      expect(report.movedBy).toBe(48 * 60 * minute);
      expect(reportsOf(simulator, 1, report.movedBy)).toEqual(reportsOf(await alone(), 1));
    },
  );

  it.runIf(inTurn())('in real time ends where the deployment is, and is never in its future', async () => {
    const { url, simulator } = await deployed({ devices: 3 });
    const now = simulator.clock.now();
    const { report } = await repeated(officeStory(), { target: url, time: 'real' });
    const times = simulator.fleet.locations.between(1, ...always).map(({ deviceTime }) => deviceTime);
    expect(times.at(-1)).toBeLessThanOrEqual(now);
    expect(times.at(-1)).toBeGreaterThan(now - 2_000);
    expect(reportsOf(simulator, 1, report.movedBy)).toEqual(reportsOf(await alone(), 1));
  });

  it.runIf(inTurn())('paces the story, and every report goes out when its moment comes', async () => {
    const arrived: number[] = [];
    const onCall = ({ target }: { target: string }) => {
      if (target.endsWith('/locations')) arrived.push(performance.now());
    };
    const { url } = await deployed({ devices: 3, onCall });
    // Ten moments, a minute apart: at 600 times real time 100 ms apart.
    const story = storyOf([{ when: end }], {
      clock: { start, end: start + 10 * minute, timeZone: 'UTC', seed: 1 },
    });
    const began = performance.now();
    const { report } = await repeated(story, { target: url, time: 'story' }, { speed: 600 });
    // None is early, however late a busy machine makes them; a timer of the platform may be early by a millisecond.
    const early = arrived.map((moment, index) => began + Math.floor(index / 3) * 100 - moment);
    expect(arrived).toHaveLength(30);
    expect(Math.max(...early)).toBeLessThan(20);
    expect(report.took).toBeGreaterThan(950);
  });
});
