/** `roadtest/verify`: the contract suite from code, with the record that the JSON report is made of. */
import { describe, expect, it } from 'vitest';
import { renderJson } from '../../contracts/report/json.ts';
import { verify } from '../../contracts/verify/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';

const inTurn = turns(2, 1);

const only = ['token/'];

describe('verify', () => {
  it('judges a simulator in this process, and returns the object of the JSON report', async () => {
    const run = await verify({ simulator: createSimulator(), only });
    expect(run).toMatchObject({ format: 'roadtest-run', tool: 'roadtest/verify', exitCode: 0 });
    expect(run.outcomes.map(({ id }) => id).every((id) => id.startsWith('token/'))).toBe(true);
    expect(JSON.parse(renderJson(run))).toEqual(JSON.parse(JSON.stringify(run)));
  });

  it('judges what a function answers, by a profile of the caller', async () => {
    const profile = { roadtest: 1, name: 'mine', basePath: '/fleet/v2', openings: {} } as const;
    const { fetch } = createSimulator({ profile });
    const credentials = { userName: 'demo', apiKey: 'demo-key' };
    const run = await verify({ fetch, profile, credentials, only });
    expect(run).toMatchObject({ profile: 'mine', exitCode: 0 });
  });

  it.runIf(inTurn())(
    'fails with exit code 1 where a rule is broken, unless the baseline accepts it',
    async () => {
      const broken = () => createSimulator({ rules: { needsToken: () => false } });
      const run = await verify({ simulator: broken(), only: ['auth/'] });
      expect(run.exitCode).toBe(1);
      // Where no token is needed, what a token is worth cannot be concluded.
      const failed = run.outcomes.filter(({ verdict, leftOpen }) => verdict === 'fail' || leftOpen);
      const baseline = failed.map(({ id }) => ({ id, reason: 'known' }));
      expect((await verify({ simulator: broken(), only: ['auth/'], baseline })).exitCode).toBe(0);
    },
  );

  it('takes further conditions for exit code 0', async () => {
    const fetch = createSimulator().fetch;
    const credentials = { userName: 'demo', apiKey: 'demo-key' };
    const options = { fetch, credentials, only: ['limits/'], readOnly: true } as const;
    expect((await verify(options)).outcomes.map(({ verdict }) => verdict)).toContain('inconclusive');
    const run = await verify({ ...options, require: ['inconclusive=0'] });
    expect(run.exitCode).toBe(3);
  });

  it('ends early when it is aborted', async () => {
    const run = await verify({ simulator: createSimulator(), signal: AbortSignal.abort() });
    expect(run).toMatchObject({ interrupted: true, exitCode: 3 });
  });

  it('gives exit code 2 and the problem where nothing can be judged', async () => {
    const credentials = { userName: 'demo', apiKey: 'wrong' };
    const run = await verify({ simulator: createSimulator(), credentials, only });
    expect(run).toMatchObject({ exitCode: 2, problem: { code: 'CREDENTIALS_REFUSED' } });
  });

  it('journals before it changes anything, where the host has a journal', async () => {
    const lines: string[] = [];
    const journal = { write: async (line: string) => void lines.push(line) };
    await verify({ simulator: createSimulator(), only: ['operations/'], host: { journal } });
    expect(lines.length).toBeGreaterThan(0);
  });

  it('refuses a profile and a condition that are not valid before anything is sent', async () => {
    const fetch = async () => {
      throw new Error('must not be called');
    };
    const profile = { roadtest: 1, name: 'mine', openings: { 'token.lifetime': 5 } } as never;
    await expect(verify({ fetch, profile })).rejects.toMatchObject({
      code: 'PROFILE_INVALID',
      issues: [{ pointer: '/openings/token.lifetime' }],
    });
    await expect(verify({ fetch, require: ['all of it'] })).rejects.toMatchObject({
      code: 'REQUIREMENT_INVALID',
    });
  });
});
