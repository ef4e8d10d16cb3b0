/** The profiles of docs/writing-a-profile.md hold on the deployment that they are about, and each unlocks more. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../contracts/verify/run.ts';
import { type Foreign, start } from '../foreign/server.ts';
import { oneIn, SEED, turns } from '../sample.ts';
import { emptyFolder } from './folder.ts';
import { installed } from './installed.ts';
import { roadtest } from './run.ts';

const product = await installed();
const folder = product.path('docs/writing-a-profile');
const steps = readdirSync(folder).sort();
const inTurn = turns(2);
/** The last one is what they lead to; of those before it, and of none at all, a run each of some. */
const tried = [...oneIn(7, [undefined, ...steps.slice(0, -1)]), ...steps.slice(-1)];
const env = { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland' };

describe('the steps of writing a profile', () => {
  let deployments: Foreign[];
  const runs: Run[] = [];
  beforeAll(async () => {
    deployments = await Promise.all(tried.map(() => start()));
    for (const [index, step] of tried.entries()) {
      const { url } = deployments[index] as Foreign;
      const words = step === undefined ? [`${url}/tracking`] : [url, '--profile', `${folder}/${step}`];
      runs.push(
        JSON.parse((await roadtest(['verify', ...words, '--seed', `${SEED}`, '--json'], { env })).out) as Run,
      );
    }
  });
  afterAll(() => Promise.all(deployments.map((deployment) => deployment.close())));

  it('fail nothing and promise nothing that is not so', () => {
    for (const { outcomes, observations, exitCode } of runs) {
      expect(outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
      expect(observations.filter(({ drift }) => drift)).toEqual([]);
      expect(exitCode).toBe(0);
    }
  });

  it('unlock more and more, to nearly everything', () => {
    const judged = runs.map(({ outcomes }) => outcomes.filter(({ verdict }) => verdict === 'pass').length);
    expect(judged).toEqual([...judged].sort((a, b) => a - b));
    expect(judged.at(0)).toBeGreaterThan(30);
    expect(judged.at(-1)).toBeGreaterThan(190);
  });

  it('are on the page', () => {
    const page = readFileSync(`${folder}.md`, 'utf8');
    for (const step of steps) expect(page).toContain(`writing-a-profile/${step}`);
  });

  it.runIf(inTurn())('judge what two devices of the deployment allow where none can be made', async () => {
    const whole = readFileSync(join(folder, steps.at(-1) ?? ''), 'utf8');
    const file = join(emptyFolder(), 'known.yaml');
    writeFileSync(
      file,
      `${whole.replace(/^ {2}createDevice: .*$/m, '')}\nknown: { device: [V0004, V0005] }\n`,
    );
    const deployment = await start();
    const { out } = await roadtest(
      ['verify', deployment.url, '--profile', file, '--only', 'devices/,limits/,expiry/,licences/', '--json'],
      { env },
    );
    await deployment.close();
    const { outcomes, exitCode } = JSON.parse(out) as Run;
    const open = outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    for (const { id, verdict, unlock } of open)
      expect({ id, verdict, unlock }).toMatchObject({
        verdict: 'inconclusive',
        unlock: ['controls.createDevice'],
      });
    expect(open.length).toBeLessThanOrEqual(6);
    expect(exitCode).toBe(0);
  });
});
