/** A story as lines that another user sends: with places for the ids that are not known yet. */
import { describe, expect, it } from 'vitest';
import { envelopedProfile } from '../../../contracts/profile/examples/enveloped.generated.ts';
import { defaultProfile, type Profile } from '../../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../../contracts/specification/openings/index.ts';
import { trafficWriter } from '../../../scenarios/target/traffic.ts';
import { minute, start } from '../player/stories.ts';
import { type GivenStep, lensOf, sent, whole } from './support.ts';

function written(profile: Pick<Profile, 'openings' | 'basePath'>, ...steps: GivenStep[]) {
  const { openings } = profile;
  const write = trafficWriter({ lens: lensOf(profile), openings, devices: 3, start, moved: 0 });
  return steps.map((given) => write(sent(given)));
}

const group: GivenStep = {
  kind: 'create-group',
  facts: { name: 'Night', description: 'late', devices: [1, 3] },
};

describe('traffic', () => {
  it('has a line for each call, with seconds from the beginning and places for devices', () => {
    const report = { deviceTime: start, latitude: 52.5, longitude: 13.4 };
    expect(
      written(defaultProfile, { kind: 'locations', device: 2, at: start + 1.5 * minute, reports: [report] }),
    ).toEqual([
      {
        line: {
          at: 90,
          device: 2,
          method: 'POST',
          path: '/api/devices/{device:2}/locations',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: { deviceTime: '2026-03-02T07:00:00.000Z', latitude: 52.5, longitude: 13.4 },
        },
      },
    ]);
  });

  it('says where the reply has the id of what is made, and has it in what follows', () => {
    const user = { name: 'Eve', groups: ['Night'] };
    const lines = written(
      defaultProfile,
      group,
      { kind: 'create-user', facts: user },
      { kind: 'patch-group', name: 'Night', change: { name: 'Late' } },
      { kind: 'delete-group', name: 'Late' },
      { ...group },
    );
    expect(lines).toMatchObject([
      {
        line: {
          device: null,
          method: 'POST',
          path: '/api/groups',
          body: { deviceIds: ['{device:1}', '{device:3}'] },
          makes: { place: '{group:1}', pointer: '/id' },
        },
      },
      { line: { body: { groupIds: ['{group:1}'] }, makes: { place: '{user:1}', pointer: '/id' } } },
      {
        line: {
          method: 'PATCH',
          path: '/api/groups/{group:1}',
          headers: { 'content-type': 'application/merge-patch+json' },
        },
      },
      { line: { method: 'DELETE', path: '/api/groups/{group:1}' } },
      { line: { makes: { place: '{group:2}' } } },
    ]);
    const [, , , removal] = lines as { line: object }[];
    expect(removal?.line).not.toHaveProperty('body');
  });

  it('has the path prefix, the wrapping and the place of the id of another dialect', () => {
    expect(written(whole(envelopedProfile), group)).toMatchObject([
      {
        line: {
          path: '/fleet/v2/api/groups',
          body: { group: { members: ['{device:1}', '{device:3}'] } },
          makes: { pointer: '/data/id' },
        },
      },
    ]);
  });

  it('takes the id from the Location header where the body has none', () => {
    const openings: GivenOpenings = {
      ...defaultProfile.openings,
      'operations.envelope': {
        ...defaultProfile.openings['operations.envelope'],
        answers: { ...defaultProfile.openings['operations.envelope'].answers, createGroup: 'nothing' },
      },
    };
    expect(written({ openings }, group)).toMatchObject([{ line: { makes: { header: 'location' } } }]);
    const silent: GivenOpenings = {
      ...openings,
      'operations.envelope': { ...openings['operations.envelope'], locationHeader: false },
    };
    expect(written({ openings: silent }, group)).toEqual([
      { notDone: 'the reply does not have the id of a new group' },
    ]);
  });

  it('leaves out what is refused anyway, what takes a control, and tokens', () => {
    const left = written(
      defaultProfile,
      { ...group, refused: true },
      { kind: 'api-access', on: true },
      { kind: 'token' },
    );
    expect(left.every((one) => 'notDone' in one)).toBe(true);
  });
});
