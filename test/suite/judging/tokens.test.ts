/** Tokens, calls and what they send: the rule that each fact breaks, and what the document leaves open. */
import { describe, expect, it } from 'vitest';
import type { Event, Served, SingleEvent, TokenForm } from '../../../contracts/judge/event.ts';
import { explain } from '../../../contracts/judge/judge.ts';
import { HOUR } from '../../../contracts/kit/durations.ts';

const NOON = Date.parse('2026-03-02T12:00:00Z');
type Fact = SingleEvent extends infer E ? (E extends SingleEvent ? Omit<E, 'at'> : never) : never;
type Issued = Extract<Fact, { kind: 'issued' }>;
type Called = Extract<Fact, { kind: 'called' }>;

/** The likeliest rules without which the facts cannot be explained; one minute lies between two of them. */
function brokenBy(...facts: readonly Fact[]): string | undefined {
  const events = facts.map((fact, index): Event => ({ ...fact, at: NOON + index * 60_000 }));
  return explain(events)?.broken[0]?.join(' and ');
}

const good: TokenForm = {
  ...{ object: true, success: true, token: 'text', error: 'none', expires: 'text' },
  ...{ written: 'iso-utc', ahead: [HOUR, HOUR] },
};
const refusal: TokenForm = { object: true, success: false, token: 'none', error: 'text', expires: 'none' };
const issued = (more: Partial<Issued> = {}): Issued => ({
  ...{ kind: 'issued', credentials: 'good', issued: true, token: 't', expires: NOON + HOUR, form: good },
  ...more,
});
const refused = (more: Partial<Issued> = {}): Issued => ({
  ...{ kind: 'issued', credentials: 'good', issued: false, form: refusal },
  ...more,
});
const called = (served: Served, more: Partial<Called> = {}): Called => ({
  ...{ kind: 'called', operation: 'listGroups', bearer: { token: 't' }, served },
  ...more,
});
const after = { when: { from: NOON + HOUR, to: NOON + HOUR + 1_000 } };
const ofGroup = { family: 'group', record: '1' } as const;
const created: Fact = { ...ofGroup, kind: 'created', texts: { name: 'A' } };
const read = (name: string): Fact => ({ ...ofGroup, kind: 'read', found: true, texts: { name } });
const missing: Fact = { ...ofGroup, kind: 'read', found: false, texts: {} };
/** Such a call only goes to a record that was read before. */
const removed = (bearer: Called['bearer']): Called => ({
  ...called('no', { operation: 'deleteGroup', bearer }),
  sent: { ...ofGroup, what: 'delete' },
});
const written = (bearer: Called['bearer']): Called => ({
  ...called('no', { operation: 'updateGroup', bearer }),
  sent: { ...ofGroup, what: 'update', texts: { name: 'B' } },
});

describe('the judge names the rule', () => {
  it.each<[string, readonly Fact[]]>([
    ['token/issued', [issued({ form: { ...good, expires: 'none' } })]],
    ['token/json-object', [refused({ credentials: 'near-miss', form: { ...refusal, object: false } })]],
    ['token/is-jwt', [issued({ form: { ...good, fault: 'has 2 parts' } })]],
    ['token/expires-iso-utc', [issued({ form: { ...good, written: 'iso' } })]],
    ['token/expires-ahead', [issued({ form: { ...good, ahead: [-HOUR, -HOUR] } })]],
    ['token/expires-ahead', [issued({ form: { ...good, ahead: [-60_000, -60_000] } })]],
    ['token/no-error-on-success', [issued({ form: { ...good, error: 'text' } })]],
    ['token/no-bearer-needed', [refused({ asksBearer: true })]],
    ['token/missing-api-key', [issued({ credentials: 'missing-api-key' })]],
    ['token/unknown-user', [refused({ credentials: 'unknown-user', form: { ...refusal, error: 'none' } })]],
    ['token/near-miss-refused', [issued({ credentials: 'near-miss' })]],
    ['token/api-disabled', [{ kind: 'access', enabled: false }, issued()]],
    [
      'token/api-enabled',
      [{ kind: 'access', enabled: false }, refused(), { kind: 'access', enabled: true }, refused()],
    ],
    ['token/renewal', [issued(), refused()]],
    [
      'token/renewal',
      [issued(), called('yes'), issued({ token: 'u' }), called('no', { bearer: { token: 'u' } })],
    ],
    ['operations/issueToken', [refused({ absent: true })]],
    ['operations/listGroups', [issued(), called('absent')]],
    ['auth/bearer-accepted/listGroups', [issued(), called('no')]],
    ['auth/valid-until-expiry/listGroups', [issued(), called('yes'), called('no')]],
    ['auth/expired-refused/listGroups', [issued(), called('yes', after)]],
    ['auth/header-required/listGroups', [called('yes', { bearer: 'none' })]],
    ['auth/garbage-refused/listGroups', [called('yes', { bearer: 'garbage' })]],
    ['auth/tampered-refused/listGroups', [called('yes', { bearer: 'tampered' })]],
    ['auth/no-way-round/listGroups', [called('yes', { bearer: 'none', by: 'letter case' })]],
    ['auth/header-required/updateGroup', [created, written('none'), read('B')]],
    ['auth/garbage-refused/updateGroup', [created, written('garbage'), read('A'), read('B')]],
    ['auth/header-required/deleteGroup', [removed('none'), missing, removed('garbage'), missing]],
    ['users/countries-listed', [{ kind: 'choices', of: 'countries', count: 0 }]],
  ])('%s', (rule, facts) => expect(brokenBy(...facts)).toBe(rule));
});

describe('the judge leaves open', () => {
  it.each<[string, readonly Fact[]]>([
    ['what an answer does not show', [issued(), called('unclear'), called('unclear', { bearer: 'none' })]],
    ['an older token', [issued(), issued({ token: 'u' }), called('no'), called('yes')]],
    [
      'a token that may have been ended',
      [issued(), called('no', { bearer: { token: 't', superseded: true } })],
    ],
    [
      'a token that lived while API access was off',
      [issued(), { kind: 'access', enabled: false }, called('no')],
    ],
    ['a deployment that is busy', [issued(), refused({ busy: true, form: { ...refusal, object: false } })]],
    ['a write that is refused with a good token', [issued(), created, written({ token: 'u' }), read('B')]],
    ['a token that ends in the second of its issue', [issued({ form: { ...good, ahead: [0, 0] } })]],
    ['one clock that is behind', [issued({ form: { ...good, ahead: [-HOUR, HOUR] } })]],
    ['members that are not kept', [{ ...created, texts: { name: 'A', members: 'd' } }, read('A')]],
  ])('%s', (_, facts) => expect(brokenBy(...facts)).toBeUndefined());
});
