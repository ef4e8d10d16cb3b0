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
])('createSimulator(%j) throws %s', (options, code) => {
  expect(() => createSimulator(options)).toThrow(expect.objectContaining({ code }));
});
