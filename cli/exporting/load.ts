/** `roadtest export load`: a story as timed requests for Locust, beside the script that sends them. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { completeProfile } from '../../contracts/profile/complete.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';
import type { AnyId } from '../../contracts/profile/facts.ts';
import { compileLens } from '../../contracts/profile/lens/compile.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { operation } from '../../contracts/specification/operations.ts';
import type { Story } from '../../scenarios/language/story.ts';
import { requestsOf } from '../../scenarios/player/requests.ts';
import { parseInstant } from '../../simulator/time/calendar.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { findStory } from '../playing/stories.ts';
import { untilOf } from '../playing/until.ts';
import { notWritable, writeWhole } from '../serving/files.ts';
import { readProfile } from '../verifying/profile.ts';

export interface LoadOptions {
  /** The name of a story, or a file. */
  story: string;
  output: string;
  profile: string | undefined;
  until: string | undefined;
  seed: number | undefined;
  fixture?: string | undefined;
  at: string | undefined;
}

/** @throws CliError, StoryError and ProfileError, each with a code; then nothing has been written */
export async function exportLoad(options: LoadOptions, io: Io): Promise<void> {
  const { output } = options;
  const profile = (await readProfile(options.profile, io))?.profile ?? defaultProfile;
  const { story } = await findStory(options.story, { ...options, profile }, io);
  const devices = devicesOf(story, profile);
  const moved = options.at === undefined ? 0 : parseInstant(options.at) - story.clock.start;
  const end = options.until === undefined ? story.clock.end : untilOf(options.until, story);
  const { requests, left } = await requestsOf(story, profile, { end, moved, stop: io.stop });
  if (io.stop.aborted) {
    throw new CliError('INTERRUPTED', 'The export was interrupted, and nothing has been written.', {
      exitCode: exitCodes.inconclusive,
    });
  }
  const tokenPath = (profile.basePath ?? '') + operation('issueToken').path;
  const file = { story: story.name, profile: profile.name, tokenPath, devices, requests };
  const folder = resolve(io.cwd, output);
  try {
    await mkdir(folder, { recursive: true });
    await copyFile(locustfile(), join(folder, 'locustfile.py'));
  } catch (error) {
    throw notWritable(output, 'folder', error);
  }
  await writeWhole(join(output, 'requests.json'), io.outlet.json(file, 1), 'load', io);
  io.out(summaryOf(story.name, requests.length, left, output, io));
}

/** The script beside this module; the build copies it into a folder of the same name. */
function locustfile(): string {
  return fileURLToPath(new URL('../exporting/locustfile.py', import.meta.url));
}

function summaryOf(
  story: string,
  requests: number,
  left: { [step: string]: number },
  folder: string,
  { colors }: Io,
): string {
  const lines = [
    `${colors.bold(story)}: ${requests} requests are in ${folder}/requests.json. Send them:`,
    `locust -f ${folder}/locustfile.py --headless -u 1 --host https://staging.example.com --devices ids.txt`,
    ...Object.entries(left).map(([step, count]) =>
      colors.dim(`not among them, as the API has no call for it: ${count} × ${step}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** The ids of the devices as the profile knows them, or as a simulator of that profile gives them. */
function devicesOf(story: Story, profile: Profile): AnyId[] {
  const { device = [] } = profile.known ?? {};
  if (device.length >= story.devices) return device.slice(0, story.devices);
  if (story.cast) return story.fleet.flatMap(({ id }) => id ?? []);
  const lens = compileLens(completeProfile(profile).openings, { seed: story.clock.seed });
  return Array.from({ length: story.devices }, (_, index) => lens.writeId('device', index + 1));
}
