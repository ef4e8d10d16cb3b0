import { describe, expect, it } from 'vitest';
import { findIncoherences } from '../../../contracts/profile/coherence/index.ts';
import {
  checkProfile,
  completeProfile,
  defaultProfile,
  parseProfile,
} from '../../../contracts/profile/index.ts';
import { openings } from '../../../contracts/specification/index.ts';
import { envelopedProfile } from '../../enveloped.generated.ts';

describe('the default profile', () => {
  it('answers every opening of the document and no other', () => {
    expect(Object.keys(defaultProfile.openings).sort()).toEqual(openings.map(({ id }) => id).sort());
  });

  it('follows the schema and does not contradict itself', () => {
    expect(checkProfile(defaultProfile)).toEqual([]);
    expect(findIncoherences(defaultProfile)).toEqual([]);
  });

  it('can be written to a file and read back', () => {
    expect(parseProfile(JSON.stringify(defaultProfile))).toEqual(defaultProfile);
  });
});

describe('completing a profile', () => {
  it('takes what is left out from the default', () => {
    const complete = completeProfile({ roadtest: 1, name: 'mine', openings: { 'day.ends': '04:00' } });
    expect(complete).toEqual({
      ...defaultProfile,
      name: 'mine',
      description: undefined,
      openings: { ...defaultProfile.openings, 'day.ends': '04:00' },
    });
  });

  it('merges the maps that may be given in part', () => {
    const { openings } = completeProfile({
      roadtest: 1,
      name: 'mine',
      openings: {
        'operations.status': { createGroup: 200 },
        'errors.status': { conflict: 422 },
        'operations.query': { limit: 'size' },
        'limits.default': { sms: 5 },
        'operations.envelope': { records: { group: { at: '/group' } }, answers: { createGroup: 'id' } },
      },
    });
    expect(openings['operations.status']).toMatchObject({ createGroup: 200, createUser: 201 });
    expect(openings['errors.status']).toMatchObject({ conflict: 422, 'unknown-id': 404 });
    expect(openings['operations.query']).toMatchObject({ limit: 'size', offset: 'offset' });
    expect(openings['limits.default']).toEqual({ email: null, sms: 5 });
    expect(openings['operations.envelope']).toMatchObject({
      records: { group: { at: '/group' }, user: { at: '' } },
      answers: { createGroup: 'id', createUser: 'record' },
      id: { at: '/id' },
    });
  });

  it('takes every other answer as a whole', () => {
    const fields = { code: '/iso' };
    const { openings } = completeProfile({
      roadtest: 1,
      name: 'mine',
      openings: { 'records.country': { fields } },
    });
    expect(openings['records.country']).toEqual({ fields });
  });

  it('leaves the profile and the default as they were', () => {
    const before = structuredClone([envelopedProfile, defaultProfile]);
    completeProfile(envelopedProfile);
    expect([envelopedProfile, defaultProfile]).toEqual(before);
  });
});
