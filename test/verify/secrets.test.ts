/** No secret stands in anything that a run gives away. */

import { describe, expect, test } from 'vitest';
import { curlOf } from '../../contracts/kit/curl.ts';
import { completeProfile } from '../../contracts/profile/index.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { createSimulator } from '../../simulator/index.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { oneIn, turns, WHOLE } from '../sample.ts';
import { type Against, type Fetch, runAgainst, runVirtually } from './support.ts';

const inTurn = turns(6);

const some = ['token/', 'auth/', 'groups/'];

/** A run, everything it gave away, and every token that the deployment gave out. */
async function given(profile: ReturnType<typeof completeProfile>, against: Against = {}) {
  const tokens = new Set<string>();
  const journal: string[] = [];
  const progress: string[] = [];
  const simulator = createSimulator({
    profile,
    userName: 'Jane "the" Admin',
    apiKey: 'k3y/with+odd="signs"',
  });
  const watch =
    (fetch: Fetch): Fetch =>
    async (request) => {
      const response = await fetch(request);
      const { token } = ((await response
        .clone()
        .json()
        .catch(() => null)) ?? {}) as { token?: unknown };
      if (typeof token === 'string') tokens.add(token);
      return response;
    };
  const run = await runAgainst(watch(simulator.fetch), {
    profile,
    credentials: { userName: 'Jane "the" Admin', apiKey: 'k3y/with+odd="signs"' },
    onProgress: (told) => progress.push(JSON.stringify(told)),
    host: { journal: { write: async (line) => void journal.push(line) } },
    ...against,
  });
  simulator.stop();
  const curls = run.exchanges.map(({ request }) => curlOf(request));
  return { run, tokens, text: [JSON.stringify(run), ...journal, ...progress, ...curls].join('\n') };
}

describe('Nothing that a run gives away holds a secret', () => {
  test.each([
    [
      'the default profile',
      completeProfile({ roadtest: 1, name: 'default', openings: {} }),
      WHOLE ? [] : some,
    ],
    ['the enveloped profile', completeProfile(envelopedProfile), some],
  ])('%s: record, journal, progress, curl lines', async (_what, profile, only) => {
    const { text, tokens } = await given(profile, { only });
    expect(tokens.size).toBeGreaterThan(3);
    for (const token of tokens) {
      expect(text).not.toContain(token);
      const [, payload = '', signature = ''] = token.split('.');
      expect(text).not.toContain(`${payload}.`);
      expect(text).not.toContain(signature);
    }
    expect(text).not.toContain('k3y/with+odd');
    expect(text).not.toContain(encodeURIComponent('k3y/with+odd="signs"'));
    expect(text).toContain('$ROADTEST_API_KEY');
    expect(text).toContain('$ROADTEST_TOKEN');
  });

  test.runIf(inTurn())('a deployment that repeats secrets in its errors', async () => {
    const profile = completeProfile({ roadtest: 1, name: 'chatty', openings: {} });
    const wrap =
      (fetch: Fetch): Fetch =>
      async (request) => {
        const body = await request.clone().text();
        const authorization = request.headers.get('authorization') ?? '';
        const response = await fetch(request);
        if (response.status < 400) return response;
        const echo = `You sent ${authorization} and ${body}`;
        return Response.json(
          { success: false, error: echo, echo },
          { status: response.status, headers: { 'x-echo': encodeURIComponent(authorization) } },
        );
      };
    const seen = new Set<string>();
    const run = await runAgainst(
      { profile, apiKey: 'a-key-of-ours' },
      {
        profile,
        credentials: { userName: 'demo', apiKey: 'a-key-of-ours' },
        only: ['token/', 'auth/garbage-refused', 'auth/tampered-refused'],
        wrap: (fetch) => {
          const talkative = wrap(fetch);
          return async (request) => {
            const bearer = request.headers.get('authorization')?.replace('Bearer ', '');
            // Made-up bearers are no secrets.
            if (bearer && bearer.length > 40 && !bearer.startsWith('garbage')) seen.add(bearer);
            return talkative(request);
          };
        },
      },
    );
    const text = JSON.stringify(run);
    for (const bearer of seen) expect(text).not.toContain(bearer);
    expect(text).not.toContain('a-key-of-ours');
    expect(text).not.toContain('a-key-of-our');
  });

  test('a wrong key that is the name of the user is no secret: requests after it can be sent again', async () => {
    const profile = completeProfile({ roadtest: 1, name: 'default', openings: {} });
    const { run } = await given(profile, { only: ['token/near-miss-refused'], thorough: true });
    const bodies = run.exchanges.map(({ request }) => request.body);
    expect(bodies).toContain('{"userName":"$ROADTEST_USER_NAME","apiKey":"$ROADTEST_API_KEY"}');
    expect(bodies.join('\n')).not.toContain('"userName":"<WRONG_API_KEY>"');
  });

  test.runIf(inTurn())('a token that is not a JWT, and one that stands in an object', async () => {
    for (const token of ['opaque-token-4711', { access: 'opaque-token-4711' }]) {
      const issuedAnswer = (_: string, expires: string) => ({
        success: true,
        token: token as string,
        expires,
      });
      const run = await runAgainst(
        { rules: { issuedAnswer } },
        { only: ['token/', 'auth/header-required/listUsers'] },
      );
      expect(JSON.stringify(run)).not.toContain('opaque-token-4711');
    }
  });
});

describe('A deployment that chooses its tokens', () => {
  const only = ['token/'];
  const issuing = (token: string) => ({
    rules: { issuedAnswer: (_: string, expires: string) => ({ success: true, token, expires }) },
  });
  async function issued(token: string, rules: readonly string[]): Promise<Run> {
    const simulator = createSimulator(issuing(token));
    const run = await runVirtually(simulator.fetch, { profile: simulator.profile, only: rules });
    simulator.stop();
    return run;
  }
  const judged = ({ outcomes }: Run) => outcomes.map(({ id, verdict }) => [id, verdict]);
  let other: Promise<Run> | undefined;

  test.each(oneIn(2, ['fail', 'pass', 'group', '"verdict":', 'token/issued']))(
    'takes nothing out of the record with the token %s',
    async (token) => {
      const run = await issued(token, only);
      other ??= issued('another-word', only);
      expect(judged(run)).toEqual(judged(await other));
      expect(run.exitCode).toBe(1);
      for (const { reply } of run.exchanges) expect(reply?.body).not.toContain(`"token":"${token}"`);
    },
  );

  test.runIf(inTurn())('ends like any other run with a token of a mebibyte', async () => {
    const token = `${'x1'.repeat(1 << 19)}`;
    const run = await issued(token, ['token/issued', 'token/is-jwt']);
    expect(JSON.stringify(run)).not.toContain(token.slice(0, 100));
    expect(run.outcomes.map(({ verdict }) => verdict)).not.toContain('error');
  });
});
