import { expect, it } from 'vitest';
import { deployed } from '../verifying.ts';
import { officeStory, repeated } from './playing.ts';

it('plays', async () => {
  const { url, simulator } = await deployed({ devices: 4, frozen: true });
  const { report, summary, err } = await repeated(officeStory(), { target: url });
  console.log(summary, err, simulator.fleet.log.counts);
  expect(report.unexpected).toBe(0);
});
