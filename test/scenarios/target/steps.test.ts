/** From a step of the story to what is done on a deployment, in its dialect and with its ids. */
import { describe, expect, it } from 'vitest';
import { envelopedProfile } from '../../../contracts/profile/examples/enveloped.generated.ts';
import { defaultProfile } from '../../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../../contracts/specification/openings/index.ts';
import { minute, start } from '../player/stories.ts';
import { stage, whole } from './support.ts';

const report = { deviceTime: start, latitude: 52.5, longitude: 13.4, speed: 36, fuel: null };
const user = { name: 'Eve', email: 'eve@example.com', groups: ['Night'], notify: ['sms' as const] };

describe('reports and alerts', () => {
  it('go to the device that plays, with times as they were moved and nothing that is not known', () => {
    const { does } = stage(defaultProfile, minute);
    expect(does({ kind: 'locations', device: 2, reports: [report] })).toEqual({
      does: 'call',
      operation: 'postLocations',
      id: 'dev-5',
      body: { deviceTime: '2026-03-02T07:01:00.000Z', latitude: 52.5, longitude: 13.4, speed: 36 },
    });
    expect(
      does({ kind: 'alert', device: 3, report: { type: 'sos', severity: 'critical', raisedAt: start } }),
    ).toEqual({
      does: 'call',
      operation: 'postAlerts',
      id: 'dev-6',
      body: { type: 'sos', severity: 'critical', raisedAt: '2026-03-02T07:01:00.000Z' },
    });
  });

  it('are written as the dialect has them', () => {
    const { does } = stage(whole(envelopedProfile));
    const step = does({
      kind: 'locations',
      device: 1,
      reports: [report, { ...report, deviceTime: start + minute }],
    });
    expect(step).toMatchObject({
      id: 'dev-4',
      body: {
        protocol: 'tracker/2',
        positions: [
          {
            time: { fix: start },
            position: [13.4, 52.5, null],
            motion: { knots: expect.closeTo(19.438, 2) },
          },
          { time: { fix: start + minute } },
        ],
      },
    });
  });

  it('are nothing where posting asks for a range, and where no device plays', () => {
    const openings: GivenOpenings = {
      ...defaultProfile.openings,
      'locations.purpose': { ...defaultProfile.openings['locations.purpose'], does: 'query' },
    };
    const { does } = stage({ openings });
    expect(does({ kind: 'locations', device: 1, reports: [report] })).toEqual({
      does: 'nothing',
      because: 'posting to locations asks for a range here, and records nothing',
    });
    expect(does({ kind: 'alert', device: 4, report: { type: 'sos', raisedAt: start } })).toMatchObject({
      does: 'nothing',
    });
  });

  it('are nothing where the profile does not say how they are written, and it says which opening that is', () => {
    const { 'records.location': _, ...openings } = defaultProfile.openings;
    const { does } = stage({ openings });
    expect(does({ kind: 'locations', device: 1, reports: [report] })).toEqual({
      does: 'nothing',
      because: expect.stringContaining('records.location'),
    });
  });
});

describe('groups and users', () => {
  it('go by the ids that the deployment gave, also after their names have changed', () => {
    const { does } = stage();
    does({ kind: 'create-group', facts: { name: 'Night', description: '', devices: [1] } }, 'grp-9');
    expect(does({ kind: 'create-user', facts: user }, 'usr-3')).toMatchObject({
      operation: 'createUser',
      body: { name: 'Eve', groupIds: ['grp-9'], notify: ['sms'] },
    });
    expect(does({ kind: 'patch-group', name: 'Night', change: { name: 'Late' } })).toMatchObject({
      operation: 'updateGroup',
      id: 'grp-9',
      body: { name: 'Late' },
    });
    expect(
      does({
        kind: 'replace-group',
        name: 'Late',
        facts: { name: 'Later', description: 'x', devices: [2, 3] },
      }),
    ).toMatchObject({
      operation: 'replaceGroup',
      id: 'grp-9',
      body: { name: 'Later', description: 'x', deviceIds: ['dev-5', 'dev-6'] },
    });
    expect(does({ kind: 'patch-user', name: 'Eve', change: { disabled: true } })).toMatchObject({
      id: 'usr-3',
      body: { disabled: true },
    });
    expect(does({ kind: 'delete-group', name: 'Later' })).toMatchObject({
      operation: 'deleteGroup',
      id: 'grp-9',
    });
    expect(does({ kind: 'delete-group', name: 'Later' })).toMatchObject({ does: 'nothing' });
  });

  it('are patched in the form of the deployment, from what the story wrote before', () => {
    const { does } = stage(whole(envelopedProfile));
    does({ kind: 'create-group', facts: { name: 'Night', description: 'late', devices: [1] } }, 7);
    expect(does({ kind: 'patch-group', name: 'Night', change: { description: 'later' } })).toMatchObject({
      id: 7,
      body: [{ op: 'replace', path: '/notes', value: 'later' }],
    });
  });

  it('are nothing while what they name could not be made', () => {
    const { does } = stage();
    expect(does({ kind: 'create-user', facts: user })).toMatchObject({
      does: 'nothing',
      because: expect.stringContaining('group'),
    });
  });

  it('are not made where the id of what is made is not known', () => {
    const { 'operations.envelope': _, ...openings } = defaultProfile.openings;
    const { does } = stage({ openings });
    expect(
      does({ kind: 'create-group', facts: { name: 'Night', description: '', devices: [] } }),
    ).toMatchObject({
      does: 'nothing',
      because: expect.stringContaining('operations.envelope'),
    });
  });
});

describe('what the API does not offer', () => {
  it.each([
    [
      { kind: 'set-limits', device: 1, change: { dailySms: 3 } },
      { control: 'setLimits', device: 'dev-4', change: { dailySms: 3 } },
    ],
    [
      { kind: 'activate', device: 1, facts: {} },
      { control: 'activate', device: 'dev-4' },
    ],
    [
      { kind: 'send', device: 1, channel: 'sms', count: 2 },
      { control: 'send', device: 'dev-4', channel: 'sms', count: 2 },
    ],
    [
      { kind: 'api-access', on: false },
      { control: 'setApiEnabled', enabled: false },
    ],
    [
      { kind: 'add-device', device: 1, name: 'Van 4', group: null },
      { control: 'createDevice', number: 1 },
    ],
  ] as const)('takes a control: %j', (step, control) => {
    expect(stage().does(step)).toEqual({ does: 'control', ...control });
  });

  it('moves dates by whole days', () => {
    const { does } = stage(defaultProfile, 49.6 * 60 * minute);
    const change = { expires: true, expirationDate: '2026-03-03' };
    expect(does({ kind: 'set-limits', device: 1, change })).toMatchObject({
      change: { expires: true, expirationDate: '2026-03-05' },
    });
  });

  it('is nothing where no control does it', () => {
    expect(stage().does({ kind: 'rotate-key' })).toMatchObject({ does: 'nothing' });
    expect(stage().does({ kind: 'faults', rules: [] })).toMatchObject({ does: 'nothing' });
  });
});
