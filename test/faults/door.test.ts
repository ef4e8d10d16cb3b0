/** `roadtest verify` with a profile that names the devices and has no place for what shows whether they are in use. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { handOn, listening } from '../command/proxy.ts';
import { serve } from '../command/roadtest.ts';
import { cli, folder } from '../command/verifying.ts';
import { OFFICE } from '../suite/office.ts';
import { reducedProfiles } from './profiles.ts';

/** A service that is not recognised as a simulator of ours, and the profile. */
async function verified(only: string, ...serving: readonly string[]) {
  // Vehicles that drive have alerts, and these send messages.
  const service = await serve(['--devices', '4', '--still', ...serving]);
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
  const ran = await cli(['verify', target, '--profile', file, '--seed', '1', '--only', only], {
    env: { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' },
  });
  await service.stop();
  return ran;
}

it('finds what is broken by the messages that are sent, and not by settings that are read back', async () => {
  const { code, out } = await verified(
    'limits/channels-apart/email',
    '--deviate',
    'limits/channels-apart/email',
  );
  expect({ code, out }).toMatchObject({
    code: 1,
    out: expect.stringMatching(/✘ fail {2}limits\/channels-apart\/email/),
  });
});

it('names the line of the profile that a rule was not reached for', async () => {
  const { out } = await verified('limits/holds-at-once/email');
  expect(out.replaceAll(/\s+/g, ' ')).toContain('add `licence:` to `controls.readLimits.reads`');
});
