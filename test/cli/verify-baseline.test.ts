/** Known failures of a deployment: written, accepted, stale once mended, expired after their day. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, demo, deployed, folder } from '../command/verifying.ts';

const RULE = 'users/countries-listed';
const verify = (url: string, ...words: string[]) =>
  cli(['verify', url, '--only', 'users/countries', ...words], { env: demo });
const file = (name: string) => join(folder, name);

describe('a baseline', () => {
  it('is written by a run, accepts the next, and is stale once the deployment is mended', async () => {
    const broken = await deployed({ deviate: RULE });
    const written = await verify(broken.url, '--write-baseline', 'known.yaml');
    expect(written).toMatchObject({
      code: 1,
      err: expect.stringContaining('Written: known.yaml, 1 entry\n'),
    });
    expect(await verify(broken.url, '--baseline', 'known.yaml')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/○ 1 accepted .*\nExit code 0: /),
    });
    const mended = await deployed();
    expect(
      await verify(mended.url, '--baseline', 'known.yaml', '--write-baseline', 'next.json'),
    ).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /\[BASELINE_STALE\][\s\S]*Exit code 1: the baseline is stale: users\/countries-listed; /,
      ),
    });
    expect(JSON.parse(readFileSync(file('next.json'), 'utf8'))).toEqual([]);
  });

  it('no longer accepts after the day of its entry', async () => {
    const { url } = await deployed({ deviate: RULE });
    writeFileSync(file('old.yaml'), `- id: ${RULE}\n  ticket: OPS-17\n  until: 2020-02-29\n`);
    const { code, out, err } = await verify(url, '--baseline', 'old.yaml');
    expect(code).toBe(1);
    expect(out).toMatch(
      /until 2020-02-29 \(OPS-17\): mend the deployment, or set another day\. \[BASELINE_EXPIRED\]/,
    );
    expect(err).toContain(`fail ${RULE}`);
  });

  it('is not written over a file that is none', async () => {
    const { url, calls } = await deployed();
    writeFileSync(file('profile.yaml'), 'roadtest: 1\n');
    expect(await verify(url, '--write-baseline', 'profile.yaml')).toMatchObject({
      code: 2,
      err: expect.stringContaining('[BASELINE_INVALID]'),
    });
    expect(readFileSync(file('profile.yaml'), 'utf8')).toBe('roadtest: 1\n');
    expect(calls).toEqual([]);
  });
});
