/** `roadtest verify` with a profile that names the devices and has no place for what shows whether they are in use. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { handOn, listening } from '../command/proxy.ts';
import { serve } from '../command/roadtest.ts';
import { cli, demo, folder } from '../command/verifying.ts';
import { OFFICE } from '../suite/office.ts';
import { reducedProfiles } from './profiles.ts';

it('names the line of the profile that a rule was not reached for', async () => {
  const service = await serve(['--devices', '4', '--still']);
  // It is not recognised as a simulator of ours.
  const target = await listening(
    createServer((request, response) => {
      if (request.url === '/_control/clock') response.writeHead(404).end();
      else handOn(request, response, new URL(service.baseUrl));
    }),
  );
  const reduced = reducedProfiles('known').find(({ lacks }) => lacks.endsWith('/licence'));
  const text = JSON.stringify(reduced?.profile).replaceAll(OFFICE, `${service.baseUrl}/_control`);
  const file = join(folder, 'without-licence.json');
  writeFileSync(file, text);
  const words = ['verify', target, '--profile', file, '--seed', '1', '--only', 'limits/holds-at-once/email'];
  const { out } = await cli(words, { env: demo });
  await service.stop();
  expect(out.replaceAll(/\s+/g, ' ')).toContain('add `licence:` to `controls.readLimits.reads`');
});
