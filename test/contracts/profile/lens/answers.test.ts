import { describe, expect, it } from 'vitest';
import { compileLens, defaultProfile } from '../../../../contracts/profile/index.ts';
import type { GivenEnvelope } from '../../../../contracts/profile/openings.ts';

const defaults = defaultProfile.openings;
const lensOf = (envelope: GivenEnvelope) => {
  const given = { ...defaults['operations.envelope'], ...envelope };
  return compileLens({ ...defaults, 'operations.envelope': given });
};
const group = { id: 7, name: 'North' };

describe('a write returns', () => {
  it('the record', () => {
    const answer = lensOf({}).answer('createGroup');
    expect(answer.kind).toBe('record');
    expect(answer.write(group)).toEqual({ id: 'grp-7', name: 'North' });
    expect(answer.read({ id: 'grp-7', name: 'North' })).toEqual({ facts: group, issues: [] });
  });

  it('several records as a list, when several were posted', () => {
    const answer = lensOf({
      lists: { ...defaults['operations.envelope'].lists, locations: { form: 'array', at: '/all' } },
    }).answer('postLocations');
    expect(answer.write([{ latitude: 1 }, { latitude: 2 }])).toEqual({
      all: [{ latitude: 1 }, { latitude: 2 }],
    });
    expect(answer.write({ latitude: 1 })).toEqual({ latitude: 1 });
  });

  it.each([
    ['/id', { id: 'grp-7' }],
    ['/data/groupId', { data: { groupId: 'grp-7' } }],
    ['', 'grp-7'],
  ])('the id alone, at "%s"', (at, json) => {
    const answer = lensOf({ answers: { createGroup: 'id' }, id: { at } }).answer('createGroup');
    expect(answer.write(group)).toEqual(json);
    expect(answer.read(json)).toEqual({ facts: { id: 7 }, issues: [] });
    expect(answer.read({ data: {} }).issues).toHaveLength(1);
  });

  it('the ids of several', () => {
    const answer = lensOf({
      answers: { postAlerts: 'id' },
      id: { at: '/ids', constants: { '/ok': true } },
    }).answer('postAlerts');
    expect(answer.write([{ id: 1 }, { id: 2 }])).toEqual({ ids: ['alr-1', 'alr-2'], ok: true });
  });

  it('nothing: no body, or constants alone', () => {
    const empty = lensOf({ answers: { replaceGroup: 'nothing' } }).answer('replaceGroup');
    expect(empty.write(group)).toBeUndefined();
    expect(empty.read(undefined)).toEqual({ facts: {}, issues: [] });
    const constants = { '/success': true };
    const polite = lensOf({ answers: { deleteGroup: 'nothing' }, nothing: { constants } }).answer(
      'deleteGroup',
    );
    expect(polite.write(group)).toEqual({ success: true });
  });
});

describe('a request that creates or replaces', () => {
  it('is wrapped as the envelope says', () => {
    const { write, read } = lensOf({ bodies: { group: { at: '/group', constants: { '/v': 2 } } } }).body(
      'group',
    );
    expect(write({ name: 'North' })).toEqual({ group: { name: 'North' }, v: 2 });
    expect(read({ group: { name: 'North' } })).toEqual({ facts: { name: 'North' }, issues: [] });
    expect(read({ name: 'North' }).issues).toMatchObject([{ pointer: '/group', found: 'nothing' }]);
  });
});
