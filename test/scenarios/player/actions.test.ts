import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../contracts/profile/index.ts';
import type { OperationId } from '../../../contracts/specification/operations.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import type { Step } from '../../../scenarios/player/steps.ts';
import { envelopedProfile } from '../../enveloped.generated.ts';
import { stillTraffic } from './still.ts';
import { at, end, everyone, type GivenAction, one, part, start, storyOf, user } from './stories.ts';

/** Does actions a minute after the start, each by itself, and plays to the end. */
async function doing(actions: readonly GivenAction[], facts: Parameters<typeof storyOf>[1] = {}) {
  const steps: Step[] = [];
  const story = storyOf([{ when: at(1), actions }], facts);
  const performance = perform(story, { traffic: stillTraffic, onStep: (step) => steps.push(step) });
  const refusals: string[] = [];
  performance.onEvent((event) => {
    if (event.kind === 'story-refusal') refusals.push(event.code);
  });
  const played = await play(performance);
  return { ...played, fleet: performance.simulator.fleet, refusals, steps: steps.map(({ kind }) => kind) };
}

describe('what an entry does', () => {
  it('raises alerts where the vehicle is, through users, channels and limits', async () => {
    const { fleet, messages, steps } = await doing([
      { kind: 'alert', devices: everyone, type: 'sos', text: 'Help', channels: ['sms'], times: 1, apart: 0 },
    ]);
    expect(fleet.alerts.recent(1)[0]).toMatchObject({
      deviceId: 3,
      type: 'sos',
      text: 'Help',
      latitude: 52.5,
      longitude: 13.4,
      notifications: [{ channel: 'sms', userId: 2, outcome: 'sent' }],
    });
    expect(messages).toEqual({ sent: 3, withheld: 0 });
    expect(steps).toEqual(['alert', 'alert', 'alert']);
  });

  it("notifies the account's own user of alerts where a story has no users", async () => {
    const action = { kind: 'alert', devices: one, type: 'sos', times: 1, apart: 0 } as const;
    const { fleet } = await doing([action], { users: [] });
    expect(fleet.alerts.recent(1)[0]?.notifications.map(({ userId }) => userId)).toEqual([1, 1]);
  });

  it('sets limits, licences and expiry, and activates', async () => {
    const { fleet, refusals, standing } = await doing(
      [
        { kind: 'set-limits', devices: one, change: { dailySms: 2, dailyEmail: 0 } },
        { kind: 'send', devices: one, channel: 'sms', count: 5 },
        { kind: 'activate', devices: { first: 3, count: 1 }, outcome: 'refused' },
        { kind: 'set-licences', total: 3 },
        { kind: 'activate', devices: { first: 3, count: 1 }, expirationDate: '2026-04-01' },
      ],
      { account: { licences: 2, apiAccess: true, userName: 'demo', apiKey: 'demo-key' } },
    );
    expect(fleet.limits.get(1)).toMatchObject({ dailySms: 2, dailyEmail: 0, usage: { sms: 2, email: 0 } });
    expect(fleet.limits.get(3)).toMatchObject({ expires: true, expirationDate: '2026-04-01' });
    expect(fleet.account.view().licences).toEqual({ total: 3, used: 3, available: 0 });
    expect(refusals).toEqual(['NO_LICENCE_AVAILABLE']);
    expect(standing).toEqual({ met: 1, failed: 0, open: 0 });
  });

  it('creates, replaces, patches and deletes groups and users by their names', async () => {
    const { fleet, refusals, steps } = await doing([
      { kind: 'create-group', facts: { name: 'North', description: 'of the river', devices: one } },
      { kind: 'patch-group', name: 'North', change: { devices: { first: 1, count: 2 } } },
      {
        kind: 'create-user',
        facts: { name: 'Kim', email: 'kim@example.com', groups: ['North'], notify: ['email'] },
      },
      { kind: 'patch-user', name: 'Kim', change: { name: 'Kim Lee' } },
      { kind: 'replace-group', name: 'Vans', facts: { name: 'Lorries', description: '', devices: null } },
      { kind: 'replace-user', name: 'Dana', facts: { name: 'Dana', country: 'AT' } },
      { kind: 'delete-user', name: 'Kim', outcome: 'refused' },
      { kind: 'delete-user', name: 'Kim Lee' },
      { kind: 'delete-group', name: 'Vans', outcome: 'refused' },
      { kind: 'create-user', facts: { name: 'Max', groups: ['Nowhere'] }, outcome: 'refused' },
    ]);
    expect(fleet.groups.list()).toMatchObject([
      { name: 'Lorries', deviceIds: [] },
      { name: 'North', description: 'of the river', deviceIds: [1, 2] },
    ]);
    expect(fleet.users.list()).toMatchObject([{ name: 'demo' }, { name: 'Dana', country: 'AT', email: '' }]);
    expect(refusals).toEqual(['UNKNOWN_USER', 'UNKNOWN_GROUP', 'UNKNOWN_GROUP']);
    expect(steps).toEqual([
      'create-group',
      'patch-group',
      'create-user',
      'patch-user',
      'replace-group',
      'replace-user',
      'delete-user',
      'delete-user',
      'delete-group',
      'create-user',
    ]);
  });

  it('brings a device into the fleet, in a group and with a licence if one is free', async () => {
    const { fleet } = await doing([
      { kind: 'set-licences', total: 4 },
      { kind: 'add-device', name: 'Late', group: 'Vans' },
      { kind: 'add-device', name: 'Later', group: null },
    ]);
    expect(fleet.devices.list().slice(3)).toMatchObject([
      { id: 4, name: 'Late', groupId: 1, licence: 'used' },
      { id: 5, name: 'Later', groupId: null, licence: 'expired' },
    ]);
  });

  it('fails the story where the service answers otherwise than it says, and says what happened', async () => {
    const { results } = await doing([
      { kind: 'activate', devices: one },
      { kind: 'set-licences', total: 5, outcome: 'refused' },
      { kind: 'activate', devices: one, outcome: 'any' },
    ]);
    expect(results).toMatchObject([
      { state: 'failed', wanted: 'done', actual: 'refused: The device is not expired.', place: { line: 11 } },
      { state: 'failed', wanted: 'refused', actual: 'done', place: { line: 12 } },
    ]);
  });

  it('moves vehicles, their signal and their sensors by the traffic', async () => {
    const calls: string[] = [];
    const story = storyOf([
      {
        when: at(1),
        actions: [
          { kind: 'drive', devices: one, driving: { route: 0, repeat: 'once', above: 10, dwell: 0 } },
          { kind: 'stop', devices: one, for: null },
          { kind: 'lose-signal', devices: one, for: 60_000, buffered: true },
          { kind: 'regain-signal', devices: one },
          { kind: 'set-sensor', devices: one, sensor: 'temperature', value: -4 },
          { kind: 'device-faults', devices: one, faults: { copies: 2 }, for: 60_000 },
          { kind: 'end-device-faults', devices: one },
          { kind: 'set-fuel', devices: one, percent: 20 },
          { kind: 'add-device', name: 'New', group: null },
        ],
      },
    ]);
    const noting =
      (name: string) =>
      (...args: unknown[]) =>
        void calls.push(`${name} ${JSON.stringify(args)}`);
    await play(
      perform(story, {
        traffic: (...given) => ({
          ...stillTraffic(...given),
          drive: noting('drive'),
          stop: noting('stop'),
          loseSignal: noting('loseSignal'),
          regainSignal: noting('regainSignal'),
          setSensor: noting('setSensor'),
          setLevel: noting('setLevel'),
          setFaults: noting('setFaults'),
          endFaults: noting('endFaults'),
          add: noting('add'),
        }),
      }),
    );
    expect(calls).toEqual([
      'drive [1,{"route":0,"repeat":"once","above":10,"dwell":0}]',
      'stop [1,null]',
      'loseSignal [1,60000,true]',
      'regainSignal [1]',
      'setSensor [1,"temperature",-4]',
      'setFaults [1,{"copies":2},60000]',
      'endFaults [1]',
      'setLevel [1,"fuel",20]',
      'add [4]',
    ]);
  });
});

