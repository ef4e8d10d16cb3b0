/** A class: a server with a world for each trainee, and a page for the trainer, until it is stopped. */
import { networkInterfaces } from 'node:os';
import { isLoopback } from '../../contracts/kit/http.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { type Grant, grants } from '../../simulator/control/roles.ts';
import { CliError, exitCodes, type Io } from '../command.ts';
import { findStory } from '../playing/stories.ts';
import { openPage } from '../serving/browser.ts';
import { readProfile } from '../serving/reading.ts';
import { type ServingSettings, serving, stopped } from '../serving/serving.ts';
import type { Running } from '../serving/start.ts';
import { type Trainee, traineesIn } from './trainees.ts';

export interface ClassSettings
  extends Pick<ServingSettings, 'port' | 'host' | 'allowedHosts' | 'profile' | 'tlsCert' | 'tlsKey'> {
  /** Names with commas between. */
  trainees: string;
  /** The story of each world: a shipped one by its name, or a file. Default: the plain fleet, parked. */
  story?: string | undefined;
  /** Rights of trainees beside those that they always have. */
  may: readonly string[];
  open: boolean;
  json: boolean;
}

/** A trainee with what they are given. */
interface Seat extends Trainee {
  link: string;
  /** For one who only looks on. */
  viewer: string;
  baseUrl: string;
  userName: string;
  apiKey: string;
}

/** @throws CliError TRAINEES_INVALID, GRANT_INVALID, and what a server and a story are refused for */
export async function holdClass(settings: ClassSettings, io: Io): Promise<number> {
  const { trainees: names, story: named, may, open, json, ...server } = settings;
  const trainees = traineesIn(names);
  const granted = may.map(grantOf);
  const profile = server.profile === undefined ? undefined : await readProfile(server.profile, io);
  let text: string | undefined;
  const onText = (read: string) => {
    text = read;
  };
  const story = named === undefined ? undefined : (await findStory(named, { profile, onText }, io)).story;
  await serving({ ...server, frozen: true, forClass: true }, io, async (running, ioOfServer) => {
    const seats: Seat[] = [];
    const origin = originFor(running, server.host);
    for (const trainee of trainees) {
      const { name, world } = trainee;
      const [, stage] = await running.worlds.create({ name: world, trainee: { name, may: [...granted] } });
      if (story) await stage.load(story, { frozen: true, text });
      seats.push({ ...trainee, ...seatIn(running, origin, world) });
    }
    const trainer = `${origin}/_console/class.html#token=${running.access.controlToken}`;
    print({ trainer, seats }, json, io);
    hideSecrets(running, seats, io);
    if (open) await openPage(trainer, io);
    await stopped(ioOfServer);
  });
  return exitCodes.ok;
}

function grantOf(given: string): Grant {
  const grant = grants.find((one) => one === given);
  if (grant !== undefined) return grant;
  throw new CliError('GRANT_INVALID', `--may takes ${grants.join(' and ')}, not ${quoted(given)}.`, {
    hint: 'rewind: reset, seek and undo. inject: incidents, faults, and adding and removing devices.',
  });
}

function seatIn({ worlds }: Running, origin: string, name: string): Omit<Seat, keyof Trainee> {
  const { prefix, holders, world } = worlds.get(name);
  const { fleet, profile } = world.simulator;
  const { userName, apiKey } = fleet.account;
  const page = `${origin}${prefix}/_console/#token=`;
  return {
    link: page + holders?.trainee.token,
    viewer: page + holders?.viewer.token,
    baseUrl: `${origin}${prefix}${profile.basePath}`,
    userName,
    apiKey,
  };
}

/** The address that other machines can call, where the server can be reached by them. */
function originFor({ server: { url, port } }: Running, host: string): string {
  if (isLoopback(host) || !/^(0\.0\.0\.0|::)$/.test(host)) return url;
  const outside = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return outside ? `${new URL(url).protocol}//${outside.address}:${port}` : url;
}

function print({ trainer, seats }: { trainer: string; seats: readonly Seat[] }, json: boolean, io: Io): void {
  const { bold, cyan, dim } = io.colors;
  if (json) {
    const trainees = seats.map(({ world, ...seat }) => ({ ...seat, world }));
    io.print(io.outlet.disclosedJson({ trainer, trainees }));
    return;
  }
  const width = Math.max(...seats.map(({ name }) => name.length), 'Trainer'.length);
  const line = (name: string, value: string) => `  ${bold(name.padEnd(width))}  ${value}`;
  const indent = ' '.repeat(width + 4);
  io.print(
    io.outlet.disclosed(
      [
        '',
        line('Trainer', cyan(trainer)),
        '',
        ...seats.flatMap(({ name, link, viewer, baseUrl, userName, apiKey }) => [
          line(name, cyan(link)),
          indent + dim(`API ${baseUrl}, user name ${userName}, API key ${apiKey}`),
          indent + dim(`to look on: ${viewer}`),
        ]),
        '',
        dim('  Give each trainee the link and the credentials below their name. Ctrl+C ends the class.'),
        '',
        '',
      ].join('\n'),
    ),
  );
}

/** Nothing that is written later has any of the tokens in it. */
function hideSecrets({ access, worlds }: Running, seats: readonly Seat[], { outlet: { secrets } }: Io): void {
  if (access.controlToken !== undefined) secrets.hide(access.controlToken);
  for (const { world, userName, apiKey } of seats) {
    secrets.hideCredentials({ userName, apiKey });
    for (const { token } of Object.values(worlds.get(world).holders ?? {})) secrets.hide(token);
  }
}
