import { expect, test } from 'vitest';
import { type Profile, ProfileError } from '../../../contracts/profile/index.ts';
import { createSimulator } from '../../../simulator/index.ts';

const codesOf = (profile: Omit<Profile, 'roadtest' | 'name'>): string[] => {
  try {
    createSimulator({ profile: { roadtest: 1, name: 'Test', ...profile } });
    return [];
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.issues.map((issue) => issue.code);
  }
};

test('a profile written by hand that contradicts itself is refused before anything is served', () => {
  expect(codesOf({ openings: {} })).toEqual([]);
  expect(codesOf({ openings: { 'day.time-zone': 'Mars/Olympus' } })).not.toEqual([]);
  expect(codesOf({ basePath: '/_control/v1', openings: {} })).toEqual(['BASE_PATH_INVALID']);
  expect(
    codesOf({ openings: { 'records.group': { fields: { id: '/__proto__/id', name: '/name' } } } }),
  ).not.toEqual([]);
});

test.each([
  ['a mistyped opening', { roadtest: 1, name: 'x', openings: { 'token.lifetme': 'PT8H' } }, 'UNKNOWN_FIELD'],
  ['no openings', { roadtest: 1, name: 'x' }, 'WRONG_TYPE'],
  ['no name', { roadtest: 1, openings: {} }, 'WRONG_TYPE'],
  ['a text', 'roadtest: 1', 'WRONG_TYPE'],
  ['null', null, 'WRONG_TYPE'],
])('a profile from a program without types is checked too: %s', (_what, profile, code) => {
  expect(() => createSimulator({ profile: profile as unknown as Profile })).toThrow(
    expect.objectContaining({
      code: 'PROFILE_INVALID',
      issues: expect.arrayContaining([expect.objectContaining({ code })]),
    }),
  );
});

test('a dialect without a place for what the service needs is refused, unless that is never sent', () => {
  expect(codesOf({ openings: { 'records.group': { fields: { id: '/id' } } } })).toEqual(['FACT_NEEDED']);
  const fields = { id: '/id', text: '/text' };
  expect(codesOf({ openings: { 'records.alert': { fields } } })).toEqual(['FACT_NEEDED']);
  const query = {
    does: 'query',
    body: { form: 'bare', at: '', many: false, required: {} },
    query: { from: '/a', to: '/b' },
  } as const;
  expect(codesOf({ openings: { 'records.alert': { fields }, 'alerts.purpose': query } })).toEqual([]);
});

test.each([
  [{ devices: -1 }, 'OPTION_INVALID'],
  [{ devices: 1.5 }, 'OPTION_INVALID'],
  [{ seed: Number.NaN }, 'OPTION_INVALID'],
  [{ at: 'yesterday' }, 'TIME_INVALID'],
  [{ speed: 0, frozen: false }, 'SPEED_INVALID'],
  [{ historyPerDevice: 0 }, 'OPTION_INVALID'],
  [{ journalSize: -1 }, 'OPTION_INVALID'],
  [{ bodyLimit: 1.5 }, 'OPTION_INVALID'],
  [{ timeZone: 'Mars/Olympus' }, 'OPTION_INVALID'],
  [{ userName: '' }, 'OPTION_INVALID'],
  [{ apiKey: '' }, 'OPTION_INVALID'],
])('createSimulator(%j) throws %s', (options, code) => {
  expect(() => createSimulator(options)).toThrow(expect.objectContaining({ code }));
});
