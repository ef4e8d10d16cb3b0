/** Sections 2, 4.1, 5 and 7: how a token is had, and what it is. */

import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../contracts/kit/json.ts';
import { parseDuration } from '../../../simulator/time/calendar.ts';
import { BODY_LIMIT, type Caller, CREDENTIALS, type Open } from '../caller.ts';
import type { Received } from '../transport.ts';

interface TokenAnswer {
  success: boolean;
  token?: string | null;
  expires?: string | null;
  error?: string | null;
}

export function tokenBehaviour(open: Open): void {
  describe('tokens', () => {
    test('valid credentials give a token by the fake clock', async () => {
      const caller = await open();
      const answer = answerIn(
        await caller.perform('issueToken', { body: CREDENTIALS }),
        issuedStatus(caller),
      );
      const expiry = (await caller.now()) + parseDuration(caller.profile.openings['token.lifetime']);
      expect(answer).toMatchObject({ success: true, token: expect.any(String) });
      expect(answer.error ?? '').toBe('');
      expect(Date.parse(answer.expires ?? '')).toBe(expiry);
      expect(decodeJwt(answer.token ?? '')).toMatchObject({
        exp: expiry / 1000,
        iat: (await caller.now()) / 1000,
      });
    });

    test.each([
      ['a wrong key', { ...CREDENTIALS, apiKey: 'wrong' }],
      ['an unknown user', { ...CREDENTIALS, userName: 'nobody' }],
      ['empty credentials', { userName: '', apiKey: '' }],
      ['no user name', { apiKey: CREDENTIALS.apiKey }],
      ['no key', { userName: CREDENTIALS.userName }],
      ['nothing', {}],
      ['credentials that are not text', { userName: ['demo'], apiKey: 1 }],
    ])('%s: no success, a cause, no token', async (_what, body: { userName?: Json; apiKey?: Json }) => {
      const caller = await open();
      const { refused, incomplete = refused } = caller.profile.openings['token.status'];
      const isWhole = [body.userName, body.apiKey].every((one) => typeof one === 'string');
      expectNoToken(await caller.perform('issueToken', { body }), isWhole ? refused : incomplete);
    });

    test.each([
      '',
      'hello',
      '{"userName":"demo"',
      '[]',
      'null',
      '"demo"',
      '{"__proto__":{"userName":"demo","apiKey":"demo-key"}}',
    ])('a body that is not a JSON object is answered in the same shape: %s', async (body) => {
      const caller = await open();
      expectNoToken(
        await caller.perform('issueToken', { body }),
        caller.profile.openings['token.malformed'].notJson,
      );
    });

    test('whatever a token request fails by, it is answered in the same shape', async () => {
      const caller = await open();
      const statuses = caller.profile.openings['errors.status'];
      const tooLong = JSON.stringify({ ...CREDENTIALS, pad: 'x'.repeat(BODY_LIMIT) });
      expectNoToken(await caller.perform('issueToken', { body: tooLong }), statuses['too-large']);
      await caller.control('PUT', '/faults', { rules: [{ operation: 'issueToken', refusal: 'failed' }] });
      expectNoToken(await caller.perform('issueToken', { body: CREDENTIALS }), statuses.failed);
    });

    test('another content type is judged as the profile says', async () => {
      const caller = await open();
      const reply = await caller.perform('issueToken', {
        body: CREDENTIALS,
        headers: { 'content-type': 'text/plain' },
      });
      const { contentType } = caller.profile.openings['token.malformed'];
      if (contentType === 'ignored') expect(answerIn(reply, issuedStatus(caller)).success).toBe(true);
      else expectNoToken(reply, contentType);
    });

    test('a second token can be had before the first expires, and both work', async () => {
      const caller = await open();
      const first = await caller.signIn();
      await caller.advance('PT10M');
      const second = await caller.signIn();
      expect(second).not.toBe(first);
      for (const token of [first, second])
        caller.served('listGroups', await caller.perform('listGroups', { token }));
    });

    test('with API access off no token is issued; switched on, the same credentials work again', async () => {
      const caller = await open();
      await caller.token();
      await caller.control('PUT', '/account', { apiEnabled: false });
      expectNoToken(
        await caller.perform('issueToken', { body: CREDENTIALS }),
        caller.profile.openings['token.status'].refused,
      );
      const old = await caller.perform('listGroups');
      if (caller.profile.openings['token.live-when-disabled'] === 'works') caller.served('listGroups', old);
      else caller.refused('unauthorised', old, 'API_DISABLED');

      await caller.control('PUT', '/account', { apiEnabled: true });
      expect(
        answerIn(await caller.perform('issueToken', { body: CREDENTIALS }), issuedStatus(caller)).success,
      ).toBe(true);
      caller.served('listGroups', await caller.perform('listGroups'));
    });
  });
}

function issuedStatus(caller: Caller): number {
  return caller.profile.openings['token.status'].issued;
}

function answerIn(reply: Received, status: number): TokenAnswer {
  expect(reply.status, reply.text).toBe(status);
  expect(reply.headers['content-type']).toMatch(/^application\/json/);
  return JSON.parse(reply.text) as TokenAnswer;
}

function expectNoToken(reply: Received, status: number): void {
  const answer = answerIn(reply, status);
  expect(answer.success).toBe(false);
  expect(answer.error).toMatch(/\S/);
  expect(answer.token ?? '').toBe('');
}