describe("the story's own client", () => {
  const reply = { kind: 'reply', device: null, group: null, user: null } as const;
  const served = (operation: OperationId, token: 'token' | 'first-token' | 'no-token' = 'token') =>
    ({ ...reply, operation, with: token, answered: 'served' }) as const;
  const refused = (operation: OperationId, token: 'token' | 'first-token' | 'no-token' = 'token') =>
    ({ ...reply, operation, with: token, answered: 'refused' }) as const;

  it.each([
    ['the default profile', {}],
    ['a dialect of another kind', { profile: envelopedProfile }],
  ])('reads what the API answers in %s', async (_name, options) => {
    const story = storyOf([
      {
        when: at(1),
        expectations: [
          refused('listDevices', 'no-token'),
          { ...served('listDevices'), items: { is: 3 } },
          { ...served('readDevice'), device: 2, facts: { name: 'Van 2', licence: 'used' } },
          { ...served('readGroup'), group: 'Vans', facts: { name: 'Vans' } },
          { ...served('readUser'), user: 'Dana', facts: { email: 'dana@example.com' } },
          { ...served('listCountries'), items: { atLeast: 100 } },
          refused('lastLocation'),
        ],
      },
      {
        when: at(2),
        actions: [
          { kind: 'api-access', on: false },
          { kind: 'token', outcome: 'refused' },
        ],
      },
      { when: at(3), expectations: [refused('listDevices'), refused('issueToken')] },
      { when: at(4), actions: [{ kind: 'api-access', on: true }, { kind: 'rotate-key' }, { kind: 'token' }] },
      { when: end, expectations: [served('listDevices'), served('issueToken')] },
    ]);
    const played = await play(perform(story, { traffic: stillTraffic, ...options }));
    expect(played.results.filter(({ state }) => state !== 'met')).toEqual([]);
    expect(played.standing.met).toBe(12);
  });

  it.each(['offset', 'page', 'link'] as const)('counts a list on several pages, by %s', async (by) => {
    const profile: Profile = {
      ...envelopedProfile,
      name: `by ${by}`,
      openings: {
        ...envelopedProfile.openings,
        'operations.query': { page: 'p', offset: 'o', cursor: 'c' },
        'operations.paging': { by, size: 2, max: 2, firstPage: 1, totalHeader: null },
      },
    };
    const count = { ...served('listDevices'), items: { is: 3 } };
    const none = { ...served('listCountries'), items: { is: 2 } };
    const { results } = await play(
      perform(storyOf([{ when: end, expectations: [count, none] }]), { profile }),
    );
    expect(results[0]).toMatchObject({ state: 'met', actual: '3 items' });
    expect(results[1]).toMatchObject({ state: 'failed', actual: expect.stringMatching(/^2\d\d items$/) });
  });

  it('renews its token when it has expired; the first one stays expired', async () => {
    const hours = 3_600_000;
    const story = storyOf(
      [
        { when: at(1), actions: [{ kind: 'token' }], expectations: [served('listDevices', 'first-token')] },
        { when: end, expectations: [served('listDevices'), refused('listDevices', 'first-token')] },
      ],
      { clock: { start, end: start + 48 * hours, timeZone: 'UTC', seed: 1 } },
    );
    const { standing } = await play(perform(story, { traffic: stillTraffic }));
    expect(standing).toEqual({ met: 3, failed: 0, open: 0 });
  });

  it('meets the faults that the story injects, without waiting for their latency', async () => {
    const fault = { operation: 'listDevices', latency: 60_000 } as const;
    const story = storyOf([
      {
        when: at(1),
        actions: [{ kind: 'faults', rules: [fault] }],
        expectations: [served('listDevices')],
      },
      {
        when: at(2),
        actions: [{ kind: 'faults', rules: [{ ...fault, refusal: 'failed' }] }],
        expectations: [refused('listDevices')],
      },
      { when: at(3), actions: [{ kind: 'faults', rules: [] }], expectations: [served('listDevices')] },
    ]);
    const performance = perform(story, { traffic: stillTraffic });
    const { standing } = await play(performance);
    expect(standing).toEqual({ met: 3, failed: 0, open: 0 });
  }, 50_000); // less than one answer's latency

  it('says what it found where an expectation fails', async () => {
    const story = storyOf(
      [
        {
          when: end,
          expectations: [
            { ...served('listDevices'), items: { is: 4 } },
            { ...served('readDevice'), device: 1, facts: { name: 'Lorry' } },
            { kind: 'usage', devices: everyone, channel: 'sms', wanted: { atLeast: 1 } },
            { kind: 'position', devices: one, site: 0, within: 100, not: false },
            { kind: 'group', name: 'Vans', exists: true, devices: { atMost: 2 } },
            { kind: 'licences', of: 'available', wanted: { atLeast: 1, atMost: 2 } },
            { kind: 'device', devices: one, licence: 'expired', status: 'online' },
          ],
        },
        {
          when: {
            kind: 'when',
            condition: { kind: 'arrives', devices: one },
            from: start,
            until: start,
            most: 1,
            notAgainFor: 0,
          },
          expectations: [served('listDevices')],
        },
      ],
      { sites: [{ name: 'Depot', at: [52.5, 13.4] }], users: [user()], fleet: [part()] },
    );
    const { results } = await play(perform(story, { traffic: stillTraffic }));
    expect(results.map(({ state, wanted, actual }) => `${state}: ${wanted} / ${actual}`)).toEqual([
      'failed: 4 items / 3 items',
      'failed: name Lorry / name Van 1',
      'failed: at least 1 / Van 1: 0',
      'failed: within 100 m of Depot / no location yet',
      'failed: at most 2 devices / 3 devices',
      'failed: 1 to 2 / 0',
      'failed: expired, online / used, unknown',
      'failed: null / never looked at: nothing led to this entry',
    ]);
  });
});
