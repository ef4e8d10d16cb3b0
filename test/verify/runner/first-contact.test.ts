/** A token request that is refused: for want of a token, which breaks a rule, or for its credentials, which does not. */
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../../simulator/index.ts';
import { type Fetch, outcomeOf, runAgainst, runVirtually } from '../support.ts';

const refusal = (error: string) => Response.json({ success: false, error }, { status: 401 });
const isTokenRequest = ({ url }: Request) => url.endsWith('/api/Auth/Token');
const bearerOf = (request: Request) => request.headers.get('authorization');

/** A deployment that asks for a bearer first, whatever is called. */
function guarding(missing: string, invalid: string, isValid: (bearer: string) => boolean) {
  const simulator = createSimulator();
  const fetch: Fetch = async (request) => {
    const bearer = bearerOf(request);
    if (bearer === null) return refusal(missing);
    if (isTokenRequest(request)) return isValid(bearer) ? simulator.fetch(request) : refusal(invalid);
    return simulator.fetch(request);
  };
  return { fetch, profile: simulator.profile, stop: () => simulator.stop() };
}

describe('A deployment that asks for a bearer on the token request', () => {
  test.each([
    ['and says so', 'Bearer token missing.', 'Bearer token missing.', () => false],
    ['and takes any', 'Unauthorized', 'Unauthorized', () => true],
    ['and says that one of ours is not valid', 'Unauthorized', 'Expired', () => false],
  ])('%s breaks the rule', async (_, missing, invalid, isValid) => {
    const { fetch, profile, stop } = guarding(missing, invalid, isValid);
    const run = await runVirtually(fetch, { profile, only: ['token/'] });
    stop();
    expect(run.problem).toBeUndefined();
    expect(outcomeOf(run, 'token/no-bearer-needed').verdict).toBe('fail');
    expect(run.exitCode).toBe(1);
  });
});

test('A token request that is refused in words of its own, unless a header comes with it, breaks the rule', async () => {
  const simulator = createSimulator();
  const run = await runVirtually(
    async (request) =>
      isTokenRequest(request) && bearerOf(request) === null
        ? refusal('Come back with a pass')
        : simulator.fetch(request),
    { profile: simulator.profile, only: ['token/'] },
  );
  simulator.stop();
  expect(outcomeOf(run, 'token/no-bearer-needed').verdict).toBe('fail');
  expect(run.exitCode).toBe(1);
});

describe('Credentials that are refused', () => {
  const wrong = { userName: 'demo', apiKey: 'not the key' };

  test('are a matter of configuration, also where every refusal reads alike', async () => {
    const simulator = createSimulator();
    const alike: Fetch = async (request) => {
      const answer = await simulator.fetch(request);
      return answer.status >= 400 ? refusal('Unauthorized') : answer;
    };
    for (const fetch of [simulator.fetch, alike]) {
      const { problem, exitCode } = await runAgainst(fetch, {
        profile: simulator.profile,
        credentials: wrong,
      });
      expect([problem?.code, exitCode]).toEqual(['CREDENTIALS_REFUSED', 2]);
    }
    simulator.stop();
  });

  test('are so too where a made-up token is refused in other words', async () => {
    const simulator = createSimulator();
    const fetch: Fetch = async (request) => {
      if (bearerOf(request)?.includes('made-up')) return refusal('Invalid session');
      const answer = await simulator.fetch(request);
      return answer.status >= 400 ? refusal(answer.status === 400 ? 'Malformed' : 'Unauthorized') : answer;
    };
    const { problem } = await runAgainst(fetch, { profile: simulator.profile, credentials: wrong });
    simulator.stop();
    expect(problem?.code).toBe('CREDENTIALS_REFUSED');
  });
});
