/** Sections 2, 4.1, 5 and 7: how a token is had, and what it is. */
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { BODY_LIMIT, type Caller, CREDENTIALS } from '../caller.ts';
import type { Received } from '../ways.ts';
import { each, type Rows } from './row.ts';

/** Milliseconds of the lifetimes in the two profiles. */
const lifetimes: { readonly [written: string]: number } = { PT1H: 3_600_000, PT8H: 8 * 3_600_000 };
export const lifetimeOf = ({ profile }: Caller): number => {
  const written = profile.openings['token.lifetime'];
  return lifetimes[written] ?? expect.fail(`no length for ${written}`);
};

const wrongCredentials: readonly [what: string, body: object][] = [
  ['a wrong key', { ...CREDENTIALS, apiKey: 'wrong' }],
  ['a key in other capitals', { ...CREDENTIALS, apiKey: CREDENTIALS.apiKey.toUpperCase() }],
  ['an unknown user', { ...CREDENTIALS, userName: 'nobody' }],
  ['empty credentials', { userName: '', apiKey: '' }],
  ['no user name', { apiKey: CREDENTIALS.apiKey }],
  ['no key', { userName: CREDENTIALS.userName }],
  ['nothing', {}],
  ['credentials that are not text', { userName: ['demo'], apiKey: 1 }],
];

const noObjects = [
  '',
  'hello',
  '{"userName":"demo"',
  '[]',
  'null',
  '"demo"',
  '{"__proto__":{"userName":"demo","apiKey":"demo-key"}}',
];

export const tokens = {
  async 'valid credentials give a token by the fake clock'(at) {
    const answer = issued(at, await at.perform('issueToken', { body: CREDENTIALS }));
    const now = await at.now();
    const expiry = now + lifetimeOf(at);
    expect(answer).toMatchObject({ success: true, token: expect.any(String) });
    expect({ error: answer.error ?? '', expires: Date.parse(answer.expires) }).toEqual({
      error: '',
      expires: expiry,
    });
    expect(decodeJwt(answer.token)).toMatchObject({ exp: expiry / 1000, iat: now / 1000 });
  },

  ...Object.fromEntries(
    wrongCredentials.map(([what, body]): [string, (at: Caller) => Promise<void>] => [
      `${what} gives no token`,
      async (at) => {
        const { refused, incomplete = refused } = at.profile.openings['token.status'];
        const { userName, apiKey } = body as { userName?: unknown; apiKey?: unknown };
        const isWhole = typeof userName === 'string' && typeof apiKey === 'string';
        noToken(await at.perform('issueToken', { body }), isWhole ? refused : incomplete);
      },
    ]),
  ),

  ...each('a body that is no JSON object is answered in the same shape: %s', noObjects, async (at, body) =>
    noToken(await at.perform('issueToken', { body }), at.profile.openings['token.malformed'].notJson),
  ),

  async 'whatever a token request fails by, it is answered in the same shape'(at) {
    const statuses = at.profile.openings['errors.status'];
    const tooLong = JSON.stringify({ ...CREDENTIALS, pad: 'x'.repeat(BODY_LIMIT) });
    noToken(await at.perform('issueToken', { body: tooLong }), statuses['too-large']);
    await at.controlled('PUT', '/faults', { rules: [{ operation: 'issueToken', refusal: 'failed' }] });
    noToken(await at.perform('issueToken', { body: CREDENTIALS }), statuses.failed);
  },

  async 'another content type is judged as the profile says'(at) {
    const headers = { 'content-type': 'text/plain' };
    const reply = await at.perform('issueToken', { body: CREDENTIALS, headers });
    const { contentType } = at.profile.openings['token.malformed'];
    if (contentType === 'ignored') expect(issued(at, reply)).toMatchObject({ success: true });
    else noToken(reply, contentType);
  },

  async 'a second token can be had before the first expires, and both work'(at) {
    const first = await at.signIn();
    await at.advance('PT10M');
    const second = await at.signIn();
    expect(second).not.toBe(first);
    for (const token of [first, second]) at.served('listGroups', await at.perform('listGroups', { token }));
  },

  async 'with API access off no token is issued; switched on, the same credentials work again'(at) {
    await at.token();
    await at.controlled('PUT', '/account', { apiEnabled: false });
    noToken(
      await at.perform('issueToken', { body: CREDENTIALS }),
      at.profile.openings['token.status'].refused,
    );
    const old = await at.perform('listGroups');
    if (at.profile.openings['token.live-when-disabled'] === 'works') at.served('listGroups', old);
    else at.refused('unauthorised', old, 'API_DISABLED');

    await at.controlled('PUT', '/account', { apiEnabled: true });
    expect(issued(at, await at.perform('issueToken', { body: CREDENTIALS }))).toMatchObject({
      success: true,
    });
    at.served('listGroups', await at.perform('listGroups'));
  },

  async 'with another API key the old one gives no token, and the new one does'(at) {
    await at.controlled('PUT', '/account', { apiKey: 'another-key' });
    const { refused } = at.profile.openings['token.status'];
    noToken(await at.perform('issueToken', { body: CREDENTIALS }), refused);
    const body = { ...CREDENTIALS, apiKey: 'another-key' };
    expect(issued(at, await at.perform('issueToken', { body }))).toMatchObject({ success: true });
  },
} satisfies Rows;

function issued(at: Caller, reply: Received) {
  return answered(reply, at.profile.openings['token.status'].issued);
}

function answered(reply: Received, status: number) {
  expect({ status: reply.status, type: reply.headers['content-type'] }, reply.text).toEqual({
    status,
    type: expect.stringMatching(/^application\/json/),
  });
  return JSON.parse(reply.text);
}

function noToken(reply: Received, status: number): void {
  const { success, error, token } = answered(reply, status);
  expect({ success, error, token: token ?? '' }).toEqual({
    success: false,
    error: expect.stringMatching(/\S/),
    token: '',
  });
}
