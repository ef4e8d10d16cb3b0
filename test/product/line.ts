/** One line of a command, with all that is around it, and what came of it as one text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { endWithFile } from '../command/started.ts';
import { folderWith } from './folder.ts';
import { installed } from './installed.ts';
import type { LineRow } from './rows/line-row.ts';
import { type Ended, node, type Surroundings, start } from './run.ts';
import { newWorld, type Served, type Service, serve } from './server.ts';
import { type Between, watched } from './watched.ts';

/** The proxy between the command and its world, by the placeholder. */
const between: { readonly [place: string]: Between } = {
  watched: {},
  limited: { limits: /^(?!POST \S*\/Auth\/Token).* \S*\/api\/(?:groups|devices\/[^/]+\/locations)/ },
  public: { hides: true },
  later: { late: true },
};

/** How the line ended, what it printed and wrote, and what the deployment saw. */
export async function textOf(row: LineRow): Promise<string> {
  const { command, words, files = {}, env = {}, before = [], writes = [] } = row;
  const places = JSON.stringify([words, before, files]);
  const kind = Object.keys(between).find((name) => places.includes(`{${name}}`));
  const isDescribed = Object.values(files).some((text) => typeof text === 'function');
  const world =
    kind || isDescribed || places.includes('{url}') ? await newWorld(row.world ?? { devices: 3 }) : undefined;
  const proxy = world && kind ? await watched(world.baseUrl, between[kind]) : undefined;
  const broken = places.includes('{broken}') ? (await sharedBroken()).baseUrl : '';
  const { path } = await installed();
  const filled = (text: string) =>
    text
      .replaceAll('{url}', world?.baseUrl ?? '')
      .replaceAll(`{${kind}}`, proxy?.url ?? '')
      .replaceAll('{broken}', broken)
      .replaceAll('{package}', path());
  const texts: { [name: string]: string } = row.opens ? { 'bin/xdg-open': browser } : {};
  for (const [name, text] of Object.entries(files))
    texts[name] = filled(typeof text === 'string' ? text : await text(world as Service));
  const cwd = folderWith(texts);
  const around = {
    cwd,
    env: {
      XDG_STATE_HOME: join(cwd, '.state'),
      ...(row.opens && { PATH: `${join(cwd, 'bin')}:${process.env.PATH}` }),
      ...env,
    },
  };
  if (world) await row.begin?.(world);
  for (const line of before)
    await (await start('roadtest', line.map(filled), { ...around, input: '' })).ended;
  if (world) await row.meanwhile?.(world);
  const { code, out, err } = await ended(row, [command, ...words.map(filled)], around);
  const seen = world && row.seen ? await row.seen(world) : '';
  const counted = proxy ? await proxy.close() : '';
  const contents = [...writes, ...(row.opens ? ['opened.txt'] : [])].map(
    (name) => `${name}: ${readFileSync(join(cwd, name), 'utf8')}`,
  );
  const names = (readdirSync(cwd, { recursive: true }) as string[]).filter(
    (name) => !name.startsWith('.state') && !(name in texts),
  );
  return [`ends with ${code}`, out, err, ...contents, `files: ${names.sort().join(' ')}`, seen, counted].join(
    '\n',
  );
}

async function ended(
  { within, until }: LineRow,
  line: readonly string[],
  around: Surroundings,
): Promise<Ended> {
  const started = within
    ? await start(...(await wrapped[within](line)), around)
    : await start('roadtest', line, { ...around, input: '' });
  if (until) await started.printed(until).then(() => started.stop());
  return started.ended;
}

/** A line by the program that it runs within. A terminal is what `script` makes. */
const wrapped = {
  async terminal(line: readonly string[]): Promise<[string, string[]]> {
    const { command } = await installed();
    const quoted = [node, command, ...line].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    return ['script', ['-qec', quoted.join(' '), '/dev/null']];
  },
};

const browser = '#!/bin/sh\necho "$1" > opened.txt\nkill -INT $PPID\n';

let broken: Promise<Served> | undefined;

function sharedBroken(): Promise<Served> {
  broken ??= serve(['--frozen', '--devices', '3', '--deviate', 'groups/replaced']).then((served) => {
    endWithFile(async () => {
      broken = undefined;
      await served.process.stop();
    });
    return served;
  });
  return broken;
}
