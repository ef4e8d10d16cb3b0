/** A class: a server with a world for each trainee, and a page for the trainer, until it is stopped. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Stage } from '../../scenarios/player/stage/stage.ts';
import { type Grant, grants } from '../../simulator/control/roles.ts';
import type { Handout } from '../../simulator/control/schemas/index.ts';
import { addTrainees, type ClassUsual, handoutIn } from '../../simulator/worlds/class.ts';
import { traineesIn } from '../../simulator/worlds/trainees.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import type { Clean } from '../outlet.ts';
import { findStory } from '../playing/stories.ts';
import { originFor } from './access.ts';
import { readProfile } from './reading.ts';
import { type Running, serving, stopped } from './server.ts';
import type { ServerOptions } from './settings.ts';

export interface ClassOptions extends Pick<ServerOptions, 'port' | 'host' | 'allow' | 'profile'> {
  /** Names with commas between; none where all are added on the page. */
  trainees: string;
  /** The story of each world: a shipped one by its name, or a file. Default: the plain fleet, parked. */
  story?: string | undefined;
  /** Rights of trainees beside those that they always have. */
  may: readonly string[];
  json: boolean;
}

/** @throws ControlError TRAINEES_INVALID, CliError GRANT_INVALID, and what a server and a story are refused for */
export async function holdClass(options: ClassOptions, io: Io): Promise<number> {
  const { trainees, story: named, may, json, ...server } = options;
  const names = trainees === '' ? [] : trainees.split(',');
  traineesIn(names);
  const ofClass: ClassUsual<Stage> = { may: may.map(grantOf) };
  if (named !== undefined) {
    const { story } = await findStory(named, { profile: await readProfile(server.profile, io) }, io);
    ofClass.story = { name: story.name, putOn: (stage) => stage.load(story, { frozen: true }) };
  }
  await serving({ ...server, frozen: true, ofClass }, io, async (running, ioOfServer) => {
    const { settings, worlds } = running;
    const origin = originFor(running.server, settings.host);
    const made = await addTrainees(worlds, { ...ofClass, names });
    const handouts = made.flatMap((world) => handoutIn(world, origin) ?? []);
    const trainer = `${origin}/_console/class.html#token=${settings.access.controlToken}`;
    const text = json
      ? io.outlet.writtenJson({ trainer, trainees: handouts })
      : welcome(trainer, handouts, io);
    io.print(text);
    hideSecrets(running, handouts, io);
    await stopped(ioOfServer);
  });
  return exitCodes.ok;
}

function grantOf(given: string): Grant {
  const grant = grants.find((one) => one === given);
  if (grant !== undefined) return grant;
  throw new CliError('GRANT_INVALID', `--may takes ${grants.join(' and ')}, not ${quoted(given)}.`, {
    hint: 'rewind: reset and seek. inject: incidents, faults, and adding and removing devices.',
  });
}

/** Shows the links and the credentials, here alone. */
function welcome(
  trainer: string,
  handouts: readonly Handout[],
  { outlet, colors: { bold, cyan, dim } }: Io,
): Clean {
  const width = Math.max(...handouts.map(({ name }) => name.length), 'Trainer'.length);
  const line = (name: string, value: string) => `  ${bold(name.padEnd(width))}  ${value}\n`;
  const indent = ' '.repeat(width + 4);
  const worlds = handouts.map(
    ({ name, link, viewer, baseUrl, userName, apiKey }) =>
      line(name, cyan(link)) +
      `${indent}${dim(`API ${baseUrl}, user name ${userName}, API key ${apiKey}`)}\n` +
      `${indent}${dim(`to look on: ${viewer}`)}\n`,
  );
  const next =
    handouts.length === 0
      ? "Add trainees on the trainer's page."
      : 'Give each trainee the link and the credentials below their name.';
  const blocks = [
    line('Trainer', cyan(trainer)),
    worlds.join(''),
    `${dim(`  ${next} Ctrl+C ends the class.`)}\n`,
  ];
  return outlet.written(`\n${blocks.filter((block) => block !== '').join('\n')}\n`);
}

/** Keeps the tokens out of all that is written later. */
function hideSecrets(
  { settings: { access }, worlds }: Running,
  handouts: readonly Handout[],
  { outlet: { secrets } }: Io,
): void {
  if (access.controlToken !== undefined) secrets.hide(access.controlToken);
  for (const { world, userName, apiKey } of handouts) {
    secrets.hideCredentials({ userName, apiKey });
    for (const { token } of Object.values(worlds.get(world).holders ?? {})) secrets.hide(token);
  }
}
