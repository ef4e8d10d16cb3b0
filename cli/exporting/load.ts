/** `roadtest export load`: a story as timed requests for Locust, beside the script that sends them. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultProfile } from '../../contracts/profile/default.ts';
import { operation } from '../../contracts/specification/operations.ts';
import { requestsOf } from '../../scenarios/player/requests.ts';
import { parseInstant } from '../../simulator/time/calendar.ts';
import { CliError, exitCodes, type Io, type Values } from '../command.ts';
import { findStory } from '../playing/stories.ts';
import type { storyOptions } from '../playing/story-options.ts';
import { untilOf } from '../playing/until.ts';
import { notWritable, writeWhole } from '../serving/files.ts';
import { readProfile } from '../serving/reading.ts';

type Given = Values<typeof storyOptions> & { [option in 'profile' | 'at']: string | undefined };

/** @throws CliError, StoryError and ProfileError, each with a code; then nothing has been written */
export async function exportLoad(named: string, output: string, { until, at, ...given }: Given, io: Io) {
  const profile = (await readProfile(given.profile, io)) ?? defaultProfile;
  const { story } = await findStory(named, { ...given, profile }, io);
  const end = until === undefined ? story.clock.end : untilOf(until, story);
  const moved = at === undefined ? 0 : parseInstant(at) - story.clock.start;
  const { devices, requests, left } = await requestsOf(story, profile, { end, moved, stop: io.stop });
  if (io.stop.aborted)
    throw new CliError('INTERRUPTED', 'Nothing has been written.', { exitCode: exitCodes.inconclusive });
  const tokenPath = (profile.basePath ?? '') + operation('issueToken').path;
  const { device: known = [] } = profile.known ?? {};
  const ids = known.length >= devices.length ? known.slice(0, devices.length) : devices;
  const file = { story: story.name, tokenPath, devices: ids, requests };
  const folder = resolve(io.cwd, output);
  try {
    // Beside this module; the build copies it into a folder of the same name.
    const script = fileURLToPath(new URL('../exporting/locustfile.py', import.meta.url));
    await mkdir(folder, { recursive: true });
    await copyFile(script, join(folder, 'locustfile.py'));
  } catch (error) {
    throw notWritable(output, 'folder', error);
  }
  await writeWhole(join(output, 'requests.json'), io.outlet.json(file, 1), 'load', io);
  io.out(`${io.colors.bold(story.name)}: ${requests.length} requests are in ${output}/requests.json. Send them:
locust -f ${output}/locustfile.py --headless -u 1 --host https://staging.example.com --devices ids.txt\n`);
  for (const [step, count] of Object.entries(left))
    io.out(io.colors.dim(`not among them, since the API has no call for it: ${count} × ${step}\n`));
}
