import { describe, expect, it } from 'vitest';
import { compileLens, defaultProfile, type Lens, ProfileError } from '../../../../contracts/profile/index.ts';
import type { GivenOpenings } from '../../../../contracts/specification/openings/index.ts';

/** The error of a lens that is asked for something. */
function refusal(openings: GivenOpenings, ask: (lens: Lens) => unknown): ProfileError {
  try {
    ask(compileLens(openings));
  } catch (error) {
    expect(error).toBeInstanceOf(ProfileError);
    return error as ProfileError;
  }
  throw new Error('this was bound');
}

describe('a lens of a profile that says little', () => {
  it('says which openings it answers', () => {
    const lens = compileLens({ 'records.group': { fields: { name: '/name' } } });
    expect(lens.offers('records.group')).toBe(true);
    expect(lens.offers('records.user')).toBe(false);
  });

  it('reads and writes what it answers, and needs nothing else for it', () => {
    const lens = compileLens({ 'records.group': { fields: { name: '/title' } } });
    expect(lens.record('group').write({ name: 'North' })).toEqual({ title: 'North' });
  });

  it('reads a position where units are not known, and nothing that has a unit', () => {
    const fields = { latitude: '/y', longitude: '/x', speed: '/v', odometer: '/km' };
    const { facts, read, write } = compileLens({ 'records.location': { fields } }).record('location');
    expect(facts).toEqual(['latitude', 'longitude']);
    expect(read({ y: 48, x: 11, v: 30 })).toEqual({ facts: { latitude: 48, longitude: 11 }, issues: [] });
    expect(write({ latitude: 48, longitude: 11, speed: 30 })).toEqual({ y: 48, x: 11 });
  });

  it.each<[string, GivenOpenings, (lens: Lens) => unknown]>([
    ['/openings/records.user', {}, (lens) => lens.record('user')],
    ['/openings/records.id', { 'records.user': { fields: { id: '/id' } } }, (lens) => lens.record('user')],
    [
      '/openings/records.time',
      { 'records.user': { fields: { createdAt: '/t' } } },
      (lens) => lens.record('user'),
    ],
    ['/openings/records.id', {}, (lens) => lens.pathId('user', 1)],
    ['/openings/records.time', {}, (lens) => lens.writeTime(0)],
    ['/openings/errors.body', {}, (lens) => lens.errors],
    ['/openings/patch.format', {}, (lens) => lens.patch('group')],
    ['/openings/locations.purpose', {}, (lens) => lens.posting('locations')],
    ['/openings/operations.envelope', { 'records.group': { fields: {} } }, (lens) => lens.reply('group')],
    [
      '/openings/operations.envelope/lists/groups',
      { 'records.group': { fields: {} }, 'operations.envelope': { lists: {} } },
      (lens) => lens.list('groups'),
    ],
    [
      '/openings/operations.envelope/answers/createGroup',
      { 'operations.envelope': {} },
      (lens) => lens.answer('createGroup'),
    ],
  ])('says that %s is missing', (pointer, openings, ask) => {
    const error = refusal(openings, ask);
    expect(error.code).toBe('PROFILE_UNBOUND');
    expect(error.issues).toMatchObject([{ code: 'PROFILE_UNBOUND', pointer }]);
    expect(error.message).toContain(pointer.split('/')[2]);
  });

  it('has everything when it is the default', () => {
    const lens = compileLens(defaultProfile.openings);
    expect(Object.keys(defaultProfile.openings).every((id) => lens.offers(id as 'events'))).toBe(true);
  });
});
