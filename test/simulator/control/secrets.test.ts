/** The control API shows none of the secrets of a world. */
import { describe, expect, test } from 'vitest';
import { compileLens, completeProfile, type Profile } from '../../../contracts/profile/index.ts';
import { WorldSecrets } from '../../../simulator/control/secrets.ts';
import { createSimulator } from '../../../simulator/index.ts';

function shown(text: string, openings: Profile['openings'] = {}, controlToken?: string): string {
  const profile = completeProfile({ roadtest: 1, name: 'ours', openings });
  const { account } = createSimulator({ apiKey: 'the-key' }).fleet;
  return new WorldSecrets(account, [controlToken], compileLens(profile.openings)).redactor.text(text);
}

describe('a text that the control API shows', () => {
  test('has neither the API key nor the control token in it', () => {
    expect(shown('the-key a-long-secret', {}, 'a-long-secret')).toBe('$ROADTEST_API_KEY <REDACTED>');
  });

  test.each([
    ['/moon', '{"moon":"1"}', '{"moon":"<REDACTED>"}'],
    ['/access/moon', '{"access":{"moon":"1"}}', '{"access":{"moon":"<REDACTED>"}}'],
    ['/access/moon-1~0', '{"access":"a"}', '{"access":"a"}'],
  ])('has no password in it, which the profile keeps at %s', (password, text, without) => {
    expect(shown(text, { 'records.user': { fields: { id: '/id', name: '/name', password } } })).toBe(without);
  });

  test('is as it was where the profile has no place for a password', () => {
    const fields = { id: '/id', name: '/name' };
    const text = '{"undefined":"1","moon":"1","id":"2"}';
    expect(shown(text, { 'records.user': { fields } })).toBe(text);
  });
});

test('a snapshot has the API key in it only where that was asked for', () => {
  const simulator = createSimulator({ apiKey: 'the-key' });
  expect(JSON.stringify(simulator.snapshot())).not.toContain('the-key');
  const snapshot = simulator.snapshot({ apiKey: 'include' });
  expect(snapshot.fleet.account.apiKey).toBe('the-key');
});
